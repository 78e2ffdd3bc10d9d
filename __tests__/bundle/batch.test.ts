import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { closeThread } from '../../sandbox/github/threads.ts';
import { densest, instructions, jobsOf } from '../support/batch.ts';
import { LINK, openScene } from '../support/scene.ts';

const done = (at: number, prLink: string | null = LINK) => ({
  timeline: [{ status: 'active' }, { at, status: 'completed', prLink }],
});
const FAILED = { timeline: [{ status: 'active' }, { at: 20, status: 'failed' }] };

test('creates one job for each file of a folder', async () => {
  await using scene = await openScene({ action: 'batch' });
  scene.write({
    'rules.md': 'Write British English.',
    'prompts/b.md': 'Rewrite the guide for {{product}}.',
    'prompts/a.md': '---\nname: quickstart\n---\nRewrite the quickstart.',
    'prompts/draft.md': '---\nskip: true\n---\n',
    'prompts/notes.txt': 'Not for the agent.',
  });
  scene.sandbox.service.script(done(60));
  scene.sandbox.service.script(done(30, null));
  const step = await scene.run({
    prompts: 'prompts/*\n!prompts/*.txt',
    'rules-file': 'rules.md',
  });
  expect(step).toMatchObject({ exitCode: 0, outcome: 'success' });
  expect(scene.prompts()).toEqual([
    'Write British English.\n\nRewrite the quickstart.',
    'Write British English.\n\nRewrite the guide for {{product}}.',
  ]);
  const [first, second] = scene.sandbox.service.jobs.map(({ id }) => id);
  const entries = jobsOf(step);
  expect(entries).toEqual([
    {
      name: 'quickstart',
      promptFile: 'prompts/a.md',
      jobId: first,
      result: 'pull-request',
      reason: expect.any(String),
      prLink: LINK,
      duration: expect.any(Number),
    },
    {
      name: 'prompts/b.md',
      promptFile: 'prompts/b.md',
      jobId: second,
      result: 'no-pull-request',
      reason: expect.any(String),
      prLink: '',
      duration: expect.any(Number),
    },
    {
      name: 'prompts/draft.md',
      promptFile: 'prompts/draft.md',
      jobId: '',
      result: 'skipped',
      reason: expect.any(String),
      prLink: '',
      duration: null,
    },
  ]);
  // One more poll, 5 s later, looks for a link that may still come.
  for (const [index, at] of [60, 35].entries()) {
    expect(entries[index]?.duration).toBeGreaterThanOrEqual(at);
    expect(entries[index]?.duration).toBeLessThan(at + 6);
  }
  expect(step.outputs).toMatchObject({
    file: 'docs-agent-jobs.json',
    prLinks: JSON.stringify([LINK]),
    succeeded: '2',
    failed: '0',
    remaining: '[]',
    result: 'completed',
  });
  expect(JSON.parse(scene.read('docs-agent-jobs.json'))).toEqual(entries);
  expect(step.annotations).toEqual([]);
  for (const part of ['quickstart', LINK, 'no pull request', 'skipped']) expect(step.summary).toContain(part);
  for (const part of ['3 entries, 5 at a time', 'quickstart: Sending', `Job ${first} was created`])
    expect(step.log).toContain(part);
  expect(step.post).toMatchObject({ exitCode: 0, summary: '', annotations: [] });
});

test('continues after a failed job and a refused instruction, and then fails the step', async () => {
  await using scene = await openScene({ action: 'batch' });
  scene.sandbox.service.script(FAILED);
  scene.sandbox.service.faults.next({ method: 'POST', nth: 2 }, answer({ status: 422 }));
  const step = await scene.run({ 'prompts-json': instructions(3), 'max-parallel': '1' });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed', succeeded: '1', failed: '2' } });
  expect(jobsOf(step).map(({ result }) => result)).toEqual(['failed', 'error', 'pull-request']);
});

test('shows every instruction in a dry run, and sends nothing', async () => {
  await using scene = await openScene({ action: 'batch' });
  const step = await scene.run({ 'prompts-json': instructions(3), 'dry-run': 'true', 'max-jobs': '2' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'dry-run', succeeded: '0' } });
  for (const part of ['Instruction 1', 'Instruction 2', '/v2/agent/acme-docs/job'])
    expect(step.summary).toContain(part);
  expect(jobsOf(step).map(({ result }) => result)).toEqual(['dry-run', 'dry-run', 'remaining']);
  expect(scene.requests('service')).toEqual([]);
});

