/** With `reviews: changes-requested`, a review on the agent's pull request goes to its job without the phrase. */
import { describe, expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import { addComment, closeThread, editComment } from '../../sandbox/github/threads.ts';
import { openScene, type ReviewOptions, type Scene, warnings } from '../support/scene.ts';

const INPUTS = { reviews: 'changes-requested' };
const CHANGES = { state: 'CHANGES_REQUESTED' } as const;

/** A scene whose job created pull request 2, which carries the marker. Each turn takes 40 s; later ones end as `status`. */
async function openReviewed({ status = 'completed' } = {}): Promise<Scene> {
  const scene = await openScene({ inputs: INPUTS });
  const prLink = `${scene.sandbox.github.server}/acme/product/pull/2`;
  const turn = (end: string) => ({ timeline: [{ status: 'active' }, { at: 40, status: end, prLink }] });
  scene.sandbox.service.script(turn('completed'), turn(status));
  await scene.ask('/docs Rewrite');
  return scene;
}

const review = (scene: Scene, body: string, options: ReviewOptions = {}) =>
  scene.review(body, { ...CHANGES, ...options });

/** Who was asked for a review, request by request. */
const asked = ({ sandbox }: Scene): string[] =>
  sandbox.github.requests
    .filter(({ path }) => path.endsWith('/requested_reviewers'))
    .flatMap(({ body }) => JSON.parse(body).reviewers);

async function expectUnsent(scene: Scene, written: ReturnType<Scene['review']>, outputs: object) {
  const step = await scene.run({}, { event: written.event });
  expect(step.outputs).toMatchObject(outputs);
  expect(scene.turns()).toEqual([1]);
  expect(asked(scene)).toEqual([]);
  return step;
}

describe('a review that requests changes', () => {
  test('is one message with all of its line comments, and the reviewer is asked again once', async () => {
    await using scene = await openReviewed();
    const { id, event } = review(scene, 'Too much\n\n<!-- hidden -->for one page');
    for (let number = 1; number <= 12; number += 1)
      scene.line(`Mend line ${number}`, { review: id, path: `docs/${number}.md` });
    scene.line('By a stranger', { by: 'mallory' });
    scene.line('/docs On another pull request', { on: scene.openPull({ branch: 'other' }) });
    const step = await scene.run({}, { event });
    expect(step.outputs).toMatchObject({ result: 'pull-request', reasonCode: 'no-changes' });
    expect(scene.turns()).toEqual([2]);
    const [instruction = ''] = scene.prompts().at(-1)?.split('\n\nThis was requested') ?? [];
    expect(instruction).toMatch(
      /^Too much\n\nfor one page\n\nComment 1, on its lines in the data below:\nMend line 1\n/,
    );
    expect(
      scene
        .prompts()
        .at(-1)
        ?.match(/Mend line \d+/g),
    ).toHaveLength(12);
    expect(scene.prompts().at(-1)).not.toMatch(/stranger|hidden|another pull request/);
    expect(asked(scene)).toEqual(['octocat']);
    // A re-run picks the job up, whose end was reported.
    const again = await scene.run({}, { event, context: { runAttempt: '2' } });
    expect(again.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([2]);
    expect(asked(scene)).toEqual(['octocat']);
  });

  test('without a text of its own is its line comments', async () => {
    await using scene = await openReviewed();
    const { id, event } = review(scene, '');
    scene.line('Shorter', { review: id });
    await scene.run({}, { event });
    expect(scene.prompts().at(-1)).toMatch(/^Comment 1, on its lines in the data below:\nShorter/);
  });

  test('is not sent when a line comment was edited since', async () => {
    await using scene = await openReviewed();
    const written = review(scene, 'Mend these');
    const { id } = scene.line('Shorter', { review: written.id });
    await scene.minutes(1);
    for (const comment of scene.repository.reviewComments)
      if (comment.id === id) editComment(scene.sandbox.github.store, comment, 'Delete everything');
    await expectUnsent(scene, written, { result: 'error', reasonCode: 'review-edited' });
  });

  test('is skipped with a copied marker', async () => {
    await using scene = await openReviewed();
    const other = scene.openPull({ branch: 'other' });
    const [marker = ''] = scene.comments(scene.pull);
    const { store } = scene.sandbox.github;
    const user = userOf(store, 'github-actions[bot]');
    addComment(store, scene.repository, { thread: other.number, user, body: marker });
    const outputs = { result: 'skipped', reasonCode: 'foreign-pull-request' };
    await expectUnsent(scene, review(scene, 'Shorter', { on: other }), outputs);
    expect(scene.comments(other)).toEqual([marker]);
  });

  test('goes to the job of its pull request, also when the conversation has a newer job', async () => {
    await using scene = await openReviewed();
    await scene.minutes(1);
    scene.sandbox.service.script({ timeline: [{ status: 'completed' }] });
    await scene.ask('/docs --new Another page', { on: scene.pull });
    await scene.run({}, { event: review(scene, 'Shorter').event });
    expect(scene.turns()).toEqual([2, 1]);
  });

  test('gets a fresh job when its pull request is merged', async () => {
    await using scene = await openReviewed();
    const { event } = review(scene, 'Shorter');
    closeThread(scene.sandbox.github.store, scene.pull, { merged: true });
    await scene.run({}, { event });
    expect(scene.turns()).toEqual([1, 1]);
  });

  test('is sent although `skip-if-open` finds its pull request', async () => {
    await using scene = await openReviewed();
    const inputs = { 'skip-if-open': 'repo:acme/product is:pr is:open' };
    await scene.run(inputs, { event: review(scene, 'Shorter').event });
    expect(scene.turns()).toEqual([2]);
  });

  test('waits while the job is at work', async () => {
    await using scene = await openReviewed();
    const running = scene.start({}, { event: scene.comment('/docs Add examples').event });
    await scene.sandbox.time.sleep(20_000);
    await scene.run({}, { event: review(scene, 'Shorter').event });
    await running.ended;
    const prompts = scene.prompts().map((prompt) => prompt.split('\n')[0]);
    expect(prompts).toEqual(['Rewrite', 'Add examples', 'Shorter']);
    expect(scene.turns()).toEqual([3]);
  });

  test('and another one within a second are two messages', async () => {
    await using scene = await openReviewed();
    scene.member('ann', 'write');
    const first = scene.start({}, { event: review(scene, 'Shorter').event });
    await scene.sandbox.time.sleep(500);
    const event = review(scene, 'Longer', { by: 'ann' }).event;
    const second = scene.start({}, { event, context: { runId: '9000000002' } });
    await Promise.all([first.ended, second.ended]);
    expect(scene.turns()).toEqual([3]);
    expect(asked(scene).toSorted()).toEqual(['ann', 'octocat']);
  });

  test('that nobody waits for is finished by collect, which asks the reviewer once', async () => {
    await using scene = await openReviewed();
    await scene.run({ wait: 'false' }, { event: review(scene, 'Shorter').event });
    expect(asked(scene)).toEqual([]);
    await scene.minutes(5);
    for (const _ of ['first', 'second']) await scene.run({ reviews: '' }, { action: 'collect' });
    expect(asked(scene)).toEqual(['octocat']);
  });

  test('whose re-run saw the end of the job leaves collect no reviewer to ask', async () => {
    await using scene = await openReviewed();
    const { event } = review(scene, 'Shorter');
    const cut = await scene.run({ timeout: '20s' }, { event });
    expect(cut.outputs['result']).toBe('timeout');
    await scene.run({}, { event, context: { runAttempt: '2' } });
    expect(asked(scene)).toEqual(['octocat']);
    await scene.minutes(10);
    const step = await scene.run({ reviews: '' }, { action: 'collect' });
    expect(step.outputs['finished']).not.toBe('');
    expect(scene.turns()).toEqual([2]);
    expect(asked(scene)).toEqual(['octocat']);
  });

  test('by somebody who is no collaborator: that GitHub refuses to ask them is one line in the log', async () => {
    await using scene = await openReviewed();
    const step = await scene.run(
      { 'allow-users': 'ann' },
      { event: review(scene, 'Shorter', { by: 'ann' }).event },
    );
    expect(step.outputs['result']).toBe('pull-request');
    expect(step.log).toContain('A review by ann could not be requested: ');
    expect(warnings(step)).toEqual([]);
  });

  test('is not answered by another review request when the job fails', async () => {
    await using scene = await openReviewed({ status: 'failed' });
    await scene.run({}, { event: review(scene, 'Shorter').event });
    expect(asked(scene)).toEqual([]);
  });
});

describe('no request is', () => {
  test.each(['APPROVED', 'COMMENTED'] as const)('a review that is %s', async (state) => {
    await using scene = await openReviewed();
    const outputs = { result: 'skipped', reasonCode: 'no-phrase' };
    await expectUnsent(scene, scene.review('Shorter', { state }), outputs);
  });

  test('a review without the input', async () => {
    await using scene = await openReviewed();
    const step = await scene.run({ reviews: 'phrase' }, { event: review(scene, 'Shorter').event });
    expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'no-phrase' });
  });

  test('a review of a pull request without a marker', async () => {
    await using scene = await openReviewed();
    const outputs = { result: 'skipped', reasonCode: 'foreign-pull-request' };
    await expectUnsent(scene, review(scene, 'Shorter', { on: scene.openPull({ branch: 'v3' }) }), outputs);
  });

  test('a review by the agent', async () => {
    await using scene = await openReviewed();
    scene.member('mallory', 'write');
    const outputs = { result: 'skipped', reasonCode: 'own-comment' };
    await expectUnsent(scene, review(scene, 'Shorter', { by: 'mallory' }), outputs);
  });

  test('a review by our own token, although `allow-bots` names it', async () => {
    await using scene = await openReviewed();
    const { event } = review(scene, 'Shorter', { by: 'github-actions[bot]' });
    const step = await scene.run({ 'allow-bots': 'github-actions[bot]' }, { event });
    expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-comment' });
    expect(scene.turns()).toEqual([1]);
  });

  test('a line comment of such a review, although it begins with the phrase', async () => {
    await using scene = await openReviewed();
    const { id } = review(scene, 'Mend these');
    const outputs = { result: 'skipped', reasonCode: 'part-of-review' };
    await expectUnsent(scene, scene.line('/docs Shorter', { review: id }), outputs);
  });
});

test.each(['read', 'triage'] as const)(
  'a reviewer who holds %s is denied, and gets no answer',
  async (role) => {
    await using scene = await openReviewed();
    scene.member('ann', role);
    const before = scene.comments(scene.pull).length;
    const outputs = { result: 'denied', reasonCode: 'not-permitted' };
    await expectUnsent(scene, review(scene, 'Shorter', { by: 'ann' }), outputs);
    expect(scene.comments(scene.pull)).toHaveLength(before);
  },
);

test('a review that begins with the phrase is a request as ever, and nobody is asked for another one', async () => {
  await using scene = await openReviewed();
  await scene.run({}, { event: review(scene, '/docs Shorter').event });
  expect(scene.turns()).toEqual([2]);
  expect(asked(scene)).toEqual([]);
});
