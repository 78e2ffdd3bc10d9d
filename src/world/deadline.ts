import type { Clock, Deadline, Stop } from './world.ts';

/**
 * How long a request that creates something may go on after an interrupt. The runner kills 10 s after its first
 * signal; an answer that arrives before then saves the job's id.
 */
const LAST_CALL = 5_000;

/** Starts the deadline: no request to the service and no wait outlives it. */
export function startDeadline(clock: Clock, at: number, interrupt: AbortSignal): Deadline {
  const stop = new AbortController();
  const lastCall = new AbortController();
  const end = (controller: AbortController, reason: Stop) => controller.abort(reason);

  clock.guard(at - clock.now(), () => {
    end(stop, { by: 'deadline' });
    end(lastCall, { by: 'deadline' });
  });
  const interrupted = () => {
    end(stop, interrupt.reason);
    clock.guard(LAST_CALL, () => end(lastCall, interrupt.reason));
  };
  if (interrupt.aborted) interrupted();
  else interrupt.addEventListener('abort', interrupted, { once: true });

  return { at, stop: stop.signal, lastCall: lastCall.signal };
}
