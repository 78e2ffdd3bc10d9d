import type { Failure } from '../http/failure.ts';
import type { Deadline, Stop } from '../runner/deadline.ts';
import type { Job } from '../service/job.ts';
import type { Sent } from './job-status.ts';
import { type RequestResult, unsent } from './request-result.ts';
import { stopped } from './to-result.ts';
import type { JobTools } from './watch.ts';

/** What is wanted of the service. */
export type Send = Create | Message | Watch;

/** A new job. */
export interface Create {
  readonly kind: 'create';
  readonly text: string;
  /** The address of the open pull request that it is to go on with. */
  readonly goesOnWith?: string | undefined;
  /** Why it is no message, in our own words for people. They are true once there is a job. */
  readonly why?: string | undefined;
}

/** A follow-up message. */
export interface Message {
  readonly kind: 'message';
  readonly jobId: string;
  readonly text: string;
  /** The job, seen while it took messages; undefined when nobody has looked yet. */
  readonly before?: Job | undefined;
  /** What is sent instead when the job takes no message: without a job the service does not know it. */
  readonly otherwise?: ((job: Job | undefined) => Create) | undefined;
}

/** Nothing is sent: a job that is there is waited for. */
export interface Watch {
  readonly kind: 'watch';
  readonly jobId: string;
  /** What was sent to it last, where that is known and may still show. */
  readonly sent?: Sent | undefined;
}

/** The last word before something leaves. */
export type Permission =
  | { readonly kind: 'go' }
  /** Not sent; the reason is a sentence for people. */
  | { readonly kind: 'held'; readonly reason: string };

/** Whoever remembers writes down what must not be lost, before the next thing happens. */
export interface Ledger {
  /** The job that a message is for is known. Nothing was sent: the message waits for its turn. */
  found?(jobId: string): void;
  /** Something that may create or change a job is about to leave. Asked before each try. */
  beforeSend(send: Create | Message): Promise<Permission>;
  /** The try surely was not processed. Another one may follow. */
  notTaken(failure: Failure): Promise<void>;
  /** The id is known; `sent` is undefined for a job that is only watched. */
  sent(job: Job, sent: Sent | undefined): Promise<void>;
  /** A look that shows the job at work. */
  seen?(job: Job): Promise<void>;
  /** Nothing more is going to happen. */
  ended(result: RequestResult): Promise<void>;
}

/** The job that took what was sent, or why there is none. */
export type Delivery =
  | { readonly kind: 'job'; readonly job: Job; readonly sent: Sent }
  /** The ledger did not let it go. */
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'over'; readonly result: RequestResult };

/** Sends once. What may have been processed is never sent again. */
export async function deliver(send: Create | Message, tools: JobTools, ledger: Ledger): Promise<Delivery> {
  const { service, clock, deadline, log } = tools;
  if (deadline.stop.aborted)
    return { kind: 'over', result: notSent(deadline.stop.reason, 'anything was sent.') };
  let held: string | undefined;
  const permit = {
    async before(): Promise<string | undefined> {
      const permission = await ledger.beforeSend(send);
      held = permission.kind === 'held' ? permission.reason : undefined;
      return held;
    },
    notTaken: (failure: Failure) => ledger.notTaken(failure),
  };
  const answer = await service.send(send.text, permit, send.kind === 'create' ? undefined : send.jobId);
  if (held !== undefined) return { kind: 'held', reason: held };
  if (!answer.ok) return { kind: 'over', result: failedSend(send, answer.failure, deadline) };
  const job = answer.value;
  const at = clock.now();
  const sent: Sent =
    send.kind === 'create'
      ? { kind: 'create', at, goesOnWith: send.goesOnWith, why: send.why }
      : { kind: 'message', at, before: send.before ?? job };
  await ledger.sent(job, sent);
  if (send.kind === 'create' && send.why !== undefined) log.info(send.why);
  log.info(sent.kind === 'create' ? `Job ${job.id} was created.` : `The message was sent to job ${job.id}.`);
  return { kind: 'job', job, sent };
}

/** The step stopped while nothing had left; `before` ends the sentence. */
export function notSent(stop: Stop, before: string): RequestResult {
  const { reason, ...end } = stopped(stop, ` before ${before}`);
  return { ...end, reason: `not sent: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` };
}

/** A request that had no usable answer, and what may have happened all the same. */
function failedSend(send: Create | Message, failure: Failure, deadline: Deadline): RequestResult {
  const known = send.kind === 'message' ? { jobId: send.jobId, job: send.before } : {};
  const stop: Stop | undefined = failure.kind === 'stopped' ? deadline.stop.reason : undefined;
  if (failure.fate === 'not processed' && stop !== undefined)
    return { ...known, ...notSent(stop, `the request was taken: ${failure.message}`) };
  if (failure.fate === 'not processed') return { ...known, ...unsent(failure.code, failure.message) };
  const result = stop === undefined ? 'error' : stopped(stop, '').result;
  const doubt =
    send.kind === 'create'
      ? 'A job may have been created all the same'
      : 'The message may have arrived all the same';
  const advice =
    "It is not sent again. Look at the project's jobs in the service's dashboard before you ask again.";
  const reason = `${failure.message} ${doubt}. ${advice}`;
  return { ...known, result, reasonCode: 'fate-unknown', reason, fateUnknown: true };
}
