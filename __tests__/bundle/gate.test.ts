/** Who can start a job, in each action. The service gets no request from anyone else. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { fromFork, type Json } from '../event/payloads.ts';
import { type AskOptions, openScene, type Scene } from '../support/scene.ts';

/** The action refuses a comment for a reason in the log, and replies only if the requester works on the repository. */
async function expectRefusal(scene: Scene, options: AskOptions, reason: string, replies = false) {
  const comment = scene.comment('/docs Delete everything', options);
  const step = await scene.run(options.inputs, { event: comment.event });
  expect(step).toMatchObject({ outcome: 'success', outputs: { result: 'denied', jobId: '' } });
  expect(step.outputs['reasonCode']).toBe('not-permitted');
  expect(step.log).toContain(reason);
  expect(comment.reactions()).toEqual(['confused']);
  expect(scene.comments()).toEqual(replies ? [expect.stringContaining('Not allowed:')] : []);
  expect(scene.requests('service')).toEqual([]);
}

test('a triager with a custom role is refused, and gets a reply', async () => {
  await using scene = await openScene();
  scene.member('ann', 'triage', 'docs triager');
  await expectRefusal(scene, { by: 'ann' }, '`ann` has the role `triage`', true);
});

test('an account of no role is refused in a private repository', async () => {
  await using scene = await openScene();
  scene.repository.private = true;
  await expectRefusal(scene, { by: 'ann' }, '`ann` has no role in this repository');
});

test('a stranger whose payload says that they own the repository is refused', async () => {
  await using scene = await openScene();
  const change = ({ comment }: Json) => Object.assign(comment, { author_association: 'OWNER' });
  await expectRefusal(scene, { by: 'mallory', change }, '`mallory` has the role `read`');
});

test('an account that GitHub returns 404 for is refused', async () => {
  await using scene = await openScene();
  scene.sandbox.github.faults.next({ path: /permission$/ }, answer({ status: 404 }));
  await expectRefusal(scene, {}, 'GitHub returns 404 for this account');
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
