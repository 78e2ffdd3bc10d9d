/** Batches that are cancelled, killed or out of time, and their status comment. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import { entriesOf, instructions, jobsOf, resultsOf } from '../support/batch.ts';
import { openScene, warnings } from '../support/scene.ts';

const WORKING = { timeline: [{ status: 'active' }] };
const SECOND_CREATE = { method: 'POST', nth: 2, where: 'after' } as const;
const THREE = { 'prompts-json': instructions(3) };
/** Two jobs work, a third entry waits, and the issue has a status comment. */
const TWO_AT_WORK = { ...THREE, 'max-parallel': '2', 'issue-number': '1' };

describe('a cut-off run', () => {
  test('when cancelled, reports open and remaining entries, and another run continues', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service, time } = scene.sandbox;
    service.script(WORKING);
    service.script(WORKING);
    const step = await scene.cancel('service', { method: 'GET', nth: 4 }, TWO_AT_WORK);
    const [first = '', second = ''] = service.jobs.map(({ id }) => id);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'interrupted', failed: '2' } });
    expect(jobsOf(step)).toMatchObject([
      { result: 'interrupted', jobId: first },
      { result: 'interrupted', jobId: second },
      { result: 'remaining', jobId: '' },
    ]);
    for (const text of [step.log, step.summary, scene.comments()[0]]) {
      expect(text).toContain(first);
      expect(text).toContain(second);
    }
    expect(step.post).toMatchObject({ exitCode: 0, summary: '' });

    const [, json = ''] = /this as `resume`[^\n]*\n([\s\S]*?\n\])/.exec(step.log) ?? [];
    expect(JSON.parse(json)).toEqual([
      { name: 'entry 1', jobId: first },
      { name: 'entry 2', jobId: second },
      { name: 'entry 3', prompt: 'Instruction 3' },
    ]);
    service.scriptAll({ timeline: [{ status: 'completed' }] });
    for (const { life } of service.jobs) life.begin({ prompt: 'x', at: time.now() }, 1);
    const again = await scene.run({ resume: json, timeout: '1m' });
    expect(jobsOf(again).map(({ jobId }) => jobId)).toEqual([first, second, expect.stringMatching(/./)]);
  });

  test('when killed, has the job IDs, and its post step reports them in log, summary and comment', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.scriptAll(WORKING);
    const { exitCode, outputs, post } = await scene.kill('service', { method: 'GET', nth: 3 }, TWO_AT_WORK);
    const [first = '', second = ''] = service.jobs.map(({ id }) => id);
    expect({ exitCode, outputs }).toEqual({
      exitCode: null,
      outputs: { file: 'docs-agent-jobs.json', jobs: '[]', prLinks: '[]', remaining: '[]' },
    });
    expect(entriesOf(scene)).toMatchObject([
      { result: 'working', jobId: first },
      { result: 'working', jobId: second },
      { result: '', jobId: '' },
    ]);
    expect(scene.comments()).toEqual([expect.stringContaining('cut off')]);
    for (const text of [post?.log, post?.summary, scene.comments()[0]]) {
      expect(text).toContain(first);
      expect(text).toContain(second);
    }
    expect(post?.annotations).toMatchObject([
      { level: 'warning', message: expect.stringContaining('cut off') },
    ]);
    expect(post?.log).toContain('{"name":"entry 3","prompt":"Instruction 3"}');
  });

  test('when killed during a create, reports an unknown outcome and never sends it again', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.kill('service', SECOND_CREATE, THREE);
    expect(entriesOf(scene)[1]).toMatchObject({ result: 'asking', jobId: '' });
    expect(step.post?.log).toContain('{"name":"entry 2","result":"unknown"}');
    const again = await scene.run({ resume: 'docs-agent-jobs.json' });
    expect(resultsOf(again)).toEqual(['pull-request', 'unknown', 'pull-request']);
    expect(scene.sent()).toEqual(['Instruction 1', 'Instruction 2', 'Instruction 3']);
  });

  test('when killed and without its file, reports the open jobs and the unknown outcome', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.scriptAll(WORKING);
    const { running } = await scene.startUntil('service', SECOND_CREATE, THREE);
    rmSync(join(scene.workspace, 'docs-agent-jobs.json'));
    running.kill();
    const { post } = await running.ended;
    expect(post?.log).toContain(JSON.stringify({ name: 'entry 1', jobId: service.jobs[0]?.id }));
    expect(post?.log).toContain('{"name":"entry 2","result":"unknown"}');
    expect(post?.summary).toContain('of unknown outcome');
  });

  test('when killed at its start, has a post step that does nothing', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.start(THREE, { killBefore: 'first word' }).ended;
    expect(step.post).toMatchObject({ exitCode: 0, annotations: [], summary: '', outputs: {} });
  });

  test('when cancelled during a create, waits for the answer', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { running, held } = await scene.startUntil('service', { method: 'POST', where: 'after' }, THREE);
    const cancelled = running.cancel();
    held.release();
    await cancelled;
    const step = await running.ended;
    expect(jobsOf(step)).toMatchObject([
      { result: 'interrupted', jobId: scene.sandbox.service.jobs[0]?.id },
      { result: 'remaining' },
      { result: 'remaining' },
    ]);
  });

  test('ended by its deadline, reports open jobs, and keeps the rest', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.scriptAll(WORKING);
    const step = await scene.run({ ...TWO_AT_WORK, timeout: '2m' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout', failed: '2' } });
    expect(resultsOf(step)).toEqual(['timeout', 'timeout', 'remaining']);
    for (const { id } of service.jobs)
      for (const text of [step.log, step.summary, scene.comments()[0]]) expect(text).toContain(id);
    expect(step.log).toContain('{"name":"entry 3","prompt":"Instruction 3"}');
    expect(service.requests.every(({ at }) => at < Date.UTC(2026, 0, 5, 9, 2))).toBe(true);
  });
});

