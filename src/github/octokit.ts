import type { getOctokit } from '@actions/github';
import { Headers } from 'undici';
import * as z from 'zod/mini';
import type { Answer, Failure } from '../answer.ts';
import { type HttpTools, quotePath, readJson, request } from '../http/http-call.ts';
import type { HttpRequest, HttpResponse } from '../http/http-client.ts';
import { type RetryOptions, retry } from '../http/retry.ts';
import { CLOSING, GITHUB_LIMIT_WAIT, GITHUB_TRYING } from '../intervals.ts';
import type { Deadline } from '../runner/deadline.ts';
import { accountAt } from '../text/json.ts';
import { logLine } from '../text/line.ts';
import { githubErrors, type TokenInput } from './github-errors.ts';

/** In bytes: a page of a hundred comments of 65,536 characters, which take up to six bytes each in JSON. */
const ANSWER_LIMIT = 48 * 1024 * 1024;

export const PER_PAGE = 100;

export interface OctokitSettings extends HttpTools {
  readonly token: string;
  readonly tokenInput: TokenInput;
  /** As the runner gives it, like `https://api.github.com` or `https://ghe.example/api/v3`. */
  readonly apiUrl: string;
  readonly deadline: Deadline;
}

type Octokit = ReturnType<typeof getOctokit>;

/** Makes requests with octokit; `pages` goes through a list. */
type Requests<T> = (rest: Octokit['rest'], pages: Octokit['paginate']['iterator']) => T;

interface OctokitResponse {
  readonly data: unknown;
  readonly headers: { readonly date?: string | undefined; readonly link?: string | undefined };
}

export interface Client extends ReturnType<typeof openOctokit> {
  readonly repository: { readonly owner: string; readonly repo: string };
  /** Takes secrets out of what is written. */
  readonly redact: (text: string) => string;
}

/** octokit is large, so the first request loads it. */
export function openOctokit(settings: OctokitSettings) {
  let opened: Promise<Octokit> | undefined;

  /** Whatever `send` throws becomes the failure, also for an answer of another shape. */
  async function call<T>(send: Requests<Promise<T>>): Promise<Answer<T>> {
    try {
      opened ??= loadOctokit(settings);
      const { rest, paginate } = await opened;
      return { ok: true, value: await send(rest, paginate.iterator) };
    } catch (error) {
      return { ok: false, failure: toFailure(error) };
    }
  }

  return {
    call,

    /** The `request` option of a call that waits for a usage limit up to the deadline. */
    patient: () => ({ fetch: openFetch(settings, Number.POSITIVE_INFINITY) }),

    /** The `request` option of a call that is never repeated. */
    once: () => ({ fetch: openFetch(settings, 0, 1) }),

    read: <T extends object>(shape: z.ZodMiniType<T>, send: Requests<Promise<OctokitResponse>>) =>
      call(async (...octokit) => {
        const response = await send(...octokit);
        return { ...shape.parse(response.data), date: dateOf(response) };
      }),

    /** All pages of a list, or the first `most`; `cut` when there are more. `date` is GitHub's time at the first page. */
    list: <T>(
      item: z.ZodMiniType<T>,
      send: Requests<AsyncIterable<OctokitResponse>>,
      most = Number.POSITIVE_INFINITY,
    ) =>
      call(async (...octokit) => {
        const items: T[] = [];
        let [count, date, cut] = [0, 0, false];
        for await (const page of send(...octokit)) {
          if (count === 0) date = dateOf(page);
          items.push(...z.array(item).parse(page.data));
          count += 1;
          // Not by the size of a page: GitHub leaves out items that the token can't read.
          cut = count >= most && /rel="next"/.test(page.headers.link ?? '');
          if (count >= most) break;
        }
        return { items: items as readonly T[], date, cut };
      }),
  };
}

export const shapes = {
  moment: z.pipe(z.iso.datetime({ offset: true }), z.transform(Date.parse)),
  sha: z.string().check(z.regex(/^[\da-f]{40,64}$/)),
  /** Undefined for an account that is gone. */
  account: z.pipe(
    z.unknown(),
    z.transform((json) => accountAt(json)),
  ),
  /** Foreign text; `null` is read as empty. */
  words: z.pipe(
    z.nullable(z.string()),
    z.transform((text) => text ?? ''),
  ),
};

