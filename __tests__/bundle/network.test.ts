import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Certificate, type TrustedServer, trustedServer } from '../support/certificates.ts';
import { BEHIND, behindProxy, openProxy } from '../support/proxy.ts';
import { openScene } from '../support/scene.ts';

let trusted: TrustedServer;
let server: Certificate;
let trusting: TrustedServer['trusting'];

beforeAll(async () => {
  trusted = await trustedServer();
  ({ tls: server, trusting } = trusted);
});
afterAll(() => trusted[Symbol.dispose]());

/** The service by a name that only the proxy knows: on loopback it would be asked without one. */
async function openSceneBehind() {
  const scene = await openScene({ service: { tls: server } });
  const address = behindProxy(scene.sandbox.service.url);
  const run = (env: Readonly<Record<string, string>>) =>
    scene.run({ 'base-url': address }, { env: { ...trusting, ...env } });
  return { ...scene, address, run };
}

describe('a proxy', () => {
  test.each([
    'HTTPS_PROXY',
    'https_proxy',
    // Alone they serve https as well.
    'HTTP_PROXY',
    'http_proxy',
  ])('is used for https when %s names one', async (variable) => {
    await using proxy = await openProxy();
    await using scene = await openSceneBehind();
    const step = await scene.run({ [variable]: proxy.url });
    expect(step.outputs['result']).toBe('pull-request');
    expect(proxy.tunnels.length).toBeGreaterThan(0);
    expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(scene.address).host]));
    expect(step.log).not.toMatch(/experimental/i);
  });

  test.each(['NO_PROXY', 'no_proxy'])('is not used for the hosts in %s', async (variable) => {
    await using proxy = await openProxy();
    await using scene = await openSceneBehind();
    const step = await scene.run({ HTTPS_PROXY: proxy.url, [variable]: `example.com,${BEHIND}` });
    expect(step.outputs['reason']).toContain(`The name ${BEHIND} can't be resolved`);
    expect(proxy.tunnels).toEqual([]);
  });

  test('may be named without a scheme, and beside an empty variable', async () => {
    await using proxy = await openProxy();
    await using scene = await openSceneBehind();
    const env = { https_proxy: '', HTTPS_PROXY: new URL(proxy.url).host };
    const step = await scene.run(env);
    expect(step.outputs['result']).toBe('pull-request');
    expect(proxy.tunnels.length).toBeGreaterThan(0);
  });

  test('with a bare % in its password: said at once, without the password', async () => {
    await using scene = await openSceneBehind();
    const env = { HTTPS_PROXY: 'http://user:p%zz@127.0.0.1:1' };
    const step = await scene.run(env);
    expect(step.outputs['reason']).toMatch(/^Not sent: .*HTTPS_PROXY has a % .*: write it as %25/);
    expect(step.log).not.toMatch(/Trying again|p%zz/);
  });
});

describe('TLS', () => {
  test('a private authority is trusted when NODE_EXTRA_CA_CERTS names it', async () => {
    await using scene = await openScene({ service: { tls: server } });
    expect((await scene.run({}, { env: trusting })).outputs['result']).toBe('pull-request');
  });

  test('otherwise nothing is sent, at once, and the variable is named', async () => {
    await using scene = await openScene({ service: { tls: server } });
    const step = await scene.run();
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(/^Not sent: .*certificate/);
    expect(step.outputs['reason']).toContain('NODE_EXTRA_CA_CERTS');
    expect(step.log).not.toContain('Trying again');
    expect(scene.requests('service')).toEqual([]);
  });
});

describe('addresses', () => {
  test('a name that nobody knows: nothing was sent, and DNS is named', async () => {
    await using scene = await openScene();
    const step = await scene.run({ 'base-url': 'https://no-such-host.invalid' });
    expect(step.outputs['reason']).toMatch(/^Not sent: .*(ENOTFOUND|EAI_AGAIN)/);
    expect(step.outputs['reason']).toContain("The name no-such-host.invalid can't be resolved");
    expect(step.log.match(/Trying again in/g)).toHaveLength(4);
  });

  test('a connection that never comes about is given up after 10 s, five times', async () => {
    await using scene = await openScene();
    // A server that never accepts: what connects waits in its backlog, and what speaks TLS gets no word back.
    const silent = createServer((socket) => socket.pause());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const origin = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const back = scene.sandbox.time.unreachable(origin);
    const step = await scene.run({ 'base-url': origin });
    expect(step.outputs['reason']).toMatch(/^Not sent: .*no connection within 10 s/);
    expect(step.log.match(/Trying again in/g)).toHaveLength(4);
    back();
    silent.close();
  });
});
