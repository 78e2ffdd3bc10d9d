/** The note at the pull request of a job: nothing else waits for it, and nothing is lost over it. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { openScene, type Scene, warnings } from '../support/scene.ts';

const weekly = () => ({ name: 'schedule', payload: {} });

/** Jobs that make pull request 2 of the repository itself. */
async function openHome() {
  const scene = await openScene();
  const prLink = `${scene.sandbox.github.server}/acme/product/pull/2`;
  const done = { at: 9, status: 'completed', prLink };
  scene.sandbox.service.scriptAll({ timeline: [{ status: 'active' }, done] });
  return { scene, prLink };
}

describe('the link is an output before the pull request is marked: a run that is killed meanwhile', () => {
  test.each<[string, (scene: Scene) => Parameters<Scene['start']>]>([
    ['in a thread', (scene) => [{}, { event: scene.comment('/docs Rewrite').event }]],
    ['without a thread', () => [{ prompt: 'Rewrite' }, { event: weekly() }]],
  ])('%s', async (_, ask) => {
    const { scene: opened, prLink } = await openHome();
    await using scene = opened;
    const posting = barrier();
    scene.sandbox.github.faults.next({ method: 'POST', path: /\/issues\/2\/comments$/ }, posting);
    const running = scene.start(...ask(scene));
    await posting.reached;
    running.kill();
    const step = await running.ended;
    expect(step.exitCode).toBeNull();
    expect(step.outputs).toMatchObject({ prLink, jobId: scene.sandbox.service.jobs[0]?.id });
  });
});

test('a job that failed behind its pull request leaves it with the note, and without labels', async () => {
  const { scene: opened, prLink } = await openHome();
  await using scene = opened;
  scene.sandbox.service.script({ timeline: [{ status: 'active' }, { at: 40, status: 'failed', prLink }] });
  const { outputs } = await scene.run(
    { prompt: 'Rewrite', 'pr-labels': 'documentation' },
    { event: weekly() },
  );
  expect(outputs).toMatchObject({ result: 'failed', prLink });
  expect(scene.comments(scene.pull)).toEqual([expect.stringContaining(`job \`${outputs['jobId']}\``)]);
  expect([...scene.pull.labels]).toEqual([]);
});

describe('a message by `job-id` without a conversation', () => {
  async function openJob() {
    const { scene, prLink } = await openHome();
    const before = { timeline: [{ status: 'completed', prLink }] };
    const revised = { timeline: [{ status: 'active' }, { at: 40, status: 'completed', prLink }] };
    scene.sandbox.service.putJob({ id: 'job_7', ago: 60, turns: [before, revised] });
    return { scene, prLink, inputs: { 'job-id': 'job_7', prompt: 'Refresh' } };
  }

  test('writes nothing but the marker on GitHub', async () => {
    const { scene: opened, inputs } = await openJob();
    await using scene = opened;
    const step = await scene.run(inputs, { event: weekly() });
    expect(step.outputs).toMatchObject({ result: 'pull-request', reasonCode: 'no-changes' });
    const writes = scene.requests('github').filter((line) => !line.startsWith('GET'));
    expect(writes).toEqual(['POST /issues/2/comments 201', expect.stringMatching(/^PATCH /)]);
  });
});

test('a note that was lost half-way is written again by the next run that sees the job end', async () => {
  const { scene: opened } = await openHome();
  await using scene = opened;
  // The first comment stands, and the edit that signs it never comes.
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
