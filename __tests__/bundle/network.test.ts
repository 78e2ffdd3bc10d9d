import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REFUSING_ORIGIN } from '../../sandbox/faults/connections.ts';
import { type TrustedServer, trustedServer } from '../support/certificates.ts';
import { BEHIND, behindProxy, openProxy } from '../support/proxy.ts';
import { openScene } from '../support/scene.ts';

let server: TrustedServer;

beforeAll(async () => {
  server = await trustedServer();
});
afterAll(() => server[Symbol.dispose]());

type Environment = Readonly<Record<string, string>>;

/** The service has a host name that only the proxy resolves: requests to loopback use no proxy. */
async function openSceneBehindProxy() {
  const scene = await openScene({ service: { tls: server.tls } });
  const url = behindProxy(scene.sandbox.service.url);
  const run = (env: Environment) => scene.run({ 'base-url': url }, { env: { ...server.trusting, ...env } });
  return { ...scene, host: new URL(url).host, run };
}

describe('a proxy', () => {
  // HTTP_PROXY alone serves https as well.
  test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
    'is used for https if %s is set',
    async (variable) => {
      await using proxy = await openProxy();
      await using scene = await openSceneBehindProxy();
      const step = await scene.run({ [variable]: proxy.url });
      expect(step.outputs['result']).toBe('pull-request');
      expect(proxy.tunnels.length).toBeGreaterThan(0);
      expect(new Set(proxy.tunnels)).toEqual(new Set([scene.host]));
      expect(step.log).not.toMatch(/experimental/i);
    },
  );

  test.each(['NO_PROXY', 'no_proxy'])('is not used for the hosts in %s', async (variable) => {
    await using proxy = await openProxy();
    await using scene = await openSceneBehindProxy();
    const step = await scene.run({ HTTPS_PROXY: proxy.url, [variable]: `example.com,${BEHIND}` });
    expect(step.outputs['reason']).toContain(`The name ${BEHIND} can't be resolved`);
    expect(proxy.tunnels).toEqual([]);
  });

  test('can be set without a scheme, next to an empty variable', async () => {
    await using proxy = await openProxy();
    await using scene = await openSceneBehindProxy();
    const step = await scene.run({ https_proxy: '', HTTPS_PROXY: new URL(proxy.url).host });
    expect(step.outputs['result']).toBe('pull-request');
    expect(proxy.tunnels.length).toBeGreaterThan(0);
  });
});

test('trusts the authority in NODE_EXTRA_CA_CERTS', async () => {
  await using scene = await openScene({ service: { tls: server.tls } });
  expect((await scene.run({}, { env: server.trusting })).outputs['result']).toBe('pull-request');
});

test('fails at once if the certificate is not trusted', async () => {
  await using scene = await openScene({ service: { tls: server.tls } });
  const step = await scene.run();
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
  expect(step.outputs['reason']).toMatch(/^Not sent: .*certificate.*NODE_EXTRA_CA_CERTS/);
  expect(step.log).not.toContain('Trying again');
  expect(scene.requests('service')).toEqual([]);
});

test('tries five times to connect, and sends nothing', async () => {
  await using scene = await openScene();
  const step = await scene.run({ 'base-url': REFUSING_ORIGIN });
  expect(step).toMatchObject({ exitCode: 1, outputs: { reasonCode: 'service-unreachable', jobId: '' } });
  expect(step.outputs['reason']).toMatch(/^Not sent: No connection to the service \[connect ECONNREFUSED/);
  expect(step.log.match(/Trying again in/g)).toHaveLength(4);
});
