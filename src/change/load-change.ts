import type { Comparison, KnownPull } from '../github/changes.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer, Failure } from '../http/failure.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { clockTime } from '../text/time.ts';
import type { ChangeEvent, Push } from './change-event.ts';
import { type Compared, planComparison, type Range, type Recent } from './comparison-plan.ts';
import { firstParents, type Merged, mergedPulls } from './merged-pull-requests.ts';
import { findEarlier } from './previous-release.ts';
import { compareSince } from './recent-changes.ts';

/** What changed, as far as GitHub tells. */
export interface Change {
  readonly changeEvent?: ChangeEvent | undefined;
  /** What was compared; undefined when there was nothing to compare with. */
  readonly range?: Range | undefined;
  /** Undefined when nothing could be compared: then it is not known which files changed. */
  readonly comparison?: Comparison | undefined;
  readonly merged: Merged;
  /** What was special about it, in sentences of ours. */
  readonly notes: readonly string[];
}

/** What changed, or why there is nothing to follow, or what kept us from finding out. */
export type ReadChange =
  /** The event is about no change. */
  | { readonly kind: 'none' }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'over'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly code: ReasonCode };

/** The most commits of a branch that are asked about their pull requests, and how many at a time. */
const MOST_ASKED = 100;
const AT_ONCE = 10;

const NOTHING_MERGED: Merged = { pulls: [], direct: 0, complete: true, open: [] };

/** Finds out what an event changed. Nothing is checked out; without `github` only the event itself is read. `now` is when. */
export async function readChange(
  changeEvent: ChangeEvent | undefined,
  range: Range | Recent | undefined,
  github: GitHub | undefined,
  now: number,
): Promise<ReadChange> {
  const plan = planComparison(changeEvent, range);
  if (plan === undefined) return { kind: 'none' };
  if (plan.kind === 'over') return plan;
  const known: Compared = plan.kind === 'compare' ? plan : {};
  if (github === undefined) return { kind: 'change', change: withoutAnswer(changeEvent, known) };
  if (plan.kind === 'recent') return readRecent(now - plan.span, github);
  const compared =
    plan.kind === 'release' ? await findEarlier(plan.release, github) : await compare(known, github);
  const push = range === undefined && changeEvent?.kind === 'push' ? changeEvent : undefined;
  return complete(changeEvent, compared, github, push);
}

async function compare(known: Compared, github: GitHub): Promise<Compared> {
  const { range } = known;
  return { ...known, answer: range && (await github.compare(range.base, range.head)) };
}

function withoutAnswer(changeEvent: ChangeEvent | undefined, { range, note }: Compared): Change {
  return { changeEvent, range, merged: NOTHING_MERGED, notes: note === undefined ? [] : [note] };
}

/** What nobody changed in that time needs no documentation. The event plays no part. */
async function readRecent(moment: number, github: GitHub): Promise<ReadChange> {
  const compared = await compareSince(moment, github);
  const since = `since ${clockTime(moment)}.`;
  if (compared === undefined) return { kind: 'over', reason: `Nothing reached the default branch ${since}` };
  if (compared.answer?.ok && compared.answer.value.files.length === 0)
    return { kind: 'over', reason: `No file was changed on the default branch ${since}` };
  return complete(undefined, compared, github, undefined);
}

async function complete(
  changeEvent: ChangeEvent | undefined,
  compared: Compared,
  github: GitHub,
  push: Push | undefined,
): Promise<ReadChange> {
  const { doubtful = false, answer } = compared;
  const change = withoutAnswer(changeEvent, compared);
  if (answer === undefined) return { kind: 'change', change };
  const { notes } = change;
  if (!answer.ok) {
    const whyNot = incomparable(answer.failure, doubtful);
    if (whyNot === undefined) return unreadable('What changed', answer.failure, CHECK_SIDES);
    const merged = { ...NOTHING_MERGED, complete: false };
    return { kind: 'change', change: { ...change, merged, notes: [...notes, whyNot] } };
  }
  const comparison = answer.value;
  const line = firstParents(comparison.commits, push?.after);
  const pulls = await askPulls(line.slice(0, MOST_ASKED), github);
  if (!pulls.ok) return unreadable('The pull requests of a commit', pulls.failure, GRANT_PULLS);
  const found = mergedPulls(line, pulls.value, push?.ref.name);
  const whole = comparison.commits.length >= comparison.total_commits;
  const merged = { ...found, complete: found.complete && whole };
  const told = [...notes, ...tellSize(comparison, line.length)];
  return { kind: 'change', change: { ...change, comparison, merged, notes: told } };
}

async function askPulls(
  line: readonly string[],
  github: GitHub,
): Promise<Answer<ReadonlyMap<string, readonly KnownPull[]>>> {
  const known = new Map<string, readonly KnownPull[]>();
  for (let begin = 0; begin < line.length; begin += AT_ONCE) {
    const batch = line.slice(begin, begin + AT_ONCE);
    const answers = await Promise.all(batch.map(async (sha) => ({ sha, answer: await github.pullsOf(sha) })));
    for (const { sha, answer } of answers) {
      if (!answer.ok) return answer;
      known.set(sha, answer.value);
    }
  }
  return { ok: true, value: known };
}

function tellSize({ total_commits: total, commits, files, filesCut }: Comparison, line: number): string[] {
  const tooMany = total > commits.length;
  return [
    ...(tooMany ? [`There are ${total} commits. ${commits.length} of them were looked at.`] : []),
    ...(line > MOST_ASKED
      ? [`Only the newest ${MOST_ASKED} commits of the branch were asked about their pull requests.`]
      : []),
    ...(filesCut ? [`The list of files is cut at ${files.length}, the most that GitHub names.`] : []),
    ...(files.length === 0 ? ['No file was changed.'] : []),
  ];
}

/** A sentence, when it lies in the matter that the two cannot be compared; undefined when asking itself failed. */
function incomparable({ status, message }: Failure, doubtful: boolean): string | undefined {
  if (doubtful && status === 404) {
    return 'GitHub cannot compare the two: commits are gone, or there is no common history.';
  }
  const tooLarge = status !== undefined && (status === 422 || status >= 500);
  return tooLarge && /too (long|large|many)|unavailable due to/i.test(message)
    ? 'The change is too large for GitHub to compare.'
    : undefined;
}

const CHECK_SIDES = 'Check that both sides exist, and that the job has the permission `contents: read`.';
const GRANT_PULLS = 'The job needs the permission `pull-requests: read`.';

/** `advice` is for what the token does not reach. */
function unreadable(what: string, { code, message, status }: Failure, advice: string): ReadChange {
  const reason = `${what} could not be read: ${message}`;
  const beyond = status === 403 || status === 404;
  return { kind: 'unreadable', code, reason: beyond ? `${reason} ${advice}` : reason };
}
