/** The commits of a follow-up, whichever run reports them, and what follows a turn that pushed nothing. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { delay, halfOpen } from '../../sandbox/faults/connections.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import { closeThread } from '../../sandbox/github/threads.ts';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import type { Event } from '../../src/event/trigger.ts';
import { openScene, SCHEDULE, type Scene, warnings, worksFor } from '../support/scene.ts';

/** A turn that changed nothing. The service then leaves out the link, although the pull request is open. */
const source = { repository: 'acme/product', ref: 'draft' };
const IDLE: TurnScript = {
  timeline: [
    { status: 'active', source },
    { at: 12, status: 'completed', source, prLink: null },
  ],
};

/** The pull request `on` of a job, with one commit. */
async function openDraft(later?: TurnScript) {
  const scene = await openScene({ history: true });
  const on = await scene.openChange({ branch: 'draft', commits: [{ 'docs/guide.md': 'new\n' }] });
  const turn = worksFor(9, { prLink: scene.urlOf(on) });
  scene.sandbox.service.putJob({ id: 'job_1', ago: 600, turns: [turn, later ?? turn] });
  const head = async () => branchSha(scene.repository, 'draft') ?? '';
  scene.mark(on, { jobId: 'job_1', head: await head() });
  await scene.minutes(1);
  return Object.assign(scene, { on, head });
}

type Opened = Awaited<ReturnType<typeof openDraft>>;

/** Pushes so many commits to the draft. */
async function push(scene: Opened, commits: number, from?: string) {
  for (let index = 0; index < commits; index += 1) {
    const files = { 'docs/guide.md': `${scene.sandbox.time.now()} ${index}\n` };
    await scene.commit('draft', files, index === 0 ? from : undefined);
  }
}

/** Sends a follow-up without waiting; then the agent pushes so many commits. */
async function followUp(scene: Opened, commits: number): Promise<Event> {
  const { step, event } = await scene.request('/docs Shorter, please', { on: scene.on });
  expect(step.outputs['result']).toBe('started');
  await push(scene, commits);
  await scene.minutes(2);
  return event;
}

/** Sends a follow-up, and waits while the agent pushes so many commits, after some seconds. */
async function followUpAndWait(
  scene: Opened,
  commits: number,
  seconds = 0,
  inputs = {},
  work = () => push(scene, commits),
) {
  const posted = scene.comment('/docs Shorter, please', { on: scene.on });
  const running = scene.start(inputs, { event: posted.event });
  while (scene.count('message') === 0) await scene.sandbox.time.sleep(1_000);
  await scene.sandbox.time.sleep(seconds * 1000);
  await work();
  return { ...posted, step: await running.ended };
}

/** Merges or closes the draft while the agent works on a follow-up, which it pushes before and after that. */
async function endWhileWorking(
  scene: Opened,
  how: 'merged' | 'closed',
  [before, after]: readonly number[],
  start: () => ReturnType<Scene['start']>,
) {
  const running = start();
  while (scene.count('message') === 0) await scene.sandbox.time.sleep(1_000);
  const release = scene.sandbox.time.hold();
  await push(scene, before ?? 0);
  const head = await scene.head();
  if (how === 'merged') await scene.merge('squash', scene.on.number);
  else closeThread(scene.sandbox.github.store, scene.on);
  // After the branch was deleted, the agent's push creates it again.
  await push(scene, after ?? 0, head);
  release();
  return running.ended;
}

const UPDATED =
  /^\*\*Updated:\*\* .*, 2 commits since the request, \[`(\w{7})`\]\(http:\S+\/compare\/\w{40}\.\.\.\w{40}\)\n/;
const UNCHANGED = /^\*\*Nothing was pushed for this request:\*\* /;

test('a run that waits reports the commits that the agent pushed while it waited', async () => {
  await using scene = await openDraft();
  const { step } = await followUpAndWait(scene, 2);
  expect(step.outputs).toMatchObject({ commits: '2', headSha: await scene.head(), prOperation: 'updated' });
  expect(UPDATED.exec(scene.comments(scene.on)[1] ?? '')?.[1]).toBe((await scene.head()).slice(0, 7));
});

