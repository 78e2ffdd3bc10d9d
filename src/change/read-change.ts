import { type Comparison, firstParents } from '../github/commits-and-releases.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer, Failure } from '../model/answer-or-failure.ts';
import {
  isResult,
  type JudgedMerge,
  type RequestResult,
  skipped,
  unsentByRead,
} from '../model/request-result.ts';
import { clockTime } from '../text/time.ts';
import type { ChangeEvent, Published, Push } from './change-event.ts';
import {
  type Merged,
  MOST_CHECKED,
  NOTHING_MERGED,
  noneMerged,
  ownCommits,
  readMerged,
  unreadPulls,
} from './merged-pull-requests.ts';
import { type EarlierRelease, earlierReleases, readVersion } from './previous-release.ts';

interface Range {
  /** A commit, branch or tag, like `head`. */
  readonly base: string;
  readonly head: string;
}

export interface Change {
  /** Undefined if the event has no influence. */
  readonly event?: ChangeEvent | undefined;
  /** Undefined if there is nothing to compare with. */
  readonly range?: Range | undefined;
  /** Our own sentences for the agent. They may quote names of branches and tags. */
  readonly notes: readonly string[];
  /** Undefined if nothing was compared, or GitHub can't compare the two. The changed files are then unknown. */
  readonly comparison?: Comparison | undefined;
  readonly merged: Merged;
  /** All of them, and whether each counts. */
  readonly merges?: readonly JudgedMerge[] | undefined;
  /** The merges that changed a file, by their names, like `#12`. Only merges whose files were read are in it. */
  readonly changedBy?: ReadonlyMap<string, readonly string[]> | undefined;
  /** A merge of the agent's counts. */
  readonly followsAgent?: boolean | undefined;
}

/** What to compare in place of the event's change. Times are epoch milliseconds. */
export type RangeToRead =
  /**
   * Two sides. If `base` no longer exists, the changes of `head` since `orSince`. Of a pull request, `base` is its branch, and
   * `pull.base` the event's commit of that branch.
   */
  | (Range & {
      readonly kind: 'sides';
      readonly orSince?: number;
      readonly pull?: { readonly number: number; readonly base: string };
      readonly isOpen?: boolean;
    })
  /** The changes of `head`, by default of the default branch, since a time. */
  | { readonly kind: 'since'; readonly since: number; readonly head?: string; readonly isOpen?: never };

/**
 * Reads the change of the range, or else of the event. Undefined if neither is about one. `most` limits how many commits are
 * read one by one.
 */
export async function readChange(
  event: ChangeEvent | undefined,
  range: RangeToRead | undefined,
  github: GitHub,
  most = MOST_CHECKED,
): Promise<Change | RequestResult | undefined> {
  const compared = await compareSides(event, range, github);
  if (compared === undefined || isResult(compared)) return compared;
  const change = { ...compared, event: range?.kind === 'since' ? undefined : event };
  const { comparison, notes } = change;
  if (comparison === undefined) return change;
  // A release may still have notes.
  if (comparison.total_commits === 0 && change.event?.kind !== 'release')
    return skipped('nothing-changed', 'There are no new commits.');
  if (comparison.files.length === 0 && !isChosen(change.event, range))
    return skipped('nothing-changed', 'No file was changed.');
  const pushed = range === undefined && event?.kind === 'push' ? event.ref : undefined;
  const branch = pushed?.kind === 'branch' ? pushed.name : undefined;
  const line = ownCommits(comparison.commits, change.range?.head);
  const merged = noneMerged(line, range) ?? (await readMerged(line, branch, github, most));
  if (isResult(merged)) return merged;
  const whole = comparison.commits.length >= comparison.total_commits;
  return {
    ...change,
    merged: { ...merged, complete: merged.complete && whole },
    notes: [...notes, ...describeSize(comparison, merged.complete)],
  };
}

/** A release's notes, or two sides in `range`, are about something even if no file changed. */
function isChosen(event: ChangeEvent | undefined, range: RangeToRead | undefined): boolean {
  if (range?.kind === 'sides') return range.orSince === undefined;
  return range === undefined && event?.kind === 'release' && event.notes !== '';
}

