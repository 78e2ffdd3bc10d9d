/** A turn that changed nothing. The service then leaves out the link, although the pull request is open. */
import { describe, expect, test } from '@jest/globals';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import { openScene, SCHEDULE } from '../support/scene.ts';

const BRANCH = 'draft';

/** A job whose first turn opened the pull request `on`, and whose later turns change nothing. The issue is its thread. */
async function openIdle() {
  const scene = await openScene({ history: true });
  const on = await scene.openChange({ branch: BRANCH, commits: [{ 'docs/guide.md': 'new\n' }] });
  const prLink = scene.urlOf(on);
  const turn = (link: string | null): TurnScript => {
    const source = { repository: 'acme/product', ref: BRANCH };
    return {
      timeline: [
        { status: 'active', source },
        { at: 12, status: 'completed', source, prLink: link },
      ],
    };
  };
  scene.sandbox.service.putJob({
    id: 'job_1',
    ago: 3_600,
    turns: [turn(prLink), turn(null)],
  });
  const issue = scene.openIssue();
  const sentAt = scene.sandbox.time.now() - 3_600_000;
  scene.note(issue, { jobId: 'job_1', sentAt, created: true });
  scene.mark(on, { jobId: 'job_1' });
  await scene.minutes(1);
  return Object.assign(scene, { on, prLink, thread: issue });
}

test('a file outside of `pr-paths` fails the request that pushed it, and no later one that pushed nothing', async () => {
  await using scene = await openIdle();
  scene.on.labels.add('docs');
  const inputs = { 'pr-paths': 'src/**', prompt: 'Refresh', 'pr-labels': 'docs', 'when-open': 'message' };
  const running = scene.start(inputs, { event: SCHEDULE });
  while (scene.count('message') === 0) await scene.sandbox.time.sleep(1_000);
  await scene.commit(BRANCH, { 'docs/guide.md': 'newer\n' });
  expect(await running.ended).toMatchObject({ exitCode: 1, outputs: { reasonCode: 'outside-paths' } });
  await scene.minutes(5);
  const later = await scene.run(inputs, { event: SCHEDULE });
  expect(later).toMatchObject({ exitCode: 0, outputs: { reasonCode: 'no-changes' } });
  expect(later.outputs['outsideFiles']).toBe('["docs/guide.md"]');
});

describe('after an idle turn, the thread still knows its pull request:', () => {
  test('a request after the merge creates a job', async () => {
    await using scene = await openIdle();
    await scene.ask('/docs Shorter', { on: scene.thread });
    await scene.merge('squash', scene.on.number);
    const step = await scene.ask('/docs Another thing', { on: scene.thread });
    expect(scene.turns()).toEqual([2, 1]);
    expect(step.log).toContain('merged or closed, so a new job was created');
  });

  test('auto-merge stops a request', async () => {
    await using scene = await openIdle();
    await scene.ask('/docs Shorter', { on: scene.thread });
    Object.assign(scene.on.pull ?? {}, { autoMerge: true });
    const step = await scene.ask('/docs Another thing', { on: scene.thread });
    expect(step.outputs['reasonCode']).toBe('auto-merge-on');
    expect(scene.turns()).toEqual([2]);
  });

  test('another idle turn is reported with it, three times', async () => {
    await using scene = await openIdle();
    for (const words of ['Shorter', 'Longer', 'Better']) {
      const step = await scene.ask(`/docs ${words}`, { on: scene.thread });
      expect(step.outputs).toMatchObject({ reasonCode: 'no-changes', prLink: scene.prLink });
    }
  });

  test('a digest stays green, four times', async () => {
    await using scene = await openIdle();
    scene.on.labels.add('docs');
    const inputs = { prompt: 'Refresh', 'pr-labels': 'docs', 'when-open': 'message' };
    for (let day = 0; day < 4; day += 1) {
      const step = await scene.run(inputs, { event: SCHEDULE });
      expect(step.outputs).toMatchObject({ reasonCode: 'no-changes', prLink: scene.prLink, jobId: 'job_1' });
      expect(step.exitCode).toBe(0);
    }
  });

  test.each(['job-id', '`--status`'])('%s reports it as open', async (how) => {
    await using scene = await openIdle();
    await scene.ask('/docs Shorter', { on: scene.thread });
    await scene.minutes(3);
    const step = await (how === 'job-id'
      ? scene.run({ 'job-id': 'job_1', 'pr-labels': 'docs' }, { event: SCHEDULE })
      : scene.ask('/docs --status', { on: scene.thread }));
    expect(step.outputs['prLink']).toBe(scene.prLink);
    expect(step).toMatchObject({ exitCode: 0 });
    if (how === 'job-id') expect([...scene.on.labels]).toEqual(['docs']);
  });
});
