import type { Agent } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// undici's own index adds its operations to the dispatchers; a tunnel is made by this one.
Object.assign(Dispatcher.prototype, { connect });

/** Thrown for a proxy that cannot be used; trying again does not mend it. */
class ProxyAddressError extends Error {
  readonly code = 'ERR_PROXY_ADDRESS';
}

/**
 * What sends through the proxies that the environment names, undefined when it names none. Lower case goes first, as
 * everywhere; an empty variable names nothing.
 */
export function openProxies(environment: NodeJS.ProcessEnv, options: Agent.Options) {
  const httpProxy = readProxy(environment, ['http_proxy', 'HTTP_PROXY']);
  const httpsProxy = readProxy(environment, ['https_proxy', 'HTTPS_PROXY']);
  if (httpProxy === '' && httpsProxy === '') return undefined;
  const noProxy = first(environment, ['no_proxy', 'NO_PROXY']).value;
  const proxies = { httpProxy, httpsProxy, noProxy, clientFactory: openTunnels };

  // undici 6 announces this agent as experimental on stderr, where only the user of the action would see it.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return new EnvHttpProxyAgent({ ...options, ...proxies });
  } finally {
    process.emitWarning = emitWarning;
  }
}

function first(environment: NodeJS.ProcessEnv, names: readonly string[]) {
  const name = names.find((each) => environment[each]) ?? '';
  return { name, value: environment[name] ?? '' };
}

/** Many write `proxy.example:3128` where an address is due, and curl takes it for http. */
function readProxy(environment: NodeJS.ProcessEnv, names: readonly string[]): string {
  const { name, value } = first(environment, names);
  if (value === '') return '';
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ProxyAddressError(`${name} is not an address like http://proxy.example:3128`);
  }
  return url.href;
}

/**
 * The connections to a proxy. When a proxy hangs up, undici takes that for a connection that was lost on the way and
 * connects again and again without a pause, thousands of times in a second; an error of another kind ends the try.
 */
function openTunnels(origin: URL, options: object): Pool {
  const pool = new Pool(origin, options);
  const connect = pool.connect.bind(pool) as (request: Parameters<Pool['connect']>[0]) => Promise<unknown>;
  return Object.assign(pool, {
    connect: async (request: Parameters<Pool['connect']>[0]) => {
      try {
        return await connect(request);
      } catch (cause) {
        throw hungUp(cause) ? new Error('the proxy closed the connection', { cause }) : cause;
      }
    },
  });
}

function hungUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^UND_ERR_(SOCKET|INFO)$/.test(String(error.code));
}
