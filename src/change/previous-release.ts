import type { Release } from '../github/commits-and-releases.ts';
import type { Published } from './change-event.ts';

export interface EarlierRelease {
  readonly tag: string;
  /** Whether it is an earlier version of the same package. */
  readonly isPrevious: boolean;
}

/**
 * Earlier releases, the one to compare with first: the previous version of the same package, which need not be in the history
 * of the release. A full release isn't compared with a prerelease. Without such a version, the newest ones.
 */
export function earlierReleases(
  release: Pick<Published, 'tag'> & Partial<Published>,
  releases: readonly (Pick<Release, 'tag_name'> & Partial<Release>)[],
): EarlierRelease[] {
  const { publishedAt = Number.POSITIVE_INFINITY, tag } = release;
  const own = readVersion(tag);
  const wantsPrereleases = release.prerelease || own.isPrerelease;
  return releases
    .filter((one) => !one.draft && one.tag_name !== tag)
    .map((one) => ({ ...one, version: readVersion(one.tag_name), at: one.published_at ?? 0 }))
    .filter(({ at, prerelease }) => at <= publishedAt && (wantsPrereleases || !prerelease))
    .map((one) => {
      const isSame = one.version.name === own.name && !one.version.numbers === !own.numbers;
      const isPrevious = isSame && (own.numbers === '' || compareVersions(one.version, own) < 0);
      // Not everybody marks a prerelease on GitHub.
      const rank = [isSame, isPrevious, isPrevious && (wantsPrereleases || !one.version.isPrerelease)];
      return { ...one, tag: one.tag_name, isPrevious, rank: rank.filter(Boolean).length };
    })
    .sort(
      (one, other) =>
        other.rank - one.rank ||
        (one.isPrevious ? compareVersions(other.version, one.version) : 0) ||
        other.at - one.at,
    );
}

interface Version {
  /** What precedes the version: `cli-` of `cli-v1.2.0`. */
  readonly name: string;
  /** Like `1.2.0`; empty if the tag has none. */
  readonly numbers: string;
  readonly isPrerelease: boolean;
  readonly rest: string;
}

/** A version of several numbers, or a date. Names may have digits, too. */
const DOTTED = /^(.*?)v?(\d{4}-\d\d-\d\d|\d+(?:[._]\d+)+)(.*)$/is;
const SINGLE = /^(.*?)v?(\d+)([-+._]?[a-z].*)?$/is;
/** Some projects end their full versions like this. */
const FULL = /[-._](?:final|release|ga|lts|stable)$/i;

export function readVersion(tag: string): Version {
  const whole = tag.replace(FULL, '');
  const [, name = '', numbers = '', rest = ''] = DOTTED.exec(whole) ?? SINGLE.exec(whole) ?? [];
  return {
    name,
    numbers: numbers.replace(/[_-]/g, '.'),
    // A fix of a version, like `1.0.post1`, is later than it.
    isPrerelease: /^(?!.?(?:p|post|patch|hotfix)\W?\d)(?:-|[._]?[a-z])/i.test(rest),
    rest,
  };
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** In the order of semantic versions, but `rc10` follows `rc9`. */
function compareVersions(one: Version, other: Version): number {
  const stages = Number(other.isPrerelease) - Number(one.isPrerelease);
  return compare(one.numbers, other.numbers) || stages || compare(one.rest, other.rest);
}
