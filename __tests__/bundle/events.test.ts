/** The whole way from each event to the answer where it was asked. */
import { describe, expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { example } from '../request/payloads.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

const reacted = (reactions: readonly { content: string }[]) => reactions.map(({ content }) => content);

/** One job was asked for, its pull request came back, and the only comment says so. */
function expectAnswer(scene: Scene, thread = scene.issue) {
  expect(scene.sandbox.service.jobs).toHaveLength(1);
  expect(scene.comments(thread)).toEqual([expect.stringContaining(LINK)]);
  expect(scene.comments(thread)[0]).toMatch(/^\*\*Pull request ready:\*\*/);
}

describe('a comment', () => {
  test('on an issue', async () => {
    await using scene = await openScene();
    const { issue } = scene;
    const asking = scene.comment('/docs Rewrite the quickstart\n\nfor v2');
    const step = await scene.run({}, { event: asking.event });
    expect(step).toMatchObject({ outcome: 'success', annotations: [{ level: 'notice' }] });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK, prNumber: '1' });
    expectAnswer(scene);
    expect(asking.reactions()).toEqual(['eyes', 'rocket']);
    const answer = scene.repository.comments.at(-1);
    const page = `${scene.sandbox.github.server}/acme/product/issues/1`;
    expect(step.outputs['commentUrl']).toBe(`${page}#issuecomment-${answer?.id}`);
    expect(scene.prompts()).toEqual([
      `Rewrite the quickstart\n\nfor v2\n\nThis was requested by octocat on GitHub: ${page}#issuecomment-${asking.id}\n` +
        'Link that URL in the description of the pull request.',
    ]);
    const [body = ''] = scene.comments();
    for (const words of [
      '`octocat`',
      `${page}#issuecomment-${asking.id}`,
      '`sandbox-writer-1`',
      'Duration',
    ]) {
      expect(body).toContain(words);
    }
    expect(body).toContain(`${scene.sandbox.github.server}/acme/product/actions/runs/9000000001/attempts/1`);
    expect(body).toContain('To request changes, comment here with `/docs`');
    expect(issue.reactions).toEqual([]);
  });

  test('in the conversation of a pull request', async () => {
    await using scene = await openScene();
    const asking = scene.comment('/docs Rewrite', { on: scene.pull });
    expect((await scene.run({}, { event: asking.event })).outputs['result']).toBe('pull-request');
    expectAnswer(scene, scene.pull);
    expect(scene.prompts()[0]).toContain(`/acme/product/pull/2#issuecomment-${asking.id}`);
    expect(asking.reactions()).toEqual(['eyes', 'rocket']);
  });
});

describe('a review', () => {
  test('of one comment on a line', async () => {
    await using scene = await openScene();
    const asking = scene.line('/docs Say it shorter');
    const step = await scene.run({}, { event: asking.event });
    expect(step.outputs['result']).toBe('pull-request');
    expectAnswer(scene, scene.pull);
    expect(asking.reactions()).toEqual(['eyes', 'rocket']);
    expect(scene.prompts()[0]).toContain(`/acme/product/pull/2#discussion_r${asking.id}`);
    expect(scene.comments(scene.pull)[0]).toContain(`/acme/product/pull/2#discussion_r${asking.id}`);
  });

  test('that asks keeps its comments on lines from asking by themselves', async () => {
    await using scene = await openScene();
    const review = scene.review('/docs Mend these');
    const line = scene.line('/docs Too long', { review: review.id });
    const step = await scene.run({}, { event: line.event });
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'skipped' } });
    expect(scene.sandbox.service.requests).toEqual([]);
    expect(scene.requests('github').map((call) => call.split(' ')[0])).toEqual(['GET', 'GET']);
  });

  test('whose own comments cannot be read sends nothing', async () => {
    await using scene = await openScene();
    const review = scene.review('/docs Mend these');
    scene.sandbox.github.store.tokens.set(scene.sandbox.token, {
      ...{ user: userOf(scene.sandbox.github.store, 'github-actions[bot]'), repositories: ['acme/product'] },
      permissions: { issues: 'write' },
    });
    scene.repository.private = true;
    const step = await scene.run({}, { event: review.event });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(/^Not sent: The review's own line comments could not be read/);
    expect(scene.sandbox.service.requests).toEqual([]);
  });
});

describe('an issue', () => {
  test('that begins with the phrase', async () => {
    await using scene = await openScene();
    const { github } = scene.sandbox;
    const user = userOf(github.store, 'octocat');
    const thread = addThread(github.store, scene.repository, {
      user,
      title: 'Old',
      body: '/docs Rewrite it',
    });
    const step = await scene.run({}, { event: scene.events.issue(thread, 'opened', user) });
    expect(step.outputs['result']).toBe('pull-request');
    expectAnswer(scene, thread);
    expect(reacted(thread.reactions)).toEqual(['eyes', 'rocket']);
    expect(scene.prompts()[0]).toMatch(/^Rewrite it\n/);
  });

  test.each(['labeled', 'assigned'] as const)('that is %s, with `prompt`', async (action) => {
    await using scene = await openScene();
    scene.member('editor', 'triage');
    const editor = userOf(scene.sandbox.github.store, 'editor');
    const inputs = { prompt: 'Document this issue', permission: 'triage' };
    const step = await scene.run(inputs, { event: scene.events.issue(scene.issue, action, editor) });
    expect(step.outputs['result']).toBe('pull-request');
    expectAnswer(scene);
    expect(reacted(scene.issue.reactions)).toEqual(['eyes', 'rocket']);
    expect(scene.prompts()[0]).toMatch(
      /^Document this issue\n\nThis was requested by editor on GitHub: .*\/issues\/1\n/,
    );
  });
});

test('a pull request that is labeled, with `prompt`', async () => {
  await using scene = await openScene();
  const event = scene.events.pull(scene.pull, 'labeled', scene.issue.user);
  const step = await scene.run({ prompt: 'Document this change' }, { event });
  expect(step.outputs['result']).toBe('pull-request');
  expectAnswer(scene, scene.pull);
  expect(reacted(scene.pull.reactions)).toEqual(['eyes', 'rocket']);
});

test.each([
  ['workflow_dispatch', example('workflow_dispatch')],
  ['schedule', { schedule: '0 6 * * 1' }],
])('%s reports where `issue-number` says', async (name, payload) => {
  await using scene = await openScene();
  const step = await scene.run(
    { prompt: 'Check the links', 'issue-number': '1' },
    { event: { name, payload } },
  );
  expect(step.outputs['result']).toBe('pull-request');
  expectAnswer(scene);
  // Nobody's permission is asked for, and there is nothing to react to.
  expect(scene.requests('github').filter((call) => /permission|reactions/.test(call))).toEqual([]);
  expect(scene.prompts()).toEqual(['Check the links']);
});
