import { STATUS_CODES } from 'node:http';
import type { Failure } from '../answer.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { parseJson } from '../text/json.ts';
import { logLine } from '../text/line.ts';
import type { HttpRequest, HttpResponse, Try } from './http-client.ts';

const CERTIFICATE = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** What the statuses from 300 on mean at a host. */
export interface ErrorPolicy {
  /** Undefined when the refusal is no usage limit. */
  limit(response: HttpResponse, now: number): { readonly resetAt?: number | undefined } | undefined;
  /** What a person should check, in one sentence. */
  advise(response: HttpResponse): string;
  code(kind: Failure['kind'], status: number | undefined): ReasonCode;
  /** The input that sets the host's URL; undefined when none does. */
  readonly addressInput?: string;
}

export function noAnswer(
  request: HttpRequest,
  { cause, sent, aborted }: Extract<Try, { ok: false }>,
  policy: ErrorPolicy,
): Failure {
  const fate = sent ? 'unknown' : 'not processed';
  const fail = (kind: Failure['kind'], transient: boolean, words: string) =>
    failure(request, policy, words, { kind, fate, transient });
  if (aborted) return fail('stopped', false, 'ended before there was an answer.');
  const { message, code } = deepest(cause);
  const words = logLine(message, 200);
  // The same request would bring the same answer.
  if (code === 'ERR_ANSWER_SIZE') return fail('unreadable', false, `${words}.`);
  if (sent) return fail('lost', true, `the connection broke before the whole answer was there (${words}).`);
  // Neither a certificate nor the runner's environment changes within the deadline.
  const lasting = CERTIFICATE.test(code) || code === 'ERR_PROXY_ADDRESS';
  const advice = connectAdvice(code, request.url, policy.addressInput);
  return fail('unreachable', !lasting, `no connection (${words}). ${advice}`);
}

export function refusal(
  request: HttpRequest,
  response: HttpResponse,
  now: number,
  policy: ErrorPolicy,
): Failure {
  const { status } = response;
  const said = serverWords(response.body);
  const end = /[.!?\u2026]$/.test(said) ? '' : '.';
  const words = `${statusLine(response)}${said && `: ${said}`}${end} ${policy.advise(response)}`.trimEnd();
  const limit = policy.limit(response, now);
  const transient = status === 408 || status >= 500;
  const facts: Facts =
    limit === undefined
      ? { kind: 'refused', fate: transient ? 'unknown' : 'not processed', transient, status }
      : { kind: 'limited', fate: 'not processed', transient: true, status, ...limit };
  return failure(request, policy, words, facts);
}

export function unreadable(
  request: HttpRequest,
  response: HttpResponse,
  problem: string,
  policy: ErrorPolicy,
): Failure {
  const facts = {
    kind: 'unreadable',
    fate: 'unknown',
    transient: true,
    status: response.status,
  } as const;
  return failure(request, policy, `${statusLine(response)}: ${problem}.`, facts);
}

type Facts = Omit<Failure, 'code' | 'message'>;

/** The message begins with `[POST] https://host/path`, without the query. */
function failure({ method, url }: HttpRequest, policy: ErrorPolicy, words: string, facts: Facts): Failure {
  const message = `[${method}] ${url.origin}${url.pathname}: ${words}`;
  return { ...facts, code: policy.code(facts.kind, facts.status), message };
}

function statusLine({ status, statusText }: HttpResponse): string {
  return `${status} ${logLine(statusText, 60) || (STATUS_CODES[status] ?? '')}`.trim();
}

function connectAdvice(code: string, url: URL, addressInput: string | undefined): string {
  const named = (and: string) => (addressInput === undefined ? '' : `\`${addressInput}\`${and}`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The TLS certificate is another host's: check ${named(', and ')}what answers for ${url.hostname} in this network.`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return "The TLS certificate is not valid at this time: it has to be renewed, or the runner's clock is wrong.";
  if (CERTIFICATE.test(code))
    return 'The TLS certificate is not trusted: a private certificate authority is named in NODE_EXTRA_CA_CERTS.';
  if (code.startsWith('ERR_SSL_'))
    return `What answers speaks no TLS, or another version of it: check ${named(', and ')}what is between it and the runner.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name ${url.hostname} is not known: check ${named(' and ')}the runner's DNS.`;
  return `Check ${named(', and ')}the runner's firewall and proxy settings (HTTPS_PROXY, NO_PROXY).`;
}

/** The last error in the chain of causes names what went wrong. */
function deepest(error: unknown, depth = 0): { readonly message: string; readonly code: string } {
  const { cause, errors, message = String(error), code = '' } = Object(error);
  const inner = errors?.[0] ?? cause;
  const deeper = typeof inner?.message === 'string' && depth < 10;
  return deeper ? deepest(inner, depth + 1) : { message, code: String(code) };
}

const WORDS_LIMIT = 500;

/** In characters: on a page made for that, the patterns below take long. */
const PAGE_LIMIT = 20_000;

/** The server's message in an error's body: JSON of the documented shapes, plain text or HTML. */
function serverWords(body: string): string {
  const json = parseJson(body);
  const words = json === undefined ? readPage(body.slice(0, PAGE_LIMIT)) : readErrors(json) || body;
  return logLine(words, WORDS_LIMIT);
}

/** Empty for JSON of other shapes. GitHub lists errors as objects or as strings. */
function readErrors(json: unknown): string {
  const { error, message, details, errors } = Object(json);
  const main = [error, error?.message, message].find((words) => typeof words === 'string');
  const more = [details, errors]
    .filter(Array.isArray)
    .flat()
    .map((detail) => Object(detail).message ?? detail);
  return [main, ...more].filter((part) => typeof part === 'string' && part !== '').join(': ');
}

function readPage(body: string): string {
  if (!/^\s*<(!doctype|html|\?xml|head|body)/i.test(body)) return body;
  return /<title[^>]*>([^<]+)/i.exec(body)?.[1] ?? body.replace(/(?:<[^>]*>|\s)+/g, ' ');
}
