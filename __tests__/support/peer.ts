/** Hosts and proxies on loopback that do what a test specifies, and the message that users get about a request to one. */
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import tls, { type TlsOptions } from 'node:tls';
import { noResponse } from '../../src/http/explain-failure.ts';
import type { Http, HttpRequest, Try } from '../../src/http/http-client.ts';
import { serviceErrors } from '../../src/service/service-errors.ts';
import { type Certificate, makeAuthority, makeCertificate } from './certificates.ts';
import { BEHIND } from './proxy.ts';

export interface Peer extends AsyncDisposable {
  readonly url: string;
  /** Resolves at the first bytes or the first request. */
  readonly reached: Promise<void>;
  /** Like `GET /path`, in the order in which they arrived. */
  readonly requests: readonly string[];
  /** All text that arrived, unless `respond` answers. */
  received(): string;
  connections(): number;
}

/** What a peer does. By default, it answers every request with `ok`. */
export interface Behaviour {
  readonly tls?: TlsOptions;
  /** The IP address that it listens at. */
  readonly host?: string;
  /** Called with every new connection. */
  readonly accept?: (socket: Socket) => void;
  /** Answers what arrived, byte for byte. */
  readonly answer?: (socket: Socket, text: string) => unknown;
  /** Answers in place of `answer`, through Node's HTTP server. The first request has the number 1. */
  readonly respond?: (response: ServerResponse, count: number, request: IncomingMessage) => unknown;
}

export const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

export async function openPeer(behaviour: Behaviour = {}): Promise<Peer> {
  const { host = '127.0.0.1', accept, answer = (socket) => socket.write(OK), respond } = behaviour;
  const reached = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let received = '';

  function createPeer(): Server {
    if (respond)
      return createHttpServer((request, response) => {
        reached.resolve();
        respond(response, requests.push(`${request.method} ${request.url}`), request);
      });
    const converse = (socket: Socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        received += bytes;
        requests.push(...(String(bytes).match(/^[A-Z]+ \S+(?= HTTP\/1\.1\r\n)/gm) ?? []));
        reached.resolve();
        answer(socket, String(bytes));
      });
      accept?.(socket);
    };
    return behaviour.tls ? tls.createServer(behaviour.tls, converse) : createServer(converse);
  }

  const server = createPeer();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, host);
  await once(server, 'listening');
  return {
    url: `${behaviour.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: reached.promise,
    requests,
    received: () => received,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Answers with JSON, or with a text as it is. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
  status = 200,
) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Lets a connection through, as a proxy does. */
export function tunnel(socket: Socket, text: string): void {
  const [, host, port] = /^CONNECT ([\w.]+):(\d+) HTTP/.exec(text) ?? [];
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

/** Issues the certificates for `secured`. This process trusts their authority until the result is disposed of. */
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

const NEVER = new AbortController().signal;

/** Sends one request: whether it left, and its answer or the message that users get. */
export async function post(http: Http, url: string, fields: Partial<HttpRequest> = {}) {
  const body = '{"prompt":"Rewrite"}';
  const request = { method: 'POST', url: new URL(url), headers: {}, body, maxBytes: 1024 } as const;
  const attempt = await http({ ...request, ...fields }, NEVER);
  return { sent: attempt.ok || attempt.sent, message: messageOf(attempt, url) };
}

export function messageOf(attempt: Try, url: string): string {
  if (attempt.ok) return `${attempt.response.status} ${attempt.response.body}`;
  return noResponse(new URL(url).hostname, attempt, serviceErrors('create')).message;
}

export const CHECK = "Check `base-url` and the runner's firewall and proxy settings (HTTPS_PROXY, NO_PROXY).";
export const UNTRUSTED =
  'certificate is not trusted. For a private certificate authority, set NODE_EXTRA_CA_CERTS.';
export const DATED = "certificate is not valid at this time. Renew it, or correct the runner's clock.";
export const NO_TLS = 'The TLS handshake failed. Check `base-url` and what is between';
export const NO_CONNECTION = 'No connection to the service';
export const BROKE = 'broke before the response was complete';
export const CLOSED = `${BROKE} (other side closed).`;
