import { STATUS_CODES } from 'node:http';
import type { Failure } from '../model/answer-or-failure.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import { parseJson } from '../text/json.ts';
import { logLine } from '../text/line.ts';
import type { HttpRequest, HttpResponse, Try } from './http-client.ts';

/** The meaning of a host's statuses from 300 on. */
export interface ErrorPolicy {
  readonly host: 'the service' | 'GitHub';
  /** The input that sets the host's URL; undefined if there is none. */
  readonly urlInput?: string;
  /** Undefined if the refusal isn't a usage limit. */
  limit(response: HttpResponse, now: number): { readonly resetAt?: number | undefined } | undefined;
  /** A sentence without its full stop about what happened, and a sentence about what to do, which may be empty. */
  explain(response: HttpResponse): readonly [what: string, advice: string];
  code(kind: Failure['kind'], status: number | undefined): ReasonCode;
  /** Whether a refusal passes in some seconds. */
  passes?(response: HttpResponse, now: number): boolean;
}

const CERTIFICATE = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

export function noResponse(
  hostname: string,
  { cause: error, sent, aborted }: Extract<Try, { ok: false }>,
  policy: ErrorPolicy,
): Failure {
  const { host } = policy;
  const outcome = sent ? 'unknown' : 'not processed';
  const fail = (kind: Failure['kind'], transient: boolean, message: string): Failure => {
    return { kind, code: policy.code(kind, undefined), message, outcome, transient };
  };
  if (aborted) return fail('stopped', false, `The run ended before ${host} responded.`);
  const { message, code } = deepest(error);
  const cause = logLine(message, 200);
  if (sent)
    return fail('lost', true, `The connection to ${host} broke before the response was complete (${cause}).`);
  // Neither a certificate nor the runner's environment changes within the deadline.
  const lasting = CERTIFICATE.test(code) || code === 'ERR_PROXY_URL';
  const advice = connectAdvice(code, hostname, policy.urlInput);
  return fail('unreachable', !lasting, `No connection to ${host} (${cause}). ${advice}`);
}

export function refusal(response: HttpResponse, now: number, policy: ErrorPolicy): Failure {
  const { status, body } = response;
  const [what, advice] = policy.explain(response);
  const line = statusLine(response);
  const serverMessage = readMessage(body);
  const details = line.endsWith(serverMessage) ? line : `${line}: ${serverMessage}`;
  const message = `${what} (${details}). ${advice}`.trimEnd();
  const limit = policy.limit(response, now);
  if (limit !== undefined) {
    const code = policy.code('limited', status);
    return { kind: 'limited', code, message, outcome: 'not processed', transient: true, status, ...limit };
  }
  const isUnclear = status === 408 || status >= 500;
  const transient = isUnclear || policy.passes?.(response, now) === true;
  const outcome = isUnclear || ANSWERS_POST.has(status) ? 'unknown' : 'not processed';
  return { kind: 'refused', code: policy.code('refused', status), message, outcome, transient, status };
}

/** Web applications answer a processed POST with these redirects. The other ones mean that it is to be sent elsewhere. */
const ANSWERS_POST: ReadonlySet<number> = new Set([302, 303]);

/** `problem` completes "No usable response: ...", without a full stop. */
export function unreadable(response: HttpResponse, problem: string, policy: ErrorPolicy): Failure {
  const message = `No usable response from ${policy.host} (${statusLine(response)}): ${problem}.`;
  const code = policy.code('unreadable', response.status);
  return { kind: 'unreadable', code, message, outcome: 'unknown', transient: true, status: response.status };
}

/** Headers by which gateways name themselves. */
const GATEWAY = /^(?:server|via|cf-ray|cf-mitigated|x-amzn-waf-action|x-vercel-mitigated|x-iinfo)$/;
/** Servers that only pass requests on. Any other server may be the host itself. */
const PROXY = /cloudflare|cloudfront|akamai|awselb|squid|varnish|envoy|zscaler|imperva|blue ?coat|big-?ip/i;

