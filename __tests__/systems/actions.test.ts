/** The three actions on each operating system of runners: paths, files, and the end of a run. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { seedVisitors } from '../../sandbox/service/visitors.ts';
import { openScene } from '../support/scene.ts';

const PROCESS = { process: true };

test('a comment becomes a pull request, with files by paths of this system', async () => {
  await using scene = await openScene();
  scene.write({ 'guides/rules.md': 'Write British English.\r\n', 'guides/report.md': 'The API grew.\n' });
  const inputs = {
    'rules-file': join('guides', 'rules.md'),
    'context-file': join(scene.workspace, 'guides', 'report.md'),
  };
  const step = await scene.ask('/docs Rewrite the quickstart', { inputs, run: PROCESS });
  expect(step).toMatchObject({ outputs: { result: 'pull-request' }, post: { outcome: 'success' } });
  expect(scene.prompts().join()).toMatch(/British English[\s\S]*The API grew/);
  expect(scene.comments()).toEqual([expect.stringContaining(step.outputs['prLink'] ?? '')]);
});

test('collect finishes a request without a waiting run', async () => {
  await using scene = await openScene();
  const { jobId } = await scene.request('/docs Rewrite');
  await scene.minutes(5);
  const step = await scene.collect({}, undefined, PROCESS);
  expect(step.outputs['result']).toBe('collected');
  expect(step.outputs['finished']).toContain(jobId);
});

test('the export of visitors is the same file on every system', async () => {
  await using scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.rows = seedVisitors(3);
  const dates = { 'date-from': '2026-01-01', 'date-to': '2026-01-31' };
  const step = await scene.run({ ...dates, file: join('out', 'visitors.csv') }, PROCESS);
  expect(step.outputs).toMatchObject({ result: 'exported', file: 'out/visitors.csv' });
  expect(scene.read('out/visitors.csv')).toMatch(/^path,[^\r\n]+\r\n(?:"[^\r\n]+\r\n){3}$/);
});

// On Windows, Node can't send a SIGINT to another process. A cancelled run is killed there too.
const KILLS = process.platform === 'win32';

test.each([
  ['cancelled', KILLS ? undefined : 'interrupted', KILLS ? 'cut off' : 'Interrupted'],
  ['killed', undefined, 'cut off'],
])('a run that is %s is reported', async (how, result, comment) => {
  await using scene = await openScene();
  const { event } = scene.comment('/docs Rewrite');
  const cutOff = how === 'killed' ? scene.kill : scene.cancel;
  const step = await cutOff('service', { method: 'GET' }, {}, { event, ...PROCESS });
  expect(step.outputs['result']).toBe(result);
  expect(step.post?.outcome).toBe('success');
  expect(scene.comments()).toEqual([expect.stringContaining(comment)]);
});
