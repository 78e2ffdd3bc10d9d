/** One try of a request, against a peer on loopback that answers byte for byte. */
import { EventEmitter, getEventListeners, once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { type HttpRequest, openHttp, type Try, withoutSecrets } from '../../src/http/http-client.ts';
import type { Clock } from '../../src/runner/clock.ts';
import { fakeClock } from '../support/clock.ts';
import { openPeer } from '../support/peer.ts';

type Answer = (socket: Socket) => unknown;

async function openServer(answer: Answer, environment: NodeJS.ProcessEnv = {}) {
  const peer = await openPeer({ answer });
  const clock = fakeClock();
  const timers = new EventEmitter();
  const guard: Clock['guard'] = (ms, expired) => {
    timers.emit('started');
    return clock.guard(ms, expired);
  };
  const http = openHttp({ ...clock, guard }, environment);
  const url = new URL(`${peer.url}/v2/agent?limit=1`);
  return {
    ...peer,
    clock,
    nextTimer: () => once(timers, 'started'),
    send(request: Partial<HttpRequest> = {}, signal = new AbortController().signal): Promise<Try> {
      return http({ method: 'GET', url, headers: {}, ...request }, signal);
    },
  };
}

const raw = (head: string, body: string | Buffer = ''): Answer => {
  const bytes = Buffer.from(body);
  const length = `content-length: ${bytes.length}`;
  return (socket) =>
    socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\n${length}\r\n\r\n`), bytes]));
};
const silent: Answer = () => {};
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** The cause that fetch reports, or the failure itself. */
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

  test('has no secret in its status, headers and body', async () => {
    await using scene = await openServer(raw('400 key\r\nlocation: /key', 'a key'));
    const http = withoutSecrets(scene.send, (text) => text.replaceAll('key', '***'));
    const request = { method: 'GET', url: new URL(scene.url), headers: {} } as const;
    const headers = { location: '/***', 'content-length': '5' };
    expect(await http(request, new AbortController().signal)).toEqual({
      ok: true,
      response: { status: 400, statusText: '***', headers, body: 'a ***' },
    });
  });

  test.each([
    ['200 OK', { ok: false, sent: true, aborted: false }],
    ['300 Many', { ok: true, response: { status: 300, body: '' } }],
    ['403 No', { ok: true, response: { status: 403, body: '' } }],
  ])('with an invalid encoding counts only as a refusal: %s', async (head, expected) => {
    await using scene = await openServer(raw(`${head}\r\ncontent-encoding: gzip`, 'words'));
    expect(await scene.send()).toMatchObject(expected);
  });
});

describe('a request', () => {
  test('has path, query, headers, the encodings that the client knows, and its body', async () => {
    await using scene = await openServer(raw('200 OK'));
    await scene.send({ method: 'POST', headers: { authorization: 'Bearer key' }, body: '{"a":1}' });
    const [head = '', body] = scene.received().split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe('POST /v2/agent?limit=1 HTTP/1.1');
    expect(head).toContain('authorization: Bearer key');
    expect(head).toContain('accept-encoding: gzip, deflate, br');
    expect(body).toBe('{"a":1}');
  });

  test('with an invalid header is not sent, and the error does not quote the header', async () => {
    await using scene = await openServer(raw('200 OK'));
    const attempt = await scene.send({ headers: { authorization: 'Bearer secret\nkey' } });
    expect(attempt).toMatchObject({ ok: false, sent: false, aborted: false });
    expect(causeOf(attempt)).toBe('invalid authorization header');
  });

  const PERCENT = 'the user or password in http_proxy has an unencoded %: write it as %25';

  test.each([
    ['HTTPS_PROXY', 'ftp://proxy.example', 'HTTPS_PROXY is not a URL like http://proxy.example:3128'],
    ['http_proxy', 'http://user:p%zz@proxy.example:3128', PERCENT],
    ['http_proxy', 'http://%ff:p@proxy.example:3128', PERCENT],
  ])('is not sent when %s is %s, and the error shows no password', async (name, proxy, message) => {
    await using scene = await openServer(silent, { [name]: proxy });
    const attempt = await scene.send();
    expect(attempt).toMatchObject({ ok: false, sent: false, aborted: false });
    expect(causeOf(attempt)).toBe(message);
    expect(scene.connections()).toBe(0);
  });
});

test('the client waits 30 s for the rest of an answer', async () => {
  await using scene = await openServer((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
  );
  const attempt = scene.send();
  await scene.nextTimer();
  await scene.nextTimer();
  await scene.clock.sleep(29_999);
  expect(await Promise.race([attempt, turn()])).toBeUndefined();
  await scene.clock.sleep(1);
  expect(causeOf(await attempt)).toBe('no complete response within 30 s');
});

describe('a signal', () => {
  const stop = new Error('the step ends');

  test('before a request stops the request', async () => {
    await using scene = await openServer(raw('200 OK'));
    const attempt = { ok: false, sent: false, aborted: true, cause: stop };
    expect(await scene.send({}, AbortSignal.abort(stop))).toEqual(attempt);
    expect(await scene.send({ untilSent: AbortSignal.abort(stop) })).toEqual(attempt);
    expect(scene.connections()).toBe(0);
  });

  test.each(['signal', 'untilSent'] as const)('(%s) stops a request that is connecting', async (kind) => {
    await using scene = await openServer(raw('200 OK'));
    const controller = new AbortController();
    const { signal } = controller;
    const attempt = kind === 'signal' ? scene.send({}, signal) : scene.send({ untilSent: signal });
    controller.abort(stop);
    expect(await attempt).toEqual({ ok: false, sent: false, aborted: true, cause: stop });
    expect(scene.received()).toBe('');
  });

  test('has no listener after the request', async () => {
    await using scene = await openServer(raw('200 OK', 'ok'));
    const { signal } = new AbortController();
    expect(await scene.send({ untilSent: signal }, signal)).toMatchObject({ ok: true });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('stops the wait for an answer; `untilSent` does not', async () => {
    const whole = new AbortController();
    const untilSent = new AbortController();
    await using scene = await openServer(() => untilSent.abort(stop));
    const attempt = scene.send({ untilSent: untilSent.signal }, whole.signal);
    await once(untilSent.signal, 'abort');
    expect(await Promise.race([attempt, turn()])).toBeUndefined();
    whole.abort(stop);
    expect(await attempt).toEqual({ ok: false, sent: true, aborted: true, cause: stop });
  });
});
