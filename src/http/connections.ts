import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { ADDRESS_TIMEOUT } from '../model/intervals.ts';
import type { Environment } from '../runner/host.ts';
import { isLoopback } from '../text/url.ts';

// Every proxy gets a CONNECT, also for plain http: its refusal is then no response of the host, and nothing was sent.
// Loopback hosts get no proxy: keys travel there in plain http, and `localhost` would be the proxy's own machine.
/** Lower-case variables come first, as in other tools; an empty one counts as unset. */
export function openProxies(environment: Readonly<Environment>): (host: URL) => Dispatcher {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_TIMEOUT);
  const direct = new Agent({ allowH2: false });
  const proxied = new EnvHttpProxyAgent({
    httpProxy: readProxy(environment, 'http_proxy'),
    httpsProxy: readProxy(environment, 'https_proxy'),
    noProxy: environment[nameOf(environment, 'no_proxy')] ?? '',
    proxyTunnel: true,
    allowH2: false,
    proxyTls: { allowH2: false },
  });
  return ({ hostname }) => (isLoopback(hostname) ? direct : proxied);
}

function nameOf(environment: Readonly<Environment>, name: string): string {
  return environment[name] ? name : name.toUpperCase();
}

/** People write `proxy.example:3128` without a scheme, which curl reads as http. */
function readProxy(environment: Readonly<Environment>, variable: string): string {
  const name = nameOf(environment, variable);
  const value = environment[name] ?? '';
  if (value === '') return '';
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  const wrong = (message: string) => Object.assign(new Error(message), { code: 'ERR_PROXY_URL' });
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrong(`${name} is not a URL like http://proxy.example:3128`);
  if (!isPercentEncoded(`${url.username}:${url.password}`))
    throw wrong(`the user or password in ${name} has an unencoded %: write it as %25`);
  return url.href;
}

function isPercentEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
