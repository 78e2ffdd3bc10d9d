import type { RequestResult } from '../job/request-result.ts';
import { notSent, sendFailed } from '../job/send.ts';
import type { Ending, Errand } from '../thread/effects.ts';
import type { Notebook, Run, Threaded } from './notebook.ts';

/** What the protocol's end means for outputs and people. */
export function toOutcome(ending: Ending, { threaded, book }: Run): RequestResult {
  const job = book.job ?? book.before;
  const { jobId } = threaded.plan;
  const known = { ...(job && { job }), ...(jobId !== undefined && { jobId }) };
  switch (ending.kind) {
    case 'ended':
    case 'left': {
      const reason = `Job ${ending.jobId} was not watched to its end.`;
      return book.outcome ?? { ...known, result: 'error', reason };
    }
    case 'in doubt':
      return { ...known, result: 'error', reason: `not sent: ${DOUBT}` };
    case 'unknown':
      return { ...known, ...failedSend(book, threaded, ending.errand) };
    case 'not sent':
      return { ...known, ...nothingSent(ending.why, book, threaded) };
  }
}

const DOUBT =
  'an earlier run of this request may have created a job. Look at the dashboard, or ask again in a new comment.';

function failedSend({ failure }: Notebook, { watching }: Threaded, errand: Errand): RequestResult {
  const doubt =
    errand.kind === 'create'
      ? 'A job may have been created all the same'
      : 'The message may have arrived all the same';
  if (failure !== undefined) return sendFailed(failure, watching.deadline, doubt);
  return { result: 'error', reason: `${doubt}.` };
}

function nothingSent(
  why: (Ending & { kind: 'not sent' })['why'],
  book: Notebook,
  { watching, plan }: Threaded,
): RequestResult {
  const { deadline } = watching;
  const named = plan.jobId === undefined ? 'the job of this conversation' : `job ${plan.jobId}`;
  const because = book.failure === undefined ? '' : ` ${book.failure.message}`;
  switch (why) {
    case 'deadline':
    case 'interrupt':
      return notSent(deadline, 'the turn of this request came');
    case 'refused':
      return book.failure === undefined
        ? notSent(deadline, 'anything was sent')
        : sendFailed(book.failure, deadline, '');
    case 'unreadable':
      return { result: 'error', reason: `not sent: the conversation could not be read.${because}` };
    case 'unconfirmed':
      return {
        result: 'error',
        reason: `not sent: the status comment could not be written, so nobody would know of the job.${because}`,
      };
    case 'unseen':
      return {
        result: 'error',
        reason: `not sent: ${named} could not be looked at.${because}`,
      };
    case 'job over': {
      const state = book.before === undefined ? 'not known to the service (404)' : book.before.status;
      const advice = 'Ask without `job-id` for a new job.';
      return {
        result: 'error',
        reason: `not sent: ${named} is ${state}, so it takes no message. ${advice}`,
      };
    }
  }
}
