import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import { instructions, jobsOf, resultsOf } from '../support/batch.ts';
import { LINK, type NewPull, openScene, type Scene, warnings, worksFor } from '../support/scene.ts';

const done = (at: number, prLink: string | null = LINK) => worksFor(at, { prLink });
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
  const known = { reason: expect.any(String), duration: expect.any(Number) };
  const files = ['prompts/a.md', 'prompts/b.md', 'prompts/draft.md'];
  const [a, b, draft] = files.map((promptFile) => ({ name: promptFile, promptFile, prLink: '', ...known }));
  expect(entries).toEqual([
    { ...a, name: 'quickstart', jobId: first, result: 'pull-request', prLink: LINK },
    { ...b, jobId: second, result: 'no-pull-request' },
    { ...draft, jobId: '', result: 'skipped', duration: null },
  ]);
  // A link may still come within 30 s.
  for (const [index, at] of [60, 60].entries()) {
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
    reasonCode: 'batch-completed',
  });
  expect(JSON.parse(scene.read('docs-agent-jobs.json'))).toMatchObject(entries);
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
  expect(step).toMatchObject({
    exitCode: 1,
    outputs: { reasonCode: 'batch-failed', succeeded: '1', failed: '2' },
  });
  expect(resultsOf(step)).toEqual(['failed', 'error', 'pull-request']);
});

test.each(['rules.md', './prompts/a.md'])('sends nothing if `file` is the input %s', async (file) => {
  await using scene = await openScene({ action: 'batch' });
  scene.write({ 'rules.md': 'Write British English.', 'prompts/a.md': 'Rewrite the quickstart.' });
  const step = await scene.run({ prompts: 'prompts/*', 'rules-file': './rules.md', file });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
  expect(step.log).toContain('is also an input');
  expect(scene.read(file)).toMatch(/^(?:Write|Rewrite)/);
  expect(scene.requests('service')).toEqual([]);
});

test('shows every instruction in a dry run, and sends nothing', async () => {
  await using scene = await openScene({ action: 'batch' });
  const step = await scene.run({ 'prompts-json': instructions(3), 'dry-run': 'true', 'max-jobs': '2' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'dry-run', succeeded: '0' } });
  for (const part of ['Instruction 1', 'Instruction 2', '/v2/agent/acme-docs/job'])
    expect(step.summary).toContain(part);
  expect(resultsOf(step)).toEqual(['dry-run', 'dry-run', 'remaining']);
  expect(scene.requests('service')).toEqual([]);
});

describe('`max-open`', () => {
  const RULE = { 'pr-labels': 'refresh', 'max-open': '2', 'prompts-json': instructions(4) };

  /** Opens a pull request with the label, or scripts the next job to open one that gets it. */
  function openLabeled(scene: Scene, pull: NewPull = {}): Thread {
    const opened = scene.openPull({ branch: 'mintlify/page', ...pull });
    opened.labels.add('refresh');
    return opened;
  }
  function scriptPull(scene: Scene): Thread {
    const pull = scene.openPull({ branch: 'mintlify/page' });
    scene.sandbox.service.script(done(9, scene.urlOf(pull)));
    return pull;
  }

  test('counts open pull requests with the labels, and jobs in progress', async () => {
    await using scene = await openScene({ action: 'batch' });
    openLabeled(scene);
    for (let count = 0; count < 2; count += 1) scriptPull(scene);
    const step = await scene.run({ ...RULE, 'max-open': '3' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '2', result: 'completed' } });
    expect(resultsOf(step)).toEqual(['pull-request', 'pull-request', 'skipped', 'skipped']);
    expect(jobsOf(step)[2]?.reason).toMatch(
      /^A pull request with these labels is open already: .* \(jobs in progress: 2\)$/,
    );
    expect(scene.sent()).toHaveLength(2);
  });

  test('never runs more jobs at a time than may be open', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.service.scriptAll(done(40, null));
    await scene.run({ ...RULE, 'max-open': '1' });
    const starts = scene.sandbox.service.jobs.map(({ turns }) => turns[0]?.at ?? 0);
    expect(starts).toHaveLength(4);
    for (const [index, at] of starts.slice(1).entries())
      expect(at - (starts[index] ?? 0)).toBeGreaterThanOrEqual(40_000);
  });

  test('counts its own pull requests, unless they were closed', async () => {
    await using scene = await openScene({ action: 'batch' });
    const closed = scriptPull(scene);
    scene.close(closed);
    for (let count = 0; count < 2; count += 1) scriptPull(scene);
    const step = await scene.run({ ...RULE, 'max-parallel': '1' });
    expect(resultsOf(step)).toEqual(['pull-request', 'pull-request', 'pull-request', 'skipped']);
  });

  test('costs a batch of 40 entries few requests, with 30 pull requests from forks', async () => {
    await using scene = await openScene({ action: 'batch' });
    for (let count = 0; count < 30; count += 1)
      openLabeled(scene, { by: 'mallory', fork: 'mallory/product' });
    scene.sandbox.service.scriptAll(done(9, null));
    const inputs = { ...RULE, 'prompts-json': instructions(40), 'max-open': '40', 'max-jobs': '40' };
    const step = await scene.run(inputs);
    expect(step.outputs['succeeded']).toBe('40');
    expect(scene.requests('github').length).toBeLessThanOrEqual(60);
  });

  test('fails the batch if a pull request gets no label', async () => {
    await using scene = await openScene({ action: 'batch' });
    scriptPull(scene);
    scene.sandbox.github.faults.next(
      { method: 'POST', path: /\/issues\/\d+\/labels/ },
      answer({ status: 403 }),
    );
    const step = await scene.run({ ...RULE, 'prompts-json': instructions(1) });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed', succeeded: '1' } });
    expect(warnings(step).at(-1)).toContain('entry 1: It has no label (refresh)');
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
  expect(markers).toHaveLength(times);
  if (times === 0) expect(scene.requests('github')).toEqual([]);
  expect(step.annotations).toEqual([]);
});

