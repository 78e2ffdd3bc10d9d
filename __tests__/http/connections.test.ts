/**
 * Every way in which a connection fails, on loopback, without a proxy and with one: whether the request left, how often it
 * arrived, and the message.
 */
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REFUSING_ORIGIN } from '../../sandbox/faults/connections.ts';
import { openHttp } from '../../src/http/http-client.ts';
import { fakeClock } from '../support/clock.ts';
import {
  type Behaviour,
  BROKE,
  CHECK,
  CLOSED,
  DATED,
  issueCertificates,
  messageOf,
  NO_CONNECTION,
  NO_TLS,
  OK,
  openPeer,
  type Peer,
  post,
  secured,
  tunnel,
  UNTRUSTED,
} from '../support/peer.ts';
import { BEHIND, behindProxy } from '../support/proxy.ts';

let trust: Disposable;

beforeAll(async () => {
  trust = await issueCertificates();
});
afterAll(() => trust[Symbol.dispose]());

/** Whether the request left, the requests that the host read, and the connections to it. */
const UNSENT = [false, 0, 1] as const;
const UNREAD = [true, 0, 1] as const;
const READ = [true, 1, 1] as const;

type Row = [
  name: string,
  counts: readonly [sent: boolean, requests: number, connections: number],
  host: () => Behaviour,
  ...message: (string | RegExp)[],
];

const bytes = (answer: string) => (): Behaviour => ({ answer: (socket) => socket.end(answer) });
const reset = (socket: Socket) => socket.resetAndDestroy();
const httpsOf = ({ url }: Peer) => url.replace('http:', 'https:');

const OTHER = ['certificate belongs to another host', 'which host 127.0.0.1 resolves to'];
const H2 = { ALPNProtocols: ['h2', 'http/1.1'] };
const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

/** Makes all names resolve to these addresses. */
function resolveTo(...found: readonly string[]): Disposable {
  const { lookup } = dns;
  const addresses = found.map((address) => ({ address, family: isIP(address) }));
  type Found = (error: null, found: typeof addresses) => void;
  Object.assign(dns, { lookup: (_name: string, _options: object, found: Found) => found(null, addresses) });
  return { [Symbol.dispose]: () => Object.assign(dns, { lookup }) };
}

/** A host that accepts nothing for 0.4 s, which is longer than Node waits for one of several addresses by default. */
const SLOW_ACCEPT = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer((socket) => socket.on('data', (bytes) =>
    socket.write(/^CONNECT/.test(bytes) ? 'HTTP/1.1 200 ok\\r\\n\\r\\n' : ${JSON.stringify(OK)})));
  server.listen({ port: 0, host: '0.0.0.0', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  });