test('a run that waits reports that nothing was pushed, and not "Pull request ready"', async () => {
  await using scene = await openDraft();
  const { reactions } = await followUpAndWait(scene, 0);
  const title = `A change ([acme/product#1](${scene.urlOf(scene.on)}))`;
  const outcome = `**Nothing was pushed for this request:** ${title}\n\n<details><summary>Details`;
  expect(scene.comments(scene.on)[1]?.startsWith(outcome)).toBe(true);
  expect(reactions()).toEqual(['confused']);
});

test.each([
  [0, []],
  [1, ['ann']],
])(
  'a follow-up with %i commits gets labels, and a review only of new commits',
  async (commits, reviewers) => {
    await using scene = await openDraft();
    scene.member('ann', 'read');
    await followUpAndWait(scene, commits, 0, { 'pr-labels': 'docs', 'pr-reviewers': 'ann' });
    expect([...scene.on.labels]).toEqual(['docs']);
    expect([...(scene.on.pull?.reviewers ?? [])].map(({ login }) => login)).toEqual(reviewers);
  },
);

test.each([
  ['nothing else', 0, {}, '0', [], UNCHANGED],
  [
    'a resolved conflict',
    0,
    { 'docs/guide.md': 'both\n' },
    '1',
    ['ann'],
    /^\*\*Updated:\*\* .*, 1 commit since/,
  ],
  ['two commits', 2, {}, '2', ['ann'], UPDATED],
])(
  'a merge of the base during a follow-up, with %s',
  async (_with, own, resolved, commits, reviewers, text) => {
    await using scene = await openDraft();
    scene.member('ann', 'read');
    const inputs = { 'pr-reviewers': 'ann' };
    const { step } = await followUpAndWait(scene, 0, 0, inputs, async () => {
      await push(scene, own);
      for (let index = 0; index < 3; index += 1) await scene.commit('main', { 'src/app.ts': `${index}\n` });
      await scene.commit('draft', { 'src/app.ts': '2\n', ...resolved }, undefined, await scene.tip());
    });
    expect(step.outputs).toMatchObject({ commits, prOperation: commits === '0' ? '' : 'updated' });
    expect(scene.reviewersOf(scene.on)).toEqual(reviewers);
    expect(scene.comments(scene.on)[1]).toMatch(text);
  },
);

const EARLY = /^\*\*Merged too early:\*\* A change .* To create a new job, comment again/;

test.each([
  ['merged', [0, 1], 'merged-too-early', EARLY, false],
  ['merged', [1, 1], 'merged-too-early', EARLY, false],
  ['merged', [0, 1], 'merged-too-early', EARLY, true],
  ['merged', [0, 0], 'no-changes', UNCHANGED, false],
  ['merged', [0, 0], 'no-changes', UNCHANGED, true],
  ['merged', [1, 0], 'pull-request-updated', /^\*\*Updated:\*\* .*1 commit/, true],
  ['closed', [0, 1], 'pull-request-closed', /^\*\*Closed:\*\* .* is not sent again/, false],
] as const)(
  'a pull request that is %s after and before %j commits: %s',
  async (how, commits, code, text, deletes) => {
    await using scene = await openDraft();
    scene.repository.deletesBranches = deletes;
    const { event } = scene.comment('/docs Shorter, please', { on: scene.on });
    const step = await endWhileWorking(scene, how, commits, () => scene.start({}, { event }));
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', reasonCode: code } });
    expect(scene.comments(scene.on).at(-1)).toMatch(text);
    // Another run reports the same, unless the result was lost.
    const again = await scene.rerun(event);
    if (code !== 'merged-too-early') expect(again.outputs['reasonCode']).toBe(code);
    expect(scene.turns()).toEqual(code === 'merged-too-early' ? [2, 1] : [2]);
  },
);

test.each([
  ['of a push', undefined, {}],
  ['of a schedule with `issue-number`', SCHEDULE, { 'issue-number': '2' }],
])('a re-run %s whose pull request was merged too early sends again', async (_, other, more) => {
  await using scene = await openDraft();
  scene.openIssue();
  const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
  const event = other ?? (await scene.merge('squash', code.number));
  scene.on.labels.add('docs');
  const inputs = { prompt: 'Document it', 'when-open': 'message', 'pr-labels': 'docs', ...more };
  const first = await endWhileWorking(scene, 'merged', [0, 1], () => scene.start(inputs, { event }));
  expect(first).toMatchObject({ exitCode: 1, outputs: { reasonCode: 'merged-too-early' } });
  scene.sandbox.service.scriptAll(worksFor(9, { prLink: scene.nextLink() }));
  scene.openPull({ branch: 'more' });
  const again = await scene.rerun(event, inputs);
  expect(again).toMatchObject({ exitCode: 0, outputs: { reasonCode: 'pull-request-created' } });
  expect(scene.turns()).toEqual([2, 1]);
});

