import { describe, expect, test } from '@jest/globals';
import { readPromptEntry } from '../../src/batch/entry-sources.ts';
import type { Log } from '../../src/runner/runner.ts';

const notices: string[] = [];
const log = { notice: (text: string) => notices.push(text) } as unknown as Log;
const read = (text: string) =>
  readPromptEntry('a.md', { log, readInput: async () => ({ ok: true, value: text }) });
const BLANK = { promptFile: 'a.md', jobId: '', result: '', reason: '', prLink: '', duration: null };

describe('a prompt file', () => {
  test.each([
    ['without front matter', 'Write it\n', 'a.md', 'Write it\n'],
    ['with all keys', '---\nname: start\nskip: false\n---\n\nWrite it', 'start', '\nWrite it'],
    ['with empty front matter', '---\n---\nWrite it', 'a.md', 'Write it'],
    ['with comments only', '---\n# later\n---\nWrite it', 'a.md', 'Write it'],
    ['with CRLF', '---\r\nname: a\r\n---\r\nIt', 'a', 'It'],
    ['with `name: 3.10`', '---\nname: 3.10\n---\nIt', '3.10', 'It'],
    ['with `name: 007`', '---\nname: 007\n---\nIt', '007', 'It'],
    ['with `name: 1e3`', '---\nname: 1e3\n---\nIt', '1e3', 'It'],
    ['with `name: yes`', '---\nname: yes\n---\nIt', 'yes', 'It'],
    ['with `name: null`', '---\nname: null\n---\nIt', 'null', 'It'],
    ['with `name: 2026-01-31`', '---\nname: 2026-01-31\n---\nIt', '2026-01-31', 'It'],
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

  test('leaves out what it does not use, with a notice', async () => {
    expect(await read('---\nmode: agent\ntools: [a, b]\n---\nIt')).toEqual([
      { ...BLANK, name: 'a.md', prompt: 'It' },
    ]);
    expect(notices).toEqual([
      'a.md: `mode`, `tools` in its front matter is left out, since nothing uses it.',
    ]);
  });

  test.each([
    ['front matter without an end', '---\nname: a\n', ['does not end']],
    ['invalid YAML', '---\na: [\n---\nIt', ['is not valid YAML']],
    ['a list', '---\n- a\n---\nIt', ['not a list of keys']],
    ['text', '---\nhello\n---\nIt', ['not a list of keys']],
    ['two documents', '---\nname: a\n--- b\n---\nIt', ['is not valid YAML']],
    ['several mistakes', '---\nname: [a]\nskip: maybe\n---\nIt', ['`name`', '`skip`']],
    ['an empty name', '---\nname: ""\n---\nIt', ['`name`']],
    ['a key twice', '---\nname: a\nname: b\n---\nIt', ['is not valid YAML']],
  ])('with %s is refused, and the error names every mistake', async (_name, text, problems) => {
    expect(await read(text)).toEqual(
      problems.map((problem) => expect.stringMatching(new RegExp(`^a\\.md:? .*${problem}`))),
    );
  });
});
