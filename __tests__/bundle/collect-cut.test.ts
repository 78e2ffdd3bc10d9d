/** A collect is cut off at each stage, and the next one does the rest. */
import { describe, expect, test } from '@jest/globals';
import { barrier } from '../../sandbox/faults/connections.ts';
import type { Match } from '../../sandbox/faults/script.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import type { Step } from '../../sandbox/runner/step.ts';
import { endsAfter, openScene, type Scene } from '../support/scene.ts';

const INPUTS = { 'pr-labels': 'documentation', 'pr-reviewers': 'asker' };
const replies = (scene: Scene) => scene.comments().filter((text) => text.startsWith('@'));
const marks = (scene: Scene, pull: number) =>
  scene.repository.comments.filter(
    ({ thread, text }) => thread === pull && text.body.includes('docs-agent-action:made-by:v2'),
  );

/** A request whose job has ended with a pull request, which no run has reported. */
async function ended(scene: Scene) {
  scene.sandbox.service.script(endsAfter(10, { prLink: scene.nextLink() }));
  await scene.request('/docs Rewrite the quickstart');
  await scene.minutes(11);
  return scene.openPull();
}

/** All that a waiting run does, except the reply: a collect that is cut off after its last edit may leave that out. */
function expectReported(scene: Scene, pull: Thread): void {
  expect(scene.comments()[0]).toContain('**Pull request ready:**');
  expect(marks(scene, pull.number).length).toBeGreaterThanOrEqual(1);
  expect([...pull.labels]).toEqual(['documentation']);
  expect([...(pull.pull?.reviewers ?? [])].map(({ login }) => login)).toEqual(['octocat']);
}

const ON_PULL = /\/issues\/3\/comments$/;
const COMMENT = /\/issues\/comments\/\d+$/;

/** The HTTP request to GitHub that each stage ends with. */
const STAGES: Readonly<Record<string, Match>> = {
  'it has read the marker': { method: 'GET', path: ON_PULL },
  'it has posted the marker': { method: 'POST', path: ON_PULL },
  'it has signed the marker': { method: 'PATCH', path: COMMENT },
  'it has set the labels': { method: 'POST', path: /\/issues\/3\/labels$/ },
  'it has requested the review': { method: 'POST', path: /\/pulls\/3\/requested_reviewers$/ },
  'it has read the status comment': { method: 'GET', path: COMMENT },
  'it has edited the status comment': { method: 'PATCH', path: COMMENT, nth: 2 },
  'it has added the reaction': { method: 'POST', path: /\/reactions$/ },
  'it has posted the reply': { method: 'POST', path: /\/issues\/1\/comments$/ },
};

/** Without a check for an interrupt, one before the first write would end the request unlabelled. */
const INTERRUPTED = ['it has read the marker', 'it has edited the status comment'];

const CUTS: readonly [string, (running: Step) => unknown, readonly string[]][] = [
  ['SIGKILL', (running) => running.kill(), Object.keys(STAGES)],
  ['SIGINT', (running) => running.cancel(), INTERRUPTED],
];

describe.each(CUTS)('%s', (_, cutOff, stages) => {
  test.each(stages)('after %s', async (stage) => {
    await using scene = await openScene();
    const pull = await ended(scene);
    const held = barrier('after');
    scene.sandbox.github.faults.next(STAGES[stage] ?? {}, held);
    const running = scene.startCollect(INPUTS);
    await held.reached;
    const over = cutOff(running);
    held.stall();
    await over;
    await running.ended;
    expect((await scene.collect(INPUTS)).outcome).toBe('success');
    expectReported(scene, pull);
    expect(replies(scene).length).toBeLessThanOrEqual(1);
  });
});

test('two collects at once report the end, and mention the requester at most twice', async () => {
  await using scene = await openScene();
  const pull = await ended(scene);
  const both = [scene.startCollect(INPUTS), scene.startCollect(INPUTS)];
  for (const { ended: end } of both) expect((await end).outcome).toBe('success');
  expectReported(scene, pull);
  expect([1, 2]).toContain(replies(scene).length);
});

test('an interrupted collect reports that, and fails', async () => {
  await using scene = await openScene();
  await ended(scene);
  const step = await scene.cancel('service', { method: 'GET' }, {}, { action: 'collect' });
  expect(step.outputs).toMatchObject({ result: 'interrupted', reasonCode: 'interrupted', open: '1' });
  expect(step.exitCode).toBe(1);
});
