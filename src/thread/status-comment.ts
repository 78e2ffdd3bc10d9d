import { hasEnded, MESSAGE_GRACE } from '../job/completion.ts';
import { conclude, pickUp } from '../job/to-result.ts';
import { watch } from '../job/watch.ts';
import { renderStatus, type Status } from '../report/status.ts';
import type { Job } from '../service/job.ts';
import { type Conversation, withClaim } from '../thread/conversations.ts';
import type { Effect, Ending, Reply } from '../thread/effects.ts';
import { toOutcome } from './ending.ts';
import { complain, type Run } from './notebook.ts';
import { markPullRequest } from './pull-request.ts';

/** Progress is shown this often at most, in milliseconds; changes of state at once. */
const PROGRESS_SPACING = 20_000;

/** Watches the job until it ends or the step has to; shows progress, and marks the pull request before the turn ends. */
export async function watchJob(run: Run, effect: Effect & { kind: 'watch' }): Promise<Reply> {
  const { threaded, time, book } = run;
  const { watching, inputs, ledger, repository } = threaded;
  const first = book.job ?? (await firstLook(run, effect));
  if (first === undefined) return { kind: 'left', date: time.now() };
  if (effect.pickedUp) {
    ledger.jobKnown(first.id);
    if (threaded.text !== '') book.notes.add('This request has a job already, so nothing was sent.');
  }
  book.job = first;
  // Right after a message the state may still be that of the turn before.
  const open = !hasEnded(first) || book.sent?.kind === 'message';
  if (!inputs.wait && open) {
    book.outcome = {
      result: 'started',
      reason: `Job ${first.id} is at work. ${pickUp(first.id)}`,
      job: first,
    };
    return { kind: 'left', date: time.now() };
  }
  const watched = await watch(first, book.sent, { ...watching, observe: (job) => showProgress(run, job) });
  book.job = watched.job;
  book.outcome = conclude(watched, book.sent);
  if (watched.kind !== 'ended') return { kind: 'left', date: time.now() };
  await markPullRequest(watched.job, repository, threaded.key, threaded.occasion, threaded.ports.runner.log);
  return { kind: 'ended' };
}

/** The first look at a job that is picked up. */
async function firstLook(
  { threaded, time, book }: Run,
  effect: Effect & { kind: 'watch' },
): Promise<Job | undefined> {
  const { watching, ports } = threaded;
  const answer = await watching.service.getJob(effect.jobId, 'poll');
  if (!answer.ok) {
    const { stop } = watching.deadline;
    const job: Job = { id: effect.jobId, raw: { id: effect.jobId } };
    book.outcome = stop.aborted
      ? conclude({ kind: 'stopped', job, stop: stop.reason }, undefined)
      : conclude({ kind: 'refused', job, failure: answer.failure }, undefined);
    return undefined;
  }
  const at = effect.sentAt === undefined ? 0 : time.toLocal(effect.sentAt);
  // What was sent just now may not show yet; older states are what they are.
  if (ports.clock.now() - at < MESSAGE_GRACE) book.sent = { kind: 'message', at, before: answer.value };
  ports.runner.log.info(`Watching job ${effect.jobId}, which this request has already.`);
  return answer.value;
}

/** Edits the status comment when the job changed, or when it was long ago. */
async function showProgress(run: Run, job: Job): Promise<void> {
  const { threaded, home, book } = run;
  const { clock } = threaded.ports;
  book.job = job;
  const shown = JSON.stringify([job.id, job.status, job.prLink]);
  const { own } = book;
  if (home === undefined || own === undefined) return;
  if (shown === book.shown && clock.now() - book.shownAt < PROGRESS_SPACING) return;
  const first = book.shown === '';
  book.shown = shown;
  book.shownAt = clock.now();
  // The edit that wrote the job down has just shown the same.
  if (first) return;
  const body = withClaim(textFor(run, home), own.claim, home, threaded.key);
  const answer = await home.github.editComment(own.id, body);
  if (!answer.ok) complain(run, 'The status comment could not be written', answer.failure);
}

/** The status comment's text, and a line for the claim in a pull request's conversation. */
export function textFor(run: Run, conversation: Conversation, ending?: Ending): string {
  const { threaded, home, book } = run;
  const { clock, startedAt } = threaded.ports;
  const duration = clock.now() - startedAt;
  const { job } = book;
  const outcome = book.outcome ?? (ending && toOutcome(ending, run));
  const status: Status = {
    state: job === undefined ? 'waiting for its turn' : 'at work',
    duration,
    notes: [...book.notes],
    ...(job && { job }),
    ...(outcome && { outcome }),
  };
  return renderStatus(conversation === home ? status : { ...status, elsewhere: true }, threaded.occasion);
}
