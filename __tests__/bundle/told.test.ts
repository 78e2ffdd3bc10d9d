/** Every request that ends without a status comment is told once: with 😕 and a reply, if the requester used the phrase. */
import { expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { type Inputs, openScene, type Scene } from '../support/scene.ts';

const FAILS = answer({ status: 502 });

test.each<[string, Inputs, (scene: Scene) => void, RegExp]>([
  [
    "the thread's comments can't be read for `context: full`",
    { context: 'full' },
    ({ sandbox }) => sandbox.github.faults.next({ method: 'GET', path: /comments/, times: 99 }, FAILS),
    /^\*\*Not sent:\*\* The thread's comments could not be read: .*502/,
  ],
  [
    'the list of open pull requests fails',
    { 'when-open': 'skip', 'pr-labels': 'documentation' },
    ({ sandbox }) => sandbox.github.faults.next({ path: /\/pulls$/, times: 9 }, FAILS),
    /^\*\*Not sent:\*\* The open pull requests could not be read: .*502/,
  ],
])('a comment is told that %s', async (_what, inputs, fail, told) => {
  await using scene = await openScene();
  fail(scene);
  const comment = scene.comment('/docs Rewrite');
  const step = await scene.run(inputs, { event: comment.event });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: '' } });
  expect(comment.reactions()).toEqual(['confused']);
  expect(scene.comments()).toEqual([expect.stringMatching(told)]);
  expect(scene.requests('service')).toEqual([]);
  scene.sandbox.github.faults.clear();
});

test("a review is told that its line comments can't be read", async () => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ path: /pulls\/\d+\/comments/, times: 9 }, FAILS);
  const { event } = scene.review('/docs Fix these', { state: 'COMMENTED' });
  const step = await scene.run({}, { event });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: '' } });
  const told = /^\*\*Not sent:\*\* The review's own line comments could not be read: .*502/;
  expect(scene.comments(scene.pull)).toEqual([expect.stringMatching(told)]);
  scene.sandbox.github.faults.clear();
});

test('nobody is told about a run without the phrase', async () => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ method: 'GET', path: /comments/, times: 99 }, FAILS);
  const event = scene.events.issue(scene.issue, 'labeled', scene.issue.user);
  const step = await scene.run({ prompt: 'Rewrite', context: 'full' }, { event });
  expect(step.outputs).toMatchObject({ result: 'error' });
  expect(scene.requests('github').filter((call) => !call.startsWith('GET'))).toEqual([]);
  scene.sandbox.github.faults.clear();
});