test('a collect reports no loss if a follow-up pushed nothing, and the pull request is merged later', async () => {
  await using scene = await openDraft();
  scene.repository.deletesBranches = true;
  await followUp(scene, 0);
  await scene.minutes(90);
  await scene.merge('squash', scene.on.number);
  const step = await scene.collect();
  expect(JSON.parse(step.outputs['finished'] ?? '')).toMatchObject([{ reasonCode: 'no-changes' }]);
  expect(scene.comments(scene.on)[1]).toMatch(UNCHANGED);
});

test.each([
  ['merged', 1],
  ['closed', 0],
] as const)('a schedule whose pull request is %s meanwhile exits with %i', async (how, exitCode) => {
  await using scene = await openDraft();
  const inputs = { 'job-id': 'job_1', prompt: 'Shorter, please', comment: 'never' };
  const step = await endWhileWorking(scene, how, [0, 1], () => scene.start(inputs, { event: SCHEDULE }));
  expect(step.exitCode).toBe(exitCode);
});

test('a run that sees the end of the job before GitHub shows the new head waits for it', async () => {
  await using scene = await openDraft();
  const { step } = await followUpAndWait(scene, 1, 8);
  expect(step.outputs).toMatchObject({ commits: '1', headSha: await scene.head(), prOperation: 'updated' });
});

test('the marker gets the new head although GitHub fails once', async () => {
  await using scene = await openDraft();
  const [before] = scene.comments(scene.on);
  const path = new RegExp(`/comments/${scene.repository.comments[0]?.id}$`);
  scene.sandbox.github.faults.next({ method: 'PATCH', path }, answer({ status: 502 }));
  expect(warnings((await followUpAndWait(scene, 1)).step)).toEqual([]);
  expect(scene.comments(scene.on)[0]).not.toBe(before);
});

test('a head that is read again leaves enough time for the facts', async () => {
  await using scene = await openDraft();
  scene.sandbox.github.faults.next({ path: /\/(pulls\/|compare)/, times: 9, optional: true }, delay(500));
  const step = await scene.run({ 'job-id': 'job_1', prompt: 'Shorter, please', comment: 'never' });
  const facts = { reasonCode: 'no-changes', changedFiles: '["docs/guide.md"]' };
  expect(step.outputs).toMatchObject(facts);
});

test.each([
  ['its own run', (scene: Scene) => scene.ask('/docs Shorter, please')],
  [
    'a collect',
    async (scene: Scene) => {
      await scene.request('/docs Shorter, please');
      await scene.minutes(3);
      await scene.collect();
    },
  ],
])('a follow-up on a pull request that cannot be read is reported as finished by %s', async (_, report) => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite');
  await report(scene);
  const [first, second] = scene.comments();
  expect(first).toMatch(/^\*\*Pull request ready:\*\* /);
  expect(second).toMatch(/^\*\*Finished:\*\* /);
});

test.each<[string, number, (scene: Opened, event: Event) => Promise<unknown>]>([
  ['a collect', 2, (scene) => scene.collect()],
  ['a re-run', 2, (scene, event) => scene.rerun(event)],
  ['the next request', 2, (scene) => scene.ask('/docs Longer', { on: scene.on })],
  ['a collect', 0, (scene) => scene.collect()],
])('%s reports the %i commits of a follow-up', async (_who, commits, report) => {
  await using scene = await openDraft();
  await report(scene, await followUp(scene, commits));
  const own = scene.comments(scene.on).find((text) => (commits > 0 ? UPDATED : UNCHANGED).test(text));
  expect(own).toBeDefined();
});

