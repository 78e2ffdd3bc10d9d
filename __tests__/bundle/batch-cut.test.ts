import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier, resetAfter } from '../../sandbox/faults/connections.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { entriesOf, instructions, jobsOf } from '../support/batch.ts';
import { openScene, type Scene, warnings } from '../support/scene.ts';

const WORKING = { timeline: [{ status: 'active' }] };
const THREE = JSON.stringify(instructions(3));

/** The sandbox's GitHub with an issue to report in. */
function openIssue({ sandbox: { github } }: Scene) {
  const repository = github.repository('acme/product');
  const user = userOf(github.store, 'octo-writer');
  const { number } = addThread(github.store, repository, { user, title: 'Weekly refresh' });
  return { number: String(number), texts: () => repository.comments.map(({ text }) => text.body) };
}

describe('a cut-off run', () => {
  test('when cancelled, reports open and remaining entries, and another run continues', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    const issue = openIssue(scene);
    service.script(WORKING);
    service.script(WORKING);
    const look = barrier();
    service.faults.next({ method: 'GET', nth: 4 }, look);
    const running = scene.start({
      'prompts-json': THREE,
      'max-parallel': '2',
      'issue-number': issue.number,
    });
    await look.reached;
    await running.cancel();
    const step = await running.ended;
    const ids = service.jobs.map(({ id }) => id);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'interrupted', failed: '2' } });
    expect(jobsOf(step).map(({ result, jobId }) => [result, jobId])).toEqual([
      ['interrupted', ids[0]],
      ['interrupted', ids[1]],
      ['remaining', ''],
    ]);
    for (const text of [step.log, step.summary, issue.texts()[0]]) {
      for (const id of ids) expect(text).toContain(id);
    }
    expect(step.post).toMatchObject({ exitCode: 0, summary: '' });

    const [, json = ''] = /this as `resume`[^\n]*\n([\s\S]*?\n\])/.exec(step.log) ?? [];
    service.scriptAll({ timeline: [{ status: 'completed' }] });
    for (const id of ids) {
      const job = service.jobs.find((one) => one.id === id);
      job?.life.begin({ prompt: 'x', at: scene.sandbox.time.now() }, 1);
    }
    expect(JSON.parse(json)).toEqual([
      { name: 'entry 1', jobId: ids[0] },
      { name: 'entry 2', jobId: ids[1] },
      { name: 'entry 3', prompt: 'Instruction 3' },
    ]);
    for (const input of ['prompts-json', 'resume']) {
      const again = await scene.run({ [input]: json, timeout: '1m' });
      expect(jobsOf(again).map(({ jobId }) => jobId)).toEqual([...ids, expect.stringMatching(/./)]);
    }
  });

  test('when killed, has the job IDs, and its post step reports them in log, summary and comment', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    const issue = openIssue(scene);
    service.scriptAll(WORKING);
    const look = barrier();
    service.faults.next({ method: 'GET', nth: 3 }, look);
    const running = scene.start({
      'prompts-json': THREE,
      'max-parallel': '2',
      'issue-number': issue.number,
    });
    await look.reached;
    running.kill();
    const step = await running.ended;
    const ids = service.jobs.map(({ id }) => id);
    expect(step.exitCode).toBeNull();
    expect(step.outputs).toEqual({ file: 'docs-agent-jobs.json' });
    expect(entriesOf(scene).map(({ result, jobId }) => [result, jobId])).toEqual([
      ['working', ids[0]],
      ['working', ids[1]],
      ['', ''],
    ]);
    for (const text of [step.post?.log, step.post?.summary, issue.texts()[0]]) {
      for (const id of ids) expect(text).toContain(id);
    }
    expect(issue.texts()[0]).toContain('cut off');
    expect(issue.texts()).toHaveLength(1);
    expect(step.post?.annotations).toEqual([
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('cut off') }),
    ]);
    expect(step.post?.log).toContain('{"name":"entry 3","prompt":"Instruction 3"}');
  });

  test('when killed during a create, reports an unknown outcome and never sends it again', async () => {
    await using scene = await openScene({ action: 'batch' });
    const create = barrier('after');
    scene.sandbox.service.faults.next({ method: 'POST', nth: 2 }, create);
    const running = scene.start({ 'prompts-json': THREE });
    await create.reached;
    running.kill();
    const step = await running.ended;
    expect(entriesOf(scene)[1]).toMatchObject({ result: 'asking', jobId: '' });
    expect(step.post?.log).toContain('{"name":"entry 2","result":"unknown"}');
    const again = await scene.run({ resume: 'docs-agent-jobs.json' });
    expect(jobsOf(again).map(({ result }) => result)).toEqual(['pull-request', 'unknown', 'pull-request']);
    expect(scene.sent()).toEqual(['Instruction 1', 'Instruction 2', 'Instruction 3']);
  });

  test('when killed and without its file, reports the open jobs and the unknown outcome', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.scriptAll(WORKING);
    const create = barrier('after');
    service.faults.next({ method: 'POST', nth: 2 }, create);
    const running = scene.start({ 'prompts-json': THREE });
    await create.reached;
    rmSync(join(scene.workspace, 'docs-agent-jobs.json'));
    running.kill();
    const { post } = await running.ended;
    expect(post?.log).toContain(JSON.stringify({ name: 'entry 1', jobId: service.jobs[0]?.id }));
    expect(post?.log).toContain('{"name":"entry 2","result":"unknown"}');
    expect(post?.summary).toContain('of unknown outcome');
  });

  test('when killed at its start, has a post step that does nothing', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.start({ 'prompts-json': THREE }, { killBefore: 'first word' }).ended;
    expect(step.post).toMatchObject({ exitCode: 0, annotations: [], summary: '', outputs: {} });
  });

  test('when cancelled during a create, waits for the answer', async () => {
    await using scene = await openScene({ action: 'batch' });
    const create = barrier('after');
    scene.sandbox.service.faults.next({ method: 'POST', nth: 1 }, create);
    const running = scene.start({ 'prompts-json': THREE });
    await create.reached;
    const cancelled = running.cancel();
    create.release();
    await cancelled;
    const step = await running.ended;
    expect(jobsOf(step).map(({ result }) => result)).toEqual(['interrupted', 'remaining', 'remaining']);
    expect(jobsOf(step)[0]?.jobId).toBe(scene.sandbox.service.jobs[0]?.id);
  });

  test.each([
    ['its deadline', { timeout: '2m' }, {}, 'timeout'],
    ["the workflow's", {}, { timeoutMinutes: 2 }, 'interrupted'],
  ])(
    'ended by %s, reports open jobs in log, summary and comment, and keeps the rest',
    async (_name, inputs, options, end) => {
      await using scene = await openScene({ action: 'batch' });
      const issue = openIssue(scene);
      scene.sandbox.service.scriptAll(WORKING);
      const step = await scene.run(
        { 'prompts-json': THREE, 'max-parallel': '2', 'issue-number': issue.number, ...inputs },
        options,
      );
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: end, failed: '2' } });
      expect(jobsOf(step).map(({ result }) => result)).toEqual([end, end, 'remaining']);
      for (const { id } of scene.sandbox.service.jobs) {
        for (const text of [step.log, step.summary, issue.texts()[0]]) expect(text).toContain(id);
      }
      expect(step.log).toContain('{"name":"entry 3","prompt":"Instruction 3"}');
      const { requests } = scene.sandbox.service;
      expect(requests.every(({ at }) => at < Date.UTC(2026, 0, 5, 9, 2))).toBe(true);
    },
  );
});

