/**
 * Every way in which a proxy fails, over real sockets on loopback: whether the request had left, that the proxy is asked
 * once and not again and again, and what people are told.
 */
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
  tell,
  tunnel,
  UNTRUSTED,
} from '../support/peer.ts';
import { behindProxy } from '../support/proxy.ts';

let trust: Disposable;

beforeAll(async () => {
  trust = await issueCertificates();
});
afterAll(() => trust[Symbol.dispose]());

/** One way of meeting a proxy; with a plain host and with one that speaks TLS. */
interface ProxyRow {
  readonly proxy: () => Behaviour;
  /** What happens while an answer is awaited. */
  readonly meanwhile?: (proxy: Peer, clock: FakeClock) => Promise<void>;
  /** Whether the request left, and was read once. */
  readonly sent: boolean;
  readonly words: readonly (string | RegExp)[];
}

const PROXY_ROWS: Readonly<Record<string, ProxyRow>> = {
  'lets it through': { proxy: () => ({ answer: tunnel }), sent: true, words: ['200 ok'] },
  'speaks TLS itself, and would rather speak HTTP/2': {
    proxy: () => ({ ...secured('good', { ALPNProtocols: ['h2', 'http/1.1'] }), answer: tunnel }),
    sent: true,
    words: ['200 ok'],
  },
  'speaks TLS with a certificate that nobody knows': {
    proxy: () => ({ ...secured('selfSigned'), answer: tunnel }),
    sent: false,
    words: ['self-signed certificate', UNTRUSTED],
  },
  'wants a password (407)': {
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
  'says what is no HTTP': {
    proxy: () => ({ answer: (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n') }),
    sent: false,
    words: ['No connection to the service (', CHECK],
  },
  'says nothing': {
    proxy: () => ({ answer: () => {} }),
    async meanwhile({ reached }, clock) {
      await reached;
      await clock.sleep(10_000);
    },
    sent: false,
    words: ['No connection to the service (no connection within 10 s)', CHECK],
  },
};

describe.each(['http', 'https'])('on its way to a host of %s a request meets a proxy that', (scheme) => {
  test.each(Object.entries(PROXY_ROWS))('%s', async (_does, row) => {
    await using host = await openPeer(scheme === 'https' ? secured('good') : {});
    await using proxy = await openPeer(row.proxy());
    const clock = fakeClock();
    const http = openHttp(clock, { HTTP_PROXY: proxy.url });
    const url = behindProxy(host.url);
    const attempt = post(http, url);
    await row.meanwhile?.(proxy, clock);
    const { sent, words } = tell(await attempt, url);
    const reads = row.sent ? 1 : 0;
    expect({ sent, requests: host.requests(), connections: host.connections() }).toEqual({
      ...{ sent: row.sent, requests: reads, connections: reads },
    });
    expect(proxy.connections()).toBe(1);
    for (const each of row.words) expect(words).toMatch(each);
  });

  test('is not there', async () => {
    await using host = await openPeer(scheme === 'https' ? secured('good') : {});
    const http = openHttp(fakeClock(), { HTTP_PROXY: REFUSING_ORIGIN });
    const url = behindProxy(host.url);
    const { sent, words } = tell(await post(http, url), url);
    expect([sent, host.connections()]).toEqual([false, 0]);
    expect(words).toContain('No connection to the service (connect ECONNREFUSED');
    expect(words).toContain(CHECK);
  });
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.9.9.9', '127.9.9.9'],
  ['[::1]', '::1'],
  ['localhost', 'localhost'],
])('this machine, as %s, is asked without a proxy', async (name, address) => {
  await using proxy = await openPeer({ answer: tunnel });
  await using host = await openPeer({ host: address });
  const http = openHttp(fakeClock(), { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
  const url = `http://${name}:${new URL(host.url).port}`;
  const { sent, words } = tell(await post(http, url), url);
  expect([sent, words, proxy.connections()]).toEqual([true, '200 ok', 0]);
});

test.each(['localhost.example', '127.0.0.1.example', '128.0.0.1', '[::2]', 'my-localhost'])(
  '%s is another machine',
  async (name) => {
    await using proxy = await openPeer({ answer: (socket) => socket.end() });
    const http = openHttp(fakeClock(), { HTTP_PROXY: proxy.url });
    await post(http, `http://${name}:1024`);
    expect(proxy.connections()).toBe(1);
  },
);