test.each<[string, (scene: Opened, event: Event) => Promise<unknown>]>([
  ['its own run', async () => undefined],
  ['a collect', (scene) => scene.collect()],
  ['`--status`', (scene) => scene.ask('/docs --status', { on: scene.on })],
  ['a re-run', (scene, event) => scene.rerun(event)],
])('a follow-up after which the service shows no link is reported by %s', async (who, report) => {
  await using scene = await openDraft(IDLE);
  const { event } = scene.comment('/docs Shorter, please', { on: scene.on });
  await scene.run({ wait: String(who === 'its own run') }, { event });
  await scene.minutes(3);
  await report(scene, event);
  expect(scene.comments(scene.on).join()).toMatch(/Nothing was pushed for this request:\*\* A change/);
});

test('`--status` reports a pull request as ready that a new job opened instead of continuing the old one', async () => {
  await using scene = await openScene();
  const [old, added] = [scene.openPull(), scene.openPull({ branch: 'another' })];
  const done = { at: 9, status: 'completed' };
  const gone = { at: 600, status: 'archived', prLink: scene.urlOf(old) };
  scene.leave({ timeline: [{ status: 'active' }, { ...done, prLink: scene.urlOf(old) }, gone] }, 20);
  scene.sandbox.service.scriptAll({
    timeline: [{ status: 'active' }, { ...done, prLink: scene.urlOf(added) }],
  });
  await scene.request('/docs Shorter, please');
  await scene.minutes(2);
  await scene.ask('/docs --status');
  expect(scene.prompts()[1]).toContain(scene.urlOf(old));
  for (const text of scene.comments().slice(1))
    expect(text).toMatch(/^(@octocat )?\*\*Pull request ready:\*\* /);
});

test('`--status` during a message reports that the job is at work', async () => {
  await using scene = await openDraft();
  const { event } = scene.comment('/docs Shorter, please', { on: scene.on });
  const { running, held } = await scene.startUntil('service', { method: 'POST' }, {}, { event });
  held.stall();
  await scene.ask('/docs --status', { on: scene.on });
  held.release();
  await running.ended;
  expect(scene.comments(scene.on).at(-1)).toMatch(/^\*\*Working on it\*\*\n\nRequested by `octocat`/);
});

test('commits that a person pushed after a follow-up are not in what `--status` and re-runs report', async () => {
  await using scene = await openDraft();
  const { event, step } = await followUpAndWait(scene, 1);
  expect(step.outputs).toMatchObject({ commits: '1', prOperation: 'updated' });
  await push(scene, 1);
  await scene.minutes(1);
  const marker = () => scene.comments(scene.on)[0];
  const before = marker();
  const reported = new RegExp(
    `\\*\\*Updated:\\*\\* .*, 1 commit since the request, .*\\.\\.\\.${step.outputs['headSha']}\\)`,
  );
  const status = await scene.ask('/docs --status', { on: scene.on });
  expect(status.outputs).toMatchObject({ commits: '1', headSha: await scene.head() });
  expect(scene.comments(scene.on).at(-1)).toMatch(reported);
  for (const runAttempt of ['2', '3']) {
    const { outputs } = await scene.rerun(event, {}, { runAttempt });
    expect(outputs).toMatchObject({ commits: '1', prOperation: 'updated' });
    expect(scene.comments(scene.on).at(-1)).toMatch(reported);
  }
  // Nor do they count as the agent's afterwards.
  expect(marker()).toBe(before);
});

test('commits of a person, and of a later request, are not those of a request that a collect finished', async () => {
  await using scene = await openDraft();
  const event = await followUp(scene, 2);
  await scene.collect();
  await push(scene, 1);
  await scene.ask('/docs --status', { on: scene.on });
  expect(scene.comments(scene.on).at(-1)).toMatch(/, 2 commits since the request, /);
  await followUp(scene, 1);
  expect((await scene.rerun(event)).outputs).toMatchObject({ commits: '2', prOperation: 'updated' });
});

test('a re-run of a first request reports its own commits', async () => {
  await using scene = await openScene({ history: true });
  const on = scene.openIssue();
  scene.sandbox.service.scriptAll(worksFor(9, { prLink: scene.nextLink() }));
  await scene.openChange({ branch: 'draft', commits: [{ 'docs/guide.md': 'new\n' }] });
  const { event } = scene.comment('/docs Rewrite', { on });
  await scene.run({}, { event });
  await scene.commit('draft', { 'docs/guide.md': 'by a person\n' });
  await scene.minutes(1);
  expect((await scene.rerun(event)).outputs).toMatchObject({ commits: '1', prOperation: 'created' });
});