/**
 * Completes "No usable response: ..." for an answer by a CDN, a firewall or a proxy in place of the host; undefined if the
 * host may have answered. The refusals of both hosts are JSON or short texts.
 */
export function describeGateway(
  method: HttpRequest['method'],
  { status, headers, body }: HttpResponse,
  { urlInput }: ErrorPolicy,
): string | undefined {
  const isPage = MARKUP.test(body) || /html/i.test(headers['content-type'] ?? '');
  const named = Object.entries(headers).filter(([name]) => GATEWAY.test(name));
  const isNamed = status >= 400 && named.some(([name, value]) => name !== 'server' || PROXY.test(value));
  // A web server without this API answers a POST with 404 or 405.
  const isOther = [408, 429].includes(status) || (method !== 'GET' && [404, 405].includes(status));
  if (status >= 500 || (status >= 300 && status < 400) || isOther) return undefined;
  if (parseJson(body) !== undefined || !(isPage || isNamed)) return undefined;
  const title = readMessage(body);
  const names = named.map(([name, value]) => `${name}: ${logLine(value, 60)}`).join(', ');
  const what = title === '' ? 'an empty answer' : `the page "${title}"`;
  const target = urlInput === undefined ? 'the host' : `\`${urlInput}\``;
  return `${what} came in its place${names && ` (${names})`}. Check the proxies and firewalls between the runner and ${target}`;
}

function statusLine({ status, statusText }: HttpResponse): string {
  return `${status} ${logLine(statusText, 60) || (STATUS_CODES[status] ?? '')}`.trim();
}

function connectAdvice(code: string, hostname: string, urlInput: string | undefined): string {
  const check = urlInput === undefined ? 'Check' : `Check \`${urlInput}\` and`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The TLS certificate belongs to another host. ${check} which host ${hostname} resolves to in this network.`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return "The TLS certificate is not valid at this time. Renew it, or correct the runner's clock.";
  if (CERTIFICATE.test(code))
    return 'The TLS certificate is not trusted. For a private certificate authority, set NODE_EXTRA_CA_CERTS.';
  if (code.startsWith('ERR_SSL_'))
    return `The TLS handshake failed. ${check} what is between the runner and the host.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name ${hostname} can't be resolved. ${check} the runner's DNS.`;
  return `${check} the runner's firewall and proxy settings (HTTPS_PROXY, NO_PROXY).`;
}

/** The last error in the chain of causes names what went wrong. */
function deepest(error: unknown, depth = 0): { readonly message: string; readonly code: string } {
  const { cause, errors, message = String(error), code = '' } = Object(error);
  const inner = errors?.[0] ?? cause;
  const deeper = typeof inner?.message === 'string' && depth < 10;
  return deeper ? deepest(inner, depth + 1) : { message, code: String(code) };
}

const MESSAGE_LIMIT = 500;

/** In characters: a crafted page could keep the patterns below busy. */
const PAGE_LIMIT = 20_000;

/** The server's message in an error's body: JSON of the documented shapes, plain text or HTML. */
function readMessage(body: string): string {
  const json = parseJson(body);
  const message = json === undefined ? readPage(body.slice(0, PAGE_LIMIT)) : readErrors(json) || body;
  return logLine(message, MESSAGE_LIMIT).replace(/(?<!\.)\.$/, '');
}

/** Empty for JSON of other shapes. GitHub lists errors as objects or strings. */
function readErrors(json: unknown): string {
  const { error, message, details, errors } = Object(json);
  const main = [error, error?.message, message].find((part) => typeof part === 'string');
  const more = [details, errors]
    .filter(Array.isArray)
    .flat()
    .map((detail) => Object(detail).message ?? Object(detail).code ?? detail);
  return [main, ...more].filter((part) => typeof part === 'string' && part !== '').join(': ');
}

const MARKUP = /^[\s\ufeff]*<[!?a-z]/i;

function readPage(body: string): string {
  if (!MARKUP.test(body)) return body;
  return /<title[^>]*>\s*([^<\s][^<]*)/i.exec(body)?.[1] ?? body.replace(/(?:<[^>]*>|\s)+/g, ' ');
}
