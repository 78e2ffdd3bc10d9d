import type { getOctokit } from '@actions/github';
import { Headers } from 'undici';
import * as z from 'zod/mini';
import { type HttpTools, quotePath, readJson, request } from '../http/http-call.ts';
import { type HttpRequest, type HttpResponse, USER_AGENT } from '../http/http-client.ts';
import { type RetryOptions, retry } from '../http/retry.ts';
import type { Answer, Failure } from '../model/answer-or-failure.ts';
import { CLOSING, GITHUB_LIMIT_WAIT, GITHUB_TRYING } from '../model/intervals.ts';
import type { Deadline } from '../runner/deadline.ts';
import { logLine } from '../text/line.ts';
import { accountAt } from './account.ts';
import { githubErrors, type TokenInput } from './github-errors.ts';

export const PER_PAGE = 100;
/** Reads of many resources without a list of them run so many at a time. */
export const AT_ONCE = 10;

export interface OctokitSettings extends HttpTools {
  readonly token: string;
  readonly tokenInput: TokenInput;
  /** Like `https://api.github.com` or `https://ghe.example/api/v3`. */
  readonly apiUrl: string;
  readonly deadline: Deadline;
  readonly startedAt: number;
}

type Octokit = ReturnType<typeof getOctokit>;

type Requests<T> = (rest: Octokit['rest']) => Promise<T>;

/** Reads one page of a list. No URL of a response is used, so the token goes to one host only. */
export type PageReader = (rest: Octokit['rest'], page: number) => Promise<OctokitResponse>;

interface OctokitResponse {
  readonly data: unknown;
  readonly headers: { readonly date?: string | undefined; readonly link?: string | undefined };
}

export interface Client extends ReturnType<typeof openOctokit> {
  readonly repository: { readonly owner: string; readonly repo: string };
  readonly redact: (text: string) => string;
}

/** The first request loads octokit, because it is large. */
export function openOctokit(settings: OctokitSettings) {
  let opened: Promise<Octokit> | undefined;

  /** Any error of `send` becomes the failure, also for a response of another shape. */
  async function call<T>(send: Requests<T>): Promise<Answer<T>> {
    try {
      opened ??= loadOctokit(settings);
      return { ok: true, value: await send((await opened).rest) };
    } catch (error) {
      return { ok: false, failure: toFailure(error) };
    }
  }

  /** Sends a request once. Returns why there is no response with this status. */
  async function sendOnce(sent: HttpRequest, status: number): Promise<Answer<HttpResponse, string>> {
    const attempt = await settings.http(sent, settings.deadline.stop);
    if (attempt.ok && attempt.response.status === status) return { ok: true, value: attempt.response };
    const what = attempt.ok ? `status ${attempt.response.status}` : logLine(String(attempt.cause), 200);
    return { ok: false, failure: `${sent.url.hostname}: ${what}` };
  }

  return {
    call,

    /** The `request` option of a call that waits for a rate limit until the deadline. */
    patient: () => ({ fetch: openFetch(settings, Number.POSITIVE_INFINITY) }),

    /** The `request` option of a call that its caller repeats. */
    once: () => ({ fetch: openFetch(settings, 0, { tries: 1, leavesLimits: true }) }),

    /** The `request` option of a call that GitHub answers with a redirect. Nothing follows the redirect. */
    redirect: () => ({
      fetch: async (target: string, { method, headers }: Omit<HttpRequest, 'url'>) => {
        const call = { method, url: new URL(target), headers };
        const found = await sendOnce(call, 302);
        if (!found.ok) throw new FailedRequest(unexpected(`GitHub doesn't redirect: ${found.failure}.`));
        return toOctokit(target, found.value);
      },
    }),

    /** Reads the end of a text from another host, without the token. */
    download: async (url: URL, keepsLast: number): Promise<Answer<string, string>> => {
      const found = await sendOnce({ method: 'GET', url, headers: {}, keepsLast }, 200);
      return found.ok ? { ok: true, value: found.value.body } : found;
    },

    read: <T extends object>(shape: z.ZodMiniType<T>, send: Requests<OctokitResponse>) =>
      call(async (rest) => {
        const response = await send(rest);
        return { ...shape.parse(response.data), date: dateOf(response) };
      }),

    /**
     * Reads at most `most` pages of a list, up to one that is the last by `isLast`. `cut` if there are more than `most`. `date`
     * is GitHub's time at the first page.
     */
    list: <T>(
      item: z.ZodMiniType<T>,
      send: PageReader,
      most = Number.POSITIVE_INFINITY,
      isLast: (page: readonly T[]) => boolean = () => false,
    ) =>
      call(async (rest) => {
        const items: T[] = [];
        for (let [page, date] = [1, 0]; ; page += 1) {
          const response = await send(rest, page);
          date ||= dateOf(response);
          const listed = z.array(item).parse(response.data);
          items.push(...listed);
          // A short page may be followed by others: GitHub leaves out items that the token can't read.
          const cut = hasNext(response) && !isLast(listed);
          if (!cut || page >= most) return { items: items as readonly T[], date, cut };
        }
      }),

    /**
     * Reads a list whose oldest items come first once, from its last page back: an item that moves to the page before, because
     * another one was deleted, is still to be read. Oldest first. Items need IDs.
     */
    backwards: <T>(item: z.ZodMiniType<T>, send: PageReader) =>
      call(async (rest) => {
        const found = new Map<number, T>();
        const read = async (page: number) => {
          const response = await send(rest, page);
          for (const json of identified.parse(response.data)) found.set(json.id, item.parse(json));
          return response;
        };
        const first = await read(1);
        let last = Number(LAST_PAGE.exec(first.headers.link ?? '')?.[1] ?? 1);
        let newest = last > 1 ? await read(last) : first;
        for (let page = last - 1; page > 1; page -= 1) await read(page);
        // The first page need not name the last one, and new items may follow.
        while (hasNext(newest)) {
          last += 1;
          newest = await read(last);
        }
        const items = [...found].sort(([one], [other]) => one - other).map(([, one]) => one);
        return { items: items as readonly T[], date: dateOf(first) };
      }),
  };
}