/** GitHub's own time when it answered, in epoch milliseconds; 0 when it is unknown. */
export function dateOf({ headers }: OctokitResponse): number {
  return Date.parse(headers.date ?? '') || 0;
}

/** Carries a failure through octokit, which throws. */
class FailedRequest extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

function toFailure(error: unknown): Failure {
  // octokit wraps what our fetch throws.
  const thrown = error instanceof Error && error.cause instanceof FailedRequest ? error.cause : error;
  if (thrown instanceof FailedRequest) return thrown.failure;
  const where =
    thrown instanceof z.core.$ZodError
      ? `at ${thrown.issues.map(({ path }) => quotePath(path)).join(', ')}`
      : logLine(String(thrown), 200);
  return unexpected(`GitHub's answer is not what was expected: ${where}.`);
}

function unexpected(message: string): Failure {
  return { kind: 'unreadable', code: 'github-unreachable', message, fate: 'unknown', transient: false };
}

async function loadOctokit(settings: OctokitSettings): Promise<Octokit> {
  try {
    const { href } = new URL(settings.apiUrl);
    const { getOctokit } = await import('@actions/github');
    return getOctokit(settings.token, {
      baseUrl: href.replace(/\/$/, ''),
      userAgent: 'docs-agent-action',
      request: { fetch: openFetch(settings, GITHUB_LIMIT_WAIT), log: { warn: settings.log.info } },
    });
  } catch (error) {
    const message = `GitHub's client does not start (${logLine(String(error), 200)}). Check the proxy settings (HTTPS_PROXY, HTTP_PROXY), GITHUB_API_URL and the event file.`;
    throw new FailedRequest({ ...unexpected(message), kind: 'unreachable', fate: 'not processed' });
  }
}

/** The `fetch` of octokit, with the origin, size, deadline and retries of ours. `limitWait` is in milliseconds. */
function openFetch(settings: OctokitSettings, limitWait: number, tries?: number) {
  const { clock, deadline } = settings;
  const { origin } = new URL(settings.apiUrl);
  const policy = githubErrors(settings.tokenInput);
  return async (target: string, { method, headers, body }: Omit<HttpRequest, 'url'>) => {
    const url = new URL(target);
    // The link to the next page is part of an answer; the token goes to one host only.
    if (url.origin !== origin)
      throw new FailedRequest(unexpected(`GitHub links to another host: ${url.origin}.`));
    const call = { method, url, headers, body, maxBytes: ANSWER_LIMIT };
    const read = (response: HttpResponse): Answer<HttpResponse, string> => {
      const answer = readJson(response.body, 'a list or an object', listOrObject);
      return answer.ok ? { ok: true, value: response } : answer;
    };
    // Reads and waits end with the step; a write may still arrive while the step closes, and so may its reads.
    const over = deadline.stop.aborted;
    const waiting = over ? deadline.closing : deadline.stop;
    const end = over ? deadline.at + CLOSING : deadline.at;
    const options: RetryOptions = {
      // A POST twice makes a second comment, and a late edit lands on a later one.
      tries,
      repeatable: method === 'GET',
      until: Math.min(clock.now() + GITHUB_TRYING, end),
      limitUntil: Math.min(clock.now() + limitWait, end),
      signal: waiting,
    };
    const signal = method === 'GET' ? waiting : deadline.closing;
    const answer = await retry(() => request(call, signal, read, policy, settings), options, settings);
    // octokit would take 301 for a success and 409 for the end of a list.
    if (!answer.ok) throw new FailedRequest(answer.failure);
    const { status, headers: received, body: text } = answer.value;
    return { status, url: target, headers: new Headers(received), text: async () => text };
  };
}

/** octokit makes text of JSON that was cut off, and an empty list of nothing. */
const listOrObject = z.union([z.array(z.unknown()), z.looseObject({})], 'should be one of them');