`;

describe('a request', () => {
  test.each<Row>([
    ['an answer', READ, () => ({}), '200 ok'],
    ['a trusted certificate', READ, () => secured('good'), '200 ok'],
    ['TLS that prefers HTTP/2', READ, () => secured('good', H2), '200 ok'],
    ['an old version of TLS', UNSENT, () => secured('good', OLD_TLS), /alert protocol version/, NO_TLS],

    ['a self-signed certificate', UNSENT, () => secured('selfSigned'), 'self-signed certificate', UNTRUSTED],
    ['an unknown authority', UNSENT, () => secured('unknown'), 'unable to verify the first', UNTRUSTED],
    ['the certificate of another host', UNSENT, () => secured('other'), ...OTHER],
    ['an expired certificate', UNSENT, () => secured('expired'), 'certificate has expired', DATED],
    ['a certificate of the future', UNSENT, () => secured('early'), 'certificate is not yet valid', DATED],

    ['a reset at once', UNSENT, () => ({ accept: reset }), `${NO_CONNECTION} (connect ECONNRESET`, CHECK],
    ['an end before reading', UNREAD, () => ({ accept: (socket) => socket.pause().end() }), CLOSED],
    ['a reset after reading', READ, () => ({ answer: reset }), `${BROKE} (read ECONNRESET).`],

    ['half a head', READ, bytes('HTTP/1.1 200 OK\r\ncontent-le'), CLOSED],
    ['half a body', READ, bytes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'), CLOSED],
    ['half a refusal', READ, bytes('HTTP/1.1 429 Slow\r\ncontent-length: 9\r\n\r\nhalf'), /^429 $/],
    ['a head without an end', READ, bytes(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(64 * 1024)}`), 'Overflow'],
    ['an unrequested 100 Continue', READ, bytes(`HTTP/1.1 100 Continue\r\n\r\n${OK}`), BROKE],
    ['another protocol', READ, bytes('SSH-2.0-OpenSSH_9.6\r\n'), BROKE],
    // A browser would repeat these, the second one with a password.
    ['421 Misdirected Request', READ, bytes('HTTP/1.1 421 No\r\ncontent-length: 2\r\n\r\nno'), /^421 $/],
    ['407 Proxy Authentication', READ, bytes('HTTP/1.1 407 No\r\ncontent-length: 2\r\n\r\nno'), /^407 $/],
  ])('reports %s', async (_name, counts, behaviour, ...parts) => {
    await using host = await openPeer(behaviour());
    const { sent, message } = await post(openHttp(fakeClock(), {}), host.url);
    expect([sent, host.requests.length, host.connections()]).toEqual(counts);
    for (const part of parts) expect(message).toMatch(part);
  });

  test.each<Row>([
    ['no TLS', UNSENT, bytes('HTTP/1.1 400 No\r\n\r\n'), /wrong version number|packet length/, NO_TLS],
    [
      'an end in the TLS handshake',
      UNSENT,
      () => ({ answer: (socket) => socket.destroy() }),
      /disconnected before secure TLS|ECONNRESET/,
      CHECK,
    ],
  ])('reports %s', async (_name, counts, behaviour, ...parts) => {
    await using host = await openPeer(behaviour());
    const { sent, message } = await post(openHttp(fakeClock(), {}), httpsOf(host));
    expect([sent, host.requests.length, host.connections()]).toEqual(counts);
    for (const part of [NO_CONNECTION, ...parts]) expect(message).toMatch(part);
  });

  test.each([
    ['a closed port', REFUSING_ORIGIN, `${NO_CONNECTION} (connect ECONNREFUSED 127.0.0.1:2). ${CHECK}`],
    [
      'an unknown name',
      'http://no-such-host.invalid',
      /\(getaddrinfo E\w+ no-such-host\.invalid\)\. The name .* can't be resolved\. Check `base-url` and the runner's DNS\.$/,
    ],
  ])('reports %s', async (_name, url, expected) => {
    const { sent, message } = await post(openHttp(fakeClock(), {}), url);
    expect(sent).toBe(false);
    expect(message).toMatch(expected);
  });

  test.each<[string, typeof READ | typeof UNSENT, (host: Peer) => string, number, string]>([
    ['an answer', READ, ({ url }) => url, 30_000, `${BROKE} (no response within 30 s).`],
    ['TLS', UNSENT, httpsOf, 10_000, `${NO_CONNECTION} (no connection within 10 s). ${CHECK}`],
  ])('gives up waiting for %s', async (_what, counts, urlOf, ms, expected) => {
    await using host = await openPeer({ answer: () => {} });
    const clock = fakeClock();
    const attempt = post(openHttp(clock, {}), urlOf(host));
    await host.reached;
    await clock.sleep(ms);
    const { sent, message } = await attempt;
    expect([sent, host.requests.length, host.connections()]).toEqual(counts);
    expect(message).toContain(expected);
  });

  test('uses the second address of a name if the first does not answer', async () => {
    using _names = resolveTo('::1', '127.0.0.1');
    await using host = await openPeer();
    const url = host.url.replace('127.0.0.1', 'two.example');
    expect(await post(openHttp(fakeClock(), {}), url)).toEqual({ sent: true, message: '200 ok' });
  });

  test.each([
    ['a host', (url: string) => [{}, url] as const],
    ['a proxy', (url: string) => [{ http_proxy: url }, `http://${BEHIND}`] as const],
  ])('waits for the slow handshake of %s whose second address refuses', async (_what, through) => {
    using _names = resolveTo('127.0.0.1', '::1');
    const worker = new Worker(SLOW_ACCEPT, { eval: true });
    const [port] = await once(worker, 'message');
    // These fill the queue of the listening socket, so that the kernel ignores the next handshake until it is repeated.
    const fillers = [connect(port), connect(port)];
    await Promise.all(fillers.map((filler) => once(filler, 'connect')));
    const [environment, url] = through(`http://two.example:${port}`);
    expect(await post(openHttp(fakeClock(), environment), url)).toEqual({ sent: true, message: '200 ok' });
    await worker.terminate();
    for (const filler of fillers) filler.destroy();
  });

  test('reports the first of several dead addresses', () => {
    const errors = ['::1', '127.0.0.1'].map((ip) => new Error(`connect ECONNREFUSED ${ip}:80`));
    const cause = new TypeError('fetch failed', { cause: new AggregateError(errors) });
    const message = messageOf({ ok: false, sent: false, aborted: false, cause }, 'http://two.example');
    expect(message).toContain(`${NO_CONNECTION} (connect ECONNREFUSED ::1:80)`);
  });
});