async function compareSides(
  event: ChangeEvent | undefined,
  range: RangeToRead | undefined,
  github: GitHub,
): Promise<Change | RequestResult | undefined> {
  if (range?.kind === 'since') return compareSince(range, github);
  if (range !== undefined) return compareRange(range, github);
  if (event?.kind === 'release') return compareRelease(event, github);
  return event?.ref.kind === 'tag' ? compareTag(event, github) : event && compare(sidesOf(event), github);
}

function describeSize(
  { total_commits: total, commits, files, filesCut }: Comparison,
  allKnown: boolean,
): string[] {
  return [
    total > commits.length && `There are ${total} commits. ${commits.length} of them were checked.`,
    !allKnown && UNEXPLAINED,
    filesCut && `The list of files is cut at ${files.length}, the most that GitHub lists.`,
    files.length === 0 && 'No file was changed.',
  ].filter((note) => note !== false);
}

const UNEXPLAINED = `More than ${MOST_CHECKED} commits are not the merge of a pull request. Only the newest ${MOST_CHECKED} of them were checked for their pull requests.`;

interface Sides extends Partial<Pick<Change, 'range' | 'notes'>> {
  /** Whether commits of one side may no longer exist. */
  readonly mayBeGone?: boolean;
}

async function compareRange(
  { orSince: since, base, head, pull }: Extract<RangeToRead, { kind: 'sides' }>,
  github: GitHub,
): Promise<Change | RequestResult> {
  const compared = await github.compare(base, head);
  const isGone = !compared.ok && compared.failure.status === 404;
  if (pull !== undefined && (compared.ok || isGone)) {
    const isMerged = !compared.ok || compared.value.total_commits === 0;
    const before = isMerged ? await findBefore(pull.number, github) : undefined;
    if (isResult(before)) return before;
    if (before !== undefined || !compared.ok)
      return compare({ range: { base: before ?? pull.base, head } }, github);
    return toChange({ range: { base: compared.value.merge_base_commit.sha, head } }, compared);
  }
  return isGone && since !== undefined
    ? compareSince({ since, head }, github, [GONE])
    : toChange({ range: { base, head } }, compared);
}

/** The commit before the merge commit of a pull request, with which its base already has its commits. */
async function findBefore(number: number, github: GitHub): Promise<string | RequestResult | undefined> {
  const pull = await github.pullRequest(number);
  if (!pull.ok) return unreadPulls(pull.failure);
  const { merged_at: mergedAt, merge_commit_sha: sha } = pull.value;
  if (mergedAt === null || sha === null) return undefined;
  const merge = await github.commit(sha);
  return merge.ok ? merge.value.parents[0]?.sha : unreadChange(merge.failure);
}

const GONE = 'The commit of the last successful run no longer exists, so the time of that run counts.';

async function compare(sides: Sides, github: GitHub): Promise<Change | RequestResult> {
  const { range, notes = [] } = sides;
  if (range === undefined) return { range, notes, merged: NOTHING_MERGED };
  return toChange(sides, await github.compare(range.base, range.head));
}

function toChange(
  { range, notes = [], mayBeGone }: Sides,
  compared: Answer<Comparison>,
): Change | RequestResult {
  const change = { range, notes, merged: NOTHING_MERGED };
  if (compared.ok) return { ...change, comparison: compared.value };
  const { failure } = compared;
  const isLarge = isTooLarge(failure);
  if (!isLarge && !(mayBeGone && failure.status === 404)) return unreadChange(failure);
  return {
    ...change,
    notes: [...notes, isLarge ? 'The change is too large for GitHub to compare.' : INCOMPARABLE],
  };
}

/** GitHub never generates some diffs. */
export function isTooLarge({ status = 0, message }: Failure): boolean {
  return (status === 422 || status >= 500) && /too (?:long|large|many)|unavailable due to/i.test(message);
}

const INCOMPARABLE = 'GitHub cannot compare the two commits: one no longer exists, or they share no history.';

export function unreadChange(failure: Failure): RequestResult {
  const advice = 'Check that both sides exist, and that the job has the permission `contents: read`.';
  return unsentByRead('What changed', failure, advice);
}

