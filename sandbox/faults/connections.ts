import { STATUS_CODES } from 'node:http';
import type { Answer, Exchange } from '../http/exchange.ts';
import type { Fault } from './script.ts';

/** Faults of the connection. Times are virtual, in milliseconds. */

function fault(name: string, act: Fault['act']): Fault {
  return { name, act };
}

/** The request is handled after this time. */
export function delay(ms: number): Fault {
  return fault(`delay ${ms}`, async (exchange) => {
    await exchange.receive();
    await exchange.stalled(() => exchange.time.sleep(ms));
    await exchange.send(await exchange.process());
  });
}

/** The connection breaks before the request's body is read. */
export function resetBefore(): Fault {
  return fault('reset before the request', async (exchange) => exchange.reset());
}

/** The request is read, and never handled. */
export function resetInstead(): Fault {
  return fault('reset instead of handling', async (exchange) => {
    await exchange.receive();
    exchange.reset();
  });
}

/** The request is handled, and the answer is lost. */
export function resetAfter(): Fault {
  return fault('reset after handling', async (exchange) => {
    await exchange.process();
    exchange.reset();
  });
}

/** The request is never answered. `handled`: whether it is handled. */
export function halfOpen({ handled = false } = {}): Fault {
  return fault(`half open${handled ? ' after handling' : ''}`, async (exchange) => {
    await (handled ? exchange.process() : exchange.receive());
    await exchange.stalled(() => exchange.closed);
  });
}

/** The head of an answer, as bytes. */
function head({ status, headers }: Answer, length: number): string {
  const all = { ...headers, 'content-length': String(length), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n');
}

async function sendHead(exchange: Exchange, answer: Answer, length = answer.body.length): Promise<void> {
  exchange.record.status = answer.status;
  await exchange.write(head(answer, length));
}

/** Sends bytes piece by piece. */
async function drip(exchange: Exchange, bytes: Buffer, piece: number, every: number): Promise<void> {
  for (let start = 0; start < bytes.length; start += piece) {
    await exchange.time.sleep(every);
    await exchange.write(bytes.subarray(start, start + piece));
  }
}

export interface Drip {
  /** Milliseconds before each piece. */
  readonly every: number;
  /** The size of a piece in bytes. Default: 16. */
  readonly piece?: number;
}

/** Lets the application handle the request, writes something else than its whole answer, and ends the connection. */
function write(name: string, act: (exchange: Exchange, answer: Answer) => Promise<void>): Fault {
  return fault(name, async (exchange) => {
    await act(exchange, await exchange.process());
    await exchange.end();
  });
}

/** The head of the answer arrives in pieces. */
export function slowHead({ every, piece = 16 }: Drip): Fault {
  return write('slow head', async (exchange, answer) => {
    const bytes = Buffer.from(head(answer, answer.body.length));
    await exchange.stalled(() => drip(exchange, bytes, piece, every));
    exchange.record.status = answer.status;
    await exchange.write(answer.body);
  });
}

/** The body of the answer arrives in pieces. */
export function slowBody({ every, piece = 16 }: Drip): Fault {
  return write('slow body', async (exchange, answer) => {
    await sendHead(exchange, answer);
    await exchange.stalled(() => drip(exchange, answer.body, piece, every));
  });
}

/** The connection ends in the middle of the body. */
export function cutBody({ after = 10 } = {}): Fault {
  return write('cut body', async (exchange, answer) => {
    await sendHead(exchange, answer);
    await exchange.write(answer.body.subarray(0, after));
  });
}

/**
 * The answer declares a length that is too large by this many bytes. The connection stays open, and the rest never arrives.
 * A negative number declares too little.
 */
export function wrongLength(by: number): Fault {
  return write(`wrong length ${by}`, async (exchange, answer) => {
    await sendHead(exchange, answer, answer.body.length + by);
    await exchange.write(answer.body);
    if (by > 0) await exchange.stalled(() => exchange.closed);
  });
}

/** Bytes that are not HTTP. */
export function garbage(bytes: string | Buffer = '\u0000\u0001\u0002 this is no HTTP\r\n\r\n'): Fault {
  return write('garbage', (exchange) => exchange.write(bytes));
}

export type Barrier = ReturnType<typeof barrier>;

/** Holds a request until the test releases it, before it is handled, or before its answer is sent. Time stands still meanwhile. */
export function barrier(where: 'before' | 'after' = 'before') {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const stalled = Promise.withResolvers<void>();
  const over = (exchange: Exchange) =>
    Promise.race([released.promise.then(() => true), exchange.closed.then(() => false)]);
  return {
    name: `barrier ${where}`,
    /** Resolves when a request is held. */
    reached: reached.promise,
    /** Releases the request. */
    release: () => released.resolve(),
    /** Lets time pass while the request is held. */
    stall: () => stalled.resolve(),
    async act(exchange: Exchange) {
      await exchange.receive();
      const answer = where === 'after' ? await exchange.process() : undefined;
      void stalled.promise.then(() => exchange.stalled(() => over(exchange)));
      reached.resolve();
      // A client that hung up gets no answer, and its request is not handled now.
      if (await over(exchange)) await exchange.send(answer ?? (await exchange.process()));
    },
  };
}

/** A URL that refuses connections. Systems never choose its port for a server. */
export const REFUSING_ORIGIN = 'http://127.0.0.1:2';
