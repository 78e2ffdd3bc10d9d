/** A batch with `pr-labels` doesn't repeat an entry whose pull request is open. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { instructions, jobsOf, resultsOf } from '../support/batch.ts';
import { openScene, type Scene, warnings } from '../support/scene.ts';

const RULE = { 'pr-labels': 'refresh', 'prompts-json': instructions(2) };

/** Each of the next jobs opens a pull request, and is archived after some minutes. */
function scriptPulls(scene: Scene, count: number, repository = 'acme/product'): Thread[] {
  return Array.from({ length: count }, () => {
    const pull = scene.openPull({ branch: 'mintlify/page', repository });
    const prLink = scene.urlOf(pull, repository);
    const timeline = [{ status: 'active' }, { at: 20, status: 'completed', prLink }];
    scene.sandbox.service.script({ timeline: [...timeline, { at: 600, status: 'archived', prLink }] });
    return pull;
  });
}

/** A scene after the first week: the pull requests of both entries are open. */
async function openSecondWeek() {
  const scene = await openScene({ action: 'batch' });
  const pulls = scriptPulls(scene, 2);
  await scene.run(RULE);
  return Object.assign(scene, { pulls });
}

const linksOf = (step: StepResult) => jobsOf(step).map(({ prLink }) => prLink);

test('skips an entry whose pull request is open, with its link, and sends the others', async () => {
  await using scene = await openSecondWeek();
  const [first, second] = scene.pulls;
  if (second) scene.close(second, { merged: true });
  scriptPulls(scene, 2);
  const step = await scene.run({ ...RULE, 'prompts-json': instructions(3) });
  const prLink = first && scene.urlOf(first);
  expect(resultsOf(step)).toEqual(['skipped', 'pull-request', 'pull-request']);
  expect(jobsOf(step)[0]).toMatchObject({ reason: 'Its pull request is still open.', prLink });
  expect(scene.sent()).toEqual(['1', '2', '2', '3'].map((number) => `Instruction ${number}`));
  expect(step.outputs).toMatchObject({ result: 'completed', succeeded: '2' });
  expect(step.summary).toContain(prLink);
});

test('reads each open pull request once, whose marker reveals no entry, and nothing if there is nothing to create', async () => {
  await using scene = await openSecondWeek();
  const before = scene.requests('github').length;
  const step = await scene.run(RULE);
  expect(resultsOf(step)).toEqual(['skipped', 'skipped']);
  expect(scene.requests('github').slice(before)).toEqual([
    'GET /labels/refresh 200',
    'GET /pulls 200',
    ...scene.pulls.toReversed().map(({ number }) => `GET /issues/${number}/comments 200`),
  ]);
  const watched = scene.requests('github').length;
  await scene.run({ ...RULE, 'prompts-json': '', resume: step.outputs['file'] ?? '' });
  expect(scene.requests('github')).toHaveLength(watched);
  expect(scene.sent()).toHaveLength(2);
  // The markers reveal nothing of the entries.
  const [, payload = ''] = / ([\w+/=]{40,}) \S+ -->/.exec(scene.comments(scene.pulls[0])[0] ?? '') ?? [];
  const content = Buffer.from(payload, 'base64').toString();
  const hash = expect.stringMatching(/^[\w+/]{43}=$/);
  expect(JSON.parse(content)).toMatchObject({ entry: { name: hash, prompt: hash } });
  expect(content).not.toMatch(/entry 1|Instruction/);
});

test('an entry with another instruction is the same one, and with another name it is not', async () => {
  await using scene = await openSecondWeek();
  scriptPulls(scene, 1);
  const entries = [
    '{"name":"entry 1","prompt":"Other words"}',
    '{"name":"entry one","prompt":"Instruction 1"}',
  ];
  const step = await scene.run({ ...RULE, 'prompts-json': `[${entries}]` });
  expect(resultsOf(step)).toEqual(['skipped', 'pull-request']);
});

test.each([
  ['its job', 0, [2, 1]],
  ['another job that continues it', 60, [1, 1, 1]],
])('knows the entry after a request in its pull request to %s', async (_job, minutes, turns) => {
  await using scene = await openSecondWeek();
  const [on] = scene.pulls;
  if (on === undefined) throw new Error('no pull request');
  const prLink = scene.urlOf(on);
  await scene.minutes(minutes);
  const done = [{ status: 'active' }, { at: 20, status: 'completed', prLink }];
  scene.sandbox.service.scriptAll({ timeline: done });
  const step = await scene.ask('/docs Shorter', { on, run: { action: 'request' } });
  expect(step.outputs['prLink']).toBe(prLink);
  expect(scene.turns()).toEqual(turns);
  expect(resultsOf(await scene.run(RULE))).toEqual(['skipped', 'skipped']);
});

test('skips before `max-jobs` counts, and in a resumed run', async () => {
  await using scene = await openSecondWeek();
  const inputs = { ...RULE, 'prompts-json': instructions(3), 'max-jobs': '1' };
  const step = await scene.run(inputs);
  expect(resultsOf(step)).toEqual(['skipped', 'skipped', 'pull-request']);
  const resume = JSON.stringify([{ name: 'entry 1', prompt: 'Instruction 1', result: 'remaining' }]);
  const resumed = await scene.run({ ...RULE, 'prompts-json': '', resume });
  expect(resultsOf(resumed)).toEqual(['skipped']);
  expect(scene.sent()).toHaveLength(3);
});

