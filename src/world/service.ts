import { exchange } from './exchange.ts';
import type { Http, HttpRequest, HttpResponse } from './http.ts';
import { parseJob } from './job.ts';
import { type Patience, persist } from './retry.ts';
import { serviceManners } from './service-manners.ts';
import type { Answer, Clock, Job, Log, Service, ServiceSettings } from './world.ts';

/** The largest answer about a job that is read, in bytes. */
const JOB_LIMIT = 1024 * 1024;
const TRIES = 5;
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

  const readJob = (id?: string) => (response: HttpResponse) => parseJob(response.body, id);
  const asking = { ...tools, manners: serviceManners };

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
    maxBytes: JOB_LIMIT,
  });

  function persistently(
    patience: Omit<Patience, 'until'>,
    attempt: () => Promise<Answer<Job>>,
  ): Promise<Answer<Job>> {
    const { clock, random, log } = tools;
    return persist(
      attempt,
      { ...patience, until: deadline.at },
      { clock, random, signal: deadline.stop, announce: log.info },
    );
  }

  const send = (url: URL, prompt: string, id?: string) =>
    persistently({ tries: TRIES, repeatable: false }, () =>
      exchange(post(url, prompt), deadline.lastCall, readJob(id), asking),
    );

  return {
    createAddress: jobs,
    messageAddress: messages,
    createJob: (prompt) => send(jobs, prompt),
    sendMessage: (id, prompt) => send(messages(id), prompt, id),
    getJob(id, patience) {
      const request: HttpRequest = { method: 'GET', url: job(id), headers, maxBytes: JOB_LIMIT };
      const tries = patience === 'poll' ? Number.POSITIVE_INFINITY : TRIES;
      return persistently({ tries, repeatable: true }, () =>
        exchange(request, deadline.stop, readJob(id), asking),
      );
    },
  };
}

/** `{base-url}/{version and room}/{project}/{operation}`, with everything that is foreign encoded. */
function address({ baseUrl, projectId }: ServiceSettings, room: string, operation: string): URL {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  return new URL(`${baseUrl.origin}${prefix}/${room}/${encodeURIComponent(projectId)}/${operation}`);
}
