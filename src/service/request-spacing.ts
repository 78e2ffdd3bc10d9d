import { addAbortListener } from 'node:events';
import pLimit from 'p-limit';
import type { Http } from '../http/http-client.ts';
import { REQUEST_SPACING } from '../intervals.ts';
import type { Clock } from '../runner/clock.ts';

/**
 * Sends one request after the other, where many jobs are worked on at once: none leaves sooner than
 * {@link REQUEST_SPACING} after the one before. First come, first served; but where creates and reads both wait, they
 * take turns, for a job that begins late ends late.
 */
export function spaceRequests(http: Http, clock: Clock): Http {
  // Whoever is first among its kind waits for the door, so that one of each kind waits there at most.
  const [creates, reads, door] = [pLimit(1), pLimit(1), pLimit(1)];
  let last = Number.NEGATIVE_INFINITY;

  async function pass(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // Timers may be early.
    while (clock.now() < last + REQUEST_SPACING)
      await clock.sleep(last + REQUEST_SPACING - clock.now(), signal);
    last = clock.now();
  }

  return async (request, signal) => {
    const { method, untilSent } = request;
    const either = untilSent === undefined ? signal : AbortSignal.any([signal, untilSent]);
    const queue = method === 'POST' ? creates : reads;
    const stopped = Promise.withResolvers<never>();
    using _listener = addAbortListener(either, () => stopped.reject(either.reason));
    try {
      await Promise.race([queue(() => door(() => pass(either))), stopped.promise]);
    } catch (cause) {
      return { ok: false, sent: false, aborted: true, cause };
    }
    return http(request, signal);
  };
}
