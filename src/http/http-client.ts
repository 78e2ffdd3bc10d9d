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
  /** Stops the request as long as nothing of it has left. */
  readonly untilSent?: AbortSignal | undefined;
  /** The largest answer that is read, in bytes after decompression. */
  readonly maxBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How an answer begins. */
type Head = Omit<HttpResponse, 'body'>;

/** What one try brought: an answer of any status, or none and whether the request had left. */
export type Try =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly sent: boolean; readonly aborted: boolean; readonly cause: unknown };

/** Connections are kept for all requests. Redirects are never followed, nothing is tried twice here. */
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
        // A connection that came about too late is closed unused.
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
      // Here, so that a proxy whose address is none fails the request.
      pools ??= openProxies(environment);
      const options = { method, redirect: 'manual', signal: stop } as const;
      const response = await fetch(url, { ...options, dispatcher: pools(url).compose(wire) });
      const body = await readBody(response, maxBytes);
      return { ok: true, response: { ...seen.head, body } };
    } catch (error) {
      const { sent, head } = seen;
      // A refusal is a refusal, even when the rest of its words did not arrive.
      if (head.status >= 300) return { ok: true, response: { ...head, body: '' } };
      const cause = stop.aborted ? stop.reason : error;
      return { ok: false, sent, aborted: cause === signal.reason || cause === untilSent?.reason, cause };
    } finally {
      seen.guard?.cancel();
    }
  };
}

/** Takes secrets out of each answer before any of it is cut or escaped. */
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

/** Lets a request leave just as it is, and only once, and tells what becomes of it on the wire. */
function watchWire(
  request: HttpRequest,
  on: { leaves(): void; answers(head: Head): void },
): Dispatcher.DispatcherComposeInterceptor {
  let dispatched = false;
  return (dispatch) => (options, handler) => {
    // After a 421 fetch would ask again.
    if (dispatched) throw new Error('asked once already');
    dispatched = true;
    // Left to itself, fetch sends headers that only mean something in a browser, and names a wrong one with its value.
    const headers = { ...request.headers, 'accept-encoding': 'gzip, deflate, br' };
    return dispatch(
      { ...options, headers, body: request.body ?? null },
      {
        // undici calls this when a connection stands and before the first byte is written.
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

/** Reads an unpacked body piece by piece, so that a small answer cannot grow without a limit. */
async function readBody({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  // Takes a byte order mark away, which JSON does not know.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
