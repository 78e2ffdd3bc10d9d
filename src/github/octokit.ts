import { Octokit } from '@octokit/core';
import type { Failure } from '../http/failure.ts';
import { exchange, type Reading } from '../http/http-call.ts';
import type { Http, HttpRequest, HttpResponse } from '../http/http-client.ts';
import { type Patience, persist } from '../http/retry.ts';
import type { Clock } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import { githubErrors } from './error-policy.ts';

/** The largest answer of GitHub that is read, in bytes. */
const ANSWER_LIMIT = 8 * 1024 * 1024;

export interface OctokitSettings {
  readonly token: string;
  readonly apiUrl: URL;
  readonly http: Http;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly deadline: Deadline;
}

/** Tries of a request, and how long they may take together, in milliseconds. */
const TRIES = 5;
const TRYING = 60_000;

/**
 * How long a request waits for GitHub's usage limit, in milliseconds. A secondary limit passes within a minute; for
 * the hourly one no job waits, since a comment is only how it is told.
 */
const LIMIT_WAIT = 120_000;

/** Carries a failure through octokit, which knows exceptions only. */
export class Unanswered extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** GitHub's client on our HTTP layer: the same pool, proxies and retries; a POST is never replayed. */
export function openOctokit(settings: OctokitSettings): Octokit {
  const { token, apiUrl } = settings;
  return new Octokit({
    auth: token,
    baseUrl: apiUrl.href.replace(/\/$/, ''),
    userAgent: 'docs-agent-action',
    request: { fetch: (url: string, init: FetchInit) => send(settings, url, init) },
  });
}

interface FetchInit {
  readonly method: HttpRequest['method'];
  readonly headers: Record<string, string>;
  readonly body?: string;
}

async function send(settings: OctokitSettings, address: string, init: FetchInit) {
  const url = new URL(address);
  // Links to further pages come from the network; the token goes to one host only.
  if (url.origin !== settings.apiUrl.origin) throw new Error(`GitHub names another host: ${url.origin}`);
  const { method, headers, body } = init;
  const { http, clock, random, log, deadline } = settings;
  const request: HttpRequest = {
    method,
    url,
    headers,
    ...(body !== undefined && { body }),
    maxBytes: ANSWER_LIMIT,
  };
  const answer = await persist(
    () =>
      exchange(request, signalFor(method, deadline), readWhole, { http, clock, log, policy: githubErrors }),
    patienceFor(method, deadline, clock.now()),
    { clock, random, signal: waitingSignal(deadline), announce: log.info },
  );
  if (!answer.ok) throw new Unanswered(answer.failure);
  const { status, statusText, headers: received, body: text } = answer.value;
  return { status, statusText, url: address, headers: new Headers(received), text: async () => text };
}

/** A read ends with the step; a write may still arrive while the step closes. */
function signalFor(method: string, deadline: Deadline): AbortSignal {
  return method === 'GET' ? waitingSignal(deadline) : deadline.closing;
}

/** Waits end with the step, those of a step that closes with the closing. */
function waitingSignal({ stop, closing }: Deadline): AbortSignal {
  return stop.aborted ? closing : stop;
}

/** The same edit twice has the effect of one; the same POST twice makes a second comment. */
function patienceFor(method: string, deadline: Deadline, now: number): Patience {
  const end = deadline.stop.aborted ? deadline.closedAt : deadline.at;
  return {
    tries: TRIES,
    repeatable: method !== 'POST',
    until: Math.min(now + TRYING, end),
    limitUntil: Math.min(now + LIMIT_WAIT, end),
  };
}

/** The whole answer; what says that it is JSON has to be. */
function readWhole(response: HttpResponse): Reading<HttpResponse> {
  const json = response.headers['content-type']?.includes('json') ?? false;
  return json && !isJson(response.body) ? { problem: 'the answer is not JSON' } : { value: response };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
