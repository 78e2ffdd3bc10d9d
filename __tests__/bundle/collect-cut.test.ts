/** A collect that is cut off is made up for by the next one. */
import { describe, expect, test } from '@jest/globals';
import { barrier } from '../../sandbox/faults/connections.ts';
import type { Match } from '../../sandbox/faults/script.ts';
import type { Step } from '../../sandbox/runner/step.ts';
import { endsAfter, openScene, type Scene } from '../support/scene.ts';

const WISHES = { 'pr-labels': 'documentation', 'pr-reviewers': 'asker', 'pr-assignees': 'asker' };
const replies = (scene: Scene) => scene.comments().filter((text) => text.startsWith('@'));
const marks = (scene: Scene, pull: number) =>
  scene.repository.comments.filter(
    ({ thread, text }) => thread === pull && text.body.includes('docs-agent-action:made-by:v2'),
  );

/** A request whose job has ended with a pull request that nobody saw to. */
async function ended(scene: Scene) {
  scene.sandbox.service.script(endsAfter(10, { prLink: scene.nextLink() }));
  await scene.request('/docs Rewrite the quickstart');
  await scene.minutes(11);
  return { pull: scene.openPull() };
}

/** A run that waited would have done the same. What only notifies is left out by a collect that is cut off after its last edit. */
function expectReported(scene: Scene, { pull }: Awaited<ReturnType<typeof ended>>): void {
  expect(scene.comments()[0]).toContain('**Pull request ready:**');
  expect(marks(scene, pull.number).length).toBeGreaterThanOrEqual(1);
  expect([...pull.labels]).toEqual(['documentation']);
  expect([...(pull.pull?.reviewers ?? [])].map(({ login }) => login)).toEqual(['octocat']);
  expect([...pull.assignees].map(({ login }) => login)).toEqual(['octocat']);
}

const ON_PULL = /\/issues\/3\/comments$/;
const COMMENT = /\/issues\/comments\/\d+$/;

/** With which request to GitHub each stage begins. */
const STAGES: Readonly<Record<string, Match>> = {
  'before anything is told': { method: 'GET', path: ON_PULL },
  'while the pull request is marked': { method: 'POST', path: ON_PULL },
  'while its note is signed': { method: 'PATCH', path: COMMENT },
  'while it is labelled': { method: 'POST', path: /\/issues\/3\/labels$/ },
  'while it is assigned': { method: 'POST', path: /\/issues\/3\/assignees$/ },
  'while its review is asked for': { method: 'POST', path: /\/pulls\/3\/requested_reviewers$/ },
  'while the status comment is read': { method: 'GET', path: COMMENT },
  'while the status comment is edited': { method: 'PATCH', path: COMMENT, nth: 2 },
  'while the reaction is left': { method: 'POST', path: /\/reactions$/ },
  'while the reply is written': { method: 'POST', path: /\/issues\/1\/comments$/ },
};

type Moment = 'before' | 'after';

const SIGNALS: readonly [string, (running: Step) => unknown, readonly Moment[]][] = [
  ['SIGINT', (running) => running.cancel(), ['after']],
  // What is killed asks for nothing more: before a stage it leaves what it leaves after the one before.
  ['SIGKILL', (running) => running.kill(), ['after']],
];

describe.each(SIGNALS)('%s', (_, end, moments) => {
  describe.each(Object.entries(STAGES))('%s', (_stage, match) => {
    test.each(moments)('%s GitHub did it', async (moment) => {
      await using scene = await openScene();
      const told = await ended(scene);
      const held = barrier(moment);
      scene.sandbox.github.faults.next(match, held);
      const running = scene.startCollect(WISHES);
      await held.reached;
      const over = end(running);
      held.stall();
      await over;
      await running.ended;
      expect((await scene.collect(WISHES)).outcome).toBe('success');
      expectReported(scene, told);
      expect(replies(scene).length).toBeLessThanOrEqual(1);
    });
  });
});

test('two collects at once report the end, and notify the requester twice at most', async () => {
  await using scene = await openScene();
  const told = await ended(scene);
  const both = [scene.startCollect(WISHES), scene.startCollect(WISHES)];
  for (const { ended: end } of both) expect((await end).outcome).toBe('success');
  expectReported(scene, told);
  expect([1, 2]).toContain(replies(scene).length);
});

test('an interrupted collect says so, and fails', async () => {
  await using scene = await openScene();
  await ended(scene);
  const held = barrier();
  scene.sandbox.service.faults.next({ method: 'GET' }, held);
  const running = scene.startCollect();
  await held.reached;
  const over = running.cancel();
  held.stall();
  await over;
  const step = await running.ended;
  expect(step.outputs).toMatchObject({ result: 'interrupted', reasonCode: 'interrupted', open: '1' });
  expect(step.exitCode).toBe(1);
});
