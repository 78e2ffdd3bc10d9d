import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxy } from 'proxy';

/** A host that only proxies can resolve: to a server on loopback, which requests otherwise reach without a proxy. */
export const BEHIND = 'docs.invalid';

export function behindProxy(url: string): string {
  return url.replace('127.0.0.1', BEHIND);
}

/** A real proxy on loopback, and the tunnels that clients requested. */
export interface Proxy extends AsyncDisposable {
  readonly url: string;
  readonly tunnels: string[];
}

/** `hosts` are names that this proxy resolves, to the hosts that answer for them. */
export async function openProxy(hosts: Readonly<Record<string, string>> = {}): Promise<Proxy> {
  const tunnels: string[] = [];
  const server = createProxy(createServer());
  server.prependListener('connect', (request) => {
    const { url = '' } = request;
    tunnels.push(url);
    request.url = hosts[url] ?? url.replace(BEHIND, '127.0.0.1');
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
