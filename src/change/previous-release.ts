import type { Release } from '../github/changes.ts';
import type { GitHub } from '../github/github.ts';
import type { Published } from './change-event.ts';
import type { Compared } from './comparison-plan.ts';

/** How many earlier releases are tried until one is found that this one goes on from. */
const MOST_TRIED = 20;

/** What GitHub says of a release that has all of the earlier one. */
const CONTAINED: ReadonlySet<string> = new Set(['ahead', 'identical']);

/**
 * Compares a release with the one before it: the newest earlier one that it contains. Where several lines are kept up
 * at once, the newest of all may belong to another line; when none is contained, it is taken all the same.
 */
export async function findEarlier(release: Published, github: GitHub): Promise<Compared> {
  const releases = await github.releases();
  if (!releases.ok) return { answer: releases };
  const earlier = inOrderOfTrying(release, earlierThan(release, releases.value.items)).slice(0, MOST_TRIED);
  let newest: Compared | undefined;
  for (const { tag_name: tag } of earlier) {
    const range = { base: tag, head: release.tag };
    const answer = await github.compare(range.base, range.head);
    const compared: Compared = { range, answer };
    if (!answer.ok || CONTAINED.has(answer.value.status)) return compared;
    newest ??= compared;
  }
  const { items, cut } = releases.value;
  const first = cut
    ? `None of the ${items.length} newest releases is an earlier one`
    : 'This is the first release';
  return newest ?? { note: `${first}. There is nothing to compare with.` };
}

/** Earlier releases, the newest first. A full release follows on a full one, not on its own previews. */
function earlierThan(release: Published, releases: readonly Release[]): Release[] {
  const { publishedAt = Number.POSITIVE_INFINITY } = release;
  const at = (one: Release) => one.published_at ?? 0;
  return releases
    .filter((one) => !one.draft && one.id !== release.id && one.tag_name !== release.tag)
    .filter((one) => at(one) <= publishedAt && (release.prerelease || !one.prerelease))
    .sort((one, other) => at(other) - at(one));
}

/** Usually it is the newest; otherwise one of the same line comes sooner than by going through all lines. */
function inOrderOfTrying({ tag }: Published, [newest, ...others]: readonly Release[]): Release[] {
  if (newest === undefined) return [];
  const { same = [], other = [] } = Object.groupBy(others, ({ tag_name: name }) =>
    majorOf(name) === majorOf(tag) ? 'same' : 'other',
  );
  return [newest, ...same, ...other];
}

/** The first number of a version. */
function majorOf(tag: string): string | undefined {
  return /\d+/.exec(tag)?.[0];
}