test.each(['open', 'declined'])(
  'knows the entry of a job that a resumed run watched to its end: %s',
  async (state) => {
    await using scene = await openScene({ action: 'batch' });
    const [pull] = scriptPulls(scene, 1);
    const running = scene.start({ ...RULE, 'prompts-json': instructions(1) });
    await scene.minutes(0.1);
    await running.cancel();
    const { outputs } = await running.ended;
    expect(scene.comments(pull)).toEqual([]);
    await scene.minutes(1);
    await scene.run({ 'pr-labels': 'refresh', resume: outputs['file'] ?? '' });
    if (state === 'declined') scene.close(pull as Thread, { by: 'octocat' });
    const step = await scene.run({ ...RULE, 'prompts-json': instructions(1) });
    expect([resultsOf(step), scene.sent()]).toEqual([['skipped'], ['Instruction 1']]);
  },
);

describe('an entry whose pull request was closed without a merge', () => {
  /** A scene in which the pull requests of two entries were closed by these accounts. */
  async function openDeclined(...closers: string[]) {
    const scene = await openSecondWeek();
    for (const [index, pull] of scene.pulls.entries()) scene.close(pull, { by: closers[index] ?? '' });
    return scene;
  }

  test("by a person isn't sent until its instruction changes, and the table names the pull request", async () => {
    await using scene = await openDeclined('octocat', 'octocat');
    scriptPulls(scene, 2);
    const changed = { name: 'entry 2', prompt: 'Other words' };
    const entries = [...JSON.parse(instructions(1)), changed];
    const step = await scene.run({ ...RULE, 'prompts-json': JSON.stringify(entries) });
    expect(jobsOf(step)).toMatchObject([
      { result: 'skipped', reason: expect.stringMatching(/^Declined in #3\./), prLink: linksOf(step)[0] },
      { result: 'pull-request' },
    ]);
    expect(linksOf(step)[0]).toBe(scene.urlOf(scene.pulls[0] as Thread));
    expect(step.summary).toMatch(/Declined in \S+;3\. Change the instruction/);
    expect(scene.sent()).toEqual(['Instruction 1', 'Instruction 2', 'Other words']);
  });

  test('by a bot, or in a rename of the entry, is sent again', async () => {
    await using scene = await openDeclined('stale[bot]', 'octocat');
    scriptPulls(scene, 2);
    const renamed = { name: 'entry two', prompt: 'Instruction 2' };
    const entries = [...JSON.parse(instructions(1)), renamed];
    const step = await scene.run({ ...RULE, 'prompts-json': JSON.stringify(entries) });
    expect(resultsOf(step)).toEqual(['pull-request', 'pull-request']);
  });

  test.each([
    ['the closed pull requests', /\/pulls$/, 2, 'The closed pull requests could not be read'],
    ['who closed it', /\/issues\/4$/, 1, 'Who closed '],
  ])('is not sent if GitHub refuses to show %s', async (_, path, nth, reason) => {
    await using scene = await openDeclined('octocat', 'octocat');
    scene.sandbox.github.faults.next({ method: 'GET', path, nth }, answer({ status: 403 }));
    const step = await scene.run(RULE);
    expect(resultsOf(step)).toEqual(['error', 'remaining']);
    expect(jobsOf(step)[0]?.reason).toContain(reason);
    expect(scene.sent()).toHaveLength(2);
  });
});

test('sends nothing if a marker can not be read', async () => {
  await using scene = await openSecondWeek();
  const path = /\/issues\/\d+\/comments/;
  scene.sandbox.github.faults.next({ method: 'GET', path, nth: 2 }, answer({ status: 403 }));
  const step = await scene.run(RULE);
  expect(resultsOf(step)).toEqual(['error', 'remaining']);
  expect(jobsOf(step)[0]?.reason).toContain(`Which job created ${scene.urlOf(scene.pulls[0] as Thread)}`);
  expect(scene.sent()).toHaveLength(2);
});

describe('no entry is skipped because of', () => {
  test('a marker of another project, a single request, or an earlier version', async () => {
    await using scene = await openSecondWeek();
    for (const [index, pull] of scene.pulls.entries()) {
      const old = scene.repository.comments.find(({ thread }) => thread === pull.number);
      scene.mark(pull, { jobId: 'job_1', by: 'octocat' }, old, index === 0 ? undefined : 'other');
    }
    await scene.run(RULE);
    expect(scene.sent()).toHaveLength(4);
  });

  test('an entry of the same name in another repository with the same documentation', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { github } = scene.sandbox;
    github.repository('acme/docs').private = true;
    const permissions = { issues: 'write', pull_requests: 'write' } as const;
    github.addToken('ghp_docs', { login: 'octocat', repositories: ['acme/docs'], permissions });
    const docs = { ...RULE, 'pr-repository': 'acme/docs', 'pr-token': 'ghp_docs' };
    const pulls = scriptPulls(scene, 2, 'acme/docs');
    const first = await scene.run(docs);
    expect(warnings(first)).toEqual([]);
    expect(linksOf(await scene.run(docs))).toEqual(pulls.map((pull) => scene.urlOf(pull, 'acme/docs')));
    expect(scene.sent()).toHaveLength(2);
    const repositoryId = String(github.repository('acme/api').id);
    await scene.run(docs, { context: { repository: 'acme/api', repositoryId } });
    expect(scene.sent()).toHaveLength(4);
  });
});