test('the commits are not counted if GitHub does not answer for the comparison', async () => {
  await using scene = await openDraft();
  const event = await followUp(scene, 1);
  const hanging = halfOpen({ handled: true });
  scene.sandbox.github.faults.next({ path: /\/compare\//, times: 9 }, hanging);
  const before = scene.sandbox.time.now();
  const step = await scene.rerun(event);
  expect(step).toMatchObject({ outcome: 'success', outputs: { commits: '', prOperation: 'updated' } });
  expect(scene.comments(scene.on).at(-1)).toMatch(/\*\*Updated:\*\* [^\n]*\), \[`\w{7}`\]/);
  expect(step.log).toContain('What was pushed could not be read');
  // The re-run finishes the request of the earlier attempt, too.
  expect(scene.sandbox.time.now() - before).toBeLessThan(20_000);
});

describe('after a turn that pushed nothing, the thread still knows its pull request:', () => {
  const DIGEST = { prompt: 'Refresh', 'pr-labels': 'docs', 'when-open': 'message' };

  /** An issue is the thread of the job. */
  async function openIdle() {
    const scene = await openDraft(IDLE);
    const thread = scene.openIssue();
    const sentAt = scene.sandbox.time.now() - 660_000;
    scene.note(thread, { jobId: 'job_1', sentAt, created: true });
    scene.on.labels.add('docs');
    return Object.assign(scene, { thread, prLink: scene.urlOf(scene.on) });
  }

  test('a file outside of `pr-paths` fails the request that pushed it, and no later one', async () => {
    await using scene = await openIdle();
    const inputs = { ...DIGEST, 'pr-paths': 'src/**' };
    const running = scene.start(inputs, { event: SCHEDULE });
    while (scene.count('message') === 0) await scene.sandbox.time.sleep(1_000);
    await push(scene, 1);
    expect(await running.ended).toMatchObject({ exitCode: 1, outputs: { reasonCode: 'outside-paths' } });
    await scene.minutes(5);
    const later = await scene.run(inputs, { event: SCHEDULE });
    expect(later).toMatchObject({ exitCode: 0, outputs: { reasonCode: 'no-changes' } });
    expect(later.outputs['outsideFiles']).toBe('["docs/guide.md"]');
  });

  test('a request after the merge creates a job', async () => {
    await using scene = await openIdle();
    await scene.ask('/docs Shorter', { on: scene.thread });
    await scene.merge('squash', scene.on.number);
    const step = await scene.ask('/docs Another thing', { on: scene.thread });
    expect(scene.turns()).toEqual([2, 1]);
    expect(step.log).toContain('merged or closed, so a new job was created');
  });

  test('auto-merge stops a request', async () => {
    await using scene = await openIdle();
    await scene.ask('/docs Shorter', { on: scene.thread });
    Object.assign(scene.on.pull ?? {}, { autoMerge: true });
    const step = await scene.ask('/docs Another thing', { on: scene.thread });
    expect(step.outputs['reasonCode']).toBe('auto-merge-on');
    expect(scene.turns()).toEqual([2]);
  });

  test.each<[string, (scene: Awaited<ReturnType<typeof openIdle>>) => ReturnType<Scene['run']>]>([
    ['a request in its thread', (scene) => scene.ask('/docs Longer', { on: scene.thread })],
    ['a digest, which stays green', (scene) => scene.run(DIGEST, { event: SCHEDULE })],
  ])('%s, three times', async (_, run) => {
    await using scene = await openIdle();
    for (let time = 0; time < 3; time += 1) {
      const outputs = { reasonCode: 'no-changes', prLink: scene.prLink, jobId: 'job_1' };
      expect(await run(scene)).toMatchObject({ exitCode: 0, outputs });
    }
  });

  test.each(['job-id', '`--status`'])('%s reports it as open', async (how) => {
    await using scene = await openIdle();
    scene.on.labels.clear();
    await scene.ask('/docs Shorter', { on: scene.thread });
    await scene.minutes(3);
    const step = await (how === 'job-id'
      ? scene.run({ 'job-id': 'job_1', 'pr-labels': 'docs' }, { event: SCHEDULE })
      : scene.ask('/docs --status', { on: scene.thread }));
    expect(step).toMatchObject({ exitCode: 0, outputs: { prLink: scene.prLink } });
    if (how === 'job-id') expect([...scene.on.labels]).toEqual(['docs']);
  });
});
