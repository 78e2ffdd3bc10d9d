import { STATUS_CODES } from 'node:http';
import { cut, logLine } from '../text/line.ts';
import type { HttpRequest, HttpResponse, Try } from './http-client.ts';

/** A request that brought no usable answer. */
export interface Failure {
  readonly kind: 'stopped' | 'unreachable' | 'lost' | 'refused' | 'limited' | 'unreadable';
  /** What happened, to what, and what to do; one line, free of secrets. */
  readonly message: string;
  /** Whether the service may have acted on the request. */
  readonly fate: 'not processed' | 'unknown';
  /** Whether the same request could succeed later without anybody's doing. */
  readonly transient: boolean;
  /** The HTTP status, when there was an answer. */
  readonly status?: number | undefined;
  /** When a limit resets, by our clock. */
  readonly resetAt?: number | undefined;
  readonly cause?: unknown | undefined;
}

/** An answer of the service, or why there is none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** The most that is shown of a server's own words. */
const WORDS_LIMIT = 500;

/** How much of a page is searched for words, in characters: patterns take long on what was made to be slow. */
const PAGE_LIMIT = 20_000;

const CERTIFICATE = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** How a host refuses: what is a usage limit there, and what a person should check. */
export interface ErrorPolicy {
  /** Undefined when the refusal is no usage limit. */
  limit(response: HttpResponse, now: number): { readonly resetAt?: number } | undefined;
  /** One sentence. */
  advise(response: HttpResponse): string;
  /** The input that names the host's address; undefined when none does. */
  readonly addressInput?: string | undefined;
}

/** A try without a whole answer. */
export function noAnswer(
  request: HttpRequest,
  attempt: Extract<Try, { ok: false }>,
  { addressInput }: ErrorPolicy,
): Failure {
  const { cause, sent, aborted } = attempt;
  const fate = sent ? 'unknown' : 'not processed';
  const message = `${grammar(request)}: ${describe(cause, sent)}.`;
  if (aborted)
    return {
      kind: 'stopped',
      message: `${grammar(request)}: ended before there was an answer.`,
      fate,
      transient: false,
      cause,
    };
  if (sent) return { kind: 'lost', message, fate, transient: true, cause };
  const code = codeOf(cause);
  const advice = connectAdvice(code, request.url, addressInput);
  // Neither a certificate nor the runner's environment mends itself within the deadline.
  const lasting = CERTIFICATE.test(code) || code === 'ERR_PROXY_ADDRESS';
  return {
    kind: 'unreachable',
    message: `${message} ${advice}`,
    fate,
    transient: !lasting,
    cause,
  };
}

/** An answer whose status is not 2xx. */
export function refusal(
  request: HttpRequest,
  response: HttpResponse,
  now: number,
  policy: ErrorPolicy,
): Failure {
  const { status } = response;
  const words = serverWords(response.body);
  const end = /[.!?\u2026]$/.test(words) ? '' : '.';
  const message =
    `${grammar(request)}: ${statusLine(response)}${words && `: ${words}`}${end} ${policy.advise(response)}`.trimEnd();
  const limit = policy.limit(response, now);
  if (limit !== undefined) {
    return { kind: 'limited', message, fate: 'not processed', transient: true, status, ...limit };
  }
  const transient = status === 408 || status >= 500;
  return { kind: 'refused', message, fate: transient ? 'unknown' : 'not processed', transient, status };
}

/** A 2xx answer that cannot be understood. */
export function unreadable(
  request: HttpRequest,
  response: HttpResponse,
  problem: string,
  cause?: unknown,
): Failure {
  const message = `${grammar(request)}: ${statusLine(response)}: ${problem}.`;
  return { kind: 'unreadable', message, fate: 'unknown', transient: true, status: response.status, cause };
}

/** `[POST] https://host/path`, without the query. */
function grammar(request: HttpRequest): string {
  return `[${request.method}] ${request.url.origin}${request.url.pathname}`;
}

function statusLine({ status, statusText }: HttpResponse): string {
  return `${status} ${logLine(statusText, 60) || (STATUS_CODES[status] ?? '')}`.trim();
}

function describe(cause: unknown, sent: boolean): string {
  const words = logLine(deepest(cause).message, 200);
  return sent
    ? `the connection broke before the whole answer was there (${words})`
    : `no connection (${words})`;
}

function connectAdvice(code: string, url: URL, addressInput: string | undefined): string {
  const named = (and: string) => (addressInput === undefined ? '' : `\`${addressInput}\`${and}`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The TLS certificate is another host's: check ${named(', and ')}what answers for ${url.hostname} in this network.`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return "The TLS certificate is not valid at this time: it has to be renewed, or the runner's clock is wrong.";
  if (CERTIFICATE.test(code))
    return 'The TLS certificate is not trusted: a private certificate authority is named in NODE_EXTRA_CA_CERTS.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name ${url.hostname} is not known: check ${named(' and ')}the runner's DNS.`;
  return `Check ${named(', and ')}the runner's firewall and proxy settings (HTTPS_PROXY, NO_PROXY).`;
}

function codeOf(error: unknown): string {
  const deep = deepest(error);
  return 'code' in deep ? String(deep.code) : '';
}

/** The error at the end of the cause chain: the one that names what went wrong. */
function deepest(error: unknown): Error {
  let deep = error instanceof Error ? error : new Error(String(error));
  for (let depth = 0; depth < 10; depth += 1) {
    const inner = deep instanceof AggregateError ? deep.errors[0] : deep.cause;
    if (!(inner instanceof Error)) break;
    deep = inner;
  }
  return deep;
}

/** The service's own words in an error body: JSON of the documented shapes, plain text or HTML, cleaned. */
function serverWords(body: string): string {
  return cut(logLine(fromJson(body) ?? stripMarkup(body.slice(0, PAGE_LIMIT)), 10_000), WORDS_LIMIT);
}

function fromJson(body: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined; // plain text or HTML
  }
  const { error, message, details, errors } = Object(value);
  const main = [error, error?.message, message].find((words) => typeof words === 'string');
  const more = [details, errors].flatMap((list) => (Array.isArray(list) ? list : [])).map(wordsIn);
  const words = [main, ...more].filter((part) => typeof part === 'string' && part !== '');
  return words.length > 0 ? words.join(': ') : body;
}

/** GitHub lists what is wrong as objects or, in places, as plain words. */
function wordsIn(detail: unknown): unknown {
  return typeof detail === 'string' ? detail : Object(detail).message;
}

function stripMarkup(body: string): string {
  if (!/^\s*<(!doctype|html|\?xml|head|body)/i.test(body)) return body;
  const title = /<title[^>]*>([^<]+)/i.exec(body)?.[1];
  return (
    title ??
    body
      .replace(/<(script|style)[\s\S]*?(?:<\/\1>|$)/gi, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  );
}
