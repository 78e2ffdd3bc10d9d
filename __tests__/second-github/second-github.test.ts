/** The actions against a GitHub that other authors wrote, for mistakes that the sandbox shares with the actions. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openScene, type Scene } from './scene.ts';

const WEEK = { prompt: 'Write what is new.', range: '7d' };
const SCHEDULE = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };

test('a comment creates a job, the next one goes to the same job, and the merge starts no other', async () => {
  await using scene = await openScene();
  const { link, send, service } = scene;
  const inputs = { 'pr-labels': 'by an agent', 'pr-reviewers': 'ann' };

  const first = await scene.run(await scene.comment('ann', '/docs Rewrite the quickstart'), inputs);
  expect(first.outputs).toMatchObject({ result: 'pull-request', prLink: link, prOperation: 'created' });
  const reported = [expect.stringContaining(`[acme/docs#2](${link})`)];
  expect(await scene.comments(1)).toEqual(reported);
  expect(await scene.comments(2)).toEqual([
    expect.stringContaining('created this pull request for [a request]'),
  ]);
  const pull = { labels: [{ name: 'by an agent' }], requested_reviewers: [{ login: 'ann' }] };
  expect(await send('ann', 'GET', './pulls/2')).toMatchObject(pull);

  const second = await scene.run(await scene.comment('ann', '/docs Make it shorter'), inputs);
  expect(second.outputs).toMatchObject({ result: 'pull-request', jobId: first.outputs['jobId'] });
  expect(await scene.comments(1)).toEqual([...reported, ...reported]);
  expect(scene.prompts()).toEqual([
    [expect.stringMatching(/^Rewrite the quickstart\n/), expect.stringMatching(/^Make it shorter\n/)],
  ]);

  await scene.merge(2);
  const digest = await scene.run(SCHEDULE, WEEK);
  expect(digest.outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-merge' });
  expect(service.jobs).toHaveLength(1);
});

test('a digest finds what was merged in the period', async () => {
  await using scene = await openScene();
  const before = await scene.tip();
  await scene.openPull('ann', 'api');
  await scene.merge(2);

  const { outputs } = await scene.run(SCHEDULE, WEEK);

  expect(outputs['result']).toBe('pull-request');
  const home = `${scene.github.url}/acme/docs`;
  const [[prompt] = []] = scene.prompts();
  expect(prompt).toContain(`${home}/compare/${before}...${await scene.tip()}\n`);
  expect(prompt).toContain(`Pull requests that were merged: ${home}/pull/2\n`);
  expect(prompt).toContain('> "docs": 1');
});

test('a label starts a request', async () => {
  await using scene = await openScene();
  await scene.send('ann', 'POST', './issues/1/labels', { labels: ['user docs'] });
  const event = await scene.delivered('issues', ({ action }) => action === 'labeled');
  const { outputs } = await scene.run(event, { prompt: 'Document the issue.' });
  expect(outputs['result']).toBe('pull-request');
  expect(scene.prompts()).toEqual([[expect.stringContaining(`${scene.github.url}/acme/docs/issues/1`)]]);
});

test.each(['bob', 'eve'])('%s may not request', async (login) => {
  await using scene = await openScene();
  const { outputs } = await scene.run(await scene.comment(login, '/docs Rewrite the quickstart'));
  expect(outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted' });
  expect(scene.service.requests).toEqual([]);
  expect(await scene.comments(1)).toEqual([]);
});

test('a wrong key creates no job, and is reported', async () => {
  await using scene = await openScene();
  const event = await scene.comment('ann', '/docs Rewrite the quickstart');
  const { outputs } = await scene.run(event, { 'api-key': 'mint_wrong' });
  expect(outputs['result']).toBe('error');
  expect(scene.service.jobs).toEqual([]);
  expect(await scene.comments(1)).toEqual([expect.stringMatching(/^\*\*Not sent:\*\* The service rejected/)]);
});

// A row that fails is a newer version with more than this one. Then the tests above can use it.
describe('this GitHub lacks', () => {
  const MISSING = { status: 404 };
  const REACTION = { content: 'rocket' };
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene();
    await scene.comment('ann', 'Hello');
    await scene.openPull('ann', 'api');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  test.each<[what: string, request: string, answer: object, body?: object]>([
    ['reactions to issues', 'POST ./issues/1/reactions', MISSING, REACTION],
    ['reactions to comments', 'POST ./issues/comments/1/reactions', MISSING, REACTION],
    ['all comments of the repository', 'GET ./issues/comments', MISSING],
    ['`since` of comments', 'GET ./issues/1/comments?since=2999-01-01T00:00:00Z', { body: [{ id: 1 }] }],
    ['a limit of comments', 'POST ./issues/2/comments', { status: 201 }, { body: 'x'.repeat(65_537) }],
    ['pull requests as issues', 'GET ./issues/2', MISSING],
    ['files of a pull request', 'GET ./pulls/2/files', { status: 200, body: [] }],
    ['counts of a pull request', 'GET ./pulls/2', { body: { additions: 0, changed_files: 0 } }],
    ['pull requests of a commit', 'GET ./commits/SHA/pulls', MISSING],
    ['refusals of reviewers', 'POST ./pulls/2/requested_reviewers', { status: 200 }, { reviewers: ['eve'] }],
    ['setting a commit status', 'POST ./statuses/SHA', MISSING, { state: 'success' }],
    ['commit statuses', 'GET ./commits/SHA/statuses', MISSING],
    ['deployments', 'GET ./deployments', MISSING],
    ['environments', 'GET ./environments', MISSING],
    ['activity of a branch', 'GET ./activity?ref=main', MISSING],
    ['GraphQL', 'POST /graphql', MISSING, { query: '{ viewer { login } }' }],
    // GitHub has `write` here, and `read` for a stranger.
    ['the coarse role', 'GET ./collaborators/ann/permission', { body: { permission: 'push' } }],
    ['the role of a stranger', 'GET ./collaborators/eve/permission', MISSING],
  ])('%s', async (_, request, answer, ...[body]) => {
    const [method = '', path = ''] = request.replace('SHA', await scene.tip()).split(' ');
    expect(await scene.ask('ann', method, path, body)).toMatchObject(answer);
  });

  test('refusals of unknown tokens', async () => {
    expect(await scene.ask('ghp_unknown', 'GET', '/user')).toMatchObject({ status: 200 });
  });

  test('the new head of a pull request after a push, and the push of its merge', async () => {
    const { events, send } = scene;
    const head = async () => (await send('ann', 'GET', './pulls/2')).head.sha;
    const before = await head();
    await scene.commit('ann', 'api', 'docs/more.md');
    expect(await head()).toBe(before);
    await scene.merge(2);
    // A push would be delivered before this comment.
    await scene.comment('ann', 'Merged');
    const pushes = events.flatMap(({ name, payload }) => (name === 'push' ? payload.ref : []));
    expect(pushes).not.toContain('refs/heads/main');
  });
});
