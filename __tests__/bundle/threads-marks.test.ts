/** The marker at the pull request of a job. */
import { expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { openScene, warnings } from '../support/scene.ts';

const WEEKLY = { name: 'schedule', payload: {} };

/** Each job opens pull request 2 of the repository. */
async function openHome() {
  const scene = await openScene();
  const prLink = `${scene.sandbox.github.server}/acme/product/pull/2`;
  const done = { at: 9, status: 'completed', prLink };
  scene.sandbox.service.scriptAll({ timeline: [{ status: 'active' }, done] });
  return { scene, prLink };
}

test('a run that is killed before it marks the pull request has the link as an output', async () => {
  const { scene: opened, prLink } = await openHome();
  await using scene = opened;
  const posting = barrier();
  scene.sandbox.github.faults.next({ method: 'POST', path: /\/issues\/2\/comments$/ }, posting);
  const running = scene.start({}, { event: scene.comment('/docs Rewrite').event });
  await posting.reached;
  running.kill();
  const step = await running.ended;
  expect(step.exitCode).toBeNull();
  expect(step.outputs).toMatchObject({ prLink, jobId: scene.sandbox.service.jobs[0]?.id });
});

test('the pull request of a failed job gets the marker and the labels', async () => {
  const { scene: opened, prLink } = await openHome();
  await using scene = opened;
  scene.sandbox.service.script({ timeline: [{ status: 'active' }, { at: 9, status: 'failed', prLink }] });
  const { outputs } = await scene.run({ prompt: 'Rewrite', 'pr-labels': 'documentation' }, { event: WEEKLY });
  expect(outputs).toMatchObject({ result: 'failed', prLink });
  expect(scene.comments(scene.pull)).toEqual([expect.stringContaining(`job \`${outputs['jobId']}\``)]);
  expect([...scene.pull.labels]).toEqual(['documentation']);
});

test('a message by `job-id` without a conversation writes only the marker on GitHub', async () => {
  const { scene: opened, prLink } = await openHome();
  await using scene = opened;
  const before = { timeline: [{ status: 'completed', prLink }] };
  const revised = { timeline: [{ status: 'active' }, { at: 9, status: 'completed', prLink }] };
  scene.sandbox.service.putJob({ id: 'job_7', ago: 60, turns: [before, revised] });
  const step = await scene.run({ 'job-id': 'job_7', prompt: 'Refresh' }, { event: WEEKLY });
  expect(step.outputs).toMatchObject({ result: 'pull-request', reasonCode: 'no-changes' });
  const writes = scene.requests('github').filter((line) => !line.startsWith('GET'));
  expect(writes).toEqual(['POST /issues/2/comments 201', expect.stringMatching(/^PATCH /)]);
});

test('the next run replaces a marker whose signature was not written', async () => {
  const { scene: opened } = await openHome();
  await using scene = opened;
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
  const { scene: opened, prLink } = await openHome();
  await using scene = opened;
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
