import type { Clock } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import { type Answer, type ErrorPolicy, noAnswer, refusal, unreadable } from './failure.ts';
import type { Http, HttpRequest, HttpResponse } from './http-client.ts';
import type { Reading } from './json-body.ts';

export interface HttpTools {
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warning'>;
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number;
}

/** Sends one request, once, and reads its answer. */
export async function request<T>(
  call: HttpRequest,
  signal: AbortSignal,
  read: (body: string, response: HttpResponse) => Reading<T>,
  policy: ErrorPolicy,
  { http, clock, log }: HttpTools,
): Promise<Answer<T>> {
  const attempt = await http(call, signal);
  if (!attempt.ok) return { ok: false, failure: noAnswer(call, attempt, policy) };
  const { response } = attempt;
  if (response.status >= 300) return { ok: false, failure: refusal(call, response, clock.now(), policy) };
  const { value, problem = '', lasting = false } = read(response.body, response);
  // A field that nobody needs must not lose what a POST created.
  if (value === undefined || (problem !== '' && call.method !== 'POST'))
    return { ok: false, failure: unreadable(call, response, problem, policy, lasting) };
  if (problem !== '') log.warning(`Parts of the answer were ignored: ${problem}.`);
  return { ok: true, value };
}
