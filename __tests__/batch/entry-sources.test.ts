import { describe, expect, test } from '@jest/globals';
import type { Entry } from '../../src/batch/entry.ts';
import { readEntryList, readPromptEntry } from '../../src/batch/entry-sources.ts';
import type { Log } from '../../src/runner/runner.ts';

const files = {
  log: {} as Log,
  readInput: async (path: string) =>
    path === 'a.md'
      ? ({ ok: true, value: '---\nname: other\n---\nWrite it' } as const)
      : ({ ok: false, failure: 'cannot be read (ENOENT)' } as const),
};
const read = (value: unknown) => readEntryList(JSON.stringify(value), files);
const BLANK = { promptFile: '', jobId: '', result: '', reason: '', prLink: '', duration: null };
const PROMPT = { ...BLANK, prompt: 'It' };

describe('a list of entries', () => {
  test.each<[string, object, Partial<Entry>]>([
    ['an instruction', { prompt: 'Do it' }, { prompt: 'Do it' }],
    ['a file', { promptFile: 'a.md' }, { prompt: 'Write it', promptFile: 'a.md' }],
    ['an entry that remained', { ...PROMPT, result: 'remaining', reason: 'R' }, { prompt: 'It' }],
    ['a refused entry', { ...PROMPT, result: 'error', reason: 'R' }, { prompt: 'It' }],
    ['an entry that had no turn', PROMPT, { prompt: 'It' }],
  ])('requests %s, without the earlier result', async (_name, fields, known) => {
    expect(await read([{ name: 'one', ...fields }])).toEqual([{ name: 'one', ...BLANK, ...known }]);
  });

  test.each(['', 'working', 'timeout', 'error', 'unknown'])(
    'watches a job with the result `%s`',
    async (result) => {
      const entry = { name: 'one', ...BLANK, jobId: 'j' };
      expect(await read([{ ...entry, result, reason: 'R' }])).toEqual([entry]);
    },
  );

  test.each(['asking', 'unknown'])('never requests an entry again with the result `%s`', async (result) => {
    const entry = { name: 'one', ...BLANK, promptFile: 'a.md' };
    const reason = expect.stringContaining('it is unknown whether there is a job');
    expect(await read([{ ...entry, result }])).toEqual([{ ...entry, result: 'unknown', reason }]);
  });

  test.each(['⚠\ufe0f Limits', 'راهنمای می\u200cخواهم'])('takes the name %j', async (name) => {
    expect(await read([{ name, prompt: 'a' }])).toMatchObject([{ name }]);
  });

  test('keeps a final result, and drops an invalid link', async () => {
    const ended = { ...BLANK, name: 'one', jobId: 'j', result: 'pull-request', reason: 'R', duration: 7 };
    const linked = { ...ended, prLink: 'https://a.b/pull/1' };
    expect(await read([linked, { ...ended, prLink: 'javascript:alert(1)' }])).toEqual([linked, ended]);
  });

  test.each<[unknown, string]>([
    [{}, 'must be a JSON array of at least one entry'],
    [[], 'must be a JSON array of at least one entry'],
    [[7], 'entry 1 must be an object'],
    [[{ prompt: 'a' }], 'entry 1: `name` must be one line of 1 to 200 characters'],
    [[{ name: 'a\nb', prompt: 'a' }], 'entry 1: `name` must be one line'],
    [[{ name: 'a' }], 'entry 1 needs one of `prompt`, `promptFile` and `jobId`'],
    [[{ name: 'a', result: 'remaining' }], 'The output `jobs` has no prompts, so pass the `file`'],
    [[{ name: 'a', prompt: 7 }], 'entry 1: `prompt` must be text'],
    [[{ name: 'a', prompt: 'a', jobId: 'b' }], 'entry 1 has both `prompt` and `jobId`'],
    [[{ name: 'a', prompt: 'a', promptFile: 'a.md' }], 'entry 1 needs one of `prompt`'],
    [[{ name: 'a', prompt: 'a', model: 'b' }], 'entry 1 has the unknown key `model`'],
    [[{ name: 'a', jobId: '..' }], 'entry 1: `jobId` must be 1 to 200 letters'],
    [[{ name: 'a', promptFile: 'b.md' }], 'entry 1 names the file b.md, which cannot be read (ENOENT)'],
    [[{ name: 'a', jobId: 7 }], 'entry 1: `jobId` must be text'],
    [[{ name: 'a', jobId: 'b', duration: '7' }], 'entry 1: `duration` must be a number'],
    [[{ name: 'a', jobId: 'b', result: 'fine' }], 'entry 1: `result` is not a known result'],
  ])('refuses %j', async (value, words) => {
    expect(await read(value)).toEqual([expect.stringContaining(words)]);
  });

  test('names every wrong entry', async () => {
    const found = await read([{ name: 'a' }, { name: 'b', prompt: 'x' }, 7, { model: 'x', jobId: 7 }]);
    const problems = found.filter((each) => typeof each === 'string');
    const entries = ['entry 1', 'entry 3', 'entry 4', 'entry 4', 'entry 4'];
    expect(problems.map((words) => words.slice(0, 7))).toEqual(entries);
  });
});

const notices: string[] = [];
const log = { notice: (text: string) => notices.push(text) } as unknown as Log;
const readFile = (text: string) =>
  readPromptEntry('a.md', { log, readInput: async () => ({ ok: true, value: text }) });
const FILE = { promptFile: 'a.md', jobId: '', result: '', reason: '', prLink: '', duration: null };

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
    expect(await readFile(text)).toEqual([{ ...FILE, name, prompt }]);
  });

  test.each([
    ['---\nname: start\nskip: true\n---\n\nWrite it', 'start'],
    ['---\nskip: true\n---\n', 'a.md'],
  ])('is skipped if its front matter sets that: %j', async (text, name) => {
    const reason = 'Its front matter sets `skip`.';
    expect(await readFile(text)).toEqual([{ ...FILE, name, result: 'skipped', reason }]);
  });

  test('leaves out what it does not use, with a notice', async () => {
    expect(await readFile('---\nmode: agent\ntools: [a, b]\n---\nIt')).toEqual([
      { ...FILE, name: 'a.md', prompt: 'It' },
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
    expect(await readFile(text)).toEqual(
      problems.map((problem) => expect.stringMatching(new RegExp(`^a\\.md:? .*${problem}`))),
    );
  });
});
