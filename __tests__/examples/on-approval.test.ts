/** `on-approval` of docs/recipes.md documents approved code before it merges, with one job for each pull request. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import type { Json } from '../../sandbox/github/payloads.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import type { Event } from '../../src/event/trigger.ts';
import { workflowOf } from '../support/recipe-rows.ts';
import { openRecipe } from '../support/recipes.ts';
import { type Inputs, openScene, worksFor } from '../support/scene.ts';

async function openApproval() {
  const scene = await openScene({ history: true, jobs: 'working', documentation: 'acme/product' });
  scene.member('ann', 'write');
  scene.member('ben', 'write');
  const dispatch = openRecipe(scene, workflowOf('on-approval'));
  const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
  const reviewed = (by: string, commit: string, state = 'approved', on: Thread = code): Event => {
    const change = (payload: Json) => Object.assign(payload.review, { state, commit_id: commit });
    return scene.review('', { by, on, change }).event;
  };
  return {
    ...scene,
    code,
    reviewed,
    review: (...given: Parameters<typeof reviewed>) => dispatch(reviewed(...given)),
    draft: () => scene.repository.threads.get(2) as Thread,
  };
}

const [FIRST, SECOND] = ['1'.repeat(40), '2'.repeat(40)];

test('skips a second approval of the same commit, without a comment', async () => {
  await using scene = await openApproval();
  await scene.review('ann', FIRST);
  expect(scene.sent()).toEqual([expect.stringMatching(/"src\/app\.ts" modified.*\+new/s)]);
  const before = scene.comments(scene.code);
  expect((await scene.review('ben', FIRST)).outputs).toMatchObject([
    { result: 'skipped', reasonCode: 'request-handled' },
  ]);
  expect(scene.turns()).toEqual([1]);
  expect(scene.comments(scene.code)).toEqual(before);
  expect((await scene.review('ben', SECOND)).outputs).toMatchObject([{ result: 'pull-request' }]);
  expect(scene.turns()).toEqual([2]);
});

test('sends a second approval of the same commit if the job of the first one failed', async () => {
  await using scene = await openApproval();
  scene.sandbox.service.script(worksFor(9, { status: 'failed' }));
  expect((await scene.review('ann', FIRST)).outputs).toMatchObject([{ result: 'failed' }]);
  expect((await scene.review('ben', FIRST)).outputs).toMatchObject([{ result: 'pull-request' }]);
  expect(scene.turns()).toEqual([1, 1]);
});

test('sends one of two approvals at once', async () => {
  await using scene = await openApproval();
  const played = await Promise.all([scene.review('ann', FIRST), scene.review('ben', FIRST)]);
  const results = played.flatMap(({ outputs }) => outputs.map(({ result }) => result));
  expect(results.toSorted()).toEqual(['pull-request', 'skipped']);
  expect(scene.turns()).toEqual([1]);
});

describe('after the first approval', () => {
  const inputs = { prompt: 'Document it', timeout: '2m' };

  test('reports from the job in a re-run, skips a re-run of another approval, and sends nothing', async () => {
    await using scene = await openApproval();
    const [first, second] = [scene.reviewed('ann', FIRST), scene.reviewed('ben', FIRST)];
    const run = (event: Event, runAttempt: string) => scene.run(inputs, { event, context: { runAttempt } });
    await run(first, '1');
    await run(second, '1');
    expect((await run(first, '2')).outputs['result']).toBe('pull-request');
    expect((await run(second, '2')).outputs['result']).toBe('skipped');
    expect(scene.turns()).toEqual([1]);
  });

  test.each([
    ['skips another `range`', false, { range: 'main...feature' }, { range: 'refs/heads/main...feature' }],
    ['sends one with other `paths`', true, { paths: 'src/**' }, { paths: 'docs/**' }],
  ])('%s', async (_, isSent, one, two) => {
    await using scene = await openApproval();
    const result = async (by: string, more: Inputs) =>
      (await scene.run({ ...inputs, ...more }, { event: scene.reviewed(by, FIRST) })).outputs['result'];
    expect(await result('ann', one)).toBe('pull-request');
    expect(await result('ben', two)).toBe(isSent ? 'pull-request' : 'skipped');
    expect(scene.turns()).toEqual([isSent ? 2 : 1]);
  });

  test('skips a re-run of another approval while the run of the first one is about to send', async () => {
    await using scene = await openApproval();
    const { service } = scene.sandbox;
    const [first, second] = [scene.reviewed('ann', FIRST), scene.reviewed('ben', FIRST)];
    service.faults.next({ method: 'POST' }, answer({ status: 402 }));
    // Nothing was sent for this approval.
    await scene.run(inputs, { event: second });
    const send = barrier();
    service.faults.next({ method: 'POST' }, send);
    const running = scene.start(inputs, { event: first });
    await send.reached;
    send.stall();
    const again = await scene.run(inputs, { event: second, context: { runAttempt: '2' } });
    expect(again.outputs).toMatchObject({ result: 'skipped', reasonCode: 'request-handled' });
    for (const text of scene.comments(scene.code)) expect(text).not.toContain('Interrupted');
    send.release();
    expect((await running.ended).outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([1]);
  });

  test('sends the second approval if the runner of the first was lost before it sent anything', async () => {
    await using scene = await openApproval();
    const { faults } = scene.sandbox.github;
    const held = barrier();
    faults.next({ method: 'PATCH', nth: 2 }, held);
    const lost = scene.start(inputs, { event: scene.reviewed('ann', FIRST) });
    await held.reached;
    faults.next({ times: 99 }, answer({ status: 503 }));
    lost.kill();
    await lost.ended;
    faults.clear();
    await scene.minutes(10);
    const step = await scene.run(inputs, { event: scene.reviewed('ben', FIRST) });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([1]);
  });
});

test('refuses an approval by a stranger, and sends the next one', async () => {
  await using scene = await openApproval();
  expect((await scene.review('mallory', FIRST)).outputs).toMatchObject([{ result: 'denied' }]);
  expect((await scene.review('ann', FIRST)).outputs).toMatchObject([{ result: 'pull-request' }]);
  expect(scene.turns()).toEqual([1]);
});

test("starts no runner for another review, a fork's pull request, or one to another branch", async () => {
  await using scene = await openApproval();
  const fork = scene.openPull({ branch: 'patch-1', by: 'mallory', fork: 'mallory/product' });
  const played = [
    await scene.review('ann', FIRST, 'commented'),
    await scene.review('ann', FIRST, 'changes_requested'),
    await scene.review('ann', FIRST, 'approved', fork),
    await scene.review('ann', FIRST, 'approved', scene.openPull({ branch: 'fix', by: 'ben', base: 'v1' })),
  ];
  expect(played.map(({ started }) => started)).toEqual([[], [], [], []]);
});

test("starts no runner for the agent's own pull request, even one without a marker by a person's account", async () => {
  await using scene = await openApproval();
  await scene.review('ann', FIRST);
  const unmarked = scene.openPull({ branch: 'mintlify/keys', by: 'ben' });
  for (const own of [scene.draft(), unmarked]) {
    const { started } = await scene.review('ann', SECOND, 'approved', own);
    expect(started).toEqual([]);
  }
});

test('skips a pull request that changes only other files', async () => {
  await using scene = await openApproval();
  const words = await scene.openChange({ branch: 'words', commits: [{ 'docs/index.md': 'new\n' }] });
  const { outputs } = await scene.review('ann', FIRST, 'approved', words);
  expect(outputs).toMatchObject([{ result: 'skipped', reasonCode: 'paths-unmatched' }]);
  expect(scene.sent()).toEqual([]);
});
