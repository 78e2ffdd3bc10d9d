import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback, isPercentEncoded } from '../text/address.ts';

/**
 * The connections to each host, directly or through the proxies that the environment names. Lower case goes first, as
 * everywhere; an empty variable names nothing. Every proxy is asked for a tunnel, also to a plain http host: what it
 * refuses is then no answer of the host, and surely was not sent. This machine is never asked through one: keys go there
 * in plain http too, and a proxy would take its names for its own machine.
 */
export function openProxies(environment: NodeJS.ProcessEnv): (host: URL) => Dispatcher {
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

/** The form of a variable's name that says something. */
function nameOf(environment: NodeJS.ProcessEnv, name: string): string {
  return environment[name] ? name : name.toUpperCase();
}

/** Many write `proxy.example:3128` where an address is due, and curl takes it for http. */
function readProxy(environment: NodeJS.ProcessEnv, variable: string): string {
  const name = nameOf(environment, variable);
  const value = environment[name] ?? '';
  if (value === '') return '';
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  const wrong = (words: string) => Object.assign(new Error(words), { code: 'ERR_PROXY_ADDRESS' });
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrong(`${name} is not an address like http://proxy.example:3128`);
  if (!isPercentEncoded(`${url.username}:${url.password}`))
    throw wrong(`the user or password in ${name} has a % that is no percent-encoding: write it as %25`);
  return url.href;
}
