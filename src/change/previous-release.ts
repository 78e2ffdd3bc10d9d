import type { Release } from '../github/changes.ts';
import type { GitHub } from '../github/github.ts';
import { isResult, type RequestResult, skipped } from '../job/request-result.ts';
import { quoteLine } from '../text/line.ts';
import type { Published } from './change-event.ts';
import { type Compared, compare, unreadChange } from './compare.ts';

/** The most earlier releases that are compared until one is found that this one contains. */
const MOST_TRIED = 20;

/** GitHub's words for a release that has all of the earlier one. */
const CONTAINED: ReadonlySet<string> = new Set(['ahead', 'identical']);

/**
 * Compares a release with the one before it: the newest earlier one that it contains. When several lines are maintained
 * at once, the newest of all may belong to another line; when none is contained, the newest of all is taken.
 * Without `github` only the event itself is read.
 */
export async function compareRelease(
  release: Published,
  github: GitHub | undefined,
): Promise<Compared | RequestResult> {
  const { action, tag } = release;
  if (action === 'deleted' || action === 'unpublished')
    return skipped('nothing-changed', `The release ${quoteLine(tag, 100)} was ${action}.`);
  if (github === undefined) return { notes: [] };
  const listed = await github.releases();
  if (!listed.ok) return unreadChange(listed.failure);
  const { items, cut } = listed.value;
  let newest: Compared | undefined;
  for (const { tag_name: base } of inOrderOfTrying(release, earlierThan(release, items))) {
    const compared = await compare({ base, head: tag }, [], github);
    if (isResult(compared) || compared.comparison === undefined) return compared;
    if (CONTAINED.has(compared.comparison.status)) return compared;
    newest ??= compared;
  }
  const first = cut
    ? `None of the ${items.length} newest releases is an earlier one`
    : 'This is the first release';
  return newest ?? { notes: [`${first}. There is nothing to compare with.`] };
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

/** Usually it is the newest; otherwise it is most likely one of the same line. */
function inOrderOfTrying({ tag }: Published, [newest, ...others]: readonly Release[]): Release[] {
  if (newest === undefined) return [];
  const isSameLine = ({ tag_name: name }: Release) => majorOf(name) === majorOf(tag);
  const sorted = [newest, ...others.filter(isSameLine), ...others.filter((one) => !isSameLine(one))];
  return sorted.slice(0, MOST_TRIED);
}

function majorOf(tag: string): string | undefined {
  return /\d+/.exec(tag)?.[0];
}
