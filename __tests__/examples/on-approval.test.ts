/** Approved code is documented before it merges, by one job for each pull request. */
import { describe, expect, test } from '@jest/globals';
import type { Json } from '../../sandbox/github/payloads.ts';
import { type Thread, userOf } from '../../sandbox/github/store.ts';
import { closeThread } from '../../sandbox/github/threads.ts';
import { readWorkflow } from '../../sandbox/workflow/file.ts';
import { openRunner, type Play } from '../../sandbox/workflow.ts';
import type { Event } from '../../src/request/trigger.ts';
import { around } from '../support/recipes.ts';
import { openScene } from '../support/scene.ts';

async function openApproval() {
  const scene = await openScene({ history: true, jobs: 'working', documentation: 'acme/product' });
  const { store } = scene.sandbox.github;
  scene.member('ann', 'write');
  scene.member('ben', 'write');
  const runner = openRunner(readWorkflow('on-approval.yml'), around(scene));
  const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
  return {
    ...{ ...scene, code },
    approve(by: string, commit: string, state = 'approved', on: Thread = code) {
      const change = (payload: Json) => Object.assign(payload.review, { state, commit_id: commit });
      return runner.dispatch(scene.review('', { by, on, change }).event).ended;
    },
    close(thread: Thread, merged = true) {
      closeThread(store, thread, { merged });
      const event = scene.events.pull(thread, 'closed', userOf(store, 'ann'), (payload) =>
        Object.assign(payload.pull_request, { merged }),
      );
      return runner.dispatch({ ...event, name: 'pull_request_target' }).ended;
    },
    /** The documentation's pull request. */
    draft: () => scene.repository.threads.get(2) as Thread,
  };
}

const outputs = ({ steps }: Play) => steps.map(({ result }) => result.outputs);
const [FIRST, SECOND] = ['1'.repeat(40), '2'.repeat(40)];

test('the approval creates a job, and the merge is a message to it', async () => {
  await using scene = await openApproval();
  expect(outputs(await scene.approve('ann', FIRST))).toMatchObject([{ result: 'pull-request' }]);
  expect(scene.sent()[0]).toContain('"src/app.ts" modified');
  expect(outputs(await scene.close(scene.code))).toMatchObject([
    { result: 'pull-request', reasonCode: 'pull-request-updated' },
  ]);
  expect(scene.turns()).toEqual([2]);
});

test('a second approval of the same commit requests nothing, and writes nothing', async () => {
  await using scene = await openApproval();
  await scene.approve('ann', FIRST);
  const before = scene.comments(scene.code);
  expect(outputs(await scene.approve('ben', FIRST))).toMatchObject([
    { result: 'skipped', reasonCode: 'nothing-changed' },
  ]);
  expect(scene.turns()).toEqual([1]);
  expect(scene.comments(scene.code)).toEqual(before);
  expect(outputs(await scene.approve('ben', SECOND))).toMatchObject([{ result: 'pull-request' }]);
  expect(scene.turns()).toEqual([2]);
});

test('two approvals at once request once', async () => {
  await using scene = await openApproval();
  const runs = await Promise.all([scene.approve('ann', FIRST), scene.approve('ben', FIRST)]);
  const results = runs.flatMap(outputs).map(({ result }) => result);
  expect(results.toSorted()).toEqual(['pull-request', 'skipped']);
  expect(scene.turns()).toEqual([1]);
});

test('a re-run of either approval reports from the job, and sends nothing', async () => {
  await using scene = await openApproval();
  const approval = (by: string) => {
    const change = (payload: Json) => Object.assign(payload.review, { state: 'approved', commit_id: FIRST });
    return scene.review('', { by, on: scene.code, change }).event;
  };
  const [first, second] = [approval('ann'), approval('ben')];
  const run = (event: Event, runAttempt: string) =>
    scene.run({ prompt: 'Document it' }, { event, context: { runAttempt } });
  await run(first, '1');
  await run(second, '1');
  for (const event of [first, second]) expect((await run(event, '2')).outputs['result']).toBe('pull-request');
  expect(scene.turns()).toEqual([1]);
});

describe('no request is', () => {
  test('an approval by a stranger, which keeps nobody from approving', async () => {
    await using scene = await openApproval();
    expect(outputs(await scene.approve('mallory', FIRST))).toMatchObject([{ result: 'denied' }]);
    expect(outputs(await scene.approve('ann', FIRST))).toMatchObject([{ result: 'pull-request' }]);
    expect(scene.turns()).toEqual([1]);
  });

  test.each(['commented', 'changes_requested'])('a review that is %s', async (state) => {
    await using scene = await openApproval();
    expect((await scene.approve('ann', FIRST, state)).started).toEqual([]);
  });

  test('a pull request that is closed without a merge', async () => {
    await using scene = await openApproval();
    expect((await scene.close(scene.code, false)).started).toEqual([]);
  });

  test("the approval or the merge of the agent's own pull request", async () => {
    await using scene = await openApproval();
    await scene.approve('ann', FIRST);
    const skipped = [{ result: 'skipped', reasonCode: 'own-pull-request' }];
    expect(outputs(await scene.approve('ann', SECOND, 'approved', scene.draft()))).toMatchObject(skipped);
    expect(outputs(await scene.close(scene.draft()))).toMatchObject(skipped);
    expect(scene.turns()).toEqual([1]);
  });
});
