/** The commits of a follow-up, whichever run reports them. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { halfOpen } from '../../sandbox/faults/connections.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import type { Event } from '../../src/request/trigger.ts';
import { LATER, LINK, openScene, type Scene, worksFor } from '../support/scene.ts';

/** A thread whose job has opened a pull request. */
async function openThread() {
  const scene = await openScene({ history: true });
  const issue = scene.openIssue();
  const prLink = scene.nextLink();
  await scene.openChange({ branch: 'draft', commits: [{ 'docs/guide.md': 'new\n' }] });
  scene.sandbox.service.scriptAll(worksFor(9, { prLink }));
  const { event } = scene.comment('/docs Rewrite', { on: issue });
  const first = await scene.run({}, { event });
  const head = async () => (await branchSha(scene.repository, 'draft')) ?? '';
  return Object.assign(scene, { issue, event, first, head });
}

type Opened = Awaited<ReturnType<typeof openThread>>;

/** Sends a follow-up without waiting; then the agent pushes so many commits. */
async function followUp(scene: Opened, commits: number): Promise<Event> {
  const { event } = scene.comment('/docs Shorter, please', { on: scene.issue });
  const step = await scene.run({ wait: 'false' }, { event });
  expect(step.outputs['result']).toBe('started');
  for (let index = 0; index < commits; index += 1)
    await scene.commit('draft', { 'docs/guide.md': `shorter ${index}\n` });
  await scene.minutes(2);
  return event;
}

const UPDATED =
  /^\*\*Updated:\*\* .*, 2 commits since the request, \[`(\w{7})`\]\(http:\S+\/compare\/\w{40}\.\.\.\w{40}\)\n/;
const UNCHANGED = /^\*\*Nothing was pushed for this request:\*\* /;

test('a first request reports all commits of its pull request', async () => {
  await using scene = await openThread();
  expect(scene.first.outputs).toMatchObject({ commits: '1', headSha: await scene.head() });
  expect(scene.comments(scene.issue)[0]).toMatch(/^\*\*Pull request ready:\*\* /);
});

test('a run that waits reports the commits that the agent pushed while it waited', async () => {
  await using scene = await openThread();
  const { event } = scene.comment('/docs Shorter, please', { on: scene.issue });
  const running = scene.start({}, { event });
  while (scene.count('message') === 0) await scene.sandbox.time.sleep(1_000);
  for (const text of ['one\n', 'two\n']) await scene.commit('draft', { 'docs/guide.md': text });
  const { outputs } = await running.ended;
  expect(outputs).toMatchObject({ commits: '2', headSha: await scene.head(), prOperation: 'updated' });
  expect(UPDATED.exec(scene.comments(scene.issue)[1] ?? '')?.[1]).toBe((await scene.head()).slice(0, 7));
});