describe('the status comment', () => {
  test('is one, edited at most every 20 s, with a last edit at the end', async () => {
    await using scene = await openScene({ action: 'batch' });
    const issue = openIssue(scene);
    const step = await scene.run({
      'prompts-json': JSON.stringify(instructions(6)),
      'max-parallel': '2',
      'issue-number': issue.number,
    });
    const { requests } = scene.sandbox.github;
    const edits = requests.filter(({ method }) => method === 'PATCH').map(({ at }) => at);
    const gaps = edits.slice(1, -1).map((at, index) => at - (edits[index] ?? 0));
    expect(edits.length).toBeGreaterThan(3);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(20_000);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(issue.texts()).toEqual([expect.stringContaining('batch: completed')]);
    expect(step.outputs['commentUrl']).toContain('/issues/');
  });

  test.each([
    ['its answer gets lost', resetAfter()],
    ['GitHub falters', answer({ status: 502 })],
  ])('is not looked for if %s when it is posted, and promises nothing', async (_what, fault) => {
    await using scene = await openScene({ action: 'batch' });
    const issue = openIssue(scene);
    scene.sandbox.github.faults.next({ method: 'POST' }, fault);
    const step = await scene.run({ 'prompts-json': THREE, 'issue-number': issue.number });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'completed', commentUrl: '' } });
    for (const text of issue.texts()) expect(text).toContain('batch: starting');
    expect(warnings(step)).toEqual([expect.stringContaining('The status comment could not be written')]);
  });

  test('gets its last edit from the post step if the main step failed to', async () => {
    await using scene = await openScene({ action: 'batch' });
    const issue = openIssue(scene);
    const { github, time } = scene.sandbox;
    const running = scene.start({
      'prompts-json': JSON.stringify(instructions(1)),
      'issue-number': issue.number,
    });
    await time.sleep(35_000);
    github.faults.next({ method: 'PATCH', times: 5 }, answer({ status: 502 }));
    const { post, ...step } = await running.ended;
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'completed' } });
    expect(step.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('The status comment could not be written'),
    ]);
    expect(post).toMatchObject({ exitCode: 0, annotations: [], summary: '' });
    expect(post?.log).not.toContain('cut off');
    expect(issue.texts()).toEqual([expect.stringContaining('batch: completed')]);
  });

  test('causes one warning when refused, and the jobs continue', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.run({ 'prompts-json': THREE, 'issue-number': '404' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '3', commentUrl: '' } });
    expect(step.annotations[0]?.message).toContain('The status comment could not be written');
  });
});
