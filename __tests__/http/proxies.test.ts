/** Every way in which a proxy fails, on loopback: whether the request left, the one connection, and the message. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REFUSING_ORIGIN } from '../../sandbox/faults/connections.ts';
import { openHttp } from '../../src/http/http-client.ts';
import { type FakeClock, fakeClock } from '../support/clock.ts';
import {
  type Behaviour,
  CHECK,
  issueCertificates,
  openPeer,
  type Peer,
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

interface ProxyRow {
  readonly proxy: () => Behaviour;
  /** What happens while the client waits for an answer. */
  readonly meanwhile?: (proxy: Peer, clock: FakeClock) => Promise<void>;
  /** Whether the request left, and the host read it once. */
  readonly sent: boolean;
  readonly words: readonly (string | RegExp)[];
}

const PROXY_ROWS: Readonly<Record<string, ProxyRow>> = {
  'lets the request through': { proxy: () => ({ answer: tunnel }), sent: true, words: ['200 ok'] },
  'speaks TLS itself, and prefers HTTP/2': {
    proxy: () => ({ ...secured('good', { ALPNProtocols: ['h2', 'http/1.1'] }), answer: tunnel }),
    sent: true,
    words: ['200 ok'],
  },
  'has an untrusted certificate': {
    proxy: () => ({ ...secured('selfSigned'), answer: tunnel }),
    sent: false,
    words: ['self-signed certificate', UNTRUSTED],
  },
  'needs a password (407)': {
    proxy: () => ({ answer: (socket) => socket.write('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n') }),
    sent: false,
    words: ['No connection to the service (Proxy response (407) !== 200 when HTTP Tunneling)', CHECK],
  },
  'does not reach the host (502)': {
    proxy: () => ({ answer: (socket) => socket.end('HTTP/1.1 502 No\r\ncontent-length: 2\r\n\r\nno') }),
    sent: false,
    words: ['No connection to the service (Proxy response (502) !== 200 when HTTP Tunneling)', CHECK],
  },
  resets: {
    proxy: () => ({ answer: (socket) => socket.resetAndDestroy() }),
    sent: false,
    words: ['No connection to the service (', CHECK],
  },
  'does not speak HTTP': {
    proxy: () => ({ answer: (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n') }),
    sent: false,
    words: ['No connection to the service (', CHECK],
  },
  'does not answer': {
    proxy: () => ({ answer: () => {} }),
    async meanwhile({ reached }, clock) {
      await reached;
      await clock.sleep(10_000);
    },
    sent: false,
    words: ['No connection to the service (no connection within 10 s)', CHECK],
  },
};

describe.each(['http', 'https'])('a request to a host of %s, through a proxy that', (scheme) => {
  test.each(Object.entries(PROXY_ROWS))('%s', async (_does, row) => {
    await using host = await openPeer(scheme === 'https' ? secured('good') : {});
    await using proxy = await openPeer(row.proxy());
    const clock = fakeClock();
    const attempt = post(openHttp(clock, { HTTP_PROXY: proxy.url }), behindProxy(host.url));
    await row.meanwhile?.(proxy, clock);
    const { sent, message } = await attempt;
    expect(sent).toBe(row.sent);
    expect([host.requests.length, host.connections()]).toEqual(row.sent ? [1, 1] : [0, 0]);
    expect(proxy.connections()).toBe(1);
    for (const each of row.words) expect(message).toMatch(each);
  });

  test('does not listen', async () => {
    await using host = await openPeer(scheme === 'https' ? secured('good') : {});
    const http = openHttp(fakeClock(), { HTTP_PROXY: REFUSING_ORIGIN });
    const { sent, message } = await post(http, behindProxy(host.url));
    expect([sent, host.connections()]).toEqual([false, 0]);
    expect(message).toContain('No connection to the service (connect ECONNREFUSED');
    expect(message).toContain(CHECK);
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
