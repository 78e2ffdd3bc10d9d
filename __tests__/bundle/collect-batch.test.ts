/** The collect action finishes what a batch with `wait: false` started, in the comment of its `issue-number`. */
import { expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import { instructions, jobsOf, resultsOf } from '../support/batch.ts';
import { endsAfter, openScene, type Scene, warnings } from '../support/scene.ts';

const LABELS = { 'pr-labels': 'sweep' };
const BATCH = {
  ...LABELS,
  wait: 'false',
  'issue-number': '1',
  'prompts-json': instructions(3),
  'max-jobs': '2',
};

/** Starts two jobs, which end with a pull request after ten and twenty minutes. The third entry remains. */
async function openBatch(start = (scene: Scene) => scene.run(BATCH)) {
  const scene = await openScene({ action: 'batch' });
  const pulls = [10, 20].map((minutes) => {
    const branch = `mintlify/page-${minutes}`;
    const pull = scene.openPull({ branch });
    scene.sandbox.service.script(endsAfter(minutes, { prLink: scene.urlOf(pull) }, branch));
    return pull;
  });
  const step = await start(scene);
  return Object.assign(scene, { pulls, step });
}
type Batch = Awaited<ReturnType<typeof openBatch>>;

test('leaves a batch with other labels to the collect action that has them', async () => {
  await using scene = await openBatch();
  await scene.minutes(30);
  const other = await scene.collect({ 'pr-labels': 'docs-no-waiting' });
  expect(other.outputs).toMatchObject({ result: 'nothing' });
  expect(other.log).toContain('The batch on #1 is left to a collect action whose `pr-labels` have sweep.');
  const own = await scene.collect({ 'pr-labels': 'Sweep, docs' });
  expect(own.outputs).toMatchObject({ result: 'collected' });
  for (const pull of scene.pulls) expect([...pull.labels].join()).not.toContain('docs-no-waiting');
});

const finished = (step: { readonly outputs: Readonly<Record<string, string>> }) =>
  JSON.parse(step.outputs['finished'] ?? '');
/** The rows of the table with their results, and whether the comment has a note. */
const table = (scene: Scene) => {
  const [comment = ''] = scene.comments();
  const rows = [...comment.matchAll(/^\| `(entry \d)` \| (.*?) \|/gm)].map(([, name, result]) => [
    name,
    result,
  ]);
  return {
    title: /batch: ([^*]+)/.exec(comment)?.[1],
    ...Object.fromEntries(rows),
    open: comment.includes('batch:v1'),
  };
};
const LATER = { 'entry 3': '⏸ remaining' };
const DONE = { title: 'some entries remain', ...LATER, open: false };

test('reports each entry when its job has ended, with result, labels, marker and reviewers', async () => {
  await using scene = await openBatch();
  const working = {
    title: 'jobs are at work',
    'entry 1': '⏳ working',
    'entry 2': '⏳ working',
    ...LATER,
    open: true,
  };
  expect(table(scene)).toEqual(working);
  const early = await scene.collect(LABELS);
  expect(early.outputs).toMatchObject({ result: 'nothing', open: '2' });
  await scene.minutes(11);
  const first = await scene.collect({ ...LABELS, 'pr-reviewers': 'octocat' });
  expect(first.outputs).toMatchObject({ result: 'collected', open: '1' });
  const prLink = scene.urlOf(scene.pulls[0] as Batch['pulls'][0]);
  expect(finished(first)).toMatchObject([{ thread: 1, jobId: jobsOf(scene.step)[0]?.jobId, prLink }]);
  expect(table(scene)).toEqual({ ...working, 'entry 1': '✅ pull request' });
  await scene.minutes(10);
  expect((await scene.collect(LABELS)).outputs).toMatchObject({ result: 'collected', open: '0' });
  expect(table(scene)).toEqual({ ...DONE, 'entry 1': '✅ pull request', 'entry 2': '✅ pull request' });
  for (const pull of scene.pulls) {
    expect([...pull.labels]).toEqual(['sweep']);
    expect(scene.comments(pull)).toEqual([expect.stringContaining('made-by:v2')]);
  }
  expect([...(scene.pulls[0]?.pull?.reviewers ?? [])].map(({ login }) => login)).toEqual(['octocat']);
  expect((await scene.collect(LABELS)).outputs).toMatchObject({ result: 'nothing', open: '0' });
  // The next batch knows the entries by their markers.
  const next = await scene.run(BATCH);
  expect(resultsOf(next)).toEqual(['skipped', 'skipped', 'working']);
});

test('a batch does not repeat an entry that was not collected yet, unless its instruction changed', async () => {
  await using scene = await openBatch();
  await scene.minutes(60);
  const results = async (inputs = {}) => resultsOf(await scene.run({ ...BATCH, ...inputs }));
  expect(await results()).toEqual(['skipped', 'skipped', 'working']);
  const changed = JSON.stringify([{ name: 'entry 1', prompt: 'Another' }]);
  expect(await results({ 'prompts-json': changed })).toEqual(['working']);
  await scene.minutes(4 * 24 * 60);
  expect(await results({ 'max-jobs': '3' })).toEqual(['working', 'working', 'working']);
  scene.sandbox.github.faults.next({ path: /issues\/1\/comments$/ }, answer({ status: 403 }));
  expect((await scene.run(BATCH)).outputs).toMatchObject({ result: 'error', reasonCode: 'github-refused' });
});

test('warns of files outside of `pr-paths`, like for other requests', async () => {
  await using scene = await openBatch();
  const files = [{ filename: 'src/app.ts', status: 'added', additions: 1, deletions: 0, patch: '+a' }];
  Object.assign(scene.pulls[0]?.pull ?? {}, { files });
  await scene.minutes(11);
  const step = await scene.collect({ ...LABELS, 'pr-paths': 'docs/**' });
  expect(warnings(step)).toEqual(['entry 1: It changes a file outside of `pr-paths`.']);
  expect(finished(step)).toMatchObject([{ reasonCode: 'outside-paths' }]);
});

test("waits for the job of the event's pull request", async () => {
  await using scene = await openBatch();
  const [pull] = scene.pulls;
  await scene.minutes(9);
  const event = pull && scene.events.pull(pull, 'opened', pull.user);
  expect((await scene.collect(LABELS, event)).outputs).toMatchObject({ result: 'collected', open: '1' });
});

test.each<[string, (scene: Scene) => Promise<Batch['step']>]>([
  ['was killed', (scene) => scene.kill('service', { method: 'POST', nth: 3 }, { ...BATCH, 'max-jobs': '3' })],
  [
    'was killed with its post step',
    async (scene) => {
      const { github, service } = scene.sandbox;
      service.faults.next({ method: 'POST', nth: 3 }, tooMany({ hint: 'retry-after', seconds: 300 }));
      const running = scene.start({ ...BATCH, 'max-jobs': '3', timeout: '10m' });
      await scene.minutes(1);
      github.faults.next({ times: 99 }, answer({ status: 503 }));
      running.kill();
      const step = await running.ended;
      github.faults.clear();
      return step;
    },
  ],
])('finishes what a run started that %s', async (_, start) => {
  await using scene = await openBatch(start);
  await scene.minutes(25);
  expect((await scene.collect(LABELS)).outputs).toMatchObject({ result: 'collected', open: '0' });
  expect(table(scene)).toMatchObject({
    'entry 1': '✅ pull request',
    'entry 2': '✅ pull request',
    open: false,
  });
});

test('reports once if two runs collect at the same time', async () => {
  await using scene = await openBatch();
  await scene.minutes(21);
  for (const { ended } of [scene.startCollect(LABELS), scene.startCollect(LABELS)])
    expect((await ended).outcome).toBe('success');
  expect(table(scene)).toEqual({ ...DONE, 'entry 1': '✅ pull request', 'entry 2': '✅ pull request' });
  for (const pull of scene.pulls) expect([...pull.labels]).toEqual(['sweep']);
});

test('leaves entries open if GitHub refuses the edit, and the next run finishes them', async () => {
  await using scene = await openBatch();
  await scene.minutes(21);
  const path = new RegExp(`/issues/comments/${scene.repository.comments[0]?.id}$`);
  scene.sandbox.github.faults.next({ method: 'PATCH', path, times: 2 }, answer({ status: 403 }));
  const refused = await scene.collect(LABELS);
  expect(refused.outputs).toMatchObject({ result: 'nothing', open: '2' });
  expect(warnings(refused)).toEqual([expect.stringContaining('could not be written')]);
  expect((await scene.collect(LABELS)).outputs).toMatchObject({ result: 'collected', open: '0' });
});

test.each([
  ['a copy by a stranger', (body: string) => body, 'mallory'],
  ['an altered one', (body: string) => body.replace(/(batch:v1 \S+ )e/, '$1f'), 'github-actions[bot]'],
])('finishes no entries of %s', async (_, alter, by) => {
  await using scene = await openBatch();
  const [body = ''] = scene.comments();
  scene.put(scene.pull, alter(body), by);
  await scene.minutes(21);
  expect(finished(await scene.collect(LABELS)).map(({ thread }: { thread: number }) => thread)).toEqual([
    1, 1,
  ]);
});

test('reports a job that vanished as failed, and writes nothing with `dry-run`', async () => {
  await using scene = await openBatch();
  await scene.minutes(21);
  const before = scene.comments();
  const dry = await scene.collect({ ...LABELS, 'dry-run': 'true' });
  expect(dry.outputs).toMatchObject({ result: 'dry-run', open: '0' });
  expect([scene.comments(), scene.pulls.map(({ labels }) => labels.size)]).toEqual([before, [0, 0]]);
  scene.sandbox.service.faults.next({ method: 'GET', times: 9, optional: true }, answer({ status: 404 }));
  expect((await scene.collect(LABELS)).outputs).toMatchObject({ result: 'collected', open: '0' });
  expect(table(scene)).toMatchObject({ title: 'a job failed', 'entry 1': '❌ failed', open: false });
});
