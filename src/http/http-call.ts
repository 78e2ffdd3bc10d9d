import type { Clock } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import { type Answer, type ErrorPolicy, noAnswer, refusal, unreadable } from './failure.ts';
import type { Http, HttpRequest, HttpResponse } from './http-client.ts';
import type { Reading } from './json-body.ts';

/** What requests are made with, to whichever host. */
export interface HttpTools {
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warning'>;
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number;
}

/** One request and its answer, read. Nothing is tried twice here. */
export async function exchange<T>(
  request: HttpRequest,
  signal: AbortSignal,
  read: (body: string, response: HttpResponse) => Reading<T>,
  policy: ErrorPolicy,
  { http, clock, log }: HttpTools,
): Promise<Answer<T>> {
  const attempt = await http(request, signal);
  if (!attempt.ok) return { ok: false, failure: noAnswer(request, attempt, policy) };
  const { response } = attempt;
  if (response.status >= 300) return { ok: false, failure: refusal(request, response, clock.now(), policy) };
  const { value, problem = '', lasting = false } = read(response.body, response);
  // What was created must not be lost for a field that nobody needs.
  if (value === undefined || (problem !== '' && request.method !== 'POST'))
    return { ok: false, failure: unreadable(request, response, problem, policy, lasting) };
  if (problem !== '') log.warning(`Parts of the answer were ignored: ${problem}.`);
  return { ok: true, value };
}
