/** Many entries, long ones, and what is kept of them. */
import { expect, test } from '@jest/globals';
import { entriesOf, instructions } from '../support/batch.ts';
import { openScene } from '../support/scene.ts';

/** The entries that a log or a summary shows for another run. */
function readResume(text = '') {
  const [, json = ''] = /this as `resume`[^\n]*\n+(?:```text\n)?(\[\n[\s\S]*?\n\])/.exec(text) ?? [];
  return JSON.parse(json);
}

test('keeps 300 long entries in the file, the log and the summary, also when killed', async () => {
  await using scene = await openScene({ action: 'batch' });
  // Larger than any prompt may be.
  const words = `: Emoji 👩‍👩‍👧, ##[error] and ${'words '.repeat(200)}`;
  const entries = JSON.parse(instructions(300)).map((entry: { name: string; prompt: string }) => ({
    name: entry.name,
    prompt: entry.prompt + words,
  }));
  scene.write({ 'entries.json': JSON.stringify(entries) });
  const inputs = { resume: 'entries.json', 'max-parallel': '1', 'max-jobs': '100' };
  const { post } = await scene.kill('service', { method: 'GET' }, inputs);
  const first = { name: 'entry 1', jobId: scene.sandbox.service.jobs[0]?.id };
  expect(readResume(post?.log)).toEqual([first, ...entries.slice(1)]);

  const step = await scene.run({ resume: 'docs-agent-jobs.json', 'max-jobs': '1' });
  expect(step).toMatchObject({ exitCode: 0, outputs: { succeeded: '2', result: 'incomplete' } });
  expect(scene.prompts()).toEqual(entries.slice(0, 2).map(({ prompt }: { prompt: string }) => prompt));
  expect(readResume(step.log)).toEqual(entries.slice(2));
  expect(readResume(step.summary)).toEqual(entries.slice(2));
  expect(entriesOf(scene).slice(2)).toMatchObject(entries.slice(2));
  expect(step.annotations).toContainEqual(
    expect.objectContaining({
      message: 'Not requested: 298 entries. Reason of the first one: `max-jobs` is 1.',
    }),
  );
});

test('leaves outputs above 120 KiB empty, with a notice that names the file', async () => {
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
