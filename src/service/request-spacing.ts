import type { Http } from '../http/http-client.ts';
import { REQUEST_SPACING } from '../intervals.ts';
import type { Clock } from '../runner/clock.ts';

/** Sends one request after the other, evenly spaced, where many jobs are worked on at once. First come, first served. */
export function spaceRequests(http: Http, clock: Clock): Http {
  let free = clock.now();
  return {
    ...http,
    async send(request, signal) {
      const at = Math.max(clock.now(), free);
      free = at + REQUEST_SPACING;
      const { untilSent } = request;
      const either = untilSent === undefined ? signal : AbortSignal.any([signal, untilSent]);
      try {
        await clock.sleep(at - clock.now(), either);
      } catch (cause) {
        return { ok: false, sent: false, aborted: true, cause };
      }
      return http.send(request, signal);
    },
  };
}
