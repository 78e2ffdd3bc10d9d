import type { Answer, Failure } from '../http/failure.ts';
import { exchange } from '../http/http-call.ts';
import type { Http, HttpRequest, HttpResponse } from '../http/http-client.ts';
import { type Patience, persist } from '../http/retry.ts';
import type { Clock } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import { serviceErrors } from './error-policy.ts';
import { type Job, parseJob } from './job.ts';
import { type Priced, parseVisitors, type VisitorsPage, type VisitorsQuery } from './visitors.ts';

/** Where the service is and who asks. */
export interface ServiceSettings {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  readonly deadline: Deadline;
}

/** Lets each try of a create or message leave, or not. */
export interface Permit {
  /** Awaited before each try; the answer is why it must not leave. */
  before(): Promise<string | undefined>;
  /** The try surely was not processed. Another one may follow. */
  notTaken(failure: Failure): Promise<void>;
}

/** The operations of the documentation service (service-api.md, "Endpoints"). None of them throws. */
export interface Service {
  /** What a create would be sent to. */
  readonly createAddress: URL;
  /** What a message to the job would be sent to. */
  messageAddress(jobId: string): URL;
  /** Creates a job. Sent again only when the request surely was not processed. */
  createJob(prompt: string, permit?: Permit): Promise<Answer<Job>>;
  /** Sends a follow-up message. Sent again only when the request surely was not processed. */
  sendMessage(jobId: string, prompt: string, permit?: Permit): Promise<Answer<Job>>;
  /** One look at a job. `poll` tries until the deadline, `read` a few times, `once` does not try again. */
  getJob(jobId: string, patience: 'poll' | 'read' | 'once'): Promise<Answer<Job>>;
  /** One page of visitors. Tried again a few times, but never for more than `mostUses` uses. */
  getVisitors(query: VisitorsQuery, mostUses: number): Promise<Priced<VisitorsPage>>;
}

/** The largest answer about a job that is read, in bytes. */
const JOB_LIMIT = 1024 * 1024;
/** The largest page of visitors that is read, in bytes. */
const VISITORS_LIMIT = 8 * 1024 * 1024;
const TRIES = 5;
const ODD = 'it does not look like what it should be, and outputs are put into scripts';
const USER_AGENT = 'docs-agent-action';

export interface ServiceTools {
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
}

export function openService(settings: ServiceSettings, tools: ServiceTools): Service {
  const { deadline } = settings;
  const jobs = address(settings, 'v2/agent', 'job');
  const job = (id: string) => new URL(`${jobs}/${encodeURIComponent(id)}`);
  const messages = (id: string) => new URL(`${job(id)}/message`);

  const told = new Set<string>();
  const readJob = (id?: string) => (response: HttpResponse) => {
    const reading = parseJob(response.body, id);
    for (const field of reading.value?.leftOut ?? []) {
      if (!told.has(field)) tools.log.warning(`\`${field}\` in the service's answer is left out: ${ODD}.`);
      told.add(field);
    }
    return reading;
  };
  const readVisitors = (response: HttpResponse) => parseVisitors(response.body);
  const asking = { ...tools, policy: serviceErrors };

  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    accept: 'application/json',
    'user-agent': USER_AGENT,
  };
  const post = (url: URL, prompt: string): HttpRequest => ({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt }),
    // Who cancels before it has left does not want it to leave.
    untilSent: deadline.stop,
    maxBytes: JOB_LIMIT,
  });

  function persistently<T>(
    patience: Omit<Patience, 'until'>,
    attempt: () => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const { clock, random, log } = tools;
    return persist(
      attempt,
      { ...patience, until: deadline.at },
      { clock, random, signal: deadline.stop, announce: log.info },
    );
  }

  const send = (url: URL, prompt: string, id?: string, permit?: Permit) =>
    persistently({ tries: TRIES, repeatable: false }, async () => {
      const objection = await permit?.before();
      if (objection !== undefined) return { ok: false, failure: heldBack(objection) };
      const answer = await exchange(post(url, prompt), deadline.lastCall, readJob(id), asking);
      if (!answer.ok && answer.failure.fate === 'not processed') await permit?.notTaken(answer.failure);
      return answer;
    });

  async function getVisitors(query: VisitorsQuery, mostUses: number): Promise<Priced<VisitorsPage>> {
    const url = address(settings, 'v1/analytics', 'visitors');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const request: HttpRequest = { method: 'GET', url, headers, maxBytes: VISITORS_LIMIT };
    let [requests, uses] = [0, 0];
    const answer = await persistently({ tries: TRIES, repeatable: true }, async () => {
      const attempt = await exchange(request, deadline.stop, readVisitors, asking);
      if (hasLeft(attempt)) requests += 1;
      if (hasLeft(attempt) && !isRefusedByLimit(attempt)) uses += 1;
      return uses < mostUses || attempt.ok ? attempt : { ok: false, failure: final(attempt.failure) };
    });
    return { answer, requests, uses };
  }

  return {
    createAddress: jobs,
    messageAddress: messages,
    createJob: (prompt, permit) => send(jobs, prompt, undefined, permit),
    sendMessage: (id, prompt, permit) => send(messages(id), prompt, id, permit),
    getJob(id, patience) {
      const request: HttpRequest = { method: 'GET', url: job(id), headers, maxBytes: JOB_LIMIT };
      const look = () => exchange(request, deadline.stop, readJob(id), asking);
      if (patience === 'once') return look();
      const tries = patience === 'poll' ? Number.POSITIVE_INFINITY : TRIES;
      return persistently({ tries, repeatable: true }, look);
    },
    getVisitors,
  };
}

function heldBack(message: string): Failure {
  return { kind: 'stopped', code: 'interrupted', message, fate: 'not processed', transient: false };
}

/** Whether the request reached the service, as far as one can know. */
function hasLeft(attempt: Answer<unknown>): boolean {
  return attempt.ok || attempt.failure.status !== undefined || attempt.failure.fate === 'unknown';
}

function isRefusedByLimit(attempt: Answer<unknown>): boolean {
  return !attempt.ok && attempt.failure.kind === 'limited';
}

/** The same failure, not to be tried again because that would cost more than is allowed. */
function final(failure: Failure): Failure {
  if (!failure.transient) return failure;
  return {
    ...failure,
    transient: false,
    message: `${failure.message} It is not tried again: no request is left.`,
  };
}

/** `{base-url}/{version and room}/{project}/{operation}`, with everything that is foreign encoded. */
function address({ baseUrl, projectId }: ServiceSettings, room: string, operation: string): URL {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  return new URL(`${baseUrl.origin}${prefix}/${room}/${encodeURIComponent(projectId)}/${operation}`);
}
