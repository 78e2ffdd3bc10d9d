import { openRange } from '../change/last-success.ts';
import { narrowChange } from '../change/narrow-change.ts';
import { type Change, readChange } from '../change/read-change.ts';
import { skipOpenBranch, skipRemoval, skipUnmerged } from '../change/skip-change.ts';
import type { RedChecks } from '../checks/decide-checks.ts';
import type { Request } from '../event/request.ts';
import { type Account, isPerson } from '../github/account.ts';
import { groupMerges, isResult, type RequestResult, skipped } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { readMade } from '../pull-request/marker.ts';
import {
  createLabels,
  findMarked,
  listLabeled,
  type OpenPull,
  skipWhileOpen,
} from '../pull-request/when-open.ts';
import { at, idAt, textAt } from '../text/json.ts';
import type { ThreadRequest } from '../thread/choose-next.ts';
import { readThread, skipShared, type Thread } from '../thread/thread.ts';
import type { Inputs } from './inputs.ts';
import type { Step } from './step.ts';

/** What a request is about besides its text: what changed, and the pull requests that are open. */
export interface RequestedChange {
  /** What counts of the change. */
  readonly change?: Change | undefined;
  /** Why nothing is sent, unless an earlier attempt has a job. */
  readonly end?: RequestResult | undefined;
  /** The author of the newest merged pull request by a person, or else of the newest one. */
  readonly author?: Account | undefined;
  /** The number of the pull request to report in. */
  readonly pull?: number | undefined;
  readonly red?: RedChecks | undefined;
  /** The pull request whose job gets the instruction as a message. */
  readonly openPull?: OpenPull | undefined;
}

/** Reads what changed, by the input `range` or the event. */
async function readRequestedChange(
  { change: changeEvent }: Request,
  { access, inputs, ports }: Step,
): Promise<RequestedChange> {
  const { context, ignorePulls, paths, prLabels, range } = inputs;
  const { clock, github, workflowRun } = access;
  const sides = await openRange(withPull(range, ports.event.payload), clock.now(), workflowRun, github);
  const read = isResult(sides) ? sides : await readChange(changeEvent, sides, github);
  if (isResult(read)) return { end: read };
  if (read === undefined) return {};
  // A range of two sides was chosen on purpose, and so was what a release contains.
  const isPush = range === undefined && isBranchPush(changeEvent);
  const leavesOutOwn = range === undefined ? isPush : range.kind !== 'sides';
  const namesMerges = context === 'full';
  const rules = { ignorePulls, paths, prLabels, leavesOutOwn, namesMerges };
  const change = await narrowChange(read, rules, access);
  const isSkipped = isResult(change);
  const { pulls } = (isSkipped ? read : change).merged;
  const last = pulls.at(-1);
  const author = (pulls.findLast(({ user }) => isPerson(user)) ?? last)?.user;
  const about = { author, pull: isPush ? last?.number : undefined };
  return isSkipped ? { ...about, end: change } : { ...about, change };
}

/**
 * Reads what changed and which pull requests are open, and skips a change that needs no documentation. A job that is only
 * watched depends on neither. `answer` is how the request ends in any case.
 */
export async function evaluateChange(
  request: Request,
  answer: RequestResult | undefined,
  own: Pick<ThreadRequest, 'request' | 'shared' | 'since'>,
  thread: Thread | undefined,
  step: Step,
): Promise<RequestedChange> {
  const { access, inputs, ports } = step;
  const isWatched = request.command === undefined && inputs.prompt === undefined;
  const end = answer ?? (isWatched ? undefined : await skipEvent(request, own, thread, access));
  // The change leads a re-run to the thread where an earlier attempt may have a job.
  if (end === undefined ? isWatched : ports.workflowRun.attempt === 1) return { end };
  const read = await readRequestedChange(request, step);
  return end === undefined ? judgeChange(read, request, step) : { ...read, end };
}

async function judgeChange(read: RequestedChange, request: Request, step: Step): Promise<RequestedChange> {
  const { access } = step;
  const { change } = read;
  const needless = read.end ?? (change && (await skipChange(change, request, step)));
  for (const [head, merges] of groupMerges((read.end ?? change)?.merges ?? []))
    access.log.info(`${head}: ${merges.map(({ name }) => name).join(', ')}`);
  if (change === undefined && needless === undefined) noticeIdleFilters(step);
  const openPull = needless ?? request.pull ?? (await applyOpenRule(step));
  return isResult(openPull) ? { ...read, end: openPull } : { ...read, openPull };
}

