/** The service names another person's pull request, and claims that the job is older. The action doesn't trust the claim. */
import { expect, test } from '@jest/globals';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { expectUnharmed } from '../support/attacks.ts';
import { type Inputs, LATER, openScene, SCHEDULE, type Scene } from '../support/scene.ts';

const LABELS: Inputs = { 'pr-labels': 'documentation' };

/** What the service shows of the job from its first second. */
interface Claim {
  readonly prLink: string;
  readonly createdAt: string;
}

const turn = (claim: Claim, status = 'completed') => ({
  timeline: [
    { status: 'active', ...claim },
    { at: 20, status, ...claim },
  ],
});

test.each<[string, (scene: Scene, claim: Claim) => Promise<StepResult>]>([
  [
    'after a message',
    async (scene, claim) => {
      scene.sandbox.service.script(turn(claim), turn(claim));
      await scene.ask('/docs Rewrite', { inputs: LABELS });
      return scene.ask('/docs Shorter', { inputs: LABELS });
    },
  ],
  [
    'after a message by `job-id`',
    (scene, claim) => {
      const before = { timeline: [{ status: 'completed', ...claim }] };
      scene.sandbox.service.putJob({ id: 'job_7', ago: 3600, turns: [before, turn(claim)] });
      return scene.run({ ...LABELS, 'job-id': 'job_7', prompt: 'Refresh' }, { event: SCHEDULE });
    },
  ],
  ...LATER.map(([who, report]): [string, (scene: Scene, claim: Claim) => Promise<StepResult>] => [
    `to ${who}`,
    async (scene, claim) => {
      scene.sandbox.service.script(turn(claim));
      const { event } = await scene.request('/docs Rewrite');
      await scene.minutes(5);
      return report(scene, event, LABELS);
    },
  ]),
  [
    'by an archived job whose next job continues the pull request',
    async (scene, claim) => {
      scene.sandbox.service.script(turn(claim, 'archived'));
      scene.sandbox.service.script(turn(claim));
      await scene.ask('/docs Rewrite', { inputs: LABELS });
      const step = await scene.ask('/docs Shorter', { inputs: LABELS });
      expect(scene.turns()).toEqual([1, 1]);
      return step;
    },
  ],
])('a claim %s does not mark or label the pull request', async (_, attack) => {
  await using scene = await openScene();
  await scene.minutes(60);
  const step = await attack(scene, { prLink: scene.urlOf(scene.pull), createdAt: '2001-01-01T00:00:00Z' });
  expect(step.log).toMatch(/gets no marker.*: it is older than the job/);
  expect(scene.repository.comments.filter(({ text }) => text.body.includes('made-by:v2'))).toEqual([]);
  expect([...scene.pull.labels]).toEqual([]);
  expectUnharmed(step, scene);
});
