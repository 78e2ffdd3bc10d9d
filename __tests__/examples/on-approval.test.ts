/** Approved code is documented before it merges, by one job for each pull request. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
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
    approveCode(by: string, commit: string, state = 'approved', on: Thread = code) {
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

type Approval = Awaited<ReturnType<typeof openApproval>>;

const outputs = ({ steps }: Play) => steps.map(({ result }) => result.outputs);
const [FIRST, SECOND] = ['1'.repeat(40), '2'.repeat(40)];

test('the approval creates a job, and the merge is a message to it', async () => {
  await using scene = await openApproval();
  expect(outputs(await scene.approveCode('ann', FIRST))).toMatchObject([{ result: 'pull-request' }]);
  expect(scene.sent()[0]).toContain('"src/app.ts" modified');
  expect(outputs(await scene.close(scene.code))).toMatchObject([
    { result: 'pull-request', reasonCode: 'pull-request-updated' },
  ]);
  expect(scene.turns()).toEqual([2]);
});

test('a second approval of the same commit requests nothing, and writes nothing', async () => {
  await using scene = await openApproval();
  await scene.approveCode('ann', FIRST);
  const before = scene.comments(scene.code);
  expect(outputs(await scene.approveCode('ben', FIRST))).toMatchObject([
    { result: 'skipped', reasonCode: 'nothing-changed' },
  ]);
  expect(scene.turns()).toEqual([1]);
  expect(scene.comments(scene.code)).toEqual(before);
  expect(outputs(await scene.approveCode('ben', SECOND))).toMatchObject([{ result: 'pull-request' }]);
  expect(scene.turns()).toEqual([2]);
});

test('two approvals at once request once', async () => {
  await using scene = await openApproval();
  const runs = await Promise.all([scene.approveCode('ann', FIRST), scene.approveCode('ben', FIRST)]);
  const results = runs.flatMap(outputs).map(({ result }) => result);
  expect(results.toSorted()).toEqual(['pull-request', 'skipped']);
  expect(scene.turns()).toEqual([1]);
});

describe('after the first approval', () => {
  const approve = ({ review, code }: Approval, by: string) => {
    const change = (payload: Json) => Object.assign(payload.review, { state: 'approved', commit_id: FIRST });
    return review('', { by, on: code, change }).event;
  };
  const inputs = { prompt: 'Document it', timeout: '2m' };

  test('a re-run of either approval reports from the job, and sends nothing', async () => {
    await using scene = await openApproval();
    const [first, second] = [approve(scene, 'ann'), approve(scene, 'ben')];
    const run = (event: Event, runAttempt: string) => scene.run(inputs, { event, context: { runAttempt } });
    await run(first, '1');
    await run(second, '1');
    for (const event of [first, second])
      expect((await run(event, '2')).outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([1]);
  });

  test('a second one is a request if the runner of the first was lost before it sent anything', async () => {
    await using scene = await openApproval();
    const { faults } = scene.sandbox.github;
    const held = barrier();
    faults.next({ method: 'PATCH', nth: 2 }, held);
    const lost = scene.start(inputs, { event: approve(scene, 'ann') });
    await held.reached;
    faults.next({ times: 99 }, answer({ status: 503 }));
    lost.kill();
    await lost.ended;
    faults.clear();
    await scene.minutes(10);
    const step = await scene.run(inputs, { event: approve(scene, 'ben') });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([1]);
  });
});

describe('no request is', () => {
  test('an approval by a stranger, which keeps nobody from approving', async () => {
    await using scene = await openApproval();
    expect(outputs(await scene.approveCode('mallory', FIRST))).toMatchObject([{ result: 'denied' }]);
    expect(outputs(await scene.approveCode('ann', FIRST))).toMatchObject([{ result: 'pull-request' }]);
    expect(scene.turns()).toEqual([1]);
  });

  test.each(['commented', 'changes_requested'])('a review that is %s', async (state) => {
    await using scene = await openApproval();
    expect((await scene.approveCode('ann', FIRST, state)).started).toEqual([]);
  });

  test("an approval of a fork's pull request, which starts no runner", async () => {
    await using scene = await openApproval();
    const fork = scene.openPull({ branch: 'patch-1', by: 'mallory', fork: 'mallory/product' });
    expect((await scene.approveCode('ann', FIRST, 'approved', fork)).started).toEqual([]);
  });

  test('a pull request that is closed without a merge', async () => {
    await using scene = await openApproval();
    expect((await scene.close(scene.code, false)).started).toEqual([]);
  });

  test("the approval or the merge of the agent's own pull request", async () => {
    await using scene = await openApproval();
    await scene.approveCode('ann', FIRST);
    const skipped = [{ result: 'skipped', reasonCode: 'own-pull-request' }];
    expect(outputs(await scene.approveCode('ann', SECOND, 'approved', scene.draft()))).toMatchObject(skipped);
    expect(outputs(await scene.close(scene.draft()))).toMatchObject(skipped);
    expect(scene.turns()).toEqual([1]);
  });
});
