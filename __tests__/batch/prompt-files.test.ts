import { describe, expect, test } from '@jest/globals';
import { readPromptEntry } from '../../src/batch/entry-sources.ts';

const read = (text: string) =>
  readPromptEntry('a.md', { readInput: async () => ({ ok: true, value: text }) });
const BLANK = { promptFile: 'a.md', jobId: '', result: '', reason: '', prLink: '', duration: null };

describe('a prompt file', () => {
  test.each([
    ['without front matter', 'Write it\n', 'a.md', 'Write it\n'],
    ['with all keys', '---\nname: start\nskip: false\n---\n\nWrite it', 'start', '\nWrite it'],
    ['with empty front matter', '---\n---\nWrite it', 'a.md', 'Write it'],
    ['with comments only', '---\n# later\n---\nWrite it', 'a.md', 'Write it'],
    ['with CRLF', '---\r\nname: a\r\n---\r\nIt', 'a', 'It'],
    ['with a number for a name', '---\nname: 7\n---\nIt', '7', 'It'],
    ['with horizontal rules', 'It\n---\nname: no\n---\n', 'a.md', 'It\n---\nname: no\n---\n'],
  ])('%s is an entry', async (_name, text, name, prompt) => {
    expect(await read(text)).toEqual([{ ...BLANK, name, prompt }]);
  });

  test.each([
    ['---\nname: start\nskip: true\n---\n\nWrite it', 'start'],
    ['---\nskip: true\n---\n', 'a.md'],
  ])('is skipped if its front matter sets that: %j', async (text, name) => {
    const reason = 'Its front matter sets `skip`.';
    expect(await read(text)).toEqual([{ ...BLANK, name, result: 'skipped', reason }]);
  });

  test.each([
    ['front matter without an end', '---\nname: a\n', ['does not end']],
    ['invalid YAML', '---\na: [\n---\nIt', ['is not valid YAML']],
    ['a list', '---\n- a\n---\nIt', ['not a list of keys']],
    ['text', '---\nhello\n---\nIt', ['not a list of keys']],
    ['two documents', '---\nname: a\n--- b\n---\nIt', ['not a list of keys']],
    [
      'several mistakes',
      '---\nname: [a]\nskip: maybe\nmodel: x\n---\nIt',
      ['`name`', '`skip`', 'unknown front matter key `model`'],
    ],
    ['a timeout', '---\ntimeout: 20m\n---\nIt', ['unknown front matter key `timeout`']],
    ['an empty name', '---\nname: ""\n---\nIt', ['`name`']],
    ['a key twice', '---\nname: a\nname: b\n---\nIt', ['is not valid YAML']],
  ])('with %s is refused, and the error names every mistake', async (_name, text, problems) => {
    expect(await read(text)).toEqual(
      problems.map((problem) => expect.stringMatching(new RegExp(`^a\\.md:? .*${problem}`))),
    );
  });
});