describe('`skip-if-open`', () => {
  const RULE = {
    'skip-if-open': 'repo:acme/docs is:pr is:open author:app/docs-agent',
    'prompts-json': instructions(4),
  };

  test('searches before each job, and counts jobs in progress', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.openPull({ repository: 'acme/docs' });
    const second = barrier();
    scene.sandbox.service.faults.next({ method: 'POST', nth: 2 }, second);
    const running = scene.start({ ...RULE, 'max-open': '3' });
    await second.reached;
    // The first job opens its pull request; the second one may still open another.
    scene.openPull({ repository: 'acme/docs' });
    second.release();
    const step = await running.ended;
    expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '2', result: 'completed' } });
    const results = ['pull-request', 'pull-request', 'skipped', 'skipped'];
    expect(jobsOf(step).map(({ result }) => result)).toEqual(results);
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
    const starts = scene.sandbox.service.jobs.map(({ turns }) => turns[0]?.at ?? 0);
    for (const [index, at] of starts.slice(1).entries())
      expect(at - (starts[index] ?? 0)).toBeGreaterThanOrEqual(40_000);
  });

  test("counts its own entries' pull requests that the search doesn't list yet, unless they were closed", async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service, github } = scene.sandbox;
    github.store.search.lag = 3_600_000;
    const [closed, open] = [scene.openPull(), scene.openPull()];
    closeThread(github.store, closed);
    for (const { number } of [closed, open])
      service.script(done(9, `${github.server}/acme/product/pull/${number}`));
    const search = 'repo:acme/product is:pr is:open head:docs-agent/';
    const step = await scene.run({ ...RULE, 'skip-if-open': search });
    expect(jobsOf(step).map(({ result }) => result)).toEqual([
      'pull-request',
      'pull-request',
      'skipped',
      'skipped',
    ]);
    expect(jobsOf(step)[2]?.reason).toContain(`/acme/product/pull/${open.number}`);
    expect(scene.sent()).toHaveLength(2);
  });

  test('counts a pull request of its own entries once', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service, github } = scene.sandbox;
    for (const { number } of [scene.openPull(), scene.openPull()])
      service.script(done(9, `${github.server}/Acme/product/pull/${number}`));
    const search = 'repo:acme/product is:pr is:open head:docs-agent/';
    const step = await scene.run({ ...RULE, 'skip-if-open': search, 'max-open': '4', 'max-parallel': '1' });
    expect(scene.sent()).toHaveLength(4);
    expect(step.outputs['succeeded']).toBe('4');
  });

  test('creates no job when the search fails', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.github.repository('acme/docs').private = true;
    const step = await scene.run(RULE);
    const results = ['error', 'remaining', 'remaining', 'remaining'];
    expect(jobsOf(step).map(({ result }) => result)).toEqual(results);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed' } });
    expect(scene.requests('service')).toEqual([]);
  });
});

test.each([
  ['auto', 1],
  ['never', 0],
])('with `comment: %s`, marks the pull request of a job %i times', async (comment, times) => {
  await using scene = await openScene({ action: 'batch' });
  const { github, service } = scene.sandbox;
  const pull = scene.openPull();
  service.script(done(9, `${github.server}/acme/product/pull/${pull.number}`));
  const step = await scene.run({ 'prompts-json': instructions(2), comment });
  expect(step.outputs).toMatchObject({ succeeded: '2' });
  const markers = scene.comments(pull).filter((text) => text.includes(`job \`${jobsOf(step)[0]?.jobId}\``));
  const next =
    'To request changes, send another request here, if a workflow of this repository answers comments.';
  expect(markers).toEqual(Array(times).fill(expect.stringContaining(next)));
  if (times === 0) expect(scene.requests('github')).toEqual([]);
  expect(step.annotations).toEqual([]);
});

test('sends at most two requests a second', async () => {
  await using scene = await openScene({ action: 'batch' });
  const step = await scene.run({ 'prompts-json': instructions(40), 'max-parallel': '30', 'max-jobs': '100' });
  expect(step.outputs).toMatchObject({ succeeded: '40' });
  expect(densest(scene.sandbox.service.requests)).toBe(2);
});
