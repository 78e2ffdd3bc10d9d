import type { Http } from '../http/http-client.ts';
import { REQUEST_SPACING } from '../intervals.ts';
import type { Clock } from '../runner/clock.ts';

/**
 * Sends one request after the other, where many jobs are worked on at once: none leaves sooner than
 * {@link REQUEST_SPACING} after the one before. First come, first served.
 */
export function spaceRequests(http: Http, clock: Clock): Http {
  let [free, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  async function turn(signal: AbortSignal): Promise<void> {
    const own = Math.max(clock.now(), free);
    free = own + REQUEST_SPACING;
    // Timers may be late: whoever comes behind one that was waits for it once more.
    for (;;) {
      const wait = Math.max(own, last + REQUEST_SPACING) - clock.now();
      if (wait <= 0) break;
      await clock.sleep(wait, signal);
    }
    last = clock.now();
  }

  return {
    ...http,
    async send(request, signal) {
      const { untilSent } = request;
      try {
        await turn(untilSent === undefined ? signal : AbortSignal.any([signal, untilSent]));
      } catch (cause) {
        return { ok: false, sent: false, aborted: true, cause };
      }
      return http.send(request, signal);
    },
  };
}
