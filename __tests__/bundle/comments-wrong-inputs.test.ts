/** A reply names wrong inputs only to requesters with at least triage permission. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import type { Role } from '../../sandbox/github/store.ts';
import { account } from '../request/payloads.ts';
import { type AskOptions, type Inputs, openScene } from '../support/scene.ts';

const WRONG: Inputs = { timeout: 'soon', 'api-key': '' };
const CHECK = 'GET /collaborators/ann/permission 200';

/** A scene in which `ann` has requested something with wrong inputs. */
async function openWrong(role: Role, { inputs, ...options }: AskOptions = {}) {
  const scene = await openScene();
  if (role !== 'none') scene.member('ann', role);
  const comment = scene.comment('/docs Rewrite', { by: 'ann', ...options });
  const step = await scene.run({ ...WRONG, ...inputs }, { event: comment.event });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'input-invalid' } });
  expect(scene.requests('service')).toEqual([]);
  return { ...scene, posted: comment, step };
}

describe('a reply names wrong inputs', () => {
  test.each<Role>(['triage', 'write', 'admin'])('if the requester has %s', async (role) => {
    await using scene = await openWrong(role);
    expect(scene.posted.reactions()).toEqual(['confused']);
    expect(scene.comments()).toEqual([
      expect.stringMatching(
        /^\*\*Not sent:\*\* `api-key` is empty\. .* `timeout` must be a duration like `90s`, `30m` or `2h`\.\n/,
      ),
    ]);
    expect(scene.requests('github')[0]).toBe(CHECK);
  });

  test('once, and not again in a re-run', async () => {
    await using scene = await openWrong('write');
    await scene.run(WRONG, { event: scene.posted.event, context: { runAttempt: '2' } });
    expect(scene.comments()).toHaveLength(1);
  });

  test('only in the summary of a dry run', async () => {
    await using scene = await openWrong('write', { inputs: { 'dry-run': 'true' } });
    expect(scene.requests('github')).toEqual([CHECK]);
    expect(scene.step.summary).toContain('**Not sent:** `api-key` is empty');
  });
});

describe('only the log names wrong inputs', () => {
  test.each<[string, Role, AskOptions]>([
    ['to a stranger', 'none', {}],
    ['to a reader', 'read', {}],
    ['to a reader in `allow-users`', 'read', { inputs: { 'allow-users': 'ann' } }],
    [
      'if the login now belongs to another account',
      'write',
      {
        change: (payload) => {
          payload.sender = account('ann', 99);
          payload.comment.user = account('ann', 99);
        },
      },
    ],
  ])('%s', async (_who, role, options) => {
    await using scene = await openWrong(role, options);
    expect(scene.requests('github')).toEqual([CHECK]);
  });

  test.each<[string, AskOptions]>([
    ['to a bot in `allow-bots`', { by: 'renovate[bot]', inputs: { 'allow-bots': 'renovate[bot]' } }],
    [
      'if another person wrote the text',
      {
        change: (payload) => {
          payload.comment.user = account('mallory', 99);
        },
      },
    ],
  ])('%s', async (_who, options) => {
    await using scene = await openWrong('write', options);
    expect(scene.requests('github').filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('if the permission check fails', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ path: /permission$/, times: 9 }, answer({ status: 500 }));
    await scene.ask('/docs Rewrite', { inputs: WRONG });
    expect(scene.requests('github').filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('if the run is cancelled while the permission is read, and they stay the reason', async () => {
    await using scene = await openScene();
    const read = barrier();
    scene.sandbox.github.faults.next({ path: /permission$/ }, read);
    const running = scene.start(WRONG, { event: scene.comment('/docs Rewrite').event });
    await read.reached;
    await running.cancel();
    const step = await running.ended;
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'input-invalid' });
    expect(scene.requests('github').filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test.each<[Inputs]>([
    [{ permission: 'king' }],
    [{ 'allow-users': 'ann:x' }],
    [{ 'allow-bots': 'a b!' }],
    [{ 'trigger-phrase': '> docs' }],
    [{ comment: 'never' }],
    [{ comment: 'maybe' }],
    [{ 'issue-number': 'one' }],
    [{ 'dry-run': 'maybe' }],
    [{ 'github-token': '' }],
  ])('with %j, without a request to GitHub', async (inputs) => {
    await using scene = await openWrong('write', { inputs });
    expect(scene.requests('github')).toEqual([]);
  });

  test('if a label made the request', async () => {
    await using scene = await openScene();
    const event = scene.events.issue(scene.issue, 'labeled', scene.issue.user);
    await scene.run({ prompt: 'Rewrite', ...WRONG }, { event });
    expect(scene.requests('github')).toEqual([]);
  });
});
