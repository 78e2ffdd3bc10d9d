/** The marker at the pull request of a job. */
import { expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { openHome, SCHEDULE, warnings, worksFor } from '../support/scene.ts';

test('a run that is killed before it marks the pull request has the link as an output', async () => {
  await using scene = await openHome();
  const { prLink } = scene;
  const { event } = scene.comment('/docs Rewrite');
  const step = await scene.kill('github', { method: 'POST', path: /\/issues\/2\/comments$/ }, {}, { event });
  expect(step.exitCode).toBeNull();
  expect(step.outputs).toMatchObject({ prLink, jobId: scene.sandbox.service.jobs[0]?.id });
});

test('a message by `job-id` without a conversation writes only the marker on GitHub', async () => {
  await using scene = await openHome();
  const { prLink } = scene;
  const before = { timeline: [{ status: 'completed', prLink }] };
  scene.sandbox.service.putJob({ id: 'job_7', ago: 60, turns: [before, worksFor(9, { prLink })] });
  const step = await scene.run({ 'job-id': 'job_7', prompt: 'Refresh' }, { event: SCHEDULE });
  expect(step.outputs).toMatchObject({ result: 'pull-request', reasonCode: 'no-changes' });
  const writes = scene.requests('github').filter((line) => !line.startsWith('GET'));
  expect(writes).toEqual(['POST /issues/2/comments 201', expect.stringMatching(/^PATCH /)]);
});

test('the next run replaces a marker whose signature was not written', async () => {
  await using scene = await openHome();
  // The comment is there, and GitHub refuses the edit that signs it.
  const { faults } = scene.sandbox.github;
  faults.next({ method: 'PATCH', path: /comments\/\d+$/, nth: 4 }, answer({ status: 403 }));
  const step = await scene.ask('/docs Rewrite');
  expect(warnings(step)).toEqual([expect.stringMatching(/could not be marked/)]);
  expect(scene.comments(scene.pull).filter((text) => text.includes('made-by:v2'))).toEqual([]);
  await scene.ask('/docs Shorter, please');
  expect(scene.comments(scene.pull).filter((text) => text.includes('made-by:v2'))).toHaveLength(1);
  const there = await scene.ask('/docs Longer, please', { on: scene.pull });
  expect(there.outputs['jobId']).toBe(step.outputs['jobId']);
});

test.each([
  ['is cancelled', '30m'],
  ['reaches its deadline', '20s'],
])('the next run marks a pull request if the run %s before', async (how, timeout) => {
  await using scene = await openHome();
  const { prLink } = scene;
  const reading = barrier();
  scene.sandbox.github.faults.next({ method: 'GET', path: /\/pulls\/2$/ }, reading);
  const running = scene.start({ timeout }, { event: scene.comment('/docs Rewrite').event });
  await reading.reached;
  if (how === 'is cancelled') await running.cancel();
  else reading.stall();
  expect((await running.ended).outputs).toMatchObject({ result: 'pull-request', prLink });
  expect(scene.comments(scene.pull)).toEqual([]);
  await scene.collect();
  expect(scene.comments(scene.pull)).toEqual([expect.stringContaining('created this pull request')]);
});
