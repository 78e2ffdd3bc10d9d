import { addAbortListener } from 'node:events';
import { CLOSING } from '../model/intervals.ts';
import type { Clock } from './clock.ts';

/** Why the step stops early: the reason of its abort signals. */
export type Stop = { readonly by: 'deadline' } | { readonly by: 'interrupt'; readonly signal: string };

export type Deadline = Readonly<ReturnType<typeof startDeadline>>;

export function startDeadline(clock: Clock, at: number, interrupt: AbortSignal) {
  const passed = abortAfter(at - clock.now(), { by: 'deadline' }, clock);
  const stop: AbortSignal = AbortSignal.any([passed, interrupt]);
  const closed = new AbortController();
  addAbortListener(stop, () => clock.guard(CLOSING, () => closed.abort(stop.reason)));
  return {
    at,
    /** For waits and reads: aborts at the deadline and on an interrupt. */
    stop,
    /** For requests that create or change something: aborts a few seconds later. */
    closing: closed.signal,
  };
}

export function shortenDeadline({ at, stop }: Deadline, span: number, clock: Clock): Deadline {
  const sooner = AbortSignal.any([stop, abortAfter(span, { by: 'deadline' }, clock)]);
  return { at: Math.min(at, clock.now() + span), stop: sooner, closing: sooner };
}

function abortAfter(span: number, reason: Stop, clock: Clock): AbortSignal {
  const controller = new AbortController();
  clock.guard(span, () => controller.abort(reason));
  return controller.signal;
}