describe.each(['GET', 'POST'] as const)('before a %s, an idle connection', (method) => {
  /** The client gets its first answer, then `between` happens. The second request gets `answer`. */
  async function sendTwice(
    between: (socket: Socket) => unknown,
    answer = (socket: Socket): unknown => socket.write(OK),
  ) {
    const sockets: Socket[] = [];
    await using host = await openPeer({
      answer: (socket) => (sockets.push(socket) === 1 ? socket.write(OK) : answer(socket)),
    });
    const http = openHttp(fakeClock(), {});
    expect(await post(http, host.url)).toEqual({ sent: true, message: '200 ok' });
    // The client keeps a connection a turn of the event loop after its answer.
    await new Promise((resolve) => setImmediate(resolve));
    for (const socket of sockets) await between(socket);
    const second = await post(http, host.url, method === 'GET' ? { method, body: undefined } : {});
    return { ...second, requests: host.requests.length, connections: host.connections() };
  }

  test('is used again', async () => {
    const expected = { sent: true, message: '200 ok', requests: 2, connections: 1 };
    expect(await sendTwice(() => {})).toEqual(expected);
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['has ended', (socket) => once(socket.end(), 'close')],
    ['ends at this moment', (socket) => void socket.end()],
  ])('that %s is replaced', async (_when, between) => {
    const expected = { sent: true, message: '200 ok', requests: 2, connections: 2 };
    expect(await sendTwice(between)).toEqual(expected);
  });

  test('that the host resets at this moment sends nothing', async () => {
    const second = await sendTwice((socket) => void socket.resetAndDestroy());
    expect(second).toMatchObject({ sent: false, requests: 1, connections: 1 });
    expect(second.message).toContain(`${NO_CONNECTION} (read ECONNRESET)`);
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['ends', (socket) => socket.end()],
    ['resets', reset],
  ])('that the host %s in place of an answer fails the request without a second try', async (_how, end) => {
    const second = await sendTwice(() => {}, end);
    expect(second).toMatchObject({ sent: true, requests: 2, connections: 1 });
    expect(second.message).toContain(BROKE);
  });
});

/** What the proxy does, whether the request left, and what its message contains. */
const PROXIES: readonly [does: string, sent: boolean, proxy: () => Behaviour, ...message: string[]][] = [
  ['lets the request through', true, () => ({ answer: tunnel }), '200 ok'],
  ['speaks TLS itself', true, () => ({ ...secured('good', H2), answer: tunnel }), '200 ok'],
  ['has an untrusted certificate', false, () => secured('selfSigned'), 'self-signed certificate', UNTRUSTED],
  [
    'needs a password',
    false,
    bytes('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'),
    `${NO_CONNECTION} (Proxy response (407) !== 200 when HTTP Tunneling)`,
    CHECK,
  ],
  [
    'does not reach the host',
    false,
    bytes('HTTP/1.1 502 No\r\ncontent-length: 2\r\n\r\nno'),
    `${NO_CONNECTION} (Proxy response (502) !== 200 when HTTP Tunneling)`,
    CHECK,
  ],
  ['resets', false, () => ({ answer: reset }), NO_CONNECTION, CHECK],
  ['does not speak HTTP', false, bytes('SSH-2.0-OpenSSH_9.6\r\n'), NO_CONNECTION, CHECK],
];

