/** What ends the asking, or makes it wait, while jobs that are open are watched. */
import { describe, expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { entriesOf, instructions, jobsOf } from '../support/batch.ts';
import { openScene, type Scene } from '../support/scene.ts';

const working = (count: number) => JSON.stringify(instructions(count));
const SEARCH = { 'skip-if-open': 'repo:acme/docs is:pr is:open author:app/docs-agent' };

function openPull({ sandbox: { github } }: Scene): void {
  const user = userOf(github.store, 'docs-agent[bot]');
  const pull = { head: `draft-${github.repository('acme/docs').threads.size}`, base: 'main' };
  addThread(github.store, github.repository('acme/docs'), { user, title: 'Draft', pull });
}

describe('while a create waits for the usage limit', () => {
  test('a failure with `on-failure: stop` prevents that create, too', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.script({ timeline: [{ status: 'active' }, { at: 60, status: 'failed' }] });
    service.faults.next({ method: 'POST', nth: 2 }, tooMany({ hint: 'retry-after', seconds: 600 }));
    const step = await scene.run({ 'prompts-json': working(3), 'on-failure': 'stop' });
    expect(jobsOf(step).map(({ result }) => result)).toEqual(['failed', 'remaining', 'remaining']);
    for (const { reason } of jobsOf(step).slice(1)) expect(reason).toContain('`entry 1` failed');
    expect(scene.prompts()).toEqual(['Instruction 1']);
  });

  test('new pull requests count', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service, github, time } = scene.sandbox;
    github.repository('acme/docs');
    service.faults.next({ method: 'POST', nth: 1 }, tooMany({ hint: 'retry-after', seconds: 600 }));
    const running = scene.start({ 'prompts-json': working(2), ...SEARCH });
    await time.sleep(300_000);
    openPull(scene);
    const step = await running.ended;
    expect(jobsOf(step).map(({ result }) => result)).toEqual(['skipped', 'skipped']);
    expect(scene.prompts()).toEqual([]);
  });

  test('a kill leaves the entry to a resumed run', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service, time } = scene.sandbox;
    service.faults.next({ method: 'POST', nth: 1 }, tooMany({ hint: 'retry-after', seconds: 600 }));
    const running = scene.start({ 'prompts-json': working(2) });
    await time.sleep(300_000);
    running.kill();
    await running.ended;
    const [first] = entriesOf(scene);
    expect(first).toMatchObject({ result: '', prompt: 'Instruction 1' });
    expect(first?.reason).toContain('429');
    const again = await scene.run({ resume: 'docs-agent-jobs.json' });
    expect(again.outputs).toMatchObject({ succeeded: '2', result: 'completed' });
    expect(scene.prompts()).toEqual(['Instruction 1', 'Instruction 2']);
  });
});

describe('creates of unknown outcome', () => {
  test('end the creating after three in a row', async () => {
    await using scene = await openScene({ action: 'batch' });
    scene.sandbox.service.faults.next({ method: 'POST', nth: 2, times: 9 }, resetAfter());
    const step = await scene.run({ 'prompts-json': working(6) });
    expect(jobsOf(step).map(({ result }) => result)).toEqual([
      ...['pull-request', 'unknown', 'unknown', 'unknown', 'remaining', 'remaining'],
    ]);
    expect(jobsOf(step)[4]?.reason).toContain('The outcome of 3 creates in a row is unknown');
    expect(scene.sent()).toHaveLength(4);
  });
});

describe('a refusal', () => {
  test('fails the step, and a resumed run requests the entry', async () => {
    await using scene = await openScene({ action: 'batch' });
    const { service } = scene.sandbox;
    service.faults.next({ method: 'POST', nth: 1 }, answer({ status: 401, body: { error: 'Key expired' } }));
    const step = await scene.run({ 'prompts-json': working(2) });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'failed', failed: '1' } });
    expect(jobsOf(step).map(({ result }) => result)).toEqual(['error', 'remaining']);
    for (const prompt of ['Instruction 1', 'Instruction 2']) {
      expect(step.log).toMatch(new RegExp(`^\\{"name":"entry \\d","prompt":"${prompt}"\\}`, 'm'));
    }
    const again = await scene.run({ resume: 'docs-agent-jobs.json' });
    expect(again.outputs).toMatchObject({ succeeded: '2', result: 'completed' });
    expect(scene.prompts()).toEqual(['Instruction 1', 'Instruction 2']);
  });
});

describe('the pace', () => {});
