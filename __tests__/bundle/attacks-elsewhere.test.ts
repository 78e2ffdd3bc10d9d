/** Attacks on the collect action, and attacks with a leaked API key. None of them gains anything. */
import { describe, expect, test } from '@jest/globals';
import { barrier } from '../../sandbox/faults/connections.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { editComment } from '../../sandbox/github/threads.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { Note } from '../../src/thread/note.ts';
import { expectUnharmed, KEY } from '../support/attacks.ts';
import { endsAfter, type Inputs, LATER, openScene, SCHEDULE, type Scene } from '../support/scene.ts';

const openAttack = () => openScene({ service: { key: KEY } });

describe('the collect action', () => {
  test("does not report a fork's pull request from a branch with the name of the job's branch", async () => {
    await using scene = await openAttack();
    const fork = scene.openPull({ by: 'mallory', title: 'Mine' });
    scene.leave(endsAfter(30, { prLink: null }), 35);
    const step = await scene.collect({}, scene.opened(fork));
    expect(JSON.parse(step.outputs['finished'] ?? '')).toMatchObject([{ thread: 1, prLink: '' }]);
    expect(scene.comments(fork)).toEqual([]);
    expectUnharmed(step, scene);
  });

  test("keeps a job from the pull request of a fork, whose branch has the name of the job's", async () => {
    await using scene = await openAttack();
    scene.leave(endsAfter(30, { prLink: null }), 35);
    const fork = scene.openPull({ by: 'mallory[bot]', fork: 'mallory/product' });
    const own = scene.openPull();
    const step = await scene.ask('/docs Shorter', { on: fork });
    expect(scene.turns()).toEqual([1, 1]);
    await scene.ask('/docs Shorter', { on: own });
    expect(scene.turns()).toEqual([2, 1]);
    expectUnharmed(step, scene);
  });

  test('keeps its reply when a stranger copies the reply into an older comment', async () => {
    await using scene = await openAttack();
    const { github } = scene.sandbox;
    const older = scene.put(scene.issue, 'Me too', 'mallory');
    scene.leave(endsAfter(3, {}), 5);
    const replied = barrier('after');
    github.faults.next({ method: 'POST', path: /\/issues\/1\/comments$/ }, replied);
    const running = scene.startCollect();
    await replied.reached;
    editComment(github.store, older, scene.comments().at(-1) ?? '');
    replied.release();
    const step = await running.ended;
    expect(step.outputs['result']).toBe('collected');
    expect(scene.comments().filter((body) => body.startsWith('@octocat'))).toHaveLength(1);
    expect(scene.requests('github').filter((call) => call.startsWith('DELETE'))).toEqual([]);
    expectUnharmed(step, scene);
  });
});

type ForgedFields = Omit<Partial<Note>, 'requester'> & { readonly requester?: Partial<Note['requester']> };

/** Who has the key signs the note of a request that no run watches. Its job has ended with pull request 2. */
function forge({ sandbox, ...scene }: Scene, { requester, ...fields }: ForgedFields, by = 'mallory'): void {
  const turns = [endsAfter(1, { prLink: scene.urlOf(scene.pull) })];
  sandbox.service.putJob({ id: 'job_7', ago: 600, turns });
  const sentAt = sandbox.time.now() - 600_000;
  const note = { state: 'job', jobId: 'job_7', left: true, sentAt, ...fields } as const;
  const run = { run: sandbox.github.server, ...requester };
  scene.note(scene.issue, { ...note, requester: run }, scene.put(scene.issue, 'Wait', by));
}

