import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { actionFile } from '../../sandbox/archive.ts';
import { REFUSING_ORIGIN } from '../../sandbox/faults/connections.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { Sandbox, SandboxRunOptions } from '../../sandbox/sandbox.ts';
import type { Event } from '../../src/event/trigger.ts';
import { type TrustedServer, trustedServer } from '../support/certificates.ts';
import { behindProxy, openProxy } from '../support/proxy.ts';
import { actorOf, openScene, type Scene } from '../support/scene.ts';

let server: TrustedServer;

beforeAll(async () => {
  server = await trustedServer();
});
afterAll(() => server[Symbol.dispose]());

// Behind a proxy, NODE_EXTRA_CA_CERTS makes it trusted.
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

// The built actions with a network that has only the hosts in SECURITY.md's table.

const SECURITY = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
const [, TABLE = ''] = /<!-- hosts -->\n(.*)<!-- \/hosts -->/s.exec(SECURITY) ?? [];
const LISTED = [...TABLE.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);

interface Restricted {
  readonly result: StepResult;
  /** Attempts to reach other hosts. */
  readonly refused: readonly string[];
}

/** Runs an action that can reach only the hosts that `names` stand for. */
async function runRestricted(
  sandbox: Sandbox,
  { env = {}, ...options }: SandboxRunOptions,
  names: readonly string[] = LISTED,
): Promise<Restricted> {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  try {
    const record = join(folder, 'refused');
    const preload = new URL('../support/egress-preload.mjs', import.meta.url);
    preload.searchParams.set('record', record);
    const urls = new Map(
      Object.entries({ 'base-url': sandbox.service.url, GITHUB_API_URL: sandbox.github.api, ...env }),
    );
    for (const name of names) {
      const url = urls.get(name);
      if (url !== undefined) preload.searchParams.append('host', new URL(url).host);
    }
    const restricted = { ...env, NODE_OPTIONS: `--import=${preload.href}` };
    const result = await sandbox.run({ ...options, env: restricted }).ended;
    const refused = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
    return { result, refused };
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

const FULL = { context: 'full', 'pr-labels': 'documentation' };

test.each<[string, (scene: Scene) => Event | Promise<Event>, object]>([
  ['a comment', (scene) => scene.comment('/docs Rewrite the quickstart').event, FULL],
  [
    'a push',
    async (scene) => {
      const { number } = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
      return scene.merge('squash', number);
    },
    { ...FULL, prompt: 'Follow', 'when-open': 'skip' },
  ],
])('%s reaches only the listed hosts', async (what, eventOf, inputs) => {
  await using scene = await openScene({ history: what === 'a push' });
  const event = await eventOf(scene);
  const run = { actionFile: actionFile(), event, context: actorOf(event), inputs: { ...inputs } };
  const { result, refused } = await runRestricted(scene.sandbox, run);
  expect(refused).toEqual([]);
  expect(result.outputs['result']).toBe('pull-request');
  expect(result.post?.outcome).toBe('success');
});

test('with HTTP_PROXY, only the proxy is reached', async () => {
  await using scene = await openScene({ service: { tls: server.tls } });
  await using proxy = await openProxy();
  const run = {
    actionFile: actionFile(),
    inputs: { prompt: 'Rewrite', 'base-url': behindProxy(scene.sandbox.service.url) },
    env: { ...server.trusting, HTTP_PROXY: proxy.url },
    context: { apiUrl: behindProxy(scene.sandbox.github.api) },
  };
  const { result, refused } = await runRestricted(scene.sandbox, run, ['HTTP_PROXY']);
  expect(refused).toEqual([]);
  expect(result.log).not.toMatch(/experimental/i);
  expect(result.outputs['result']).toBe('pull-request');
});

test('the restriction works: a service that is not listed is not reached', async () => {
  await using scene = await openScene();
  const run = { actionFile: actionFile(), inputs: { prompt: 'Rewrite' } };
  const listed = LISTED.filter((name) => name !== 'base-url');
  const { result, refused } = await runRestricted(scene.sandbox, run, listed);
  const { host } = new URL(scene.sandbox.service.url);
  expect(new Set(refused)).toEqual(new Set([`connect ${host}`]));
  expect(result.outputs).toMatchObject({ result: 'error' });
  expect(scene.sandbox.service.requests).toEqual([]);
});
