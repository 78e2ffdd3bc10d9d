/** Hosts and proxies on loopback that behave as they are told, and what people are told of a request that meets them. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import tls, { type TlsOptions } from 'node:tls';
import { noAnswer } from '../../src/http/failure.ts';
import type { Http, HttpRequest, Try } from '../../src/http/http-client.ts';
import { serviceErrors } from '../../src/service/service-errors.ts';
import { type Certificate, makeAuthority, makeCertificate } from './certificates.ts';
import { BEHIND } from './proxy.ts';

/** A host or a proxy, and what it saw. */
export interface Peer extends AsyncDisposable {
  readonly url: string;
  /** Resolves when something was read. */
  readonly reached: Promise<void>;
  /** Requests whose head was read. */
  requests(): number;
  connections(): number;
}

/** What a peer does; it answers every request with `ok` unless it is told otherwise. */
export interface Behaviour {
  readonly tls?: TlsOptions;
  /** Where it listens; 127.0.0.1 when it is not said. */
  readonly host?: string;
  /** Done with every new connection. */
  readonly accept?: (socket: Socket) => void;
  /** Done with what was read at once. */
  readonly answer?: (socket: Socket, heard: string) => unknown;
}

export const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

export async function openPeer(behaviour: Behaviour) {
  const { tls: options, host = '127.0.0.1', accept, answer = (socket) => socket.write(OK) } = behaviour;
  const reached = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  let heard = '';
  const welcome = (socket: Socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard += bytes;
      reached.resolve();
      answer(socket, String(bytes));
    });
    accept?.(socket);
  };
  const server: Server = options ? tls.createServer(options, welcome) : createServer(welcome);
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, host);
  await once(server, 'listening');
  const peer: Peer = {
    url: `${options ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: reached.promise,
    requests: () => heard.match(/ HTTP\/1\.1\r\n/g)?.length ?? 0,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return peer;
}

/** What a proxy does when it lets people through. */
export function tunnel(socket: Socket, heard: string): void {
  const [, host, port] = /^CONNECT ([\w.]+):(\d+) HTTP/.exec(heard) ?? [];
  if (host !== BEHIND) throw new Error(`a tunnel to ${host}`);
  socket.removeAllListeners('data');
  const through = connect(Number(port), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.pipe(through).pipe(socket);
  });
  through.on('error', () => socket.destroy());
}

const DAY = 24 * 3_600_000;

type Kind = 'good' | 'selfSigned' | 'unknown' | 'other' | 'expired' | 'early';
const certificates = {} as Record<Kind, Certificate>;

/** Makes what `secured` shows, and has this process trust the one authority until that is disposed of. */
export async function issueCertificates(): Promise<Disposable> {
  const authority = await makeAuthority('A private authority');
  const host = { ip: '127.0.0.1', name: BEHIND };
  Object.assign(certificates, {
    good: await makeCertificate(authority, host),
    selfSigned: await makeAuthority('127.0.0.1'),
    unknown: await makeCertificate(await makeAuthority('An unknown authority'), host),
    other: await makeCertificate(authority, { name: 'other.example' }),
    expired: await makeCertificate(authority, { ...host, until: new Date(Date.now() - DAY) }),
    early: await makeCertificate(authority, { ...host, from: new Date(Date.now() + DAY) }),
  });
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, authority.cert]);
  return { [Symbol.dispose]: () => tls.setDefaultCACertificates(trusted) };
}

/** The behaviour of a peer that speaks TLS with such a certificate. */
export function secured(kind: Kind, options: TlsOptions = {}): Behaviour {
  return { tls: { ...certificates[kind], ...options } };
}

/** What came of one request, and what is said about it. */
export interface Told {
  readonly sent: boolean;
  readonly words: string;
}

const NEVER = new AbortController().signal;

export function post(http: Http, url: string, fields: Partial<HttpRequest> = {}): Promise<Try> {
  const body = '{"prompt":"Rewrite"}';
  return http({ method: 'POST', url: new URL(url), headers: {}, body, maxBytes: 1024, ...fields }, NEVER);
}

export function tell(attempt: Try, url: string): Told {
  if (attempt.ok) return { sent: true, words: `${attempt.response.status} ${attempt.response.body}` };
  return {
    sent: attempt.sent,
    words: noAnswer(new URL(url).hostname, attempt, serviceErrors('create')).message,
  };
}

export const CHECK = "Check `base-url` and the runner's firewall and proxy settings (HTTPS_PROXY, NO_PROXY).";
export const UNTRUSTED =
  'certificate is not trusted. For a private certificate authority, set NODE_EXTRA_CA_CERTS.';
export const DATED = "certificate is not valid at this time. Renew it, or correct the runner's clock.";
export const NO_TLS = 'The TLS handshake failed. Check `base-url` and what is between';
export const BROKE = 'broke before the whole answer arrived';
