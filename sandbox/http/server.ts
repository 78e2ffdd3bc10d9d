import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import { createFaultScript } from '../faults/script.ts';
import type { Time } from '../time.ts';
import { type Answer, createExchange, REQUEST_HEADER, type RecordedRequest } from './exchange.ts';

export interface ServerOptions {
  readonly app: Pick<Hono, 'fetch'>;
  readonly time: Time;
  /** The time of an answer, in milliseconds. Default: none. */
  readonly answerTime?: (() => number) | undefined;
  /** A key and a certificate (PEM) for https. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
}

/** Starts a server on a free port of 127.0.0.1. It records its requests, and can answer them with faults. */
export async function openServer({ app, time, tls, answerTime }: ServerOptions) {
  const requests: RecordedRequest[] = [];
  const faults = createFaultScript();
  let origin = '';

  async function handle({ method, headers }: RecordedRequest, url: string, body: Buffer): Promise<Answer> {
    const content = body.length > 0 ? { body: new Uint8Array(body) } : {};
    const response = await app.fetch(new Request(origin + url, { method, headers, ...content }));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    };
  }

  async function meet(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming;
    const [path = '/', query = ''] = url.split('?', 2);
    const record: RecordedRequest = {
      number: requests.length + 1,
      at: time.now(),
      method,
      path,
      query: new URLSearchParams(query),
      headers: headersOf(incoming),
      body: '',
      whole: false,
      answer: undefined,
      status: null,
      fault: undefined,
    };
    requests.push(record);
    const exchange = createExchange({
      incoming,
      outgoing,
      record,
      time,
      handle: (request, body) => handle(request, url, body),
    });
    const fault = faults.take(record);
    record.fault = fault?.name;
    if (fault) await fault.act(exchange);
    else {
      // The request and its answer travel for half of the time each. Time moves only for a step that is a call.
      const way = REQUEST_HEADER in incoming.headers ? (answerTime?.() ?? 0) / 2 : 0;
      await exchange.receive();
      if (way > 0) await exchange.stalled(() => time.sleep(way));
      const answer = await exchange.process();
      if (way > 0) await exchange.stalled(() => time.sleep(way));
      await exchange.send(answer);
    }
  }

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    meet(incoming, outgoing).catch((error: unknown) => {
      // The client hung up during its request.
      if (incoming.socket.destroyed) return;
      console.error(error);
      incoming.socket.destroy();
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** `http://127.0.0.1:port` */
    origin,
    /** All requests, in the order of their arrival. */
    requests: requests as readonly RecordedRequest[],
    faults,
    /** Throws if a planned fault has met no request. */
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      const unused = faults.unused();
      if (unused.length > 0) throw new Error(`Planned faults that met no request:\n${unused.join('\n')}`);
    },
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers)
    .filter(([name]) => name !== REQUEST_HEADER)
    .map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries);
}
