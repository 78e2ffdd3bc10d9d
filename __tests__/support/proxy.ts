import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createProxy } from 'proxy';

/** A host that nobody knows but the proxies here, for which it is on loopback: that itself is never asked through one. */
export const BEHIND = 'docs.invalid';

/** The same server by the name that only a proxy knows. */
export function behindProxy(address: string): string {
  return address.replace('127.0.0.1', BEHIND);
}

/** A real proxy on loopback, and the tunnels that it was asked for. */
export interface Proxy extends AsyncDisposable {
  readonly url: string;
  readonly tunnels: string[];
}

/** With `refuse`, it answers every request for a tunnel with 407. */
export async function openProxy(options: { refuse?: boolean } = {}): Promise<Proxy> {
  const tunnels: string[] = [];
  const server = createProxy(createServer());
  if (options.refuse) server.authenticate = () => false;
  server.prependListener('connect', (request) => {
    const { url = '' } = request;
    tunnels.push(url);
    request.url = url.replace(BEHIND, '127.0.0.1');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What answers in place of a proxy and never says a word; `reached` when it was asked for a tunnel. */
export async function openSilentProxy(): Promise<AsyncDisposable & { url: string; reached: Promise<void> }> {
  const reached = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => reached.resolve());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: reached.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
