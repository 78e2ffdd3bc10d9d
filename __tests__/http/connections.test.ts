/**
 * Every way in which a connection fails, over real sockets on loopback: whether the request had left, how often the host
 * read it, how many connections that took, and what people are told.
 */
import dns from 'node:dns';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REFUSING_ORIGIN } from '../../sandbox/faults/connections.ts';
import { type HttpRequest, openHttp } from '../../src/http/http-client.ts';
import { type FakeClock, fakeClock } from '../support/clock.ts';
import {
  type Behaviour,
  BROKE,
  CHECK,
  DATED,
  issueCertificates,
  NO_TLS,
  OK,
  openPeer,
  type Peer,
  post,
  secured,
  tell,
  UNTRUSTED,
} from '../support/peer.ts';

let trust: Disposable;

beforeAll(async () => {
  trust = await issueCertificates();
});
afterAll(() => trust[Symbol.dispose]());

/** One way of meeting a host. */
interface Row {
  readonly host?: () => Behaviour;
  /** Where the request goes, when not straight to the host. */
  readonly url?: (host: Peer) => string;
  /** What happens while an answer is awaited. */
  readonly meanwhile?: (host: Peer, clock: FakeClock) => Promise<void>;
  readonly sent: boolean;
  /** Requests that the host read. */
  readonly requests: number;
  readonly connections: number;
  readonly words: readonly (string | RegExp)[];
}

/** Nothing left, and the host was never reached. */
const UNREACHED = { sent: false, requests: 0, connections: 0 } as const;
/** Nothing left through the one connection. */
const UNSENT = { sent: false, requests: 0, connections: 1 } as const;
/** It left, and was read once. */
const READ = { sent: true, requests: 1, connections: 1 } as const;

const port = ({ url }: Peer) => new URL(url).port;

/** Certificates that keep a request from leaving. */
const CERTIFICATES = [
  ['that signed itself', 'selfSigned', 'self-signed certificate', UNTRUSTED],
  ['of an unknown authority', 'unknown', 'unable to verify the first certificate', UNTRUSTED],
  ['of another host', 'other', 'certificate belongs to another host', 'which host answers for 127.0.0.1'],
  ['that has expired', 'expired', 'certificate has expired', DATED],
  ['that is not valid yet', 'early', 'certificate is not yet valid', DATED],
] as const;