function sidesOf({ ref, before, after, forced, defaultBranch }: Push): Sides {
  if (after === undefined) return {};
  if (before !== undefined)
    return { range: { base: before, head: after }, notes: forced ? [FORCED] : [], mayBeGone: forced };
  if (defaultBranch === undefined || defaultBranch === ref.name)
    return { notes: [`${FIRST} There is nothing to compare with.`] };
  const notes = [`${FIRST} It is compared with the default branch.`];
  return { range: { base: defaultBranch, head: after }, notes, mayBeGone: true };
}

const FORCED =
  'The push was forced: it replaced history. The changes are those since the last common commit.';
const FIRST = 'This is the first push of the branch.';

/**
 * Compares a branch with its state at `since`. Only the dates of the branch's own commits count,
 * because merged commits may be much older. GitHub has only the dates in the commits.
 */
async function compareSince(
  { since, head }: Omit<Extract<RangeToRead, { kind: 'since' }>, 'kind'>,
  github: GitHub,
  notes: readonly string[] = [],
): Promise<Change | RequestResult> {
  const listed = await github.commitsBackTo(since, head);
  if (!listed.ok) return unreadChange(listed.failure);
  const { items: commits, cut } = listed.value;
  const line = firstParents(commits, commits[0]?.sha).filter(
    ({ commit }) => (commit.committer?.date ?? 0) >= since,
  );
  const [newest] = line;
  const time = clockTime(since);
  const branch = head === undefined ? 'the default branch' : 'the branch';
  if (newest === undefined) return skipped('nothing-changed', `Nothing reached ${branch} since ${time}.`);
  const oldest = line.at(-1) ?? newest;
  // A younger repository has nothing before its first commit.
  const range = { base: (oldest.parents[0] ?? oldest).sha, head: newest.sha };
  const lacking = cut ? `, of which only the newest ${commits.length} commits were checked` : '';
  const note = `This is what reached ${branch} since ${time}${lacking}.`;
  return compare({ range, notes: [...notes, note] }, github);
}

/** Compares a release with the previous version, or with the newest release that shares history. */
async function compareRelease(release: Published, github: GitHub): Promise<Change | RequestResult> {
  const listed = await github.releases((one) => earlierReleases(release, [one])[0]?.isPrevious === true);
  if (!listed.ok) return unreadChange(listed.failure);
  const earlier = earlierReleases(release, listed.value.items);
  const compared = await compareEarlier(release.tag, earlier, github);
  return compared ?? { notes: [FIRST_RELEASE], merged: NOTHING_MERGED };
}

/** Compares a new tag of a version with that of the previous version. */
async function compareTag({ ref, before }: Push, github: GitHub): Promise<Change | RequestResult> {
  const { name: packageName, numbers } = readVersion(ref.name);
  const listed = before === undefined && numbers !== '' ? await github.tags(packageName) : undefined;
  if (listed?.ok === false) return unreadChange(listed.failure);
  const tags = listed?.value.items.map((one) => ({ tag_name: one.ref.slice('refs/tags/'.length) })) ?? [];
  const earlier = earlierReleases({ tag: ref.name }, tags);
  const previous = earlier.filter(({ isPrevious }) => isPrevious);
  return (await compareEarlier(ref.name, previous, github)) ?? { notes: [TAG], merged: NOTHING_MERGED };
}

const TAG =
  'A tag was pushed. It is compared with nothing, because it is no new version, or no tag of an earlier version shares its history. Set `range` to the two sides to compare.';

async function compareEarlier(
  tag: string,
  earlier: readonly EarlierRelease[],
  github: GitHub,
): Promise<Change | RequestResult | undefined> {
  for (const { tag: base, isPrevious } of earlier.slice(0, MOST_COMPARED)) {
    const compared = await github.compare(base, tag);
    if (!compared.ok && isUnrelated(compared.failure)) continue;
    return toChange({ range: { base, head: tag }, notes: isPrevious ? [] : [OTHER_PACKAGE] }, compared);
  }
  return undefined;
}

const OTHER_PACKAGE =
  'No earlier release has a lower version with the same prefix of the tag, so the newest release counts.';
const FIRST_RELEASE = 'No earlier release shares history with this one. There is nothing to compare with.';

const isUnrelated = ({ status, message }: Failure) => status === 404 && /no common ancestor/i.test(message);

const MOST_COMPARED = 20;
