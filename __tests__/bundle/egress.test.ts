/** The built actions reach the hosts in SECURITY.md's table, and with nothing else in reach they do all they do. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { actionFile } from '../../sandbox/archive.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { Sandbox, SandboxRunOptions } from '../../sandbox/sandbox.ts';
import { trustedServer } from '../support/certificates.ts';
import { behindProxy, openProxy } from '../support/proxy.ts';
import { openScene } from '../support/scene.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRELOAD = new URL('../support/egress-preload.mjs', import.meta.url);

/** First column of the table. */
function listedHosts(): string[] {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  const table = /<!-- hosts -->\n(.*)<!-- \/hosts -->/s.exec(text)?.[1] ?? '';
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

interface Walled {
  readonly result: StepResult;
  /** What it tried to reach beyond the listed hosts. */
  readonly refused: readonly string[];
}

async function runWalled(
  sandbox: Sandbox,
  options: SandboxRunOptions,
  listed: readonly string[] = listedHosts(),
): Promise<Walled> {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  try {
    const env = options.env ?? {};
    const known = { 'base-url': sandbox.service.url, GITHUB_API_URL: sandbox.github.api, ...env };
    const addresses = new Map(Object.entries(known));
    const preload = new URL(PRELOAD);
    const record = join(folder, 'refused');
    preload.searchParams.set('record', record);
    for (const name of listed) {
      const address = addresses.get(name);
      if (address !== undefined) preload.searchParams.append('host', new URL(address).host);
    }
    const walled = { ...env, NODE_OPTIONS: `--import=${preload.href}` };
    const result = await sandbox.run({ ...options, env: walled }).ended;
    return { result, refused: read(record) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

describe('with only the listed hosts in reach', () => {
  test('a comment is answered', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite the quickstart');
    const context = { actor: 'octocat', triggeringActor: 'octocat' };
    const run = { actionFile: actionFile(), event, context, inputs: { context: 'full' } };
    const { result, refused } = await runWalled(scene.sandbox, run);
    expect(refused).toEqual([]);
    expect(result).toMatchObject({ outputs: { result: 'pull-request' }, post: { outcome: 'success' } });
    expect(scene.comments()).toHaveLength(1);
  });

  test('a push is compared, a search is made, and a batch is asked for', async () => {
    await using changes = await openScene({ history: true });
    await changes.openChange({ branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] });
    const event = await changes.merge('squash', 1);
    const { sandbox } = changes;
    const search = 'repo:acme/product is:pr is:open';
    const one = await runWalled(sandbox, {
      ...{ actionFile: actionFile(), event },
      inputs: { prompt: 'Follow', 'skip-if-open': search, 'pr-labels': 'documentation', context: 'full' },
    });
    const many = await runWalled(sandbox, {
      ...{ actionFile: actionFile('batch'), event: { name: 'schedule', payload: {} } },
      inputs: { 'prompts-json': '[{"name":"a","prompt":"A"}]', 'issue-number': '1', 'skip-if-open': search },
    });
    expect([one.refused, many.refused]).toEqual([[], []]);
    expect(one.result.outputs['result']).toBe('pull-request');
    expect(many.result.outputs['result']).toBe('completed');
  });

  test('a proxy is all that is reached', async () => {
    using trusted = await trustedServer();
    await using scene = await openScene({ service: { tls: trusted.tls } });
    await using proxy = await openProxy();
    const env = { ...trusted.trusting, HTTP_PROXY: proxy.url };
    const inputs = { prompt: 'Rewrite', 'base-url': behindProxy(scene.sandbox.service.url) };
    const context = { apiUrl: behindProxy(scene.sandbox.github.api) };
    const run = { actionFile: actionFile(), inputs, env, context };
    const { result, refused } = await runWalled(scene.sandbox, run, ['HTTP_PROXY']);
    expect(refused).toEqual([]);
    expect(result.outputs['result']).toBe('pull-request');
  });
});

test('a host that is not listed is out of reach', async () => {
  await using scene = await openScene();
  const run = { actionFile: actionFile(), inputs: { prompt: 'Rewrite' } };
  const listed = listedHosts().filter((name) => name !== 'base-url');
  const { result, refused } = await runWalled(scene.sandbox, run, listed);
  const { host } = new URL(scene.sandbox.service.url);
  expect(new Set(refused)).toEqual(new Set([`connect ${host}`]));
  expect(result.outputs).toMatchObject({ result: 'error' });
  expect(scene.sandbox.service.requests).toEqual([]);
});
