/**
 * The built actions under Node's permission model: they read `dist/`, the workspace and the runner's folders, write to the last
 * two, start no process and load no addon, and with nothing else allowed they do all they do. Connections are not part of
 * that model in this version of Node; egress.test.ts is about them.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { actionFile, unpackArchive } from '../../sandbox/archive.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import type { Sandbox, SandboxRunOptions } from '../../sandbox/sandbox.ts';
import { openScene } from '../support/scene.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRELOAD = new URL('../support/permission-preload.mjs', import.meta.url);

/** What the sandbox itself loads into each process, and where it keeps what it compiled. */
const SANDBOX = {
  read: ['sandbox/time-preload.mjs', '__tests__/support/permission-preload.mjs'].map((path) =>
    join(ROOT, path),
  ),
  both: [join(ROOT, 'node_modules/.cache/sandbox/*')],
};

/** The runner's folders of a run: home, temporary files, the event, and the files for outputs, state and summary. */
const RUNNER = join(tmpdir(), 'sandbox-run-*');

// Coverage asks V8 by the inspector, which the model forbids.
delete process.env['ACTION_COVERAGE'];

let folder: string;
let workspace: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'permission-'));
  workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(folder, 'secret.md'), 'outside');
  writeFileSync(join(workspace, 'rules.md'), 'Write British English.\n');
  writeFileSync(join(workspace, 'report.md'), 'The API grew.\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Confined {
  readonly action?: 'batch' | 'visitors' | 'collect';
  /** Code that runs before the action's own. */
  readonly first?: string;
  readonly run?: Omit<SandboxRunOptions, 'actionFile'>;
}

function start(sandbox: Sandbox, { action, first, run = {} }: Confined): Step {
  const dist = join(unpackArchive(), 'dist/*');
  const reads = [dist, `${workspace}/*`, workspace, RUNNER, ...SANDBOX.read, ...SANDBOX.both];
  const writes = [`${workspace}/*`, RUNNER, ...SANDBOX.both];
  const options = [
    '--permission',
    ...reads.map((path) => `--allow-fs-read=${path}`),
    ...writes.map((path) => `--allow-fs-write=${path}`),
    `--import=${PRELOAD.href}`,
    ...(first === undefined ? [] : [`--import=data:text/javascript,${encodeURIComponent(first)}`]),
  ];
  const env = { NODE_OPTIONS: options.join(' ') };
  return sandbox.run({ actionFile: actionFile(action), env, workspace, ...run });
}

/** What main and post tried beyond the permissions. */
function tried({ rawLog, post }: StepResult): string[] {
  return `${rawLog}\n${post?.rawLog ?? ''}`.match(/^beyond the permissions: .*/gm) ?? [];
}

describe('with dist/, workspace and runner folders alone', () => {
  test('a comment is answered with files of the workspace', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite the quickstart');
    const inputs = { 'rules-file': 'rules.md', 'context-file': 'report.md', context: 'full' };
    const step = await start(scene.sandbox, { run: { event, inputs } }).ended;
    expect(tried(step)).toEqual([]);
    expect(step).toMatchObject({ outputs: { result: 'pull-request' }, post: { outcome: 'success' } });
    expect(step.summary).toContain('Pull request');
    expect(scene.prompts().join()).toMatch(/British English[\s\S]*The API grew/);
    expect(scene.comments()).toHaveLength(1);
  });

  test('the post step tells what was cut off', async () => {
    await using scene = await openScene();
    const look = barrier();
    scene.sandbox.service.faults.next({ method: 'GET', nth: 2 }, look);
    const running = start(scene.sandbox, { run: { event: scene.comment('/docs Rewrite').event } });
    await look.reached;
    running.kill();
    const step = await running.ended;
    expect(tried(step)).toEqual([]);
    expect(step.post?.outcome).toBe('success');
    expect(scene.comments()).toEqual([
      expect.stringContaining('Watching stopped because the run was cut off'),
    ]);
  });

  test('a batch reads its prompts and writes its file', async () => {
    await using scene = await openScene();
    writeFileSync(join(workspace, 'one.md'), 'Rewrite the quickstart');
    const inputs = { prompts: '*.md', 'issue-number': '1' };
    const step = await start(scene.sandbox, { action: 'batch', run: { inputs } }).ended;
    expect(tried(step)).toEqual([]);
    expect(step).toMatchObject({ outputs: { result: 'completed' }, post: { outcome: 'success' } });
    const file = readFileSync(join(workspace, step.outputs['file'] ?? ''), 'utf8');
    expect(file).toContain('https://github.com/acme/docs/pull/1');
  });

  test('visitors are exported', async () => {
    await using scene = await openScene();
    const run = { inputs: { file: 'out/visitors.csv', compare: 'previous' } };
    const step = await start(scene.sandbox, { action: 'visitors', run }).ended;
    expect(tried(step)).toEqual([]);
    expect(step.outputs['result']).toBe('exported');
    expect(readFileSync(join(workspace, 'out/visitors.csv'), 'utf8')).toMatch(/^path,/);
  });

  test('what nobody waited for is collected', async () => {
    await using scene = await openScene();
    const { jobId } = await scene.request('/docs Rewrite');
    await scene.minutes(5);
    const step = await start(scene.sandbox, {
      action: 'collect',
      run: { event: { name: 'schedule', payload: {} } },
    }).ended;
    expect(tried(step)).toEqual([]);
    expect(step.outputs['finished']).toContain(jobId);
  });
});

describe('files elsewhere', () => {
  test.each(['prompt-file', 'rules-file', 'context-file'])('are not read by `%s`', async (input) => {
    await using scene = await openScene();
    symlinkSync(join(folder, 'secret.md'), join(workspace, 'link.md'));
    const prompt = input === 'prompt-file' ? {} : { prompt: 'Rewrite' };
    const read = (path: string) =>
      start(scene.sandbox, { run: { inputs: { ...prompt, [input]: path } } }).ended;
    // The model looks at the path that is given, and would let a link lead out of the workspace.
    const linked = await read('link.md');
    expect(linked.outputs['reason']).toContain('link.md is outside of the workspace');
    expect(tried(linked)).toEqual([]);
    for (const path of ['../secret.md', join(folder, 'secret.md'), '/etc/passwd'])
      expect((await read(path)).outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(scene.sandbox.service.requests).toEqual([]);
  });

  test('would be refused, and seen in the log', async () => {
    await using scene = await openScene();
    const file = join(folder, 'secret.md');
    const first = `import { readFileSync } from 'node:fs'; try { readFileSync(${JSON.stringify(file)}); } catch {}`;
    const step = await start(scene.sandbox, { first, run: { inputs: { prompt: 'Rewrite' } } }).ended;
    expect(new Set(tried(step))).toEqual(new Set([`beyond the permissions: FileSystemRead ${file}`]));
  });
});
