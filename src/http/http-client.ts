import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Clock } from '../runner/clock.ts';
import { openProxies } from './proxy.ts';

/** Spans that one try may take, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
const HEADERS_TIMEOUT = 30_000;
const BODY_TIMEOUT = 30_000;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Stops the request as long as nothing of it has left. */
  readonly untilSent?: AbortSignal | undefined;
  /** The largest answer that is read, in bytes, before and after decompression. */
  readonly maxBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What one try brought: an answer of any status, or none and whether the request had left. */
export type Try =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly sent: boolean; readonly aborted: boolean; readonly cause: unknown };

/** One pool for every host. Redirects are never followed, nothing is tried twice here. */
export interface Http {
  send(request: HttpRequest, signal: AbortSignal): Promise<Try>;
  close(): Promise<void>;
}

export function openHttp(clock: Clock, environment: NodeJS.ProcessEnv): Http {
  // The spans above are counted on our clock; undici's own would count them twice.
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT } };
  let dispatcher: Dispatcher;
  try {
    dispatcher = openProxies(environment, options) ?? new Agent(options);
  } catch (cause) {
    return { send: async () => ({ ok: false, sent: false, aborted: false, cause }), close: async () => {} };
  }
  return {
    send: (request, signal) => sendOnce(dispatcher, clock, request, signal),
    close: () => dispatcher.destroy(),
  };
}

function sendOnce(
  dispatcher: Dispatcher,
  clock: Clock,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Try> {
  return new Promise((resolve) => {
    const collected = {
      status: 0,
      statusText: '',
      headers: {} as Record<string, string>,
      chunks: [] as Buffer[],
      size: 0,
    };
    const phase = watchPhases(clock, signal, request.untilSent, fail);
    let sent = false;
    let settled = false;
    let abort: ((reason: Error) => void) | undefined;

    function settle(result: Try | Promise<Try>): void {
      settled = true;
      phase.end();
      resolve(result);
    }
    function fail(cause: unknown, aborted = false): void {
      if (settled) return;
      // A refusal is a refusal, even when the rest of its words did not arrive.
      if (collected.status >= 300) settle({ ok: true, response: { ...collected, body: '' } });
      else settle({ ok: false, sent, aborted, cause });
      abort?.(new Error('given up'));
    }

    const over = [signal, request.untilSent].find((each) => each?.aborted);
    if (over !== undefined) return fail(over.reason, true);
    phase.begin('connection', CONNECT_TIMEOUT);
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: { ...request.headers, 'accept-encoding': 'gzip, deflate, br' },
        body: request.body ?? null,
      },
      {
        // undici calls this when a connection stands and before the first byte is written.
        onConnect(abortRequest) {
          if (settled) return abortRequest(new Error('given up'));
          abort = abortRequest;
          sent = true;
          phase.sent();
          phase.begin('answer', HEADERS_TIMEOUT);
        },
        onHeaders(status, rawHeaders, _resume, statusText) {
          if (status < 200) return true;
          Object.assign(collected, { status, statusText, headers: readHeaders(rawHeaders) });
          phase.begin('complete answer', BODY_TIMEOUT);
          return true;
        },
        onData(chunk) {
          collected.size += chunk.length;
          if (collected.size > request.maxBytes) fail(tooLarge(request.maxBytes));
          else collected.chunks.push(chunk);
          return true;
        },
        onComplete() {
          if (!settled) settle(decode(collected, request.maxBytes));
        },
        onError: (error) => fail(error),
      },
    );
  });
}

/** Ends a try that takes too long in one of its phases, or that one of the request's signals stops. */
function watchPhases(
  clock: Clock,
  signal: AbortSignal,
  untilSent: AbortSignal | undefined,
  fail: (cause: unknown, aborted?: boolean) => void,
) {
  let guard: { cancel(): void } | undefined;
  const stopped = () => fail(signal.reason, true);
  const held = () => fail(untilSent?.reason, true);
  const sent = () => untilSent?.removeEventListener('abort', held);
  signal.addEventListener('abort', stopped, { once: true });
  untilSent?.addEventListener('abort', held, { once: true });
  return {
    sent,
    begin(awaited: string, span: number): void {
      guard?.cancel();
      guard = clock.guard(span, () => fail(new Error(`no ${awaited} within ${span / 1000} s`)));
    },
    end(): void {
      guard?.cancel();
      sent();
      signal.removeEventListener('abort', stopped);
    },
  };
}

function readHeaders(raw: Buffer[] | string[] | null): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; raw !== null && at + 1 < raw.length; at += 2) {
    const name = String(raw[at]).toLowerCase();
    const value = String(raw[at + 1]);
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

type Decoder = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unzip: Decoder = (bytes, options) => promisify(gunzip)(bytes, options);
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: unzip,
  'x-gzip': unzip,
  // Half of the servers leaves out the wrapper that the specification asks for (RFC 9110, section 8.4.1.2).
  deflate: (bytes, options) =>
    promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, options),
  br: (bytes, options) => promisify(brotliDecompress)(bytes, options),
};

type Collected = Omit<HttpResponse, 'body'> & { readonly chunks: readonly Buffer[] };

async function decode({ chunks, status, statusText, headers }: Collected, maxBytes: number): Promise<Try> {
  const head = { status, statusText, headers };
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  try {
    const plain = await decompress(Buffer.concat(chunks), encoding, maxBytes);
    // Takes a byte order mark away, which JSON does not know.
    return { ok: true, response: { ...head, body: new TextDecoder().decode(plain) } };
  } catch (error) {
    if (status >= 300) return { ok: true, response: { ...head, body: '' } };
    const bomb = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { ok: false, sent: true, aborted: false, cause: bomb ? tooLarge(maxBytes) : error };
  }
}

async function decompress(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity' || bytes.length === 0) return bytes;
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decoder === undefined) throw new Error(`unknown content encoding ${encoding}`);
  return decoder(bytes, { maxOutputLength });
}

function tooLarge(maxBytes: number): Error {
  return new Error(`the answer is larger than ${maxBytes / 1024 / 1024} MiB`);
}