describe('a leaked key', () => {
  const REQUESTER = { by: 'octocat', person: true } as const;
  const EVIL = 'https://evil.example/';
  const MARKDOWN = 'octocat\n\n# Urgent\n\n[Log in](https://evil.example) @acme/team';

  test('puts neither Markdown nor another scheme or host into a comment through a note', async () => {
    await using scene = await openAttack();
    const forged: readonly ForgedFields[] = [
      { requester: { ...REQUESTER, by: MARKDOWN } },
      { requester: { ...REQUESTER, at: `${EVIL}\n\n${MARKDOWN}` } },
      { requester: { ...REQUESTER, run: 'javascript:alert(1)' } },
      { requester: { ...REQUESTER, at: EVIL } },
      { requester: { ...REQUESTER, run: EVIL } },
      { requester: REQUESTER, continuesPullRequest: EVIL },
    ];
    for (const fields of forged) forge(scene, fields);
    const step = await scene.collect();
    expect(step.outputs['result']).toBe('nothing');
    expect(step.log).toContain(`${forged.length} notes of this project do not verify`);
    expect(scene.comments()).toEqual([]);
    expectUnharmed(step, scene);
  });

  test('can mention a login with a forged note in a comment that the token can edit', async () => {
    await using scene = await openAttack();
    forge(scene, { requester: { by: 'octo-writer', person: true } }, 'github-actions[bot]');
    await scene.collect();
    expect(scene.comments().at(-1)).toMatch(/^@octo-writer /);
  });

  test('can make any pull request count as our own with a forged marker', async () => {
    await using scene = await openAttack();
    scene.mark(scene.pull, { jobId: 'job_7' }, scene.put(scene.pull, 'Wait', 'mallory'));
    const octocat = userOf(scene.sandbox.github.store, 'octocat');
    const event = scene.events.pull(scene.pull, 'synchronize', octocat);
    const step = await scene.run({ prompt: 'Document it' }, { event });
    expect(step.outputs).toMatchObject({ result: 'skipped', reasonCode: 'own-pull-request' });
    expect(scene.requests('service')).toEqual([]);
  });

  test('passes no permission check', async () => {
    await using scene = await openAttack();
    forge(scene, { state: 'ended' });
    const step = await scene.ask('/docs Delete everything', { by: 'mallory' });
    expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted' });
    expect(scene.requests('service')).toEqual([]);
    expectUnharmed(step, scene);
  });

  test('signs no note that is valid with `thread-secret`', async () => {
    await using scene = await openAttack();
    forge(scene, { state: 'ended' });
    const inputs = { 'thread-secret': 'a-thread-secret-of-32-random-letters' };
    const step = await scene.ask('/docs Rewrite', { inputs });
    expect(step.outputs['result']).toBe('pull-request');
    expect(step.log).toContain('does not verify');
    expect(scene.requests('service').join()).not.toContain('job_7');
    expectUnharmed(step, scene);
  });
});

// The service names another person's pull request, and claims that the job is older. The action doesn't trust the claim.

const LABELS: Inputs = { 'pr-labels': 'documentation' };

/** What the service shows of the job from its first second. */
interface Claim {
  readonly prLink: string;
  readonly createdAt: string;
}

const turn = (claim: Claim, status = 'completed') => ({
  timeline: [
    { status: 'active', ...claim },
    { at: 20, status, ...claim },
  ],
});

test.each<[string, (scene: Scene, claim: Claim) => Promise<StepResult>]>([
  [
    'after a message',
    async (scene, claim) => {
      scene.sandbox.service.script(turn(claim), turn(claim));
      await scene.ask('/docs Rewrite', { inputs: LABELS });
      return scene.ask('/docs Shorter', { inputs: LABELS });
    },
  ],
  [
    'after a message by `job-id`',
    (scene, claim) => {
      const before = { timeline: [{ status: 'completed', ...claim }] };
      scene.sandbox.service.putJob({ id: 'job_7', ago: 3600, turns: [before, turn(claim)] });
      return scene.run({ ...LABELS, 'job-id': 'job_7', prompt: 'Refresh' }, { event: SCHEDULE });
    },
  ],
  ...LATER.map(([who, report]): [string, (scene: Scene, claim: Claim) => Promise<StepResult>] => [
    `to ${who}`,
    async (scene, claim) => {
      scene.sandbox.service.script(turn(claim));
      const { event } = await scene.request('/docs Rewrite');
      await scene.minutes(5);
      return report(scene, event, LABELS);
    },
  ]),
  [
    'by an archived job whose next job continues the pull request',
    async (scene, claim) => {
      scene.sandbox.service.script(turn(claim, 'archived'));
      scene.sandbox.service.script(turn(claim));
      await scene.ask('/docs Rewrite', { inputs: LABELS });
      const step = await scene.ask('/docs Shorter', { inputs: LABELS });
      expect(scene.turns()).toEqual([1, 1]);
      return step;
    },
  ],
])('a claim %s does not mark or label the pull request', async (_, attack) => {
  await using scene = await openScene();
  await scene.minutes(60);
  const step = await attack(scene, { prLink: scene.urlOf(scene.pull), createdAt: '2001-01-01T00:00:00Z' });
  expect(step.log).toMatch(/gets no marker.*: it is older than the job/);
  expect(scene.repository.comments.filter(({ text }) => text.body.includes('made-by:v2'))).toEqual([]);
  expect([...scene.pull.labels]).toEqual([]);
  expectUnharmed(step, scene);
});