const identified = z.array(z.looseObject({ id: z.number() }));

function hasNext({ headers }: OctokitResponse): boolean {
  return /rel="next"/.test(headers.link ?? '');
}

const LAST_PAGE = /[?&]page=(\d+)[^>]*>; *rel="last"/;

export const shapes = {
  date: z.pipe(z.iso.datetime({ offset: true }), z.transform(Date.parse)),
  sha: z.string().check(z.regex(/^[\da-f]{40,64}$/)),
  /** Undefined for a deleted account. */
  account: z.pipe(
    z.unknown(),
    z.transform((json) => accountAt(json)),
  ),
  /** Foreign text. `null` is empty text. */
  text: z.pipe(
    z.nullable(z.string()),
    z.transform((text) => text ?? ''),
  ),
};

/** GitHub's time of a response, in epoch milliseconds, or 0 if it is unknown. */
function dateOf({ headers }: OctokitResponse): number {
  return Date.parse(headers.date ?? '') || 0;
}

function toOctokit(url: string, { status, headers, body }: HttpResponse) {
  return { status, url, headers: new Headers(headers), text: async () => body };
}

/** Passes a failure through octokit, which only throws errors. */
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
  return unexpected(`GitHub's response is not as expected: ${where}.`);
}

function unexpected(message: string): Failure {
  return { kind: 'unreadable', code: 'github-unreachable', message, outcome: 'unknown', transient: false };
}

async function loadOctokit(settings: OctokitSettings): Promise<Octokit> {
  try {
    const { href } = new URL(settings.apiUrl);
    const { getOctokit } = await import('@actions/github');
    return getOctokit(settings.token, {
      baseUrl: href.replace(/\/$/, ''),
      userAgent: USER_AGENT,
      request: { fetch: openFetch(settings, GITHUB_LIMIT_WAIT), log: { warn: settings.log.info } },
    });
  } catch (error) {
    const message = `GitHub's client does not start (${logLine(String(error), 200)}). Check the proxy settings (HTTPS_PROXY, HTTP_PROXY), GITHUB_API_URL and the event file.`;
    throw new FailedRequest({ ...unexpected(message), kind: 'unreachable', outcome: 'not processed' });
  }
}

/** The `fetch` of octokit, which enforces size, deadline and retries. `limitWait` is in milliseconds. */
function openFetch(
  settings: OctokitSettings,
  limitWait: number,
  more: Pick<RetryOptions, 'tries' | 'leavesLimits'> = {},
) {
  const { clock, deadline } = settings;
  const policy = githubErrors(settings.tokenInput, settings.startedAt);
  return async (target: string, { method, headers, body }: Omit<HttpRequest, 'url'>) => {
    const call = { method, url: new URL(target), headers, body };
    const read = (response: HttpResponse): Answer<HttpResponse, string> => {
      const answer = readJson(response.body, 'a list or an object', listOrObject);
      return answer.ok || response.status === 204 ? { ok: true, value: response } : answer;
    };
    // Reads and waits end with the step. Writes may continue while the step closes, and so may the reads that they need.
    const over = deadline.stop.aborted;
    const waiting = over ? deadline.closing : deadline.stop;
    const end = over ? deadline.at + CLOSING : deadline.at;
    const options: RetryOptions = {
      // A repeated POST would create a second comment, and a repeated edit could overwrite a later one. Labels and statuses stay the same.
      ...more,
      repeatable: method === 'GET' || /\/(?:labels|statuses\/\w+)$/.test(call.url.pathname),
      until: Math.min(clock.now() + GITHUB_TRYING, end),
      limitUntil: Math.min(clock.now() + limitWait, end),
      signal: waiting,
    };
    const signal = method === 'GET' ? waiting : deadline.closing;
    const answer = await retry(() => request(call, signal, read, policy, settings), options, settings);
    // octokit reads 301 as a success.
    if (!answer.ok) throw new FailedRequest(answer.failure);
    return toOctokit(target, answer.value);
  };
}

/** octokit returns incomplete JSON as text, and an empty body as nothing. Only a 204, after a DELETE, has no body. */
const listOrObject = z.union([z.array(z.unknown()), z.looseObject({})], 'should be one of them');
