import { type HttpTools, request } from '../http/http-call.ts';
import { type HttpRequest, type HttpResponse, USER_AGENT } from '../http/http-client.ts';
import { retry } from '../http/retry.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { SEND_RESPONSE_TIMEOUT, SEND_SPAN } from '../model/intervals.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { ServiceScope } from '../text/signed-note.ts';
import { type Job, parseJob } from './job.ts';
import { serviceErrors } from './service-errors.ts';
import { type ExportCost, parseVisitors, type VisitorsPage, type VisitorsQuery } from './visitors-page.ts';

export interface ServiceSettings extends ServiceScope {
  readonly apiKey: string;
}

/** The endpoints of the service, all of one project. No operation throws. */
export type Service = ReturnType<typeof openService>;

export function openService(settings: ServiceSettings, deadline: Deadline, tools: HttpTools) {
  const jobs = endpoint(settings, 'v2/agent', 'job');
  const jobUrl = (id: string) => `${jobs}/${encodeURIComponent(id)}`;
  const sendUrl = (jobId?: string) => (jobId === undefined ? jobs : new URL(`${jobUrl(jobId)}/message`));
  const warnedOf = new Set<string>();
  const readJob =
    (requestedId?: string) =>
    ({ body }: HttpResponse): Answer<Job, string> => {
      const answer = parseJob(body, requestedId);
      for (const field of answer.ok ? (answer.value.leftOut ?? []) : []) {
        if (!warnedOf.has(field))
          tools.log.warning(
            `The action ignores \`${field}\` in the service's response: its value does not have the documented form.`,
          );
        warnedOf.add(field);
      }
      return answer;
    };
  const authorization = `Bearer ${settings.apiKey}`;
  const headers = { authorization, accept: 'application/json', 'user-agent': USER_AGENT };
  const waits = { until: deadline.at, signal: deadline.stop };

  return {
    sendUrl,

    /** Creates a job, or sends a message to `jobId`. Repeats only requests that certainly weren't processed. */
    send(prompt: string, jobId?: string): Promise<Answer<Job>> {
      const call: HttpRequest = {
        method: 'POST',
        url: sendUrl(jobId),
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt }),
        // A cancelled run must not send the request.
        untilSent: deadline.stop,
        responseTimeout: SEND_RESPONSE_TIMEOUT,
      };
      const errors = serviceErrors(jobId === undefined ? 'create' : 'message');
      const attempt = () => request(call, deadline.closing, readJob(jobId), errors, tools);
      const until = Math.min(tools.clock.now() + SEND_SPAN, deadline.at);
      const options = { until, signal: deadline.stop, repeatable: false, leavesLimits: true };
      return retry(attempt, options, tools);
    },

    /** `poll` tries until the deadline, `read` only a few times. */
    getJob(jobId: string, mode: 'poll' | 'read'): Promise<Answer<Job>> {
      const url = new URL(jobUrl(jobId));
      const call: HttpRequest = { method: 'GET', url, headers };
      const attempt = () => request(call, deadline.stop, readJob(jobId), serviceErrors('read'), tools);
      const tries = mode === 'poll' ? Number.POSITIVE_INFINITY : undefined;
      return retry(attempt, { ...waits, tries, repeatable: true }, tools);
    },

    /** Repeats a failed request only while the export has uses left. */
    getVisitors(query: VisitorsQuery, cost: ExportCost): Promise<Answer<VisitorsPage>> {
      const url = endpoint(settings, 'v1/analytics', 'visitors');
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const call: HttpRequest = { method: 'GET', url, headers };
      const errors = serviceErrors('visitors');
      const readPage = ({ body }: HttpResponse) => parseVisitors(body);
      const attempt = async (): Promise<Answer<VisitorsPage>> => {
        const answer = await request(call, deadline.stop, readPage, errors, tools);
        charge(cost, answer);
        if (answer.ok || !answer.failure.transient || cost.uses < cost.mostUses) return answer;
        const message = `${answer.failure.message} No request is left for another try.`;
        return { ok: false, failure: { ...answer.failure, message, transient: false } };
      };
      return retry(attempt, { ...waits, repeatable: true }, tools);
    },
  };
}

/** Counts a request unless it certainly didn't reach the service. */
function charge(cost: ExportCost, answer: Answer<unknown>): void {
  if (!answer.ok && answer.failure.status === undefined && answer.failure.outcome !== 'unknown') return;
  cost.requests += 1;
  if (answer.ok) cost.pages += 1;
  if (answer.ok || answer.failure.kind !== 'limited') cost.uses += 1;
}

function endpoint({ baseUrl, projectId }: ServiceSettings, section: string, operation: string): URL {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  return new URL(`${baseUrl.origin}${prefix}/${section}/${encodeURIComponent(projectId)}/${operation}`);
}
