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

/**
 * The largest answer of GitHub that is read, in bytes: a page of a hundred comments of 65,536 characters, each written in six
 * bytes as JSON. Anybody may write such comments, and they must not keep the rest from being read.
 */
const ANSWER_LIMIT = 48 * 1024 * 1024;

export const PER_PAGE = 100;

export interface OctokitSettings extends HttpTools {
  readonly token: string;
  /** The input that holds the token, for advice. */
  readonly tokenInput: TokenInput;
  /** As the runner gives it, like `https://api.github.com` or `https://ghe.example/api/v3`. */
  readonly apiUrl: string;
  readonly deadline: Deadline;
}

type Octokit = ReturnType<typeof getOctokit>;

/** Asks octokit; `pages` goes through a list. */
type Question<T> = (rest: Octokit['rest'], pages: Octokit['paginate']['iterator']) => T;

/** An answer of octokit's, before it's checked. */
interface Reply {
  readonly data: unknown;
  readonly headers: { readonly date?: string | undefined; readonly link?: string | undefined };
}

export interface Client extends ReturnType<typeof openOctokit> {
  readonly repository: { readonly owner: string; readonly repo: string };
  /** Takes secrets out of what is written. */
  readonly redact: (text: string) => string;
}

/** Opens octokit on our HTTP layer. It is large, so it is loaded with the first request. */
export function openOctokit(settings: OctokitSettings) {
  let opened: Promise<Octokit> | undefined;

  /** Whatever is thrown on the way, also by reading an answer of another shape, becomes the failure. */
  async function call<T>(question: Question<Promise<T>>): Promise<Answer<T>> {
    try {
      opened ??= loadOctokit(settings);
      const { rest, paginate } = await opened;
      return { ok: true, value: await question(rest, paginate.iterator) };
    } catch (error) {
      return { ok: false, failure: toFailure(error) };
    }
  }

  return {
    call,

    /** The `request` option of a call that nothing goes on without: it waits for a usage limit up to the deadline. */
    patient: () => ({ fetch: openFetch(settings, Number.POSITIVE_INFINITY) }),

    /** The `request` option of a call that is made once, even if it fails. */
    once: () => ({ fetch: openFetch(settings, 0, 1) }),

    /** One checked answer, with GitHub's own time. */
    read: <T extends object>(shape: z.ZodMiniType<T>, question: Question<Promise<Reply>>) =>
      call(async (...octokit) => {
        const reply = await question(...octokit);
        return { ...shape.parse(reply.data), date: dateOf(reply) };
      }),

    /**
     * All pages of a list, or the first `most`; `cut` when there are more. `date` is GitHub's own time when it sent the first
     * one: later changes may be missing.
     */
    list: <T>(
      item: z.ZodMiniType<T>,
      question: Question<AsyncIterable<Reply>>,
      most = Number.POSITIVE_INFINITY,
    ) =>
      call(async (...octokit) => {
        const pages: T[][] = [];
        let date = 0;
        let cut = false;
        for await (const page of question(...octokit)) {
          if (pages.length === 0) date = dateOf(page);
          pages.push(z.array(item).parse(page.data));
          // How full a page is says nothing: GitHub leaves out what it may not show.
          cut = pages.length >= most && /rel="next"/.test(page.headers.link ?? '');
          if (pages.length >= most) break;
        }
        const items: readonly T[] = pages.flat();
        return { items, date, cut };
      }),
  };
}

/** What answers have in common. */
export const shapes = {
  /** Read as epoch milliseconds. */
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
export function dateOf({ headers }: Reply): number {
  return Date.parse(headers.date ?? '') || 0;
}

/** Carries a failure through octokit, which knows exceptions only. */
class Unanswered extends Error {
  declare readonly cause: Failure;
}

function toFailure(error: unknown): Failure {
  // octokit wraps what our fetch throws.
  const thrown = error instanceof Error && error.cause instanceof Unanswered ? error.cause : error;
  if (thrown instanceof Unanswered) return thrown.cause;
  const where =
    thrown instanceof z.core.$ZodError
      ? `at ${thrown.issues.map(({ path }) => quotePath(path)).join(', ')}`
      : logLine(String(thrown), 200);
  return strange(`GitHub's answer is not what was expected: ${where}.`);
}

function strange(message: string): Failure {
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
    const message = `GitHub's client does not start (${logLine(String(error), 200)}): check the proxy settings (HTTPS_PROXY, HTTP_PROXY), GITHUB_API_URL and the event file.`;
    throw new Unanswered(undefined, {
      cause: { ...strange(message), kind: 'unreachable', fate: 'not processed' },
    });
  }
}

/** The `fetch` of octokit, with the origin, size, deadline and retries of ours. `limitWait` is in milliseconds. */
function openFetch(settings: OctokitSettings, limitWait: number, tries?: number) {
  const { clock, deadline } = settings;
  const { origin } = new URL(settings.apiUrl);
  const policy = githubErrors(settings.tokenInput);
  return async (address: string, { method, headers, body }: Omit<HttpRequest, 'url'>) => {
    const url = new URL(address);
    // Links to further pages come from the network; the token goes to one host only.
    if (url.origin !== origin)
      throw new Unanswered(undefined, { cause: strange(`GitHub names another host: ${url.origin}.`) });
    const call = { method, url, headers, body, maxBytes: ANSWER_LIMIT };
    const read = (response: HttpResponse): Answer<HttpResponse, string> => {
      const answer = readJson(response.body, 'a list or an object', listOrObject);
      return answer.ok || method === 'DELETE' ? { ok: true, value: response } : answer;
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
    // No error status gets through to octokit, which follows none but takes 301 for a success and 409 for a list's end.
    if (!answer.ok) throw new Unanswered(undefined, { cause: answer.failure });
    const { status, headers: received, body: text } = answer.value;
    return { status, url: address, headers: new Headers(received), text: async () => text };
  };
}

/** octokit makes text of JSON that was cut off, and an empty list of nothing. */
const listOrObject = z.union([z.array(z.unknown()), z.looseObject({})], 'should be one of them');
