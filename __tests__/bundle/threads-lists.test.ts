/** Lists of several pages that change while they are read. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Json } from '../../sandbox/github/payloads.ts';
import type { Comment } from '../../sandbox/github/store.ts';
import { LINK, openScene, type Scene, worksFor } from '../support/scene.ts';

const OF_THREAD = /\/issues\/1\/comments$/;

function remove({ repository: { comments } }: Scene, comment: Comment | undefined): void {
  comments.splice(comments.indexOf(comment as Comment), 1);
}

test('the next request finds a note on the last page, although a comment before it is deleted meanwhile', async () => {
  await using scene = await openScene();
  for (let count = 0; count < 199; count += 1) scene.put(scene.issue, `Comment ${count}`, 'mallory');
  await scene.ask('/docs Rewrite');
  const { event } = scene.comment('/docs Shorter, please');
  const firstPage = { method: 'GET', path: OF_THREAD, where: 'after' } as const;
  const { running, held } = await scene.startUntil('github', firstPage, {}, { event });
  remove(scene, scene.repository.comments[150]);
  held.release();
  await running.ended;
  expect(scene.turns()).toEqual([2]);
});

describe("if GitHub's list lags by 5 s, a request 3 s after another one", () => {
  const late = { wait: 'false' };

  test('is a message to its job', async () => {
    await using scene = await openScene();
    scene.sandbox.github.store.lag = 5_000;
    await scene.request('/docs Rewrite');
    await scene.minutes(0.05);
    await scene.request('/docs Shorter, please');
    expect(scene.turns()).toEqual([2]);
  });

  test('is skipped if both approve the same commit', async () => {
    await using scene = await openScene();
    scene.member('ann', 'write');
    scene.sandbox.github.store.lag = 5_000;
    const approve = async (by: string) => {
      const change = (payload: Json) =>
        Object.assign(payload.review, { state: 'approved', commit_id: '1'.repeat(40) });
      const { event } = scene.review('', { by, change });
      return (await scene.run({ ...late, prompt: 'Document it' }, { event })).outputs['result'];
    };
    expect(await approve('octocat')).toBe('started');
    await scene.minutes(0.05);
    expect(await approve('ann')).toBe('skipped');
    expect(scene.turns()).toEqual([1]);
  });

  test('is a message to its job, also if the list lacks both after minutes of waiting', async () => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    service.script(worksFor(300, { prLink: LINK }));
    await scene.request('/docs Rewrite');
    const { event } = scene.comment('/docs Shorter, please');
    const { running, held } = await scene.startUntil('service', { method: 'GET', nth: 9 }, {}, { event });
    github.faults.next({ method: 'GET', path: OF_THREAD, times: 1 }, answer({ status: 200, body: [] }));
    held.release();
    await running.ended;
    expect(scene.turns()).toEqual([2]);
  });

  test('waits at most a minute or so if its own comment was deleted, and sends nothing', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite');
    const read = { method: 'GET', path: OF_THREAD, nth: 2 };
    const { running, held } = await scene.startUntil('github', read, {}, { event });
    remove(scene, scene.repository.comments.at(-1));
    held.release();
    const step = await running.ended;
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'comment-not-written' });
    // A minute for the list, then two tries each of two edits.
    expect(step.duration).toBeLessThan(120_000);
    expect(scene.turns()).toEqual([]);
  });
});
