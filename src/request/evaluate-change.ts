import { narrowChange } from '../change/narrow-change.ts';
import { type Change, readChange } from '../change/read-change.ts';
import { skipOpenBranch, skipRemoval, skipUnmerged } from '../change/skip-change.ts';
import type { RedChecks } from '../checks/decide-checks.ts';
import type { Request } from '../event/request.ts';
import { isResult, type RequestResult, skipped } from '../model/request-result.ts';
import { readMade } from '../pull-request/marker.ts';
import {
  createLabels,
  findMarked,
  listLabeled,
  type OpenPull,
  skipWhileOpen,
} from '../pull-request/when-open.ts';
import { skipShared } from '../thread/choose-next.ts';
import { readThread } from '../thread/read-notes.ts';
import type { Instruction } from './read-instruction.ts';
import type { RequestedChange, Step } from './step.ts';

/** What the changes and the open pull requests add to a request. */
export interface ChangeDetails extends RequestedChange {
  readonly change?: Change | undefined;
  readonly red?: RedChecks | undefined;
  /** The pull request whose job gets the instruction as a message. */
  readonly openPull?: OpenPull | undefined;
}

/**
 * Reads what changed and which pull requests are open, and skips a change that needs no documentation. A job that is only
 * watched depends on neither.
 */
export async function evaluateChange(
  { text, request }: Instruction,
  step: Step,
): Promise<ChangeDetails | RequestResult> {
  if (text === undefined) return {};
  const unwanted = await skipEvent(request, step);
  if (unwanted !== undefined) return unwanted;
  const read = await step.readChange();
  if (isResult(read)) return read;
  const { change, author, pull } = read;
  for (const { why, pulls } of change?.merges ?? [])
    step.tools.log.info(`Merged pull requests ${why}: ${pulls.map(({ name }) => name).join(', ')}`);
  if (isResult(change)) return change;
  if (change === undefined) noticeIdleFilters(request, step);
  const skip = change && (await skipChange(change, request, step));
  const openPull = skip ?? request.pull ?? (await applyOpenRule(step));
  return isResult(openPull) ? openPull : { change, author, pull, openPull };
}

/** Skips an event that needs no documentation, whatever `range` compares, or whose request another run has. */
async function skipEvent(request: Request, step: Step): Promise<RequestResult | undefined> {
  const { conversation, identity, tools } = step;
  const { change, mayLoop, thread } = request;
  if (change !== undefined) return skipRemoval(change);
  if (mayLoop && thread !== undefined && (await readMade(thread.number, 'event', step)) !== undefined)
    return skipped('own-pull-request', `A job of this action created pull request ${thread.number}.`);
  if (identity.shared === undefined) return undefined;
  // The other run commented since then.
  const view = await readThread(conversation, identity.since);
  // If nothing can be read now, the request's turn decides: it reads its thread again before it is sent.
  if (isResult(view)) return tools.deadline.stop.aborted ? view : undefined;
  return skipShared(view, identity, tools.time.now());
}

async function skipChange(change: Change, request: Request, step: Step): Promise<RequestResult | undefined> {
  const { change: changeEvent, sender } = request;
  const { ports, inputs } = step;
  const { ignorePulls, paths, range } = inputs;
  for (const note of change.notes) ports.runner.log.info(note);
  const skip = async (pushed: Change) =>
    (await skipOpenBranch(pushed, step.github)) ?? skipUnmerged(pushed, sender, ignorePulls);
  if (changeEvent?.kind !== 'push' || range === undefined) return skip(change);
  // A push counts or not by itself: `range` may be about more.
  const read = await readChange(changeEvent, undefined, step);
  if (read === undefined || isResult(read)) return read;
  const pushed = await narrowChange(read, { ignorePulls, paths, leavesOutOwn: true }, step);
  return isResult(pushed) ? pushed : skip(pushed);
}

/** Creates missing labels, and skips the request while a pull request is open, or finds the one whose job gets a message. */
async function applyOpenRule(step: Step): Promise<OpenPull | RequestResult | undefined> {
  const { openRule, whenOpen, jobId, dryRun } = step.inputs;
  if (openRule === undefined || whenOpen === 'create') return undefined;
  const context = { ...step, openRule };
  const withoutLabels = dryRun ? undefined : await createLabels(context);
  if (withoutLabels !== undefined || (whenOpen === 'message' && jobId !== undefined)) return withoutLabels;
  const open = await listLabeled(context);
  if (isResult(open)) return open;
  if (whenOpen === 'skip') return open.length === 0 ? undefined : skipWhileOpen(open, context);
  const newest = await findMarked(open, context);
  if (isResult(newest)) return newest;
  step.tools.log.info(
    newest === undefined
      ? 'No open pull request with these labels has a marker of this action, so `when-open` chooses no job.'
      : `The request becomes a message to the job of ${newest.url}`,
  );
  return newest;
}

/** Not an error: the same workflow may have another event, on which they count. */
function noticeIdleFilters({ event }: Request, { ports, inputs }: Step): void {
  const filter = inputs.paths ? 'paths' : inputs.ignorePulls && 'ignore-pulls';
  if (filter === undefined) return;
  ports.runner.log.notice(
    `The event \`${event}\` changes no files, so \`${filter}\` does nothing. Set \`range\` as well, like \`range: last-success\` on a schedule.`,
  );
}
