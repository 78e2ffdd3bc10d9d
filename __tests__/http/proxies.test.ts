/** Every way in which a proxy fails, on loopback: whether the request left, the one connection, and the message. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REFUSING_ORIGIN } from '../../sandbox/faults/connections.ts';
import { openHttp } from '../../src/http/http-client.ts';
import { fakeClock } from '../support/clock.ts';
import {
  type Behaviour,
  CHECK,
  issueCertificates,
  NO_CONNECTION,
  openPeer,
  post,
  secured,
  tunnel,
  UNTRUSTED,
} from '../support/peer.ts';
import { behindProxy } from '../support/proxy.ts';

let trust: Disposable;

beforeAll(async () => {
  trust = await issueCertificates();
});
afterAll(() => trust[Symbol.dispose]());

const bytes = (answer: string) => (): Behaviour => ({ answer: (socket) => socket.end(answer) });
const H2 = { ALPNProtocols: ['h2', 'http/1.1'] };

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
  ['resets', false, () => ({ answer: (socket) => socket.resetAndDestroy() }), NO_CONNECTION, CHECK],
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
