/** Every way in which a connection fails, on loopback: whether the request left, how often it arrived, and the message. */
import dns from 'node:dns';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REFUSING_ORIGIN } from '../../sandbox/faults/connections.ts';
import { openHttp } from '../../src/http/http-client.ts';
import { type FakeClock, fakeClock } from '../support/clock.ts';
import {
  type Behaviour,
  BROKE,
  CHECK,
  DATED,
  issueCertificates,
  messageOf,
  NO_TLS,
  OK,
  openPeer,
  type Peer,
  post,
  secured,
  UNTRUSTED,
} from '../support/peer.ts';

let trust: Disposable;

beforeAll(async () => {
  trust = await issueCertificates();
});
afterAll(() => trust[Symbol.dispose]());

interface Row {
  readonly host?: () => Behaviour;
  /** By default, the host's own. */
  readonly url?: (host: Peer) => string;
  /** What happens while the client waits for an answer. */
  readonly meanwhile?: (host: Peer, clock: FakeClock) => Promise<void>;
  readonly sent: boolean;
  /** Requests that the host read. */
  readonly requests: number;
  readonly connections: number;
  readonly words: readonly (string | RegExp)[];
}

const UNREACHED = { sent: false, requests: 0, connections: 0 } as const;
const UNSENT = { sent: false, requests: 0, connections: 1 } as const;
const READ = { sent: true, requests: 1, connections: 1 } as const;

/** With these, no request leaves. */
const CERTIFICATES = [
  ['signed by itself', 'selfSigned', 'self-signed certificate', UNTRUSTED],
  ['of an unknown authority', 'unknown', 'unable to verify the first certificate', UNTRUSTED],
  ['of another host', 'other', 'certificate belongs to another host', 'which host answers for 127.0.0.1'],
  ['that has expired', 'expired', 'certificate has expired', DATED],
  ['that is not valid yet', 'early', 'certificate is not yet valid', DATED],
] as const;

/** All bytes of an answer. */
const ANSWERS = [
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-le', `${BROKE} (other side closed).`],
  ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', `${BROKE} (other side closed).`],
  ['half a refusal', 'HTTP/1.1 429 Slow\r\ncontent-length: 9\r\n\r\nhalf', /^429 $/],
  ['bytes that are not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', BROKE],
  // A browser would repeat these, the second one with a password.
  ['421 Misdirected Request', 'HTTP/1.1 421 No\r\ncontent-length: 2\r\n\r\nno', /^421 $/],
  ['407 Proxy Authentication Required', 'HTTP/1.1 407 No\r\ncontent-length: 2\r\n\r\nno', /^407 $/],
] as const;

