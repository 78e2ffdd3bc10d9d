import { addAbortListener } from 'node:events';
import { runInNewContext } from 'node:vm';
import { CLOSING, LAST_CALL } from '../intervals.ts';
import type { Clock } from './clock.ts';

/** Why the step stops before its job ended; the reason of the signals that stop waits and requests. */
export type Stop = { readonly by: 'deadline' } | { readonly by: 'interrupt'; readonly signal: string };

/** The step's one deadline, and the signals that say that it is over. */
export type Deadline = Readonly<ReturnType<typeof startDeadline>>;

/** Starts the deadline: no request to the service and no wait outlives it. */
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
    /** Aborts a few seconds after the deadline or an interrupt: for closing what people look at. */
    closing: AbortSignal.any([closed, late.signal]),
  };
}

/** Aborts after `span`, for that reason. */
function abortAfter(span: number, reason: Stop, clock: Clock): AbortSignal {
  const controller = new AbortController();
  clock.guard(span, () => controller.abort(reason));
  return controller.signal;
}

/**
 * What synchronous work returns; undefined when it is not done after `span` milliseconds. No timer and no signal is heard
 * meanwhile: only `vm` stops such work, a regular expression too.
 */
export function finishWithin<T extends object>(span: number, work: () => T): T | undefined {
  try {
    return runInNewContext('work()', { work }, { timeout: span });
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
