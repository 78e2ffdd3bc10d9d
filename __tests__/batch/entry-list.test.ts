import { describe, expect, test } from '@jest/globals';
import type { Entry } from '../../src/batch/entry.ts';
import { readEntryList } from '../../src/batch/entry-list.ts';

const files = {
  readInput: async (path: string) =>
    path === 'a.md'
      ? ({ ok: true, text: '---\nname: other\ntimeout: 5m\n---\nWrite it' } as const)
      : ({ ok: false, problem: 'cannot be read (ENOENT)' } as const),
};
const read = (value: unknown) => readEntryList('resume', JSON.stringify(value), files);
const RECORD = { promptFile: '', jobId: '', result: '', reason: '', prLink: '', duration: null };

describe('a list of entries', () => {
  test.each<[string, object, Entry['task']]>([
    ['an instruction', { prompt: 'Do it' }, { kind: 'ask', words: 'Do it' }],
    ['a file', { promptFile: 'a.md' }, { kind: 'ask', words: 'Write it', timeout: 300_000 }],
    ['a job', { jobId: 'job_1' }, { kind: 'watch', jobId: 'job_1' }],
    ['a job at work', { ...RECORD, jobId: 'j', result: 'working' }, { kind: 'watch', jobId: 'j' }],
    ['a job out of sight', { ...RECORD, jobId: 'j', result: 'timeout' }, { kind: 'watch', jobId: 'j' }],
    ['a job that was unreadable', { ...RECORD, jobId: 'j', result: 'error' }, { kind: 'watch', jobId: 'j' }],
    ['what remained', { ...RECORD, result: 'remaining', prompt: 'It' }, { kind: 'ask', words: 'It' }],
    ['what was refused', { ...RECORD, result: 'error', prompt: 'It' }, { kind: 'ask', words: 'It' }],
    ['what was yet to come', { ...RECORD, prompt: 'It' }, { kind: 'ask', words: 'It' }],
  ])('%s is work to do', async (_name, fields, task) => {
    const { entries, problems } = await read([{ name: 'one', ...fields }]);
    expect(problems).toEqual([]);
    expect(entries[0]).toMatchObject({ name: 'one', task });
  });

  test.each(['asking', 'unknown'])('an entry that is %s is never asked again', async (result) => {
    const { entries } = await read([{ name: 'one', ...RECORD, result, promptFile: 'a.md' }]);
    expect(entries[0]?.task).toMatchObject({ kind: 'closed', as: { result: 'unknown' } });
  });

  test('an end stays as it is; a link that is none is left out', async () => {
    const ended = { ...RECORD, name: 'one', jobId: 'j', result: 'pull-request', reason: 'R', duration: 7 };
    const { entries } = await read([
      { ...ended, prLink: 'https://a.b/pull/1' },
      { ...ended, name: 'two', prLink: 'javascript:alert(1)' },
    ]);
    const as = { result: 'pull-request', reason: 'R', jobId: 'j', duration: 7 };
    expect(entries.map(({ task }) => task)).toEqual([
      { kind: 'closed', as: { ...as, prLink: 'https://a.b/pull/1' } },
      { kind: 'closed', as },
    ]);
  });

  test.each<[unknown, string]>([
    [{}, 'must be a JSON array'],
    [[], 'is an empty array'],
    [[7], 'entry 1 must be an object'],
    [[{ prompt: 'a' }], 'entry 1 has a `name` that is not text'],
    [[{ name: 'a\nb', prompt: 'a' }], 'entry 1 has a `name` that is not one line'],
    [[{ name: 'a' }], 'entry 1 has neither `prompt` nor `jobId`'],
    [[{ name: 'a', prompt: ' ' }], 'entry 1 has a blank `prompt`'],
    [[{ name: 'a', prompt: 7 }], 'entry 1 has a `prompt` that is no text'],
    [[{ name: 'a', prompt: 'a', jobId: 'b' }], 'entry 1 has both `prompt` and `jobId`'],
    [[{ name: 'a', prompt: 'a', promptFile: 'a.md' }], 'entry 1 has both `prompt` and `promptFile`'],
    [[{ name: 'a', prompt: 'a', model: 'b' }], 'entry 1 has the unknown key `model`'],
    [[{ name: 'a', jobId: '..' }], 'entry 1 has a `jobId` that must be 1 to 200 letters'],
    [[{ name: 'a', promptFile: 'b.md' }], 'entry 1 names the file b.md cannot be read (ENOENT)'],
    [[{ name: 'a', jobId: 'b', result: 'fine' }], 'entry 1 has a `result` that is none'],
  ])('%j is refused', async (value, words) => {
    const { problems } = await read(value);
    expect(problems).toEqual([expect.stringContaining(words)]);
  });

  test('every wrong entry is named', async () => {
    const { problems } = await read([{ name: 'a' }, { name: 'b', prompt: 'x' }, 7]);
    expect(problems).toEqual([expect.stringContaining('entry 1'), expect.stringContaining('entry 3')]);
  });

  test('text that is no JSON is refused', async () => {
    expect((await readEntryList('prompts-json', '[{', files)).problems).toEqual([
      '`prompts-json`: is no JSON.',
    ]);
  });
});