describe('with `wait: false`', () => {
  const NO_WAIT = { wait: 'false', 'prompts-json': instructions(4), 'max-parallel': '3' };

  test('creates jobs within the limits, and ends while they work; a resumed run finishes them and sends the rest', async () => {
    await using scene = await openScene({ action: 'batch' });
    const pull = scene.openPull();
    for (const prLink of [scene.urlOf(pull), LINK, LINK]) scene.sandbox.service.script(done(600, prLink));
    const step = await scene.run({ ...NO_WAIT, 'max-jobs': '3' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'started', reasonCode: 'job-started' } });
    const working = { result: 'working', jobId: expect.stringMatching(/./) };
    expect(jobsOf(step)).toMatchObject([working, working, working, { result: 'remaining' }]);
    expect(scene.requests('service')).toHaveLength(3);

    const resume = { ...NO_WAIT, 'prompts-json': '', resume: 'docs-agent-jobs.json' };
    const early = await scene.run(resume);
    expect(jobsOf(early)[3]).toMatchObject({ result: 'remaining', reason: '`max-parallel` is 3.' });
    await scene.minutes(15);
    const late = await scene.run({ ...resume, 'pr-labels': 'sweep' });
    expect(resultsOf(late)).toEqual([...Array(3).fill('pull-request'), 'working']);
    expect([...pull.labels]).toEqual(['sweep']);
    expect(scene.sent()).toHaveLength(4);
  });

  test('sends nothing if the comment of `issue-number` cannot be written, which later runs need', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.permit({ contents: 'read' });
    const step = await scene.run({ ...NO_WAIT, 'issue-number': '1' });
    expect(step).toMatchObject({
      exitCode: 1,
      outputs: { result: 'error', reasonCode: 'comment-not-written' },
    });
    expect(scene.sent()).toEqual([]);
  });

  test('says in the log how to continue, and which jobs failed before it ended', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.service.script({ timeline: [{ status: 'failed' }] });
    const step = await scene.run({ ...NO_WAIT, 'prompts-json': instructions(2) });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed' } });
    expect(step.log).toContain(`{"name":"entry 2","jobId":"${jobsOf(step)[1]?.jobId}"}`);
  });
});

describe('a re-run', () => {
  const AGAIN = { context: { runAttempt: '2' } };
  const ENTRIES = { 'prompts-json': '[{"name":"one","prompt":"Do"},{"name":"two","prompt":"Do"}]' };

  test('that would send an entry sends nothing, and names `resume`', async () => {
    await using scene = await openScene({ action: 'batch' });
    await scene.run(ENTRIES);
    const again = await scene.run(ENTRIES, AGAIN);
    expect(again).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 're-run-refused' } });
    expect(again.outputs['reason']).toContain("Start a new run with 'resume'");
    expect(scene.sandbox.service.jobs).toHaveLength(2);
  });

  test('that only watches, or is a dry run, runs again', async () => {
    await using scene = await openScene({ action: 'batch' });
    const first = await scene.run({ ...ENTRIES, timeout: '5s' });
    const resume = first.outputs['jobs'] ?? '';
    expect((await scene.run({ resume }, AGAIN)).outputs).toMatchObject({
      result: 'completed',
      succeeded: '2',
    });
    expect((await scene.run({ ...ENTRIES, 'dry-run': 'true' }, AGAIN)).outputs['result']).toBe('dry-run');
    expect(scene.sandbox.service.jobs).toHaveLength(2);
  });
});