describe('the status comment', () => {
  test('is one, edited at most every 20 s, with a last edit at the end', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.run({
      'prompts-json': instructions(6),
      'max-parallel': '2',
      'issue-number': '1',
    });
    const { requests } = scene.sandbox.github;
    const edits = requests.filter(({ method }) => method === 'PATCH').map(({ at }) => at);
    const gaps = edits.slice(1, -1).map((at, index) => at - (edits[index] ?? 0));
    expect(edits.length).toBeGreaterThan(3);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(20_000);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(scene.comments()).toEqual([expect.stringContaining('batch: completed')]);
    expect(step.outputs['commentUrl']).toContain('/issues/');
  });

  test.each([
    ['the answer is lost', resetAfter()],
    ['GitHub refuses it', answer({ status: 404 })],
  ])('is not posted again if %s, and the jobs continue', async (_name, fault) => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.github.faults.next({ method: 'POST' }, fault);
    const step = await scene.run({ ...THREE, 'issue-number': '1' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '3', commentUrl: '' } });
    // A comment that cannot be edited promises nothing.
    for (const text of scene.comments()) expect(text).toContain('batch: starting');
    expect(scene.requests('github')).toHaveLength(1);
    expect(warnings(step)).toEqual([expect.stringContaining('The status comment could not be written')]);
  });

  test('gets its last edit from the post step if the main step failed to', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { github, time } = scene.sandbox;
    const running = scene.start({ 'prompts-json': instructions(1), 'issue-number': '1' });
    await time.sleep(35_000);
    github.faults.next({ method: 'PATCH', times: 3 }, answer({ status: 502 }));
    const { post, ...step } = await running.ended;
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'completed' } });
    expect(warnings(step)).toEqual([expect.stringContaining('The status comment could not be written')]);
    expect(post).toMatchObject({ exitCode: 0, annotations: [], summary: '' });
    expect(post?.log).not.toContain('cut off');
    expect(scene.comments()).toEqual([expect.stringContaining('batch: completed')]);
  });
});