/** Skips an event that needs no documentation, whatever `range` compares, or whose request another run has. */
async function skipEvent(
  request: Request,
  own: Pick<ThreadRequest, 'request' | 'shared' | 'since'>,
  open: Thread | undefined,
  access: Access,
): Promise<RequestResult | undefined> {
  const { change, mayLoop, thread } = request;
  if (change !== undefined) return skipRemoval(change);
  const marker = mayLoop && thread !== undefined ? await readMade(thread.number, access) : undefined;
  if (isResult(marker)) return marker;
  if (marker !== undefined)
    return skipped('own-pull-request', `A job of this action created pull request ${thread?.number}.`);
  if (own.shared === undefined) return undefined;
  // The other run commented since then.
  const view = await readThread(open, access, own.since);
  // If nothing can be read now, the request's turn decides: it reads its thread again before it is sent.
  if (isResult(view)) return access.deadline.stop.aborted ? view : undefined;
  return skipShared(view, own, access.time.now());
}

async function skipChange(change: Change, request: Request, step: Step): Promise<RequestResult | undefined> {
  const { change: changeEvent, sender } = request;
  const { access, inputs } = step;
  const { ignorePulls, paths, prLabels, range } = inputs;
  for (const note of change.notes) access.log.info(note);
  const skip = async (pushed: Change) =>
    (await skipOpenBranch(pushed, access.github)) ?? skipUnmerged(pushed, sender);
  if (range === undefined || !isBranchPush(changeEvent)) return skip(change);
  // A push counts or not by itself: `range` may be about more.
  const read = await readChange(changeEvent, undefined, access.github);
  if (read === undefined || isResult(read)) return read;
  const pushed = await narrowChange(read, { ignorePulls, paths, prLabels, leavesOutOwn: true }, access);
  return isResult(pushed) ? pushed : skip(pushed);
}

function isBranchPush(event: Request['change']): boolean {
  return event?.kind === 'push' && event.ref.kind === 'branch';
}

/** Creates missing labels, and skips the request while a pull request is open, or finds the one whose job gets a message. */
async function applyOpenRule({ access, inputs }: Step): Promise<OpenPull | RequestResult | undefined> {
  const { openRule, whenOpen, jobId, dryRun } = inputs;
  if (openRule === undefined || whenOpen === 'create') return undefined;
  const withoutLabels = dryRun ? undefined : await createLabels(openRule, access);
  if (withoutLabels !== undefined || (whenOpen === 'message' && jobId !== undefined)) return withoutLabels;
  const open = await listLabeled(openRule, access);
  if (isResult(open)) return open;
  if (whenOpen === 'skip') return open.length === 0 ? undefined : skipWhileOpen(open, access);
  const newest = await findMarked(open, openRule, access);
  if (isResult(newest)) return newest;
  access.log.info(
    newest === undefined
      ? 'No open pull request with these labels has a marker of this action, so `when-open` chooses no job.'
      : `The request becomes a message to the job of ${newest.url}`,
  );
  return newest;
}

/** Not an error: the same workflow may have another event, on which they count. */
function noticeIdleFilters({ access, inputs, ports }: Step): void {
  const filter = inputs.paths ? 'paths' : inputs.ignorePulls && 'ignore-pulls';
  if (filter === undefined) return;
  access.log.notice(
    `The event \`${ports.event.name}\` changes no files, so \`${filter}\` does nothing. Set \`range\` as well, like \`range: last-success\` on a schedule.`,
  );
}

/** GitHub leaves the event's `base.sha` as old as its pull request while the base moves on. */
function withPull(range: Inputs['range'], payload: unknown) {
  const event = at(payload, 'pull_request');
  const [base, number] = [textAt(event, 'base', 'ref'), idAt(event, 'number')];
  const isOfPull = range?.kind === 'sides' && range.base === textAt(event, 'base', 'sha');
  const isOpen = textAt(event, 'state') === 'open';
  if (!isOfPull || base === undefined || number === undefined) return range;
  return { ...range, base, pull: { number, base: range.base }, isOpen };
}
