import { expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Comment } from '../../sandbox/github/store.ts';
import { editComment } from '../../sandbox/github/threads.ts';
import {
  openHome,
  openScene,
  openThread,
  SCHEDULE,
  type Scene,
  warnings,
  worksFor,
} from '../support/scene.ts';

const bodyOf = (scene: Scene) => scene.comments()[0] ?? '';

function editOwn({ repository, sandbox }: Scene, body: string): void {
  const own = repository.comments.find(({ text }) => text.body.includes('note:v2'));
  editComment(sandbox.github.store, own as Comment, body);
}

test('a note is ignored after a change by hand, and the log says so', async () => {
  await using scene = await openThread();
  const altered = bodyOf(scene).replace(/(note:v2 \S+ )e/, '$1f');
  expect(altered).not.toBe(bodyOf(scene));
  editOwn(scene, altered);
  const step = await scene.ask('/docs Shorter, please');
  expect(scene.turns()).toEqual([1, 1]);
  expect(step.log).toContain('does not verify');
});

test('of two jobs of one pull request the later one gets messages, also after an edit of the older marker', async () => {
  await using scene = await openThread();
  const [older] = scene.repository.comments.filter(({ thread }) => thread === 2);
  const marker = older?.text.body ?? '';
  scene.sandbox.service.putJob({ id: 'job_2', ago: 60, turns: [worksFor(9, { prLink: scene.prLink })] });
  scene.mark(scene.pull, { jobId: 'job_2' });
  for (const body of ['Nothing', marker]) editComment(scene.sandbox.github.store, older as Comment, body);
  const step = await scene.ask('/docs Longer, please', { on: scene.pull });
  expect(step.outputs).toMatchObject({ result: 'pull-request', jobId: 'job_2' });
});

test('a marker of an earlier version, with more in it, counts', async () => {
  await using scene = await openHome();
  scene.sandbox.service.putJob({ id: 'job_1', ago: 60, turns: [worksFor(9, { prLink: scene.prLink })] });
  scene.mark(scene.pull, Object.assign({ jobId: 'job_1' }, { entry: { name: 'a' } }));
  const step = await scene.ask('/docs Longer, please', { on: scene.pull });
  expect(step.outputs).toMatchObject({ result: 'pull-request', jobId: 'job_1' });
});

test('`--status` keeps the ID that the comment shows while lists are behind', async () => {
  await using scene = await openScene();
  const { github, service } = scene.sandbox;
  service.script({ timeline: [{ status: 'active' }] });
  const { event } = scene.comment('/docs Rewrite');
  const { running, held } = await scene.startUntil(
    'service',
    { method: 'POST' },
    { timeout: '2m' },
    { event },
  );
  github.store.lag = 3_600_000;
  held.release();
  await scene.minutes(0.5);
  github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
  running.kill();
  await running.ended;
  github.faults.clear();
  await scene.minutes(10);
  const before = bodyOf(scene);
  expect(before).toContain(service.jobs[0]?.id);
  await scene.ask('/docs --status');
  expect(bodyOf(scene)).toBe(before);
});

test('a finished status comment keeps nothing that people wrote into it', async () => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } });
  const spoilt = bodyOf(scene).replace(
    /- Requested by: .*/,
    '- Requested by: [Click](https://evil.example) @acme/admins',
  );
  expect(spoilt).toContain('evil.example');
  editOwn(scene, spoilt);
  await scene.minutes(5);
  await scene.ask('/docs --status');
  expect(bodyOf(scene)).toContain('**Pull request ready:**');
  expect(bodyOf(scene)).not.toMatch(/evil|acme\/admins/);
});

// The marker at the pull request of a job.

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

test.each([
  { method: 'POST', path: /\/issues\/2\/comments$/ },
  { method: 'PATCH', path: /comments\/\d+$/, nth: 4 },
])('the pull request gets its marker although GitHub fails once for %o', async (write) => {
  await using scene = await openHome();
  scene.sandbox.github.faults.next(write, answer({ status: 502 }));
  expect(warnings(await scene.ask('/docs Rewrite'))).toEqual([]);
  expect(scene.comments(scene.pull)).toEqual([expect.stringContaining('made-by:v2')]);
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
});
