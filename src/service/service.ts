import type { Answer } from '../http/failure.ts';
import { exchange, type HttpTools } from '../http/http-call.ts';
import type { HttpRequest } from '../http/http-client.ts';
import type { Reading } from '../http/json-body.ts';
import { persist } from '../http/retry.ts';
import { SEND_SPAN } from '../intervals.ts';
import type { Deadline } from '../runner/deadline.ts';
import { serviceErrors } from './error-policy.ts';
import { type Job, parseJob } from './job.ts';
import { type ExportCost, parseVisitors, type VisitorsPage, type VisitorsQuery } from './visitors.ts';

/** Where the service is and who asks. */
export interface ServiceSettings {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  readonly deadline: Deadline;
}

/** The documentation service (service-api.md, "Endpoints"). None of its operations throws. */
export type Service = ReturnType<typeof openService>;

/** The largest answer about a job that is read, in bytes. */
const JOB_LIMIT = 1024 * 1024;
/** The largest page of visitors that is read, in bytes. */
const VISITORS_LIMIT = 8 * 1024 * 1024;
const ODD = 'it does not look like what it should be, and outputs are put into scripts';

export function openService(settings: ServiceSettings, tools: HttpTools) {
  const { deadline } = settings;
  const jobs = address(settings, 'v2/agent', 'job');
  const jobAddress = (id: string) => `${jobs}/${encodeURIComponent(id)}`;
  const sendAddress = (jobId?: string) =>
    jobId === undefined ? jobs : new URL(`${jobAddress(jobId)}/message`);
  const told = new Set<string>();
  const readJob =
    (askedId?: string) =>
    (body: string): Reading<Job> => {
      const reading = parseJob(body, askedId);
      for (const field of reading.value?.leftOut ?? []) {
        if (!told.has(field)) tools.log.warning(`\`${field}\` in the service's answer is left out: ${ODD}.`);
        told.add(field);
      }
      return reading;
    };
  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    accept: 'application/json',
    'user-agent': 'docs-agent-action',
  };
  const waits = { until: deadline.at, signal: deadline.stop };

  return {
    /** What a create is sent to, or a message to the job `jobId`. */
    sendAddress,

    /**
     * Creates a job, or sends a message to the job `jobId`. What surely was not processed is sent again, for at most
     * {@link SEND_SPAN}; a usage limit that may take longer is left to the caller.
     */
    send(prompt: string, jobId?: string): Promise<Answer<Job>> {
      const request: HttpRequest = {
        method: 'POST',
        url: sendAddress(jobId),
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt }),
        // Who cancels before it has left does not want it to leave.
        untilSent: deadline.stop,
        maxBytes: JOB_LIMIT,
      };
      const errors = serviceErrors(jobId === undefined ? 'create' : 'message');
      const attempt = () => exchange(request, deadline.lastCall, readJob(jobId), errors, tools);
      const until = Math.min(tools.clock.now() + SEND_SPAN, deadline.at);
      const patience = { until, signal: deadline.stop, repeatable: false, leavesLimits: true };
      return persist(attempt, patience, tools);
    },

    /** One look at a job. `poll` tries until the deadline, `read` a few times. */
    getJob(jobId: string, patience: 'poll' | 'read'): Promise<Answer<Job>> {
      const url = new URL(jobAddress(jobId));
      const request: HttpRequest = { method: 'GET', url, headers, maxBytes: JOB_LIMIT };
      const look = () => exchange(request, deadline.stop, readJob(jobId), serviceErrors('look'), tools);
      const tries = patience === 'poll' ? Number.POSITIVE_INFINITY : undefined;
      return persist(look, { ...waits, tries, repeatable: true }, tools);
    },

    /** One page of visitors. Tried again a few times, but never for more uses than the export may cost. */
    getVisitors(query: VisitorsQuery, cost: ExportCost): Promise<Answer<VisitorsPage>> {
      const url = address(settings, 'v1/analytics', 'visitors');
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const request: HttpRequest = { method: 'GET', url, headers, maxBytes: VISITORS_LIMIT };
      const errors = serviceErrors('visitors');
      const attempt = async (): Promise<Answer<VisitorsPage>> => {
        const answer = await exchange(request, deadline.stop, parseVisitors, errors, tools);
        charge(cost, answer);
        if (answer.ok || !answer.failure.transient || cost.uses < cost.mostUses) return answer;
        const message = `${answer.failure.message} It is not tried again: no request is left.`;
        return { ok: false, failure: { ...answer.failure, message, transient: false } };
      };
      return persist(attempt, { ...waits, repeatable: true }, tools);
    },
  };
}

/** Adds a request that reached the service, as far as one can know. */
function charge(cost: ExportCost, answer: Answer<unknown>): void {
  if (!answer.ok && answer.failure.status === undefined && answer.failure.fate !== 'unknown') return;
  cost.requests += 1;
  if (answer.ok) cost.pages += 1;
  if (answer.ok || answer.failure.kind !== 'limited') cost.uses += 1;
}

/** `{base-url}/{version and room}/{project}/{operation}`, with everything that is foreign encoded. */
function address({ baseUrl, projectId }: ServiceSettings, room: string, operation: string): URL {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  return new URL(`${baseUrl.origin}${prefix}/${room}/${encodeURIComponent(projectId)}/${operation}`);
}
