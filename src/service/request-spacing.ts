import type { Http } from '../http/http-client.ts';
import { REQUEST_SPACING } from '../intervals.ts';
import type { Clock } from '../runner/clock.ts';

/** A request that waits for its turn. */
interface Waiting {
  readonly creates: boolean;
  begin(): void;
}

/**
 * Sends one request after the other, where many jobs are worked on at once: none leaves sooner than
 * {@link REQUEST_SPACING} after the one before. First come, first served; but where creates and reads both wait, they
 * take turns, for a job that begins late ends late.
 */
export function spaceRequests(http: Http, clock: Clock): Http {
  const queue: Waiting[] = [];
  let last = { creates: false, at: Number.NEGATIVE_INFINITY };
  let serving = false;

  async function serve(): Promise<void> {
    if (serving) return;
    serving = true;
    while (queue.length > 0) {
      const now = clock.now();
      if (now < last.at + REQUEST_SPACING) {
        await clock.sleep(last.at + REQUEST_SPACING - now);
        continue;
      }
      const other = queue.findIndex(({ creates }) => creates !== last.creates);
      const [next] = queue.splice(Math.max(other, 0), 1);
      last = { creates: next?.creates ?? false, at: now };
      next?.begin();
    }
    serving = false;
  }

  function turn(creates: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const own: Waiting = {
        creates,
        begin() {
          over.abort();
          resolve();
        },
      };
      const leave = () => {
        queue.splice(queue.indexOf(own), 1);
        reject(signal.reason);
      };
      queue.push(own);
      signal.addEventListener('abort', leave, { once: true, signal: over.signal });
      void serve();
    });
  }

  return {
    ...http,
    async send(request, signal) {
      const { method, untilSent } = request;
      const either = untilSent === undefined ? signal : AbortSignal.any([signal, untilSent]);
      try {
        either.throwIfAborted();
        await turn(method === 'POST', either);
      } catch (cause) {
        return { ok: false, sent: false, aborted: true, cause };
      }
      return http.send(request, signal);
    },
  };
}
