import { addAbortListener } from 'node:events';
import { runInNewContext } from 'node:vm';
import { CLOSING, LAST_CALL } from '../intervals.ts';
import type { Clock } from './clock.ts';

/** Why the step stops early, as the reason of its abort signals. */
export type Stop = { readonly by: 'deadline' } | { readonly by: 'interrupt'; readonly signal: string };

export type Deadline = Readonly<ReturnType<typeof startDeadline>>;

/** No request to the service and no wait outlives the deadline. */
export function startDeadline(clock: Clock, at: number, interrupt: AbortSignal) {
  const passed = abortAfter(at - clock.now(), { by: 'deadline' }, clock);
  const closed = abortAfter(at + CLOSING - clock.now(), { by: 'deadline' }, clock);
  const late = new AbortController();
  addAbortListener(interrupt, () => clock.guard(LAST_CALL, () => late.abort(interrupt.reason)));
  return {
    at,
    /** Aborts at the deadline and on an interrupt: for waits and reads. */
    stop: AbortSignal.any([passed, interrupt]),
    /** Aborts at the deadline and a few seconds after an interrupt: for requests that create something. */
    lastCall: AbortSignal.any([passed, late.signal]),
    /** Aborts a few seconds after the deadline or an interrupt: for the last edits of comments. */
    closing: AbortSignal.any([closed, late.signal]),
  };
}

/** A deadline that comes after `span` at the latest. */
export function shortenDeadline({ at, stop }: Deadline, span: number, clock: Clock): Deadline {
  const sooner = AbortSignal.any([stop, abortAfter(span, { by: 'deadline' }, clock)]);
  return { at: Math.min(at, clock.now() + span), stop: sooner, lastCall: sooner, closing: sooner };
}

function abortAfter(span: number, reason: Stop, clock: Clock): AbortSignal {
  const controller = new AbortController();
  clock.guard(span, () => controller.abort(reason));
  return controller.signal;
}

/** Undefined when synchronous work takes longer than `span`. Only `vm` can stop such work, like a regular expression. */
export function finishWithin<T extends object>(span: number, work: () => T): T | undefined {
  try {
    return runInNewContext('work()', { work }, { timeout: span });
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
