/**
 * The built actions run under Node's permission model. They can read `dist/`, the workspace and the runner's folders, and write
 * to the last two. They start no process and load no addon. The model doesn't cover connections: see network.test.ts.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { unpackArchive } from '../../sandbox/archive.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { openScene, type SceneOptions } from '../support/scene.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRELOAD = new URL('../support/permission-preload.mjs', import.meta.url);

/** A scene with files in and outside of the workspace, and the environment that confines a run. */
async function openConfined(options: SceneOptions = {}) {
  const scene = await openScene(options);
  scene.write({
    '../secret.md': 'outside',
    'rules.md': 'Write British English.\n',
    'report.md': 'The API grew.\n',
  });
  const workspace = [scene.workspace, join(scene.workspace, '*')];
  // Home, temporary files, the event, and the files for outputs, state and summary.
  const runner = join(tmpdir(), 'sandbox-run-*');
  const preloads = [join(ROOT, 'sandbox/time-preload.mjs'), fileURLToPath(PRELOAD)];
  const reads = [join(unpackArchive(), 'dist/*'), ...workspace, runner, ...preloads];
  const nodeOptions = [
    '--permission',
    ...reads.map((path) => `--allow-fs-read=${path}`),
    ...[...workspace, runner].map((path) => `--allow-fs-write=${path}`),
    `--import=${PRELOAD.href}`,
  ].join(' ');
  return { ...scene, env: { NODE_OPTIONS: nodeOptions } };
}

/** What the main and post steps tried beyond the permissions. */
const refusals = ({ rawLog, post }: StepResult): string[] =>
  `${rawLog}\n${post?.rawLog ?? ''}`.match(/^beyond the permissions: .*/gm) ?? [];

describe('with access to dist/, the workspace and the runner folders', () => {
  test('a comment becomes a job, with files of the workspace', async () => {
    await using scene = await openConfined();
    const inputs = { 'rules-file': 'rules.md', 'context-file': 'report.md', context: 'full' };
    const step = await scene.ask('/docs Rewrite the quickstart', { inputs, run: { env: scene.env } });
    expect(refusals(step)).toEqual([]);
    expect(step).toMatchObject({ outputs: { result: 'pull-request' }, post: { outcome: 'success' } });
    expect(step.summary).toContain('Pull request');
    expect(scene.prompts().join()).toMatch(/British English[\s\S]*The API grew/);
    expect(scene.comments()).toHaveLength(1);
  });

  test('the post step reports a run that was cut off', async () => {
    await using scene = await openConfined();
    const { event } = scene.comment('/docs Rewrite');
    const step = await scene.kill('service', { method: 'GET' }, {}, { event, env: scene.env });
    expect(refusals(step)).toEqual([]);
    expect(step.post?.outcome).toBe('success');
    expect(scene.comments()).toEqual([
      expect.stringContaining('Watching stopped because the run was cut off'),
    ]);
  });

  test('visitors are exported', async () => {
    await using scene = await openConfined({ action: 'visitors' });
    const step = await scene.run({ file: 'out/visitors.csv', compare: 'previous' }, { env: scene.env });
    expect(refusals(step)).toEqual([]);
    expect(step.outputs['result']).toBe('exported');
    expect(scene.read('out/visitors.csv')).toMatch(/^path,/);
  });

  test('unfinished requests are collected', async () => {
    await using scene = await openConfined();
    const { jobId } = await scene.request('/docs Rewrite');
    await scene.minutes(5);
    const step = await scene.run({}, { action: 'collect', env: scene.env });
    expect(refusals(step)).toEqual([]);
    expect(step.outputs['finished']).toContain(jobId);
  });
});

test('the log of these tests shows a refused read, even if the code handles it', async () => {
  await using scene = await openConfined();
  const secret = join(scene.workspace, '../secret.md');
  const code = `import { readFileSync } from 'node:fs'; try { readFileSync(${JSON.stringify(secret)}); } catch {}`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  const step = await scene.run({}, { env: { NODE_OPTIONS: `${scene.env.NODE_OPTIONS} ${preload}` } });
  expect(new Set(refusals(step))).toEqual(new Set([`beyond the permissions: FileSystemRead ${secret}`]));
});
