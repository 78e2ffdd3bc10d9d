import { describe, expect, test } from '@jest/globals';
import type { Published } from '../../src/change/change-event.ts';
import { earlierReleases } from '../../src/change/previous-release.ts';

/** Tags in the order of their publication. A prerelease on GitHub ends with `*`. */
function earlierThan(last: string, tags: readonly string[]) {
  const named = (text: string, at: number) => ({
    tag: text.replace('*', ''),
    prerelease: text.endsWith('*'),
    publishedAt: at,
  });
  const listed = tags.map((text, index) => named(text, index + 1));
  const release = { kind: 'release', action: 'published', name: '', notes: '', ...named(last, 99) };
  const releases = listed.map(({ tag, prerelease, publishedAt }) => {
    return { tag_name: tag, draft: false, prerelease, published_at: publishedAt };
  });
  const found = [releases, releases.toReversed()].map((some) => earlierReleases(release as Published, some));
  // GitHub specifies no order.
  expect(found[1]).toEqual(found[0]);
  return found[0] ?? [];
}

describe('a release is compared with the previous version', () => {
  test.each<[string, readonly string[], string]>([
    ['v1.3.0', ['v1.0.0', 'v1.1.0', 'v1.2.0', 'v1.1.1'], 'v1.2.0'],
    ['v1.3.0', ['v1.2.9', 'v1.2.10', 'v2.0.0'], 'v1.2.10'],
    ['v1.2.4', ['v1.2.3', 'v1.3.0', 'v2.0.0'], 'v1.2.3'],
    ['1.3.0', ['v1.2.0', 'v1.1.0'], 'v1.2.0'],
    ['v2', ['v1', 'v1.9'], 'v1.9'],
    // A full release passes over prereleases, and a candidate doesn't.
    ['v1.3.0', ['v1.2.5', 'v1.3.0-rc.1*'], 'v1.2.5'],
    ['v1.3.0', ['v1.2.5', 'v1.3.0-rc.1', 'v1.3.0rc2'], 'v1.2.5'],
    ['v1.3.0', ['v1.3.0-rc.1'], 'v1.3.0-rc.1'],
    ['v1.3.0-rc.1*', ['v1.2.4', 'v1.3.0-beta.2*', 'v1.2.5'], 'v1.3.0-beta.2'],
    ['v1.3.0-rc.1*', ['v1.2.4', 'v1.2.5', 'v1.4.0-alpha.1*'], 'v1.2.5'],
    ['v1.0.0-rc.10*', ['v1.0.0-rc.9*', 'v1.0.0-rc.1*'], 'v1.0.0-rc.9'],
    ['1.0rc2', ['1.0rc1', '1.0b3', '0.9'], '1.0rc1'],
    ['4.1.0.Final', ['4.0.9.Final', '4.1.0.CR1*'], '4.0.9.Final'],
    ['1.0.post1', ['0.9', '1.0', '1.0rc1'], '1.0'],
    ['v1.1.0', ['v1.0.0', 'v1.0.0-hotfix.1', 'v1.0.0-p2'], 'v1.0.0-p2'],
    ['v1.31.1+k0s.1', ['v1.31.1+k0s.0', 'v1.31.0+k0s.0'], 'v1.31.1+k0s.0'],
    // Of the same package.
    ['cli@1.2.3', ['cli@1.2.2', '@acme/cli@1.2.2', 'v1.2.2', 'web@1.2.2'], 'cli@1.2.2'],
    ['@acme/cli@1.2.3', ['@acme/cli@1.2.2', 'cli@1.2.2', '@acme/web@1.2.2'], '@acme/cli@1.2.2'],
    ['cli/v1.2.3', ['cli/v1.2.2', 'web/v1.2.2', 'v1.2.2'], 'cli/v1.2.2'],
    ['cli-v1.2.3', ['cli-v1.2.2', 'cli-next-v1.2.2'], 'cli-v1.2.2'],
    ['chart-1.10.0', ['chart-1.9.0', 'chart-1.2.0', 'other-chart-1.9.0'], 'chart-1.9.0'],
    ['log4j2-2.17.1', ['log4j2-2.17.0', 'log4j1-2.17.0'], 'log4j2-2.17.0'],
    ['curl-8_11_0', ['curl-8_9_0', 'curl-8_10_1'], 'curl-8_10_1'],
    // Dates.
    ['2024.11.1', ['2024.9.30', '2024.10.2'], '2024.10.2'],
    ['release-2024-11-01', ['release-2024-09-30', 'release-2024-10-02'], 'release-2024-10-02'],
    ['b4521', ['b999', 'b4520'], 'b4520'],
    // Not versions: the newest one.
    ['winter', ['v9.0.0', 'spring', 'autumn', 'cli-v9.0.0'], 'autumn'],
  ])('%s after %j: %s', (last, tags, expected) => {
    expect(earlierThan(last, tags)[0]).toMatchObject({ tag: expected, isPrevious: true });
  });

  test.each<[string, readonly string[], string]>([
    ['v1.0.0', ['2023.1.1', '2024.11.1'], '2024.11.1'],
    ['cli-v1.0.0', ['web-v1.0.0', 'web-v2.0.0', 'web-v1.0.1'], 'web-v1.0.1'],
    ['v1.0.0', ['spring', 'autumn'], 'autumn'],
  ])('or, without one, with the newest: %s after %j: %s', (last, tags, expected) => {
    expect(earlierThan(last, tags)[0]).toMatchObject({ tag: expected, isPrevious: false });
  });

  test('but a full release with no prerelease', () => {
    expect(earlierThan('v1.0.0', ['v0.9.0*'])).toEqual([]);
  });
});
