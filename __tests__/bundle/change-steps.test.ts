/** Two steps of a workflow that follow the same push. */
import { describe, expect, test } from '@jest/globals';
import type { Event } from '../../src/request/trigger.ts';
import { openScene, type Scene } from '../support/scene.ts';

const GUIDE = { step: 'guide', prompt: 'Rewrite the guide' };
const REFERENCE = { step: 'reference', prompt: 'Rewrite the reference' };

const run = (changes: Scene, on: Event, { step, prompt }: typeof GUIDE, runAttempt = '1') =>
  changes.run({ prompt }, { event: on, context: { action: step, runAttempt } });

describe('two steps on one push', () => {
  test('are two requests in one conversation; the same step again picks its own up', async () => {
    await using changes = await openScene({ history: true });
    await changes.openChange({ branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] });
    const on = await changes.merge('squash', 1);
    const guide = await run(changes, on, GUIDE);
    const reference = await run(changes, on, REFERENCE);
    for (const step of [guide, reference]) expect(step.outputs['result']).toBe('pull-request');
    // One conversation, one job: the second request is a message to it, with a comment of its own.
    expect(changes.turns()).toEqual([2]);
    expect(changes.sent().map((text) => text.split('\n', 1)[0])).toEqual([GUIDE.prompt, REFERENCE.prompt]);
    expect(guide.outputs['commentUrl']).not.toBe(reference.outputs['commentUrl']);
    for (const [first, step] of [
      [guide, GUIDE],
      [reference, REFERENCE],
    ] as const) {
      const again = await run(changes, on, step, '2');
      expect(again.outputs).toMatchObject({ result: 'pull-request', jobId: first.outputs['jobId'] });
    }
    expect(changes.turns()).toEqual([2]);
    // Each attempt tells its story in a comment.
    expect(changes.repository.comments.filter(({ text }) => text.body.includes('note:v2'))).toHaveLength(4);
  });

  test('without a pull request are two jobs, and nobody remembers them', async () => {
    await using changes = await openScene({ history: true });
    const before = await changes.tip();
    const on = changes.push({ before, after: await changes.commit('main', { 'src/app.ts': 'direct\n' }) });
    for (const step of [GUIDE, REFERENCE, GUIDE]) await run(changes, on, step);
    expect(changes.turns()).toEqual([1, 1, 1]);
  });
});
