import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { densest, entriesOf, instructions, jobsOf, pollsOffSchedule } from '../support/batch.ts';
import { openScene, type Scene } from '../support/scene.ts';

const link = (number: number) => `https://github.com/acme/docs/pull/${number}`;
const done = (at: number, prLink: string | null = link(1)) => ({
  timeline: [{ status: 'active' }, { at, status: 'completed', prLink }],
});
const FOUR = JSON.stringify(instructions(4));
const FAILED = { timeline: [{ status: 'active' }, { at: 20, status: 'failed' }] };

describe('a folder of instructions', () => {
  test('becomes one job for each file', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.write({
      'rules.md': 'Write British English.',
      'prompts/b.md': 'Rewrite the guide for {{product}}, {{other}}.',
      'prompts/a.md': '---\nname: quickstart\n---\nRewrite the quickstart.',
      'prompts/draft.md': '---\nskip: true\n---\n',
      'prompts/notes.txt': 'Not for the agent.',
    });
    scene.sandbox.service.script(done(60, link(1)));
    scene.sandbox.service.script(done(30, null));
    const step = await scene.run({
      prompts: 'prompts/*\n!prompts/*.txt',
      'rules-file': 'rules.md',
      variables: '{"product": "{{product}} 2", "unused": "x"}',
    });
    expect(step).toMatchObject({ exitCode: 0, outcome: 'success' });
    expect(scene.prompts()).toEqual([
      'Write British English.\n\nRewrite the quickstart.',
      'Write British English.\n\nRewrite the guide for {{product}} 2, {{other}}.',
    ]);
    const [first, second] = scene.sandbox.service.jobs.map(({ id }) => id);
    const base = { reason: expect.any(String), prLink: '' };
    expect(jobsOf(step)).toEqual([
      {
        ...{ ...base, name: 'quickstart', promptFile: 'prompts/a.md', jobId: first },
        ...{ result: 'pull-request', prLink: link(1), duration: expect.any(Number) },
      },
      {
        ...{ ...base, name: 'prompts/b.md', promptFile: 'prompts/b.md', jobId: second },
        ...{ result: 'no-pull-request', duration: expect.any(Number) },
      },
      {
        ...{ ...base, name: 'prompts/draft.md', promptFile: 'prompts/draft.md', jobId: '' },
        ...{ result: 'skipped', duration: null },
      },
    ]);
    // One more look, 5 s later, is made for a link that may still come.
    for (const [index, at] of [60, 35].entries()) {
      const { duration } = jobsOf(step)[index] ?? {};
      expect(duration).toBeGreaterThanOrEqual(at);
      expect(duration).toBeLessThan(at + 6);
    }
    expect(step.outputs).toMatchObject({
      file: 'docs-agent-jobs.json',
      prLinks: JSON.stringify([link(1)]),
      succeeded: '2',
      failed: '0',
      remaining: '[]',
      result: 'completed',
    });
    expect(JSON.parse(scene.read('docs-agent-jobs.json'))).toEqual(jobsOf(step));
    expect(step.annotations).toEqual([
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('`unused`') }),
    ]);
    for (const part of ['quickstart', link(1), 'no pull request', 'skipped'])
      expect(step.summary).toContain(part);
    for (const part of ['3 entries, 5 at a time', 'quickstart: Sending', `Job ${first} was created`]) {
      expect(step.log).toContain(part);
    }
    expect(step.post).toMatchObject({ exitCode: 0, summary: '', annotations: [] });
  });

  test('only watches an existing job', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.service.putJob({ id: 'job_7', ago: 300, turns: [done(330)] });
    const step = await scene.run({ 'prompts-json': '[{"name": "old", "jobId": "job_7"}]' });
    expect(jobsOf(step)).toEqual([
      expect.objectContaining({ name: 'old', jobId: 'job_7', result: 'pull-request' }),
    ]);
    expect(scene.sent()).toEqual([]);
  });

  test('respects `max-parallel` and `max-jobs`', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.run({
      'prompts-json': JSON.stringify(instructions(7)),
      'max-parallel': '2',
      'max-jobs': '5',
    });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'incomplete', succeeded: '5' } });
    expect(JSON.parse(step.outputs['remaining'] ?? '')).toEqual(['entry 6', 'entry 7']);
    expect(step.annotations[0]?.message).toContain(
      'Not requested: 2 entries. Reason of the first one: `max-jobs` is 5.',
    );
    const begun = scene.sandbox.service.jobs.map(({ turns }) => turns[0]?.at ?? 0);
    for (const at of begun) {
      expect(begun.filter((other) => other <= at && other + 40_000 > at).length).toBeLessThanOrEqual(2);
    }
    expect(entriesOf(scene).at(-1)).toMatchObject({ result: 'remaining', prompt: 'Instruction 7' });
  });

  test('fails the step after all jobs have ended', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.service.script(FAILED);
    const step = await scene.run({ 'prompts-json': JSON.stringify(instructions(3)), 'max-parallel': '1' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed', succeeded: '2', failed: '1' } });
    expect(step.summary.indexOf('❌')).toBeLessThan(step.summary.indexOf('✅'));
  });

  test('with `on-failure: stop`, creates no more jobs after a failure and watches the open ones', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.service.script(FAILED);
    scene.sandbox.service.script(done(100));
    const step = await scene.run({
      'prompts-json': JSON.stringify(instructions(4)),
      'max-parallel': '2',
      'on-failure': 'stop',
    });
    expect(jobsOf(step).map(({ result }) => result)).toEqual([
      'failed',
      'pull-request',
      'remaining',
      'remaining',
    ]);
    expect(jobsOf(step)[2]?.reason).toContain('`entry 1` failed');
  });

  test('sends nothing in a dry run, and shows every instruction', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.run({
      'prompts-json': JSON.stringify(instructions(3)),
      'dry-run': 'true',
      'max-jobs': '2',
    });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'dry-run', succeeded: '0' } });
    for (const part of ['Instruction 1', 'Instruction 2', '/v2/agent/acme-docs/job']) {
      expect(step.summary).toContain(part);
    }
    expect(jobsOf(step).map(({ result }) => result)).toEqual(['dry-run', 'dry-run', 'remaining']);
    expect(scene.sandbox.service.requests).toEqual([]);
  });

  test('continues after a refusal of one instruction', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.service.faults.next({ method: 'POST', nth: 1 }, answer({ status: 422 }));
    const step = await scene.run({ 'prompts-json': JSON.stringify(instructions(3)) });
    expect(jobsOf(step).map(({ result }) => result)).toEqual(['error', 'pull-request', 'pull-request']);
  });
});

