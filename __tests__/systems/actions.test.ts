/** The four actions from the archive on every system that a runner has: paths and files, and how a run is ended there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { barrier } from '../../sandbox/faults/connections.ts';
import { seedVisitors } from '../../sandbox/service/visitors.ts';
import { jobsOf } from '../support/batch.ts';
import { openScene, type Scene } from '../support/scene.ts';

/** A run that is watching its job. */
async function startWatching(scene: Scene) {
  const look = barrier();
  scene.sandbox.service.faults.next({ method: 'GET', nth: 2 }, look);
  const running = scene.start({}, { event: scene.comment('/docs Rewrite').event });
  await look.reached;
  return running;
}

test('a comment becomes a pull request, with files by paths of this system', async () => {
  await using scene = await openScene();
  const workspace = mkdtempSync(join(tmpdir(), 'workspace-'));
  try {
    const [rules, report] = [join('guides', 'rules.md'), join(workspace, 'guides', 'report.md')];
    mkdirSync(join(workspace, 'guides'));
    writeFileSync(join(workspace, rules), 'Write British English.\r\n');
    writeFileSync(report, 'The API grew.\n');
    const { event } = scene.comment('/docs Rewrite the quickstart');
    const step = await scene.run({ 'rules-file': rules, 'context-file': report }, { event, workspace });
    expect(step).toMatchObject({ outputs: { result: 'pull-request' }, post: { outcome: 'success' } });
    expect(scene.prompts().join()).toMatch(/British English[\s\S]*The API grew/);
    expect(scene.comments()).toEqual([expect.stringContaining(step.outputs['prLink'] ?? '')]);
  } finally {
    rmSync(workspace, { recursive: true });
  }
});

test('a request that no run waits for is collected', async () => {
  await using scene = await openScene();
  const { jobId } = await scene.request('/docs Rewrite');
  await scene.minutes(5);
  const step = await scene.collect();
  expect(step.outputs['result']).toBe('collected');
  expect(step.outputs['finished']).toContain(jobId);
});

test('a batch finds its prompts by a pattern, and paths have slashes on every system', async () => {
  await using scene = await openScene({ action: 'batch' });
  scene.write({ 'prompts/a.md': 'Write A', 'prompts/more/b.md': 'Write B', 'prompts/c.txt': 'Not this' });
  const step = await scene.run({ prompts: 'prompts/**/*.md', file: join('out', 'jobs.json') });
  expect(step).toMatchObject({ outputs: { result: 'completed', file: 'out/jobs.json' } });
  expect(jobsOf(step).map(({ promptFile }) => promptFile)).toEqual(['prompts/a.md', 'prompts/more/b.md']);
  expect(scene.prompts()).toEqual(['Write A', 'Write B']);
  expect(scene.read('out/jobs.json')).toContain('"prompts/more/b.md"');
});

test('visitors become the same file on every system', async () => {
  await using scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.rows = seedVisitors(3);
  const step = await scene.run({
    ...{ 'date-from': '2026-01-01', 'date-to': '2026-01-31', file: join('out', 'visitors.csv') },
  });
  expect(step.outputs).toMatchObject({ result: 'exported', file: 'out/visitors.csv' });
  const file = readFileSync(join(scene.workspace, 'out', 'visitors.csv'), 'utf8');
  expect(file).toMatch(/^path,[^\r\n]+\r\n(?:"[^\r\n]+\r\n){3}$/);
});

test('the post step reports a run that was killed', async () => {
  await using scene = await openScene();
  const running = await startWatching(scene);
  running.kill();
  const step = await running.ended;
  expect(step).toMatchObject({ exitCode: null, post: { outcome: 'success' } });
  expect(scene.comments()).toEqual([expect.stringContaining('cut off')]);
});

test('a run that is cancelled reports that', async () => {
  await using scene = await openScene();
  const running = await startWatching(scene);
  await running.cancel();
  const step = await running.ended;
  // On Windows Node cannot send a SIGINT to another process. It ends the process, and the post step reports that.
  const kills = process.platform === 'win32';
  expect(step.outputs['result']).toBe(kills ? undefined : 'interrupted');
  expect(step.post?.outcome).toBe('success');
  expect(scene.comments()).toEqual([expect.stringContaining(kills ? 'cut off' : 'Interrupted')]);
});