/** Answers, to their last byte, to a request that was read. */
const ANSWERS = [
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-le', `${BROKE} (other side closed).`],
  ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', `${BROKE} (other side closed).`],
  ['half a refusal', 'HTTP/1.1 429 Slow\r\ncontent-length: 9\r\n\r\nhalf', /^429 $/],
  ['bytes that are no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', BROKE],
  // A browser would ask once more, and for a password.
  ['a refusal of the connection (421)', 'HTTP/1.1 421 No\r\ncontent-length: 2\r\n\r\nno', /^421 $/],
  ['a refusal as by a proxy (407)', 'HTTP/1.1 407 No\r\ncontent-length: 2\r\n\r\nno', /^407 $/],
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

    'a port that nobody listens at': {
      ...UNREACHED,
      url: () => REFUSING_ORIGIN,
      words: ['No connection to the service (connect ECONNREFUSED 127.0.0.1:', CHECK],
    },
    'a port that no browser would ask': {
      ...UNREACHED,
      url: () => 'http://127.0.0.1:1',
      words: ['No connection to the service (bad port)', CHECK],
    },
    'a name that nobody knows': {
      ...UNREACHED,
      url: () => 'http://no-such-host.invalid',
      words: [
        /No connection to the service \(getaddrinfo E\w+ no-such-host\.invalid\)/,
        "Check `base-url` and the runner's DNS.",
      ],
    },
    'a name with two addresses, of which the second answers': {
      ...READ,
      url: (host) => `http://two.example:${port(host)}`,
      words: ['200 ok'],
    },
    'a name with two addresses that nobody listens at': {
      ...UNREACHED,
      url: () => REFUSING_ORIGIN.replace('127.0.0.1', 'two.example'),
      words: ['No connection to the service (', CHECK],
    },

    'TLS with a certificate that is trusted': { ...READ, host: () => secured('good'), words: ['200 ok'] },
    'TLS that would rather speak HTTP/2': {
      ...READ,
      host: () => secured('good', { ALPNProtocols: ['h2', 'http/1.1'] }),
      words: ['200 ok'],
    },
    'a host that speaks no TLS': {
      ...UNSENT,
      host: () => ({ answer: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') }),
      url: (host) => host.url.replace('http:', 'https:'),
      words: [/No connection to the service \(.*(wrong version number|packet length too long)/, NO_TLS],
    },
    'TLS of a version that is too old': {
      ...UNSENT,
      host: () =>
        secured('good', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
      words: [/No connection to the service \(.*alert protocol version/, NO_TLS],
    },
    'TLS that breaks off in the handshake': {
      ...UNSENT,
      host: () => ({ answer: (socket) => socket.destroy() }),
      url: (host) => host.url.replace('http:', 'https:'),
      words: [/No connection to the service \(.*(disconnected before secure TLS|ECONNRESET)/, CHECK],
    },
    'TLS that never answers the handshake': {
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
    'an end before anything was read': {
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

describe('a request meets', () => {
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

  test.each(ROWS)('%s', async (_meets, row) => {
    await using host = await openPeer(row.host?.() ?? {});
    const clock = fakeClock();
    const http = openHttp(clock, {});
    const url = row.url?.(host) ?? host.url;
    const attempt = post(http, url);
    await row.meanwhile?.(host, clock);
    const { sent, words } = tell(await attempt, url);
    const { requests, connections } = row;
    expect({ sent, requests: host.requests(), connections: host.connections() }).toEqual({
      ...{ sent: row.sent, requests, connections },
    });
    for (const each of row.words) expect(words).toMatch(each);
  });
});

describe.each(['GET', 'POST'] as const)('a connection that was kept, when a %s follows,', (method) => {
  const request: Partial<HttpRequest> = method === 'GET' ? { method, body: undefined } : { method };

  /** The first request is answered, the second one too unless `end` is done in its place; `between` comes between. */
  async function sendTwice(
    between: (socket: Socket) => unknown,
    end = (socket: Socket): unknown => socket.write(OK),
  ) {
    const sockets: Socket[] = [];
    await using host = await openPeer({
      answer: (socket) => (sockets.push(socket) === 1 ? socket.write(OK) : end(socket)),
    });
    const http = openHttp(fakeClock(), {});
    expect(tell(await post(http, host.url), host.url).words).toBe('200 ok');
    // The client takes a connection back a turn of the event loop after its answer.
    await new Promise((resolve) => setImmediate(resolve));
    for (const socket of sockets) await between(socket);
    const told = tell(await post(http, host.url, request), host.url);
    return { ...told, requests: host.requests(), connections: host.connections() };
  }

  test('is used again', async () => {
    expect(await sendTwice(() => {})).toEqual({ sent: true, words: '200 ok', requests: 2, connections: 1 });
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['has ended', (socket) => once(socket.end(), 'close')],
    ['ends at this moment', (socket) => void socket.end()],
  ])('and the host %s, is left for another one', async (_when, between) => {
    expect(await sendTwice(between)).toEqual({ sent: true, words: '200 ok', requests: 2, connections: 2 });
  });

  test('and the host resets at this moment, carries nothing any more', async () => {
    const second = await sendTwice((socket) => void socket.resetAndDestroy());
    expect(second).toMatchObject({ sent: false, requests: 1, connections: 1 });
    expect(second.words).toContain('No connection to the service (read ECONNRESET)');
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['ends', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('and the host %s in place of an answer, brings an error and no second try', async (_how, end) => {
    const second = await sendTwice(() => {}, end);
    expect(second).toMatchObject({ sent: true, requests: 2, connections: 1 });
    expect(second.words).toContain(BROKE);
  });
});

test('of several addresses that failed the first is named', () => {
  const errors = ['::1', '127.0.0.1'].map((ip) => new Error(`connect ECONNREFUSED ${ip}:80`));
  const cause = new TypeError('fetch failed', { cause: new AggregateError(errors) });
  const { words } = tell({ ok: false, sent: false, aborted: false, cause }, 'http://two.example');
  expect(words).toContain('No connection to the service (connect ECONNREFUSED ::1:80)');
});