const ROWS: readonly (readonly [string, Row])[] = [
  ...CERTIFICATES.map(([name, certificate, ...words]): [string, Row] => [
    `a certificate ${name}`,
    { ...UNSENT, host: () => secured(certificate), words },
  ]),
  ...ANSWERS.map(([name, bytes, words]): [string, Row] => [
    name,
    { ...READ, host: () => ({ answer: (socket) => socket.end(bytes) }), words: [words] },
  ]),
  ...Object.entries<Row>({
    'a host that answers': { ...READ, words: ['200 ok'] },

    'a closed port': {
      ...UNREACHED,
      url: () => REFUSING_ORIGIN,
      words: ['No connection to the service (connect ECONNREFUSED 127.0.0.1:', CHECK],
    },
    'an unknown name': {
      ...UNREACHED,
      url: () => 'http://no-such-host.invalid',
      words: [
        /No connection to the service \(getaddrinfo E\w+ no-such-host\.invalid\)/,
        "Check `base-url` and the runner's DNS.",
      ],
    },
    'a name with two addresses, of which the second answers': {
      ...READ,
      url: (host) => host.url.replace('127.0.0.1', 'two.example'),
      words: ['200 ok'],
    },

    'a trusted certificate': { ...READ, host: () => secured('good'), words: ['200 ok'] },
    'TLS that prefers HTTP/2': {
      ...READ,
      host: () => secured('good', { ALPNProtocols: ['h2', 'http/1.1'] }),
      words: ['200 ok'],
    },
    'a host without TLS': {
      ...UNSENT,
      host: () => ({ answer: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') }),
      url: (host) => host.url.replace('http:', 'https:'),
      words: [/No connection to the service \(.*(wrong version number|packet length too long)/, NO_TLS],
    },
    'an old version of TLS': {
      ...UNSENT,
      host: () =>
        secured('good', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
      words: [/No connection to the service \(.*alert protocol version/, NO_TLS],
    },
    'an end of the TLS handshake': {
      ...UNSENT,
      host: () => ({ answer: (socket) => socket.destroy() }),
      url: (host) => host.url.replace('http:', 'https:'),
      words: [/No connection to the service \(.*(disconnected before secure TLS|ECONNRESET)/, CHECK],
    },
    'silence in the TLS handshake': {
      ...UNSENT,
      host: () => ({ answer: () => {} }),
      url: (host) => host.url.replace('http:', 'https:'),
      async meanwhile({ reached }, clock) {
        await reached;
        await clock.sleep(10_000);
      },
      words: ['No connection to the service (no connection within 10 s)', CHECK],
    },

    'a reset at once': {
      ...UNSENT,
      host: () => ({ accept: (socket) => socket.resetAndDestroy() }),
      words: ['No connection to the service (connect ECONNRESET', CHECK],
    },
    'an end before the request was read': {
      ...UNSENT,
      sent: true,
      host: () => ({ accept: (socket) => socket.pause().end() }),
      words: [`${BROKE} (other side closed).`],
    },
    'a reset after the request was read': {
      ...READ,
      host: () => ({ answer: (socket) => socket.resetAndDestroy() }),
      words: [`${BROKE} (read ECONNRESET).`],
    },
    'no answer': {
      ...READ,
      host: () => ({ answer: () => {} }),
      async meanwhile({ reached }, clock) {
        await reached;
        await clock.sleep(30_000);
      },
      words: [`${BROKE} (no answer within 30 s).`],
    },
  }),
];

describe('a request', () => {
  const { lookup } = dns;
  const addresses = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  beforeAll(() => {
    type Found = (error: null, found: typeof addresses) => void;
    const known = (name: string, options: object, found: Found) =>
      name === 'two.example' ? found(null, addresses) : Reflect.apply(lookup, dns, [name, options, found]);
    Object.assign(dns, { lookup: known });
  });
  afterAll(() => {
    Object.assign(dns, { lookup });
  });

  test.each(ROWS)('meets %s', async (_name, { host: behaviour, url, meanwhile, words, ...expected }) => {
    await using host = await openPeer(behaviour?.());
    const clock = fakeClock();
    const attempt = post(openHttp(clock, {}), url?.(host) ?? host.url);
    await meanwhile?.(host, clock);
    const { sent, message } = await attempt;
    expect({ sent, requests: host.requests.length, connections: host.connections() }).toEqual(expected);
    for (const each of words) expect(message).toMatch(each);
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
    expect(second.message).toContain('No connection to the service (read ECONNRESET)');
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['ends', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('that the host %s in place of an answer fails the request without a second try', async (_how, end) => {
    const second = await sendTwice(() => {}, end);
    expect(second).toMatchObject({ sent: true, requests: 2, connections: 1 });
    expect(second.message).toContain(BROKE);
  });
});

test('the message names the first of several addresses that failed', () => {
  const errors = ['::1', '127.0.0.1'].map((ip) => new Error(`connect ECONNREFUSED ${ip}:80`));
  const cause = new TypeError('fetch failed', { cause: new AggregateError(errors) });
  const message = messageOf({ ok: false, sent: false, aborted: false, cause }, 'http://two.example');
  expect(message).toContain('No connection to the service (connect ECONNREFUSED ::1:80)');
});
