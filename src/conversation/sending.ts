import { hasEnded, MESSAGE_GRACE } from '../job/completion.ts';
import type { Job } from '../service/job.ts';
import type { Because, Effect, Errand, Found, Reply } from '../thread/effects.ts';
import type { Run } from './notebook.ts';
import { openPullRequest } from './pull-request.ts';

/** Looks at the job that a message would go to, and at its pull request. */
export async function look(
  { threaded, conversations, time, book }: Run,
  effect: Effect & { kind: 'look' },
): Promise<Reply> {
  const { watching, repository, ports } = threaded;
  const answer = await watching.service.getJob(effect.jobId, 'read');
  if (!answer.ok) {
    if (answer.failure.status === 404) return { kind: 'looked', found: 'missing' };
    book.failure = answer.failure;
    return { kind: 'unseen' };
  }
  const job = answer.value;
  book.before = job;
  const since = effect.sentAt === undefined ? Infinity : ports.clock.now() - time.toLocal(effect.sentAt);
  const found = readFound(job, since);
  const seen = await openPullRequest(job, repository, threaded.key);
  if (!seen.ok) {
    book.failure = seen.failure;
    return { kind: 'unseen' };
  }
  const pull = seen.value;
  if (pull === undefined) return { kind: 'looked', found };
  // Where the request stands in that conversation itself, it is known already, and stays the one it is.
  if (pull.conversation !== undefined && !conversations.has(pull.conversation.name))
    conversations.set(pull.conversation.name, pull.conversation);
  const closed = found === 'completed' && !pull.open;
  const there = pull.conversation === undefined ? {} : { conversation: pull.conversation.name };
  return { kind: 'looked', found: closed ? 'closed' : found, ...there };
}

/** Right after a message `completed` may still be the state before it: only a completed job takes messages. */
function readFound(job: Job, since: number): Found {
  if (job.status === 'archived' || job.status === 'failed') return job.status;
  return hasEnded(job) && since >= MESSAGE_GRACE ? 'completed' : 'active';
}

/** The one request to the service. */
export async function send(run: Run, { errand, doubts }: Effect & { kind: 'send' }): Promise<Reply> {
  const { threaded, time, book } = run;
  const { watching, ledger, text, ports } = threaded;
  for (const note of notesOn(errand, doubts.length > 0)) book.notes.add(note);
  if (watching.deadline.stop.aborted) return { kind: 'not sent' };
  if (errand.kind === 'message') ledger.jobNamed(errand.jobId);
  ledger.sending();
  const answer =
    errand.kind === 'create'
      ? await watching.service.createJob(text)
      : await watching.service.sendMessage(errand.jobId, text);
  if (!answer.ok) {
    book.failure = answer.failure;
    return answer.failure.fate === 'unknown' ? { kind: 'lost' } : { kind: 'not sent' };
  }
  const job = answer.value;
  const at = ports.clock.now();
  book.job = job;
  book.sent =
    errand.kind === 'create' ? { kind: 'create', at } : { kind: 'message', at, before: book.before ?? job };
  ledger.jobKnown(job.id);
  ports.runner.log.info(
    errand.kind === 'create' ? `Job ${job.id} was created.` : `The message was sent to job ${job.id}.`,
  );
  return { kind: 'sent', jobId: job.id, date: time.now() };
}

const WHY_NEW: Readonly<Record<Because, string | undefined>> = {
  'the thread has none': undefined,
  'asked for': 'A fresh job was asked for.',
  'no memory':
    'GitHub did not take the status comment, so this run has no memory of the conversation: a fresh job was started.',
  failed: 'The job of this conversation failed, so a fresh one was started.',
  archived: 'The job of this conversation is archived, so a fresh one was started.',
  missing: 'The job of this conversation is not known any more, so a fresh one was started.',
  closed: 'The pull request of this conversation was merged or closed, so a fresh job was started.',
};

function notesOn(errand: Errand, doubtful: boolean): string[] {
  const why = errand.kind === 'create' ? WHY_NEW[errand.because] : undefined;
  const doubt =
    'What became of an earlier request in this conversation is not known; a job may exist for it.';
  return [...(why === undefined ? [] : [why]), ...(doubtful ? [doubt] : [])];
}
