/** One try of a request, against a server on loopback that answers byte for byte what a test says. */
import { EventEmitter, getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { type HttpRequest, openHttp, type Try } from '../../src/http/http-client.ts';
import { type FakeClock, fakeClock } from '../support/clock.ts';

interface Scene extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly url: URL;
  /** What the server read, one text for each connection. */
  readonly heard: string[];
  readonly connections: () => number;
  /** Resolves when the next phase of a try begins. */
  nextPhase(): Promise<unknown>;
  /** Phases that began, and those that are still timed. */
  readonly phases: { begun: number; timed: number };
  send(request?: Partial<HttpRequest>, signal?: AbortSignal): Promise<Try>;
}

type Answer = (socket: Socket) => void;

async function openServer(answer: Answer, environment: NodeJS.ProcessEnv = {}): Promise<Scene> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const index = heard.push('') - 1;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard[index] = `${heard[index] ?? ''}${bytes}`;
      answer(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clock = fakeClock();
  const guards = new EventEmitter();
  const phases = { begun: 0, timed: 0 };
  const guard: FakeClock['guard'] = (ms, expired) => {
    phases.begun += 1;
    phases.timed += 1;
    guards.emit('begun');
    const timer = clock.guard(ms, expired);
    return {
      cancel() {
        phases.timed -= 1;
        timer.cancel();
      },
    };
  };
  const http = openHttp({ ...clock, guard }, environment);
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/agent?limit=1`);
  return {
    ...{ clock, url, heard, phases, connections: () => sockets.size },
    nextPhase: () => once(guards, 'begun'),
    send: (request = {}, signal = new AbortController().signal) =>
      http({ method: 'GET', url, headers: {}, maxBytes: 1024 * 1024, ...request }, signal),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const raw = (head: string, body: string | Buffer = ''): Answer => {
  const bytes = Buffer.from(body);
  const length = `content-length: ${bytes.length}`;
  return (socket) =>
    socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\n${length}\r\n\r\n`), bytes]));
};
const encoded = (encoding: string, body: Buffer) => raw(`200 OK\r\ncontent-encoding: ${encoding}`, body);
const silent: Answer = () => {};
/** A turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** What fetch names as the cause of a failure, or the failure itself. */
function causeOf(attempt: Try): string | undefined {
  const error = attempt.ok ? undefined : (attempt.cause as Error);
  return ((error?.cause as Error | undefined) ?? error)?.message;
}

describe('an answer', () => {
  test('has status, words, headers by lower-case name, and a body', async () => {
    await using scene = await openServer(raw('201 Made\r\nX-A: one\r\nx-a: two\r\nX-B: three', 'héllo'));
    const headers = { 'x-a': 'one, two', 'x-b': 'three', 'content-length': '6' };
    expect(await scene.send()).toEqual({
      ok: true,
      response: { status: 201, statusText: 'Made', headers, body: 'héllo' },
    });
  });

  test('that is packed wrongly is none, but a refusal stays one', async () => {
    await using good = await openServer(encoded('gzip', Buffer.from('words')));
    expect(await good.send()).toMatchObject({ ok: false, sent: true, aborted: false });
    await using bad = await openServer(raw('403 No\r\ncontent-encoding: gzip', 'words'));
    expect(await bad.send()).toMatchObject({ ok: true, response: { status: 403, body: '' } });
    await using moved = await openServer(raw('300 Many\r\ncontent-encoding: gzip', 'words'));
    expect(await moved.send()).toMatchObject({ ok: true, response: { status: 300, body: '' } });
  });
});

describe('a size', () => {
  const mebibyte = 'x'.repeat(1024 * 1024);

  test.each([
    ['as it comes', raw('200 OK', `${mebibyte}x`), 'the answer is larger than 1 MiB'],
    // Jest has an `Error` of its own, so that the words of Node stay here.
    [
      'after unpacking',
      encoded('gzip', gzipSync(`${mebibyte}x`)),
      /larger than 1048576 bytes|larger than 1 MiB/,
    ],
  ])('beyond it is given up, %s', async (_how, answer, words) => {
    await using scene = await openServer(answer);
    const attempt = await scene.send();
    expect(attempt).toMatchObject({ ok: false, sent: true, aborted: false });
    expect(causeOf(attempt)).toMatch(words);
  });

  test('of a refusal does not matter', async () => {
    await using scene = await openServer(raw('500 Oh', `${mebibyte}x`));
    expect(await scene.send()).toMatchObject({ ok: true, response: { status: 500, body: '' } });
  });
});