describe('`skip-if-open`', () => {
  const RULE = { 'skip-if-open': 'repo:acme/docs is:pr is:open author:app/docs-agent', 'prompts-json': FOUR };

  /** Each job opens a pull request as it is created, so that every search sees what there is by then. */
  function openPull({ sandbox: { github } }: Scene): void {
    const user = userOf(github.store, 'docs-agent[bot]');
    const pull = { head: `draft-${github.repository('acme/docs').threads.size}`, base: 'main' };
    addThread(github.store, github.repository('acme/docs'), { user, title: 'Draft', pull });
  }

  test('searches before each job, and counts jobs in progress', async () => {
    await using scene = await openScene({ action: 'batch' });
    openPull(scene);
    const third = barrier();
    scene.sandbox.service.faults.next({ method: 'POST', nth: 2 }, third);
    const running = scene.start({ ...RULE, 'max-open': '3' });
    await third.reached;
    openPull(scene);
    openPull(scene);
    third.release();
    const step = await running.ended;
    expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '2', result: 'completed' } });
    expect(jobsOf(step).map(({ result }) => result)).toEqual([
      'pull-request',
      'pull-request',
      'skipped',
      'skipped',
    ]);
    expect(jobsOf(step)[2]?.reason).toMatch(
      /^Enough pull requests are open already: .* \(jobs in progress: 2\)$/,
    );
    expect(scene.sent()).toHaveLength(2);
  });

  test('never runs more jobs at a time than may be open', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.github.repository('acme/docs');
    const step = await scene.run(RULE);
    expect(step.outputs).toMatchObject({ succeeded: '4' });
    const begun = scene.sandbox.service.jobs.map(({ turns }) => turns[0]?.at ?? 0);
    for (const [index, at] of begun.slice(1).entries())
      expect(at - (begun[index] ?? 0)).toBeGreaterThanOrEqual(40_000);
  });

  test('creates no job when the search fails', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.github.repository('acme/docs').private = true;
    const step = await scene.run(RULE);
    expect(jobsOf(step).map(({ result }) => result)).toEqual([
      'error',
      'remaining',
      'remaining',
      'remaining',
    ]);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed' } });
    expect(scene.sandbox.service.requests).toEqual([]);
  });
});

describe('the pull request of a job', () => {
  /** Runs two jobs, of which the first names a pull request in this repository that was opened so long before it. */
  async function runWithPull(scene: Scene, comment: string, before: number) {
    const { github, service, time } = scene.sandbox;
    const repository = github.repository('acme/product');
    const user = userOf(github.store, 'docs-agent[bot]');
    const pull = { head: 'draft', base: 'main' };
    const { number } = addThread(github.store, repository, { user, title: 'Draft', pull });
    await time.sleep(before);
    service.script(done(9, `${github.server}/acme/product/pull/${number}`));
    const step = await scene.run({ 'prompts-json': JSON.stringify(instructions(2)), comment });
    expect(step.outputs).toMatchObject({ succeeded: '2' });
    const notes = repository.comments.filter(({ text }) =>
      text.body.includes(`job \`${jobsOf(step)[0]?.jobId}\``),
    );
    return { step, notes: notes.length };
  }

  test.each([
    ['auto', 1],
    ['never', 0],
  ])('gets a note with `comment: %s` %i times', async (comment, times) => {
    await using scene = await openScene({ action: 'batch' });
    const { step, notes } = await runWithPull(scene, comment, 0);
    expect(notes).toBe(times);
    if (times === 0) expect(scene.sandbox.github.requests).toEqual([]);
    expect(step.annotations).toEqual([]);
  });
});

describe('the pace', () => {
  test('is at most two requests a second, and checks follow the schedule', async () => {
    await using scene = await openScene({ action: 'batch' });
    for (let index = 0; index < 45; index += 1) scene.sandbox.service.script(done(20 + ((index * 37) % 70)));
    const step = await scene.run({
      'prompts-json': JSON.stringify(instructions(45)),
      'max-parallel': '30',
      'max-jobs': '100',
    });
    expect(step.outputs).toMatchObject({ succeeded: '45' });
    const { requests, jobs } = scene.sandbox.service;
    expect(densest(requests)).toBe(2);
    const created = jobs.map(({ id, turns }) => ({ id, since: turns[0]?.at ?? 0 }));
    expect(pollsOffSchedule(requests, created)).toEqual([]);
  });
});
