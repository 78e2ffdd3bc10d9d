/** Many entries, long ones, and what is kept of them. */
import { describe, expect, test } from '@jest/globals';
import { barrier } from '../../sandbox/faults/connections.ts';
import { entriesOf, instructions } from '../support/batch.ts';
import { openScene, type Scene } from '../support/scene.ts';

const RECORD = { promptFile: '', jobId: '', result: 'remaining', reason: '', prLink: '', duration: null };

/** Puts the state of so many entries into the workspace, larger than any prompt may be. */
function putState(scene: Scene, count: number): string {
  const words = `Emoji 👩‍👩‍👧, ##[error] and ${'words '.repeat(200)}`;
  const records = instructions(count).map(({ name, prompt }) => ({
    ...RECORD,
    name,
    prompt: `${prompt}: ${words}`,
  }));
  const text = JSON.stringify(records);
  expect(text.length).toBeGreaterThan(256 * 1024);
  scene.write({ 'state.json': text });
  return text;
}

const promptsIn = (text: string) => JSON.parse(text).map(({ prompt }: { prompt?: string }) => prompt);

/** The JSON that a log or a summary gives to go on with. */
function resumeIn(text: string): string {
  const [, json = ''] = /this as `resume`[^\n]*\n+(?:```text\n)?(\[\n[\s\S]*?\n\])/.exec(text) ?? [];
  return json;
}

describe('300 entries of 1.2 kB', () => {
  test('beyond `max-jobs` keep their instructions in the file, the log and the summary', async () => {
    await using scene = await openScene({ action: 'batch' });
    const before = putState(scene, 300);
    const step = await scene.run({ resume: 'state.json', 'max-jobs': '1' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '1', result: 'incomplete' } });
    const left = promptsIn(before).slice(1);
    expect(promptsIn(resumeIn(step.log))).toEqual(left);
    expect(promptsIn(resumeIn(step.summary))).toEqual(left);
    expect(promptsIn(scene.read('docs-agent-jobs.json')).slice(1)).toEqual(left);
    const again = await scene.run({ resume: 'docs-agent-jobs.json', 'max-jobs': '1' });
    expect(again.outputs).toMatchObject({ succeeded: '2' });
    expect(scene.prompts()).toEqual(promptsIn(before).slice(0, 2));
  });

  test('survive a kill', async () => {
    await using scene = await openScene({ action: 'batch' });
    const before = putState(scene, 300);
    const look = barrier();
    scene.sandbox.service.faults.next({ method: 'GET' }, look);
    const running = scene.start({ resume: 'state.json', 'max-parallel': '1', 'max-jobs': '100' });
    await look.reached;
    running.kill();
    const { post } = await running.ended;
    const [first, ...left] = JSON.parse(resumeIn(post?.log ?? ''));
    expect(first).toEqual({ name: 'entry 1', jobId: scene.sandbox.service.jobs[0]?.id });
    expect(promptsIn(JSON.stringify(left))).toEqual(promptsIn(before).slice(1));
  });
});

describe('100 jobs', () => {});

describe('the outputs', () => {
  test('above 120 KiB are empty, and a notice names the file', async () => {
    await using scene = await openScene({ action: 'batch' });
    const entries = Array.from({ length: 1_000 }, (_unused, index) => ({
      name: `${index}`.padEnd(200, 'é'),
      prompt: 'Do it',
    }));
    scene.write({ 'entries.json': JSON.stringify(entries) });
    const step = await scene.run({ resume: 'entries.json', 'max-jobs': '1' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '1', jobs: '', remaining: '' } });
    expect(entriesOf(scene)).toHaveLength(1_000);
    const notices = step.annotations.filter(({ level }) => level === 'notice');
    expect(notices.map(({ message }) => message)).toEqual(
      ['jobs', 'remaining'].map((name) => expect.stringMatching(`${name}.* is empty.*docs-agent-jobs.json`)),
    );
  });
});