describe('a request', () => {
  test('goes out with path, query, headers, the encodings that are known, and its body', async () => {
    await using scene = await openServer(raw('200 OK'));
    await scene.send({ method: 'POST', headers: { authorization: 'Bearer key' }, body: '{"a":1}' });
    const [head = '', body] = (scene.heard[0] ?? '').split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe('POST /v2/agent?limit=1 HTTP/1.1');
    expect(head).toContain('authorization: Bearer key');
    expect(head).toContain('accept-encoding: gzip, deflate, br');
    expect(body).toBe('{"a":1}');
  });

  test('with a header that cannot be sent stays, and the header is not quoted', async () => {
    await using scene = await openServer(raw('200 OK'));
    const attempt = await scene.send({ headers: { authorization: 'Bearer secret\nkey' } });
    expect(attempt).toMatchObject({ ok: false, sent: false, aborted: false });
    expect(causeOf(attempt)).toBe('invalid authorization header');
  });

  test.each([
    ['200 OK', { ok: false, sent: true, aborted: false }],
    ['404 Not Found', { ok: true, response: { status: 404, body: '' } }],
    ['299 Odd', { ok: false, sent: true, aborted: false }],
  ])('whose connection breaks within %s', async (head, expected) => {
    await using scene = await openServer((socket) => {
      socket.end(`HTTP/1.1 ${head}\r\ncontent-length: 9\r\n\r\nhalf`);
    });
    expect(await scene.send()).toMatchObject(expected);
  });

  test('through a proxy whose address is none was not sent', async () => {
    await using scene = await openServer(silent, { HTTPS_PROXY: 'ftp://proxy.example' });
    const attempt = await scene.send();
    expect(attempt).toMatchObject({ ok: false, sent: false, aborted: false });
    expect(causeOf(attempt)).toBe('HTTPS_PROXY is not a URL like http://proxy.example:3128');
    expect(scene.connections()).toBe(0);
  });

  test.each(['user:p%zz', '%ff:p'])(
    'through a proxy with %s in its address was not sent, and the password is not shown',
    async (account) => {
      await using scene = await openServer(silent, { http_proxy: `http://${account}@proxy.example:3128` });
      const attempt = await scene.send();
      expect(attempt).toMatchObject({ ok: false, sent: false, aborted: false });
      expect(causeOf(attempt)).toBe(
        'the user or password in http_proxy has a % that is no percent-encoding: write it as %25',
      );
    },
  );
});

describe('waiting', () => {
  test('for the rest of an answer ends 30 s after its beginning', async () => {
    await using scene = await openServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    );
    const attempt = scene.send();
    await scene.nextPhase();
    await scene.nextPhase();
    await scene.clock.sleep(29_999);
    expect(await Promise.race([attempt, turn()])).toBeUndefined();
    await scene.clock.sleep(1);
    expect(causeOf(await attempt)).toBe('no complete answer within 30 s');
  });

  test('for a connection ends after 10 s, and nothing was sent', async () => {
    await using scene = await openServer(silent);
    const attempt = scene.send();
    // Not a turn of the event loop has passed, so that there is no connection yet.
    await scene.clock.sleep(9_999);
    expect(await Promise.race([attempt, Promise.resolve()])).toBeUndefined();
    await scene.clock.sleep(1);
    expect(await attempt).toMatchObject({ ok: false, sent: false, aborted: false });
    expect(causeOf(await attempt)).toBe('no connection within 10 s');
    await turn();
    await turn();
    expect(scene.connections()).toBe(1);
    expect(scene.heard.join('')).toBe('');
    expect(scene.phases.begun).toBe(1);
  });

  test('leaves nothing behind: no phase is timed, no signal listened to', async () => {
    await using scene = await openServer(raw('200 OK', 'ok'));
    const { signal } = new AbortController();
    expect(await scene.send({ untilSent: signal }, signal)).toMatchObject({ ok: true });
    expect(scene.phases.timed).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a signal', () => {
  const stop = new Error('the step ends');

  test('that came before stops everything', async () => {
    await using scene = await openServer(raw('200 OK'));
    const attempt = { ok: false, sent: false, aborted: true, cause: stop };
    expect(await scene.send({}, AbortSignal.abort(stop))).toEqual(attempt);
    expect(await scene.send({ untilSent: AbortSignal.abort(stop) })).toEqual(attempt);
    expect(scene.connections()).toBe(0);
  });

  test.each(['signal', 'untilSent'] as const)('%s that comes while connecting stops it', async (kind) => {
    await using scene = await openServer(raw('200 OK'));
    const controller = new AbortController();
    const { signal } = controller;
    const attempt = kind === 'signal' ? scene.send({}, signal) : scene.send({ untilSent: signal });
    controller.abort(stop);
    expect(await attempt).toEqual({ ok: false, sent: false, aborted: true, cause: stop });
    expect(scene.heard.join('')).toBe('');
  });

  test('that comes after it was sent stops the waiting; `untilSent` does not', async () => {
    const controllers = { whole: new AbortController(), untilSent: new AbortController() };
    await using scene = await openServer(() => controllers.untilSent.abort(stop));
    const attempt = scene.send({ untilSent: controllers.untilSent.signal }, controllers.whole.signal);
    await once(controllers.untilSent.signal, 'abort');
    expect(await Promise.race([attempt, turn()])).toBeUndefined();
    controllers.whole.abort(stop);
    expect(await attempt).toEqual({ ok: false, sent: true, aborted: true, cause: stop });
  });
});
