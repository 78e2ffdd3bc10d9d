import type * as z from 'zod/mini';
import type { Answer, Failure } from '../model/answer-or-failure.ts';
import type { Clock } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import { parseJson } from '../text/json.ts';
import { describeGateway, type ErrorPolicy, noResponse, refusal, unreadable } from './explain-failure.ts';
import type { Http, HttpRequest, HttpResponse } from './http-client.ts';

export interface HttpTools {
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warning'>;
  readonly random: () => number;
}

/** Sends a request once, and reads the response. `read` returns why a response isn't usable. */
export async function request<T>(
  call: HttpRequest,
  signal: AbortSignal,
  read: (response: HttpResponse) => Answer<T, string>,
  policy: ErrorPolicy,
  { http, clock, log }: HttpTools,
): Promise<Answer<T>> {
  const fail = (failure: Failure) => {
    log.info(`[${call.method}] ${call.url.origin}${call.url.pathname}: ${failure.status ?? failure.kind}`);
    return { ok: false, failure } as const;
  };
  const attempt = await http(call, signal);
  if (!attempt.ok) return fail(noResponse(call.url.hostname, attempt, policy));
  const { response } = attempt;
  const byGateway = describeGateway(call.method, response, policy);
  if (byGateway !== undefined) return fail(unreadable(response, byGateway, policy));
  if (response.status >= 300) return fail(refusal(response, clock.now(), policy));
  const answer = read(response);
  return answer.ok ? answer : fail(unreadable(response, answer.failure, policy));
}

/** `expected` is for messages, like "a job". The schema contains the messages about its fields. */
export function readJson<T>(body: string, expected: string, schema: z.ZodMiniType<T>): Answer<T, string> {
  const json = parseJson(body);
  if (json === undefined) {
    const kind = body.trim() === '' ? 'empty' : 'not JSON';
    return { ok: false, failure: `the response is ${kind}, ${expected} was expected` };
  }
  const { success, data, error } = schema.safeParse(json);
  if (success) return { ok: true, value: data };
  return { ok: false, failure: `the response is not ${expected}: ${listIssues(error.issues)}` };
}

function listIssues(issues: readonly z.core.$ZodIssue[]): string {
  const named = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length === 0 ? 'it' : quotePath(path)} ${message}`);
  const more = issues.length - named.length;
  return `${named.join('. ')}${more > 0 ? `. There are ${more} more` : ''}`;
}

export function quotePath(path: readonly PropertyKey[]): string {
  return `"${path.map(String).join('.')}"`;
}
