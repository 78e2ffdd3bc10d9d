/** The recipes for requests in issues and pull requests. */
import { describe, expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import type { Event } from '../../src/event/trigger.ts';
import { workflowOf } from '../support/recipe-rows.ts';
import { openRecipe, playRecipe, runIn } from '../support/recipes.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

const REQUEST = '/docs Rewrite the quickstart';
describe('asked-in-a-comment.yml', () => {
  test('makes one job and two messages of three comments within a second', async () => {
    await using scene = await openScene();
    const { service, time } = scene.sandbox;
    service.rules.usualSeconds = 60;
    const dispatch = openRecipe(scene, 'asked-in-a-comment.yml');
    const runs = [];
    for (const words of ['Rewrite the quickstart', 'Explain keys', 'Shorter, please']) {
      runs.push(dispatch(scene.comment(`/docs ${words}`).event));
      await time.sleep(300);
    }
    const played = await Promise.all(runs);
    expect(played.map(({ outputs }) => outputs[0]?.['result'])).toEqual(Array(3).fill('pull-request'));
    expect(service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt.split('\n')[0]))).toEqual([
      ['Rewrite the quickstart', 'Explain keys', 'Shorter, please'],
    ]);
  });

  test.each<[string, (scene: Scene) => Event]>([
    ['another comment', (scene) => scene.comment('I would not write /docs here').event],
    ['an edited comment', (scene) => scene.comment(REQUEST, { action: 'edited' }).event],
    [
      'another comment on an issue with a request',
      (scene) =>
        scene.comment('Thanks', { change: ({ issue }) => Object.assign(issue, { body: REQUEST }) }).event,
    ],
  ])('starts no runner for %s', async (_name, eventOf) => {
    await using scene = await openScene();
    const { started } = await playRecipe(scene, 'asked-in-a-comment.yml', eventOf(scene));
    expect(started).toEqual([]);
  });
});

test.each([
  ['first.yml', '/docs --status', 'status-shown'],
  ['asked-in-a-comment.yml', '/docs --help', 'help-shown'],
  ['no-waiting.yml', '/docs --status please', 'status-shown'],
])('%s answers `%s` while the agent works', async (recipe, words, reasonCode) => {
  await using scene = await openScene();
  const { service, time } = scene.sandbox;
  service.rules.usualSeconds = 600;
  const dispatch = openRecipe(scene, recipe);
  const first = dispatch(scene.comment(REQUEST).event);
  await time.sleep(60_000);
  const asked = time.now();
  const { outputs } = await dispatch(scene.comment(words).event);
  expect(outputs).toMatchObject([{ reasonCode }]);
  expect(time.now() - asked).toBeLessThan(60_000);
  await first;
  expect(scene.turns()).toEqual([1]);
});

test('first.yml next to asked-in-a-comment.yml skips what the other has sent', async () => {
  await using scene = await openScene();
  const { event } = scene.comment(REQUEST);
  const played = [
    await playRecipe(scene, 'asked-in-a-comment.yml', event),
    await playRecipe(scene, 'first.yml', event, {
      run: (options) => runIn(scene)({ ...options, context: { ...options.context, runId: '9000000002' } }),
    }),
  ];
  expect(played.flatMap(({ outputs }) => outputs.map(({ result }) => result))).toEqual([
    'pull-request',
    'skipped',
  ]);
  expect(scene.turns()).toEqual([1]);
});

describe('by-label', () => {
  const recipe = workflowOf('by-label');

  const labelled = (scene: Scene, name: string, by = 'octocat') =>
    scene.events.issue(scene.issue, 'labeled', userOf(scene.sandbox.github.store, by), ({ label }) =>
      Object.assign(label, { name }),
    );

  test('sends the labelled issue as data, and answers in the issue', async () => {
    await using scene = await openScene();
    const played = await playRecipe(scene, recipe, labelled(scene, 'needs documentation'));
    expect(played.outputs).toMatchObject([{ result: 'pull-request', prLink: LINK }]);
    expect(scene.comments()).toEqual([expect.stringContaining(LINK)]);
    expect(scene.prompts()[0]).toMatch(/^This issue reports missing documentation/);
    expect(scene.prompts()[0]).toContain('> It shows version 1.');
  });

  test('starts no runner for another label, and refuses a triager', async () => {
    await using scene = await openScene();
    const other = await playRecipe(scene, recipe, labelled(scene, 'bug'));
    expect(other.started).toEqual([]);
    scene.member('mallory', 'triage');
    const triaged = await playRecipe(scene, recipe, labelled(scene, 'needs documentation', 'mallory'));
    expect(triaged.outputs).toMatchObject([{ result: 'denied' }]);
    expect(scene.sandbox.service.requests).toEqual([]);
  });
});

test('no-waiting.yml sends a second request after the agent has worked for 40 minutes', async () => {
  await using scene = await openScene();
  scene.sandbox.service.rules.usualSeconds = 40 * 60;
  const dispatch = openRecipe(scene, 'no-waiting.yml');
  const first = dispatch(scene.comment(REQUEST).event);
  await scene.sandbox.time.sleep(60_000);
  const second = dispatch(scene.comment('/docs Shorter').event);
  const played = await Promise.all([first, second]);
  expect(played.map(({ outputs }) => outputs[0]?.['result'])).toEqual(['started', 'started']);
  expect(scene.turns()).toEqual([2]);
});
