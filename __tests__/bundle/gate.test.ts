/** Who can start a job, in each action. The service gets no request from anyone else. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { fromFork, type Json } from '../event/payloads.ts';
import { type AskOptions, openScene, type Scene } from '../support/scene.ts';

test.each<[string, (scene: Scene) => AskOptions | undefined, string, replies?: number]>([
  [
    'a triager with a custom role, with a reply',
    (scene) => {
      scene.member('ann', 'triage', 'docs triager');
      return { by: 'ann' };
    },
    '`ann` has the role `triage`',
    1,
  ],
  [
    'an account of no role in a private repository',
    ({ repository }) => {
      repository.private = true;
      return { by: 'ann' };
    },
    '`ann` has no role in this repository',
  ],
  [
    'a stranger whose payload says that they own the repository',
    () => {
      const change = ({ comment }: Json) => Object.assign(comment, { author_association: 'OWNER' });
      return { by: 'mallory', change };
    },
    '`mallory` has the role `read`',
  ],
  [
    'an account that GitHub returns 404 for',
    ({ sandbox }) => void sandbox.github.faults.next({ path: /permission$/ }, answer({ status: 404 })),
    'GitHub returns 404 for this account',
  ],
])('the action refuses %s', async (_, given, reason, replies = 0) => {
  await using scene = await openScene();
  const comment = scene.comment('/docs Delete everything', given(scene));
  const step = await scene.run({}, { event: comment.event });
  expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'denied', jobId: '' } });
  expect(step.outputs['reasonCode']).toBe('not-permitted');
  expect(step.log).toContain(reason);
  expect(comment.reactions()).toEqual(['confused']);
  expect(scene.comments()).toEqual(Array(replies).fill(expect.stringContaining('Not allowed:')));
  expect(scene.requests('service')).toEqual([]);
});

test.each(['none', 'admin'] as const)('with `permission: listed`, the role %s is no matter', async (role) => {
  await using scene = await openScene();
  scene.member('ann', role);
  const inputs = { permission: 'listed', 'allow-users': 'hubot' };
  const refused = await scene.ask('/docs Fix', { by: 'ann', inputs });
  expect(refused.outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted' });
  const allowed = await scene.ask('/docs Fix', { by: 'hubot', inputs });
  expect(allowed.outputs['result']).toBe('pull-request');
  expect(scene.requests('github').join()).not.toContain('permission');
});

test.each<[number, string, string, number]>([
  [403, "the token isn't allowed to read it", 'github-refused', 1],
  [500, '500 Internal Server Error', 'github-unreachable', 5],
])(
  'the action fails if GitHub answers the permission check with %i, and tells nobody',
  async (status, reason, code, tries) => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ path: /permission$/, times: 9 }, answer({ status }));
    const step = await scene.ask('/docs Fix');
    expect(step).toMatchObject({ outcome: 'failure', outputs: { result: 'error', reasonCode: code } });
    expect(step.outputs['reason']).toMatch(/^Not sent: The permission of 'octocat' is unknown/);
    expect(step.log).toContain(reason);
    const check = `GET /collaborators/octocat/permission ${status}`;
    expect(scene.requests('github')).toEqual(Array(tries).fill(check));
    expect(scene.requests('service')).toEqual([]);
    scene.sandbox.github.faults.clear();
  },
);

test('refuses a label by a triager without a reaction or reply, unless `permission` allows it', async () => {
  await using scene = await openScene();
  scene.member('ann', 'triage');
  const event = scene.events.issue(scene.issue, 'labeled', userOf(scene.sandbox.github.store, 'ann'));
  const step = await scene.run({ prompt: 'Document this' }, { event });
  expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'denied' } });
  expect(step.log).toContain('`ann` has the role `triage`');
  expect(scene.requests('github')).toEqual(['GET /collaborators/ann/permission 200']);
  expect(scene.requests('service')).toEqual([]);
  const allowed = await scene.run({ prompt: 'Document this', permission: 'triage' }, { event });
  expect(allowed.outputs['result']).toBe('pull-request');
});

test.each(['mergify[bot]', 'github-merge-queue[bot]'])(
  'a merge by %s counts like its push',
  async (login) => {
    await using scene = await openScene({ history: true });
    const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
    await scene.merge('squash', code.number);
    const event = scene.events.pull(code, 'closed', userOf(scene.sandbox.github.store, login));
    const step = await scene.run({ prompt: 'Document it' }, { event });
    expect(step.outputs['result']).toBe('pull-request');
    expect(step.log).toContain('A merge needs no permission check');
  },
);

describe('the visitors action, which checks no permission,', () => {
  test('fails on a pull request from a fork', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const event = scene.events.pull(scene.pull, 'opened', scene.pull.user, fromFork);
    const step = await scene.run({}, { event });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'event-untrusted' } });
    expect([...scene.requests('github'), ...scene.requests('service'), ...scene.list()]).toEqual([]);
  });

  test('is skipped if GitHub gives the pull request of a fork no secrets', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const event = scene.events.pull(scene.pull, 'opened', scene.pull.user, fromFork);
    const step = await scene.run({ 'api-key': '' }, { event });
    expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'skipped' } });
  });
});
