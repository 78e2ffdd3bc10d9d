import { addAbortListener } from 'node:events';
import pLimit from 'p-limit';
import type { Http } from '../http/http-client.ts';
import { REQUEST_SPACING } from '../model/intervals.ts';
import type { Clock } from '../runner/clock.ts';

/** Spaces requests in their order. */
export function spaceRequests(http: Http, clock: Clock): Http {
  const queue = pLimit(1);
  let last = Number.NEGATIVE_INFINITY;

  async function pass(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // Timers can fire early.
    while (clock.now() < last + REQUEST_SPACING)
      await clock.sleep(last + REQUEST_SPACING - clock.now(), signal);
    last = clock.now();
  }

  return async (request, signal) => {
    const { untilSent } = request;
    const either = untilSent === undefined ? signal : AbortSignal.any([signal, untilSent]);
    const stopped = Promise.withResolvers<never>();
    using _listener = addAbortListener(either, () => stopped.reject(either.reason));
    try {
      await Promise.race([queue(() => pass(either)), stopped.promise]);
    } catch (cause) {
      return { ok: false, sent: false, aborted: true, cause };
    }
    return http(request, signal);
  };
}
