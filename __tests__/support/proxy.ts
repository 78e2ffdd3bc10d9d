import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxy } from 'proxy';

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
  server.on('connect', (request) => tunnels.push(request.url ?? ''));
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
