import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Time } from '../time.ts';

/** A request to a server, and its answer. Filled in meanwhile. */
export interface RecordedRequest {
  /** 1 for the first one of this server. */
  readonly number: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Without the query, and not decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text. Empty until it is read. */
  body: string;
  /** Whether all of it has been read. */
  whole: boolean;
  /** The answer of the application, before a fault changed it. */
  answer: Answer | undefined;
  /** The status that was sent. `null` for none. */
  status: number | null;
  /** The name of the fault that met it. */
  fault: string | undefined;
}

/** A step names each of its requests to the server. The name is no part of the request, and is not recorded. */
export const REQUEST_HEADER = 'x-sandbox-request';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Exchange = ReturnType<typeof createExchange>;

interface Parts {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly record: RecordedRequest;
  readonly time: Time;
  handle(record: RecordedRequest, body: Buffer): Promise<Answer>;
}

/** The steps from a request to its answer. A fault does them, changes them, or leaves them out. */
export function createExchange({ incoming, outgoing, record, time, handle }: Parts) {
  const { socket } = incoming;
  const name = incoming.headers[REQUEST_HEADER]?.toString();
  const closed = closing(socket);
  let body: Promise<Buffer> | undefined;

  async function receive(): Promise<Buffer> {
    body ??= buffer(incoming);
    const bytes = await body;
    record.body = bytes.toString('utf8');
    record.whole = true;
    return bytes;
  }

  return {
    record,
    time,
    /** Resolves when the connection is gone. */
    closed,
    /** Reads the request to its end. */
    receive: async () => void (await receive()),
    /** Lets the application handle the request, whatever is sent then. */
    async process(): Promise<Answer> {
      const answer = await handle(record, await receive());
      record.answer = answer;
      const date = new Date(time.now()).toUTCString();
      return { ...answer, headers: { date, ...answer.headers } };
    },
    /** Sends a correct answer. */
    async send({ status, headers, body: content }: Answer) {
      if (socket.destroyed) return;
      record.status = status;
      outgoing.writeHead(status, { 'content-length': String(content.length), ...headers });
      outgoing.end(content);
      await Promise.race([once(outgoing, 'finish'), closed]);
    },
    /** Writes bytes to the connection, without regard to HTTP. */
    async write(bytes: string | Buffer) {
      if (socket.destroyed) return;
      await Promise.race([new Promise<void>((resolve) => socket.write(bytes, () => resolve())), closed]);
    },
    /** Closes the connection after what was written. */
    async end() {
      socket.end();
      await closed;
    },
    /** Breaks the connection. */
    reset: () => void socket.resetAndDestroy(),
    /** Does `work` while the client is held, so that time can pass. */
    stalled: <T>(work: () => Promise<T>) => time.stalled(name, work),
  };
}

/** Resolves when the connection is gone. */
function closing(socket: Socket): Promise<void> {
  // Each request of a connection has a listener.
  socket.setMaxListeners(0);
  return socket.destroyed
    ? Promise.resolve()
    : new Promise((resolve) => socket.once('close', () => resolve()));
}