describe.each(['http', 'https'])('a request to a host of %s, through a proxy that', (scheme) => {
  const openHost = () => openPeer(scheme === 'https' ? secured('good') : {});

  test.each(PROXIES)('%s', async (_does, sent, behaviour, ...parts) => {
    await using host = await openHost();
    await using proxy = await openPeer(behaviour());
    const attempt = await post(openHttp(fakeClock(), { HTTP_PROXY: proxy.url }), behindProxy(host.url));
    expect(attempt.sent).toBe(sent);
    expect([host.requests.length, host.connections()]).toEqual(sent ? [1, 1] : [0, 0]);
    expect(proxy.connections()).toBe(1);
    for (const part of parts) expect(attempt.message).toContain(part);
  });

  test('does not answer', async () => {
    await using proxy = await openPeer({ answer: () => {} });
    const clock = fakeClock();
    const url = behindProxy(`${scheme}://127.0.0.1:1024`);
    const attempt = post(openHttp(clock, { HTTP_PROXY: proxy.url }), url);
    await proxy.reached;
    await clock.sleep(10_000);
    const message = `${NO_CONNECTION} (no connection within 10 s). ${CHECK}`;
    expect(await attempt).toEqual({ sent: false, message });
    expect(proxy.connections()).toBe(1);
  });

  test('does not listen', async () => {
    await using host = await openHost();
    const http = openHttp(fakeClock(), { HTTP_PROXY: REFUSING_ORIGIN });
    const message = `${NO_CONNECTION} (connect ECONNREFUSED 127.0.0.1:2). ${CHECK}`;
    expect(await post(http, behindProxy(host.url))).toEqual({ sent: false, message });
    expect(host.connections()).toBe(0);
  });
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.9.9.9', '127.9.9.9'],
  ['[::1]', '::1'],
  ['localhost', 'localhost'],
])('requests to %s, which is this machine, use no proxy', async (name, address) => {
  await using proxy = await openPeer({ answer: tunnel });
  await using host = await openPeer({ host: address });
  const http = openHttp(fakeClock(), { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
  const answer = await post(http, host.url.replace('127.0.0.1', name));
  expect([answer, proxy.connections()]).toEqual([{ sent: true, message: '200 ok' }, 0]);
});

test.each(['localhost.example', '127.0.0.1.example', '128.0.0.1', '[::2]', 'my-localhost'])(
  'requests to %s use the proxy',
  async (name) => {
    await using proxy = await openPeer({ answer: (socket) => socket.end() });
    await post(openHttp(fakeClock(), { HTTP_PROXY: proxy.url }), `http://${name}:1024`);
    expect(proxy.connections()).toBe(1);
  },
);

test.each<[string, number, (url: string) => Readonly<Record<string, string>>]>([
  ['https_proxy', 1, (url) => ({ https_proxy: url })],
  [
    'HTTPS_PROXY without a scheme, next to an empty variable',
    1,
    (url) => ({ https_proxy: '', HTTPS_PROXY: new URL(url).host }),
  ],
  ['HTTPS_PROXY and NO_PROXY', 0, (url) => ({ HTTPS_PROXY: url, NO_PROXY: `example.com,${BEHIND}` })],
  ['HTTPS_PROXY and no_proxy', 0, (url) => ({ HTTPS_PROXY: url, no_proxy: `example.com,${BEHIND}` })],
])('with %s, requests to a host of https reach the proxy %d times', async (_, times, environment) => {
  await using proxy = await openPeer({ answer: (socket) => socket.end() });
  await post(openHttp(fakeClock(), environment(proxy.url)), `https://${BEHIND}:1024`);
  expect(proxy.connections()).toBe(times);
});
