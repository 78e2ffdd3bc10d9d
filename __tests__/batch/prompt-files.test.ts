import { describe, expect, test } from '@jest/globals';
import { readPromptEntry } from '../../src/batch/entry-sources.ts';

const read = (text: string) =>
  readPromptEntry('a.md', { readInput: async () => ({ ok: true, value: text }) });
const recordOf = (name: string) => ({
  ...{ name, promptFile: 'a.md', jobId: '', result: '', reason: '', prLink: '', duration: null },
});
const SKIPPED = { result: 'skipped', reason: 'Its front matter sets `skip`.' };

describe('a prompt file', () => {
  test.each<[string, string, string, { prompt: string }]>([
    ['without front matter', 'Write it\n', 'a.md', { prompt: 'Write it\n' }],
    [
      'with all that concerns a job',
      '---\nname: start\nskip: false\n---\n\nWrite it',
      'start',
      { prompt: '\nWrite it' },
    ],
    ['with none', '---\n---\nWrite it', 'a.md', { prompt: 'Write it' }],
    ['with comments only', '---\n# later\n---\nWrite it', 'a.md', { prompt: 'Write it' }],
    ['with CRLF', '---\r\nname: a\r\n---\r\nIt', 'a', { prompt: 'It' }],
    ['with a number for a name', '---\nname: 7\n---\nIt', '7', { prompt: 'It' }],
    [
      'with rules of its own later',
      'It\n---\nname: no\n---\n',
      'a.md',
      { prompt: 'It\n---\nname: no\n---\n' },
    ],
  ])('%s is to be asked', async (_name, text, name, ask) => {
    expect(await read(text)).toEqual([{ ...recordOf(name), ...ask }]);
  });

  test.each([
    ['with all keys', '---\nname: start\nskip: true\n---\n\nWrite it', 'start'],
    ['that is a draft', '---\nskip: true\n---\n', 'a.md'],
  ])('%s is skipped when it says so', async (_name, text, name) => {
    const record = { ...recordOf(name), ...SKIPPED };
    expect(await read(text)).toEqual([record]);
  });

  test.each([
    ['front matter without an end', '---\nname: a\n', ['does not end']],
    ['no YAML', '---\na: [\n---\nIt', ['is not valid YAML']],
    ['a list', '---\n- a\n---\nIt', ['not a list of keys']],
    ['text', '---\nhello\n---\nIt', ['not a list of keys']],
    ['two documents', '---\nname: a\n--- b\n---\nIt', ['not a list of keys']],
    [
      'all sorts of things',
      '---\nname: [a]\nskip: maybe\nmodel: x\n---\nIt',
      ['`name`', '`skip`', 'unknown front matter key `model`'],
    ],
    ['a timeout', '---\ntimeout: 20m\n---\nIt', ['unknown front matter key `timeout`']],
    ['an empty name', '---\nname: ""\n---\nIt', ['`name`']],
    ['a key twice', '---\nname: a\nname: b\n---\nIt', ['is not valid YAML']],
  ])('that holds %s is refused, everything named', async (_name, text, problems) => {
    expect(await read(text)).toEqual(
      problems.map((problem) => expect.stringMatching(new RegExp(`^a\\.md:? .*${problem}`))),
    );
  });
});