test('a link that comes after a job completed does not end a follow-up that was sent in between', async () => {
  await using scene = await openScene();
  const { service } = scene.sandbox;
  const late = { at: 2, status: 'completed', prLink: LINK };
  service.script(
    { timeline: [{ status: 'active' }, { at: 60, status: 'completed' }] },
    { timeline: [{ previous: true }, late, { at: 20, status: 'active' }, { ...late, at: 320 }] },
  );
  await scene.request('/docs Rewrite');
  await scene.minutes(1);
  const step = await scene.ask('/docs Shorter, please');
  expect(scene.turns()).toEqual([2]);
  expect(step.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
  expect(step.duration).toBeGreaterThan(320_000);
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

const NEXT = ['the next request', (scene: Scene) => scene.ask('/docs Longer', { on: scene.issue })] as const;

describe.each([
  [2, UPDATED],
  [0, UNCHANGED],
])('the %i commits of a follow-up are reported', (commits, words) => {
  test.each([...LATER.filter(([who]) => who !== '`--status`'), NEXT])('by %s', async (_who, report) => {
    await using scene = await openThread();
    await report(scene, await followUp(scene, commits));
    const own = scene.comments(scene.issue).filter((text) => words.test(text));
    expect(own.length).toBeGreaterThanOrEqual(1);
  });
});

test.each([
  ['a collect', (scene: Scene) => scene.collect()],
  ['`--status`', (scene: Scene) => scene.ask('/docs --status', { on: scene.issue })],
])(
  '%s reports a pull request as ready that a new job opened instead of continuing the old one',
  async (_, finish) => {
    await using scene = await openScene({ history: true });
    const issue = scene.openIssue();
    const [first, second] = [2, 3].map((number) => scene.nextLink().replace(/2$/, String(number)));
    await scene.openChange({ branch: 'draft', commits: [{ 'docs/guide.md': 'new\n' }] });
    const done = { at: 9, status: 'completed' };
    const gone = { at: 600, status: 'archived', prLink: first };
    scene.sandbox.service.script({ timeline: [{ status: 'active' }, { ...done, prLink: first }, gone] });
    scene.sandbox.service.scriptAll({ timeline: [{ status: 'active' }, { ...done, prLink: second }] });
    await scene.ask('/docs Rewrite', { on: issue });
    await scene.minutes(20);
    await scene.request('/docs Shorter, please', { on: issue });
    await scene.openChange({ branch: 'another', commits: [{ 'docs/guide.md': 'shorter\n' }] });
    await scene.minutes(2);
    await finish(Object.assign(scene, { issue }));
    expect(scene.prompts()[1]).toContain(first);
    for (const text of scene.comments(issue).slice(1)) expect(text).toMatch(/^\*\*Pull request ready:\*\* /);
  },
);

test('`--status` during a message reports that the job is at work', async () => {
  await using scene = await openThread();
  const { event } = scene.comment('/docs Shorter, please', { on: scene.issue });
  const { running, held } = await scene.startUntil('service', { method: 'POST' }, {}, { event });
  await scene.ask('/docs --status', { on: scene.issue });
  held.release();
  await running.ended;
  expect(scene.comments(scene.issue).at(-1)).toMatch(/^\*\*Working on it\*\*\n\nRequested by `octocat`/);
});

describe('commits that a person pushed after the end of a follow-up', () => {
  /** A follow-up in one run, whose agent pushes one commit. Then a person pushes another one. */
  async function pushLater(scene: Opened) {
    const { event } = scene.comment('/docs Shorter, please', { on: scene.issue });
    const running = scene.start({}, { event });
    while (scene.count('message') === 0) await scene.sandbox.time.sleep(1_000);
    await scene.commit('draft', { 'docs/guide.md': 'shorter\n' });
    const { outputs } = await running.ended;
    const agents = outputs['headSha'] ?? '';
    expect(outputs).toMatchObject({ commits: '1', prOperation: 'updated' });
    await scene.commit('draft', { 'docs/guide.md': 'by a person\n' });
    return { event, agents };
  }

  const reported = (agents: string) =>
    new RegExp(`\\*\\*Updated:\\*\\* .*, 1 commit since the request, .*\\.\\.\\.${agents}\\)`);

  test('are not in what `--status` shows', async () => {
    await using scene = await openThread();
    const { agents } = await pushLater(scene);
    const { outputs } = await scene.ask('/docs --status', { on: scene.issue });
    expect(outputs).toMatchObject({ commits: '1', headSha: await scene.head() });
    expect(scene.comments(scene.issue).at(-1)).toMatch(reported(agents));
  });

  test('are not in what re-runs report, nor of the agent after them', async () => {
    await using scene = await openThread();
    const { event, agents } = await pushLater(scene);
    const marker = () => scene.comments(scene.repository.threads.get(2))[0];
    const before = marker();
    for (const runAttempt of ['2', '3']) {
      const { outputs } = await scene.run({}, { event, context: { runAttempt } });
      expect(outputs).toMatchObject({ commits: '1', prOperation: 'updated' });
      expect(scene.comments(scene.issue).at(-1)).toMatch(reported(agents));
    }
    expect(marker()).toBe(before);
  });

  test('are not in what `--status` shows of a request that a collect finished', async () => {
    await using scene = await openThread();
    await followUp(scene, 2);
    await scene.collect();
    await scene.commit('draft', { 'docs/guide.md': 'by a person\n' });
    await scene.ask('/docs --status', { on: scene.issue });
    expect(scene.comments(scene.issue).at(-1)).toMatch(/, 2 commits since the request, /);
  });
});

test('a re-run of a request reports none of the commits of a later one', async () => {
  await using scene = await openThread();
  const event = await followUp(scene, 1);
  await scene.collect();
  await followUp(scene, 2);
  await scene.collect();
  expect((await scene.rerun(event)).outputs).toMatchObject({ commits: '1', prOperation: 'updated' });
});

test('a re-run of a first request reports its own commits', async () => {
  await using scene = await openThread();
  await scene.commit('draft', { 'docs/guide.md': 'by a person\n' });
  expect((await scene.rerun(scene.event)).outputs).toMatchObject({ commits: '1', prOperation: 'created' });
});

test.each([
  ['refuses', answer({ status: 500 })],
  ['does not answer for', halfOpen({ handled: true })],
])('the commits are not counted if GitHub %s the comparison', async (_, fault) => {
  await using scene = await openThread();
  const event = await followUp(scene, 1);
  scene.sandbox.github.faults.next({ path: /\/compare\//, times: 9 }, fault);
  const before = scene.sandbox.time.now();
  const step = await scene.rerun(event);
  expect(step).toMatchObject({ outcome: 'success', outputs: { commits: '', prOperation: 'updated' } });
  expect(scene.comments(scene.issue).at(-1)).toMatch(/\*\*Updated:\*\* [^\n]*\), \[`\w{7}`\]/);
  expect(step.log).toContain('What was pushed could not be read');
  // The re-run finishes the request of the earlier attempt, too.
  expect(scene.sandbox.time.now() - before).toBeLessThan(11_000);
});
