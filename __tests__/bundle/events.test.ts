/** Each event, from the request to the comment that reports its result. */
import { describe, expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { example } from '../event/payloads.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

/** The service has one job, and the only comment in the conversation reports its pull request. */
function expectResult(scene: Scene, thread = scene.issue) {
  expect(scene.sandbox.service.jobs).toHaveLength(1);
  expect(scene.comments(thread)).toEqual([expect.stringMatching(/^\*\*Pull request ready:\*\*/)]);
  expect(scene.comments(thread)[0]).toContain(LINK);
}

describe('with the phrase', () => {
  test('a comment on an issue becomes a job, and a comment reports its pull request', async () => {
    await using scene = await openScene();
    const { server } = scene.sandbox.github;
    const comment = scene.comment('/docs Rewrite the quickstart\n\nfor v2');
    const step = await scene.run({}, { event: comment.event });
    expect(step).toMatchObject({ outcome: 'success', annotations: [{ level: 'notice' }] });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK, prNumber: '1' });
    expectResult(scene);
    expect(comment.reactions()).toEqual(['rocket']);
    expect(scene.issue.reactions).toEqual([]);
    const issueUrl = `${server}/acme/product/issues/1`;
    const commentUrl = `${issueUrl}#issuecomment-${comment.id}`;
    expect(step.outputs['commentUrl']).toBe(
      `${issueUrl}#issuecomment-${scene.repository.comments.at(-1)?.id}`,
    );
    expect(scene.prompts()).toEqual([
      `Rewrite the quickstart\n\nfor v2\n\nThis was requested by octocat on GitHub: ${commentUrl}\n` +
        'Link that URL in the description of the pull request.',
    ]);
    const [report] = scene.comments();
    expect(report).toContain('`octocat`');
    expect(report).toContain(commentUrl);
    expect(report).toContain('`sandbox-writer-1`');
    expect(report).toContain('Duration');
    expect(report).toContain(`${server}/acme/product/actions/runs/9000000001/attempts/1`);
    expect(report).toContain('To request changes, comment here with `/docs`');
  });

  test.each<[string, (scene: Scene) => ReturnType<Scene['line']>, string]>([
    ['the conversation', (scene) => scene.comment('/docs Rewrite', { on: scene.pull }), 'issuecomment-'],
    ['a line', (scene) => scene.line('/docs Rewrite'), 'discussion_r'],
  ])('a comment on %s of a pull request becomes a job', async (_place, post, anchor) => {
    await using scene = await openScene();
    const comment = post(scene);
    const step = await scene.run({}, { event: comment.event });
    expect(step.outputs['result']).toBe('pull-request');
    expectResult(scene, scene.pull);
    expect(comment.reactions()).toEqual(['rocket']);
    const url = `/acme/product/pull/2#${anchor}${comment.id}`;
    expect(scene.prompts()[0]).toContain(url);
    expect(scene.comments(scene.pull)[0]).toContain(url);
  });

  test('a new issue becomes a job', async () => {
    await using scene = await openScene();
    const { store } = scene.sandbox.github;
    const user = userOf(store, 'octocat');
    const issue = addThread(store, scene.repository, { user, title: 'Old', body: '/docs Rewrite it' });
    const step = await scene.run({}, { event: scene.events.issue(issue, 'opened', user) });
    expect(step.outputs['result']).toBe('pull-request');
    expectResult(scene, issue);
    expect(issue.reactions).toMatchObject([{ content: 'rocket' }]);
    expect(scene.prompts()[0]).toMatch(/^Rewrite it\n/);
  });

  test('a comment in a private repository asks for no link, since the pull request may be public', async () => {
    await using scene = await openScene();
    scene.repository.private = true;
    await scene.ask('/docs Rewrite');
    expect(scene.prompts()[0]).toMatch(/^Rewrite\n\nThis was requested by octocat on GitHub: \S+$/);
  });
});

describe('with `prompt`', () => {
  test('an issue that is labeled becomes a job', async () => {
    await using scene = await openScene();
    scene.member('editor', 'triage');
    const editor = userOf(scene.sandbox.github.store, 'editor');
    const inputs = { prompt: 'Document this issue', permission: 'triage' };
    const step = await scene.run(inputs, { event: scene.events.issue(scene.issue, 'labeled', editor) });
    expect(step.outputs['result']).toBe('pull-request');
    expectResult(scene);
    expect(scene.issue.reactions).toMatchObject([{ content: 'rocket' }]);
    expect(scene.prompts()[0]).toMatch(
      /^Document this issue\n\nThis was requested by editor on GitHub: .*\/issues\/1\n/,
    );
  });

  test.each([
    { name: 'workflow_dispatch', payload: example('workflow_dispatch') },
    { name: 'schedule', payload: { schedule: '0 6 * * 1' } },
  ])('$name reports in `issue-number`, without a permission check or reactions', async (event) => {
    await using scene = await openScene();
    const step = await scene.run({ prompt: 'Check the links', 'issue-number': '1' }, { event });
    expect(step.outputs['result']).toBe('pull-request');
    expectResult(scene);
    expect(scene.requests('github').join()).not.toMatch(/permission|reactions/);
    expect(scene.prompts()).toEqual(['Check the links']);
    expect(step.log).toContain('`issue-number` gives the agent no pull request: ');
  });
});

test.each([
  ['the last merged one', 'workflow_dispatch', '2', {}],
  ['an open one', 'repository_dispatch', '3', {}],
  ['none with a range', 'workflow_dispatch', undefined, { range: '7d' }],
  ['none with `context: none`', 'workflow_dispatch', undefined, { context: 'none' }],
])('a dispatch with `issue-number` of a pull request sends %s', async (_which, name, number, inputs) => {
  await using scene = await openScene({ history: true });
  const files = [{ 'src/app.ts': 'new\n' }];
  scene.openIssue();
  await scene.openChange({ branch: 'one', commits: files, title: 'New keys', body: 'For all', by: 'ann' });
  await scene.openChange({ branch: 'two', commits: files, title: 'New keys', body: 'For all', by: 'ann' });
  await scene.merge('squash', 2);
  const given = { prompt: 'Document this pull request', 'issue-number': number ?? '2', ...inputs };
  const event = { name, payload: { sender: { login: 'editor', id: 9, type: 'User' } } };
  await scene.run(given, { event });
  await scene.run({ context: 'full', ...given }, { event });
  const [short = '', full = ''] = scene.sent();
  const link = `This was requested by editor on GitHub: ${scene.sandbox.github.server}/acme/product/pull/${number ?? 2}`;
  expect(short.includes(link)).toBe(number !== undefined);
  expect(short).not.toContain('New keys');
  expect(full.includes(link)).toBe(number !== undefined);
  const words = [`Title of pull request ${number}, by ann:\n> New keys`, '> For all', '> "src/app.ts"'];
  for (const word of number === undefined ? [] : words) expect(full).toContain(word);
});

// Other runners, such as act, set fewer variables than GitHub's.

test('reads the id of the repository from the event if the runner does not set it', async () => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite the quickstart', { run: { context: { repositoryId: '' } } });
  // The note of the first request belongs to the same repository, so the second request is a message to its job.
  await scene.ask('/docs Make it shorter');
  expect(scene.sandbox.service.jobs).toHaveLength(1);
  expect(scene.prompts()).toHaveLength(2);
});

test('runs the visitors action without the variables of a run', async () => {
  await using scene = await openScene({ action: 'visitors' });
  const context = { repository: '', repositoryId: '', serverUrl: '', runId: '' };
  const event = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };
  expect((await scene.run({}, { event, context })).outputs['result']).toBe('exported');
});
