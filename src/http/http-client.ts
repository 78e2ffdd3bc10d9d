import { addAbortListener } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, fetch, type Response } from 'undici';
import { ANSWER_TIMEOUT, BODY_TIMEOUT, CONNECT_TIMEOUT } from '../intervals.ts';
import type { Clock } from '../runner/clock.ts';
import { openProxies } from './proxy.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Stops the request only before its first byte is sent. */
  readonly untilSent?: AbortSignal | undefined;
  /** Limit of the answer's body, in bytes after decompression. */
  readonly maxBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Head = Omit<HttpResponse, 'body'>;

/** An answer of any status, or no answer and whether the request had been sent. */
export type Try =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly sent: boolean; readonly aborted: boolean; readonly cause: unknown };

/** Keeps connections open for later requests. Never follows a redirect and never repeats a request. */
export type Http = (request: HttpRequest, signal: AbortSignal) => Promise<Try>;

export function openHttp(clock: Clock, environment: NodeJS.ProcessEnv): Http {
  let pools: ReturnType<typeof openProxies> | undefined;

  return async (request, signal) => {
    const { method, url, untilSent, maxBytes } = request;
    const seen: { sent: boolean; head: Head; guard?: { cancel(): void } } = {
      sent: false,
      head: { status: 0, statusText: '', headers: {} },
    };
    const own = new AbortController();
    const stop = AbortSignal.any([signal, own.signal]);
    const stopUnsent = () => void (seen.sent || own.abort(untilSent?.reason));
    using _listener = untilSent && addAbortListener(untilSent, stopUnsent);
    const begin = (awaited: string, span: number) => {
      seen.guard?.cancel();
      seen.guard = clock.guard(span, () => own.abort(new Error(`no ${awaited} within ${span / 1000} s`)));
    };
    const wire = watchWire(request, {
      leaves() {
        // A connection that opened too late is closed unused.
        if (stop.aborted) return;
        seen.sent = true;
        begin('answer', ANSWER_TIMEOUT);
      },
      answers(head) {
        seen.head = head;
        begin('complete answer', BODY_TIMEOUT);
      },
    });

    begin('connection', CONNECT_TIMEOUT);
    try {
      // Opened here, so that an invalid proxy URL fails the request.
      pools ??= openProxies(environment);
      const options = { method, redirect: 'manual', signal: stop } as const;
      const response = await fetch(url, { ...options, dispatcher: pools(url).compose(wire) });
      const body = await readBody(response, maxBytes);
      return { ok: true, response: { ...seen.head, body } };
    } catch (error) {
      const { sent, head } = seen;
      // An error status counts even when its body did not arrive.
      if (head.status >= 300) return { ok: true, response: { ...head, body: '' } };
      const cause = stop.aborted ? stop.reason : error;
      return { ok: false, sent, aborted: cause === signal.reason || cause === untilSent?.reason, cause };
    } finally {
      seen.guard?.cancel();
    }
  };
}

/** Redacts each answer before any of it is cut or escaped. */
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

/** Sends the request unchanged and only once, and reports when its first byte leaves and its answer begins. */
function watchWire(
  request: HttpRequest,
  on: { leaves(): void; answers(head: Head): void },
): Dispatcher.DispatcherComposeInterceptor {
  let dispatched = false;
  return (dispatch) => (options, handler) => {
    // After a 421, fetch would repeat the request.
    if (dispatched) throw new Error('asked once already');
    dispatched = true;
    // By itself, fetch adds headers for browsers, and quotes the value of an invalid header in its error.
    const headers = { ...request.headers, 'accept-encoding': 'gzip, deflate, br' };
    return dispatch(
      { ...options, headers, body: request.body ?? null },
      {
        // undici calls this on an open connection, before it writes the first byte.
        onRequestStart(controller, context) {
          on.leaves();
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart(controller, status, headers, statusText = '') {
          if (status >= 200) on.answers({ status, statusText, headers: joined(headers) });
          handler.onResponseStart?.(controller, status, headers, statusText);
        },
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
        onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
      },
    );
  };
}

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}

function tooLarge(maxBytes: number): Error {
  const words = `the answer is larger than ${maxBytes / 1024 / 1024} MiB`;
  return Object.assign(new Error(words), { code: 'ERR_ANSWER_SIZE' });
}

/** Reads piece by piece, so that a compressed answer cannot grow past the limit. */
async function readBody({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  // The decoder removes a byte order mark, which JSON doesn't allow.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
