import { addAbortListener } from 'node:events';
import { type Dispatcher, fetch, type Response } from 'undici';
import { BODY_TIMEOUT, CONNECT_TIMEOUT, RESPONSE_TIMEOUT } from '../model/intervals.ts';
import type { Clock } from '../runner/clock.ts';
import type { Environment } from '../runner/host.ts';
import { openProxies } from './connections.ts';

export const USER_AGENT = 'docs-agent-action';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Stops the request only before its first byte is sent. */
  readonly untilSent?: AbortSignal | undefined;
  /** How long to wait for the response, in milliseconds; {@link RESPONSE_TIMEOUT} by default. */
  readonly responseTimeout?: number;
  /** Keeps only the last whole lines of a body that is larger than this, in bytes. */
  readonly keepsLast?: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response of any status, or none, and whether the request was sent. */
export type Try =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly sent: boolean; readonly aborted: boolean; readonly cause: unknown };

/** Keeps connections open for later requests. Never follows a redirect and never repeats a request. */
export type Http = (request: HttpRequest, signal: AbortSignal) => Promise<Try>;

/** `intercept` wraps each request to the network. */
export function openHttp(
  clock: Clock,
  environment: Readonly<Environment>,
  intercept: Dispatcher.DispatcherComposeInterceptor = (dispatch) => dispatch,
): Http {
  let pools: ReturnType<typeof openProxies> | undefined;

  return async (request, signal) => {
    const { method, url, untilSent } = request;
    let sent = false;
    let head: Omit<HttpResponse, 'body'> = { status: 0, statusText: '', headers: {} };
    let guard: { cancel(): void } | undefined;
    const own = new AbortController();
    const stop = AbortSignal.any([signal, own.signal]);
    using _listener = untilSent && addAbortListener(untilSent, () => sent || own.abort(untilSent.reason));
    const begin = (awaited: string, span: number) => {
      guard?.cancel();
      guard = clock.guard(span, () => own.abort(new Error(`no ${awaited} within ${span / 1000} s`)));
    };
    const wire = watchWire(request, {
      onSend() {
        // A connection that opened too late is closed without being used.
        if (stop.aborted) return;
        sent = true;
        begin('response', request.responseTimeout ?? RESPONSE_TIMEOUT);
      },
      onResponse(status, statusText, headers) {
        head = { status, statusText, headers };
        begin('complete response', BODY_TIMEOUT);
      },
    });

    begin('connection', CONNECT_TIMEOUT);
    try {
      // Opened here, so that an invalid proxy URL fails the request.
      pools ??= openProxies(environment);
      const options = { method, redirect: 'manual', signal: stop } as const;
      const response = await fetch(url, { ...options, dispatcher: pools(url).compose(intercept, wire) });
      const body = await readBody(response, request);
      return { ok: true, response: { ...head, body } };
    } catch (error) {
      // An error status counts even if its body didn't arrive. fetch itself fails after a 407 or 421.
      if (head.status >= 300) return { ok: true, response: { ...head, body: '' } };
      const cause = stop.aborted ? stop.reason : error;
      return { ok: false, sent, aborted: cause === signal.reason || cause === untilSent?.reason, cause };
    } finally {
      guard?.cancel();
    }
  };
}

/** Redacts each response before any part of it is cut or escaped. */
export function withoutSecrets(http: Http, redact: (text: string) => string): Http {
  return async (request, signal) => {
    const attempt = await http(request, signal);
    if (!attempt.ok) return attempt;
    const { status, statusText, headers, body } = attempt.response;
    const shown = Object.entries(headers).map(([name, value]) => [name, redact(value)]);
    const safe = { statusText: redact(statusText), headers: Object.fromEntries(shown), body: redact(body) };
    return { ok: true, response: { status, ...safe } };
  };
}

/** Sends the request unchanged and only once, and reports when the first byte leaves and when the response begins. */
function watchWire(
  request: HttpRequest,
  on: {
    onSend(): void;
    onResponse(status: number, statusText: string, headers: HttpResponse['headers']): void;
  },
): Dispatcher.DispatcherComposeInterceptor {
  let dispatched = false;
  return (dispatch) => (options, handler) => {
    // After a 421, fetch would repeat the request.
    if (dispatched) throw new Error('already sent');
    dispatched = true;
    // fetch would add headers for browsers, and quote the value of an invalid header in its error.
    const headers = { ...request.headers, 'accept-encoding': 'gzip, deflate, br' };
    return dispatch(
      { ...options, headers, body: request.body ?? null },
      {
        // undici calls this on an open connection, before it writes the first byte.
        onRequestStart(controller, context) {
          on.onSend();
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart(controller, status, headers, statusText = '') {
          const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
          if (status >= 200) on.onResponse(status, statusText, Object.fromEntries(joined));
          handler.onResponseStart?.(controller, status, headers, statusText);
        },
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
        onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
      },
    );
  };
}

/** Reads piece by piece, so that a very long log never needs more than twice what is kept of it. */
async function readBody(
  { body }: Response,
  { keepsLast = Number.POSITIVE_INFINITY }: HttpRequest,
): Promise<string> {
  let chunks: Uint8Array[] = [];
  let [size, isCut] = [0, false];
  for await (const chunk of body ?? []) {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= keepsLast) continue;
    chunks = [Buffer.concat(chunks).subarray(-keepsLast / 2)];
    [size, isCut] = [keepsLast / 2, true];
  }
  // The decoder removes a byte order mark, which JSON doesn't allow.
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  // Half a secret in the first line could not be redacted.
  return isCut ? text.slice(text.indexOf('\n') + 1 || text.length) : text;
}
