/** Which runs are requests of their own in a thread, and which repeat one. */
import { describe, expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { openScene, type Scene } from '../support/scene.ts';

const resultsOf = (steps: readonly StepResult[]) => steps.map(({ outputs }) => outputs['result']);
const octocat = ({ sandbox }: Scene) => userOf(sandbox.github.store, 'octocat');

describe('the job of the thread gets a message', () => {
  test('for each push to a pull request', async () => {
    await using scene = await openScene();
    const push = () => scene.events.pull(scene.pull, 'synchronize', octocat(scene));
    const prompt = 'Describe what this changes';
    const steps = [
      await scene.run({ prompt }, { event: push() }),
      await scene.run({ prompt }, { event: push() }),
    ];
    expect(resultsOf(steps)).toEqual(['pull-request', 'pull-request']);
    expect(scene.turns()).toEqual([2]);
    expect(scene.comments(scene.pull)).toHaveLength(2);
  });

  test.each([
    ['different texts', ['Rewrite the guide', 'Rewrite the reference']],
    ['the same text', ['Rewrite the guide', 'Rewrite the guide']],
  ])('for each leg of a matrix with %s, and none for a re-run', async (_, prompts) => {
    await using scene = await openScene();
    const event = { name: 'workflow_dispatch', payload: {} };
    const runAll = (runAttempt: string) =>
      Promise.all(
        prompts.map((prompt) =>
          scene.run({ prompt, 'issue-number': '1' }, { event, context: { runAttempt } }),
        ),
      );
    expect(resultsOf(await runAll('1'))).toEqual(['pull-request', 'pull-request']);
    expect(scene.prompts().toSorted()).toEqual(prompts.toSorted());
    expect(scene.turns()).toEqual([2]);
    expect(resultsOf(await runAll('2'))).toEqual(['pull-request', 'pull-request']);
    expect(scene.turns()).toEqual([2]);
  });
});

test.each([
  ['with rules', '/docs', 'Write British English.\n\n'],
  ['without rules', '/docs', ''],
  ['for `--new`', '/docs --new', 'Write British English.\n\n'],
])('with `context: none` the service gets only rules and instruction, %s', async (_, phrase, rules) => {
  await using scene = await openScene();
  scene.write({ 'rules.md': 'Write British English.\n' });
  const words = 'Rewrite  the quickstart\n\n- for *v2*, — “exactly”\tso';
  const inputs = { context: 'none', ...(rules !== '' && { 'rules-file': 'rules.md' }) };
  for (const begin of ['/docs', phrase]) {
    const step = await scene.ask(`${begin} ${words}`, { inputs });
    expect(step.outputs['result']).toBe('pull-request');
  }
  // The create, then the message or another create.
  expect(scene.prompts()).toEqual([`${rules}${words}`, `${rules}${words}`]);
});

test('a re-run of one leg of a matrix keeps the job of another leg', async () => {
  await using scene = await openScene();
  const event = { name: 'workflow_dispatch', payload: {} };
  const ask = (prompt: string, runAttempt: string) =>
    scene.run({ prompt, 'issue-number': '1' }, { event, context: { runAttempt } });
  scene.sandbox.service.script({ timeline: [{ status: 'failed' }] });
  const failed = await ask('Rewrite the guide', '1');
  const other = await ask('Rewrite the reference', '1');
  expect(resultsOf([failed, other])).toEqual(['failed', 'pull-request']);
  expect(scene.turns()).toEqual([1, 1]);
  // Its own job failed, so it sends again, and the thread's job gets the message.
  const again = await ask('Rewrite the guide', '2');
  expect(again.outputs).toMatchObject({ result: 'pull-request', jobId: other.outputs['jobId'] });
  expect(scene.turns()).toEqual([1, 2]);
  expect(scene.prompts()).toEqual(['Rewrite the guide', 'Rewrite the reference', 'Rewrite the guide']);
});
