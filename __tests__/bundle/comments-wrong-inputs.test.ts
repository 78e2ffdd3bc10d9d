/** Wrong inputs are told to requesters who work on the repository, and to nobody else. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Role } from '../../sandbox/github/store.ts';
import { account, type Json } from '../request/payloads.ts';
import { type AskOptions, type Inputs, openScene } from '../support/scene.ts';

const WRONG: Inputs = { timeout: 'soon', 'api-key': '' };
const CHECK = 'GET /collaborators/ann/permission';

/** Ann, who holds a role, requests something with wrong inputs. */
async function ask(role: Role, { inputs, ...options }: AskOptions = {}) {
  const scene = await openScene();
  if (role !== 'none') scene.member('ann', role);
  const asking = scene.comment('/docs Rewrite', { by: 'ann', ...options });
  const step = await scene.run({ ...WRONG, ...inputs }, { event: asking.event, ...options.run });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'input-invalid' } });
  expect(scene.sandbox.service.requests).toEqual([]);
  const reactions = asking.reactions();
  return { scene, asking, step, reactions };
}

describe('wrong inputs get a reaction and a reply', () => {
  test.each<Role>(['triage', 'write', 'admin'])('when the requester holds %s', async (role) => {
    const { scene: opened, reactions } = await ask(role);
    await using scene = opened;
    expect(reactions).toEqual(['confused']);
    expect(scene.comments()).toEqual([
      expect.stringMatching(
        /^\*\*Not sent:\*\* `api-key` is empty: .*\? `timeout` must be a duration like `90s`, `30m` or `2h`\.\n/,
      ),
    ]);
    expect(scene.requests('github')[0]).toBe(`${CHECK} 200`);
  });

  test('once: a re-run writes nothing', async () => {
    const { scene: opened, asking } = await ask('write');
    await using scene = opened;
    await scene.run(WRONG, { event: asking.event, context: { runAttempt: '2' } });
    expect(scene.comments()).toHaveLength(1);
  });

  test('in the summary only, in a dry run', async () => {
    const { scene: opened, step } = await ask('write', { inputs: { 'dry-run': 'true' } });
    await using scene = opened;
    expect(scene.requests('github')).toEqual([`${CHECK} 200`]);
    expect(step.summary).toContain('**Not sent:** `api-key` is empty');
  });
});

describe('only the log names wrong inputs', () => {
  test('a stranger is told nothing', async () => {
    await using scene = (await ask('none')).scene;
    expect(scene.requests('github')).toEqual([`${CHECK} 200`]);
  });

  test.each<[string, Role, AskOptions]>([
    ['a reader', 'read', {}],
    ['a reader in `allow-users`', 'read', { inputs: { 'allow-users': 'ann' } }],
    ['a requester whose login has changed hands', 'write', { change: changeHands }],
  ])('for %s', async (_who, role, options) => {
    await using scene = (await ask(role, options)).scene;
    expect(scene.requests('github')).toEqual([`${CHECK} 200`]);
  });

  test.each<[string, AskOptions]>([
    ['a bot in `allow-bots`', { by: 'renovate[bot]', inputs: { 'allow-bots': 'renovate[bot]' } }],
    ['a text that somebody else wrote', { change: changeAuthor }],
  ])('for %s', async (_who, options) => {
    await using scene = (await ask('write', options)).scene;
    expect(scene.requests('github').filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('when the permission check fails', async () => {
    const status = 500;
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ path: /permission$/, times: 9 }, answer({ status }));
    await scene.ask('/docs Rewrite', { inputs: WRONG });
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
  ])('with %j, and GitHub is asked nothing', async (inputs) => {
    await using scene = (await ask('write', { inputs })).scene;
    expect(scene.requests('github')).toEqual([]);
  });

  test('for a label, by which nobody asked in words', async () => {
    await using scene = await openScene();
    const event = scene.events.issue(scene.issue, 'labeled', scene.issue.user);
    await scene.run({ prompt: 'Rewrite', ...WRONG }, { event });
    expect(scene.requests('github')).toEqual([]);
  });
});

function changeHands(payload: Json): void {
  payload.sender = payload.comment.user = account('ann', 99);
}

function changeAuthor(payload: Json): void {
  payload.comment.user = account('mallory', 99);
}
