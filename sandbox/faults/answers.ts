import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Answer } from '../http/exchange.ts';
import type { Fault } from './script.ts';

/** Faults of the answer. The connection works, and the request was read. */

type Headers = Readonly<Record<string, string>>;

export interface GivenAnswer {
  readonly status: number;
  readonly headers?: Headers;
  /** Text or bytes, or a value that becomes JSON. Default: empty. */
  readonly body?: unknown;
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
}

/** Gives this answer. The application never sees the request. */
export function answer({ status, headers = {}, body = '' }: GivenAnswer): Fault {
  const type = typeof body === 'string' || Buffer.isBuffer(body) ? 'text/plain' : 'application/json';
  return {
    name: `answer ${status}`,
    async act(exchange) {
      await exchange.receive();
      const date = new Date(exchange.time.now()).toUTCString();
      await exchange.send({
        status,
        headers: { date, 'content-type': type, ...headers },
        body: bytesOf(body),
      });
    },
  };
}

/** A gateway's error page. */
export function html(status: number): Fault {
  const body = `<html><head><title>${status}</title></head><body><h1>${status} from the gateway</h1></body></html>`;
  return { ...answer({ status, headers: { 'content-type': 'text/html' }, body }), name: `html ${status}` };
}

/** Redirects the client. */
export function redirect(location: string, status = 307): Fault {
  return { ...answer({ status, headers: { location } }), name: `redirect ${status}` };
}

/** The header of a 429 with the time when the limit resets. */
export type Hint = (typeof HINTS)[number];
export const HINTS = [
  'retry-after',
  'retry-after-date',
  'ratelimit-reset',
  'x-ratelimit-reset',
  'none',
] as const;

/** The header for a limit that resets at `resetAt` (milliseconds since 1970). */
export function hintHeaders(hint: Hint, resetAt: number, now: number): Record<string, string> {
  const seconds = String(Math.max(0, Math.ceil((resetAt - now) / 1000)));
  const headers: Readonly<Record<Hint, Record<string, string>>> = {
    'retry-after': { 'retry-after': seconds },
    'retry-after-date': { 'retry-after': new Date(Math.ceil(resetAt / 1000) * 1000).toUTCString() },
    'ratelimit-reset': { 'ratelimit-reset': seconds },
    'x-ratelimit-reset': { 'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)) },
    none: {},
  };
  return headers[hint];
}

export interface TooMany {
  readonly hint: Hint;
  /** Until the limit resets. Default: 60. */
  readonly seconds?: number;
  /** A plain-text body instead of JSON. */
  readonly text?: string | undefined;
}

/** A 429 in one of its forms. */
export function tooMany({ hint, seconds = 60, text }: TooMany): Fault {
  return {
    name: `429 with ${hint}`,
    async act(exchange) {
      const now = exchange.time.now();
      const headers = hintHeaders(hint, now + seconds * 1000, now);
      await answer({ status: 429, headers, body: text ?? { error: 'Rate limit exceeded' } }).act(exchange);
    },
  };
}

/** Sends a changed answer of the application. */
export function rewrite(name: string, change: (answer: Answer) => Answer): Fault {
  return {
    name,
    async act(exchange) {
      await exchange.send(change(await exchange.process()));
    },
  };
}

/** Changes the JSON of an answer: wrong types, missing and extra fields. */
export function rewriteJson<T = Record<string, unknown>>(change: (value: T) => unknown): Fault {
  return rewrite('other JSON', (given) => ({
    ...given,
    body: Buffer.from(JSON.stringify(change(JSON.parse(given.body.toString('utf8')) as T))),
  }));
}

/** The server's clock is ahead by this many milliseconds. */
export function dateSkew(ms: number): Fault {
  return rewrite('clock skew', (given) => {
    const date = new Date(Date.parse(given.headers['date'] ?? '') + ms).toUTCString();
    return { ...given, headers: { ...given.headers, date } };
  });
}

const COMPRESSORS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** A correct answer, compressed. */
export function compressed(encoding: keyof typeof COMPRESSORS): Fault {
  return rewrite(encoding, (given) => ({
    ...given,
    headers: { ...given.headers, 'content-encoding': encoding },
    body: COMPRESSORS[encoding](given.body),
  }));
}

/** A body that is announced as JSON, but isn't. */
export function notJson(body: string | Buffer = randomBytes(64)): Fault {
  return rewrite('not JSON', (given) => ({ ...given, body: Buffer.from(body) }));
}
