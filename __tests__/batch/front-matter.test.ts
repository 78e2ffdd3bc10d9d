import { describe, expect, test } from '@jest/globals';
import { readPromptFile } from '../../src/batch/front-matter.ts';

describe('a prompt file', () => {
  test.each([
    ['without front matter', 'Write it\n', { skip: false, words: 'Write it\n' }],
    [
      'with all keys',
      '---\nname: start\ntimeout: 20m\nskip: true\n---\n\nWrite it',
      { name: 'start', timeout: 1_200_000, skip: true, words: '\nWrite it' },
    ],
    ['with none', '---\n---\nWrite it', { skip: false, words: 'Write it' }],
    ['with comments only', '---\n# later\n---\nWrite it', { skip: false, words: 'Write it' }],
    [
      'with a byte order mark and CRLF',
      '\uFEFF---\r\nname: a\r\n---\r\nIt',
      { name: 'a', skip: false, words: 'It' },
    ],
    ['with a number for a name', '---\nname: 7\n---\nIt', { name: '7', skip: false, words: 'It' }],
    [
      'with rules of its own later',
      'It\n---\nname: no\n---\n',
      { skip: false, words: 'It\n---\nname: no\n---\n' },
    ],
    ['that is a draft', '---\nskip: true\n---\n', { skip: true, words: '' }],
  ])('%s', async (_name, text, file) => {
    expect(await readPromptFile(text, 'a.md')).toEqual({ ok: true, file });
  });

  test.each([
    ['nothing', ' \n', ['is empty']],
    ['front matter and nothing', '---\nname: a\n---\n', ['is empty']],
    ['front matter without an end', '---\nname: a\n', ['does not end']],
    ['no YAML', '---\na: [\n---\nIt', ['is no YAML']],
    ['a list', '---\n- a\n---\nIt', ['no list of keys']],
    ['text', '---\nhello\n---\nIt', ['no list of keys']],
    [
      'all sorts of things',
      '---\nname: [a]\ntimeout: soon\nskip: maybe\nmodel: x\n---\nIt',
      ['`name`', '`timeout`', '`skip`', 'unknown front matter key `model`'],
    ],
    ['a timeout of nothing', '---\ntimeout: 0s\n---\nIt', ['`timeout`']],
    ['a timeout without a unit', '---\ntimeout: 20\n---\nIt', ['`timeout`']],
    ['an empty name', '---\nname: ""\n---\nIt', ['`name`']],
    ['a key twice', '---\nname: a\nname: b\n---\nIt', ['is no YAML']],
  ])('that holds %s is refused, everything named', async (_name, text, problems) => {
    expect(await readPromptFile(text, 'a.md')).toEqual({
      ok: false,
      problems: problems.map((problem) => expect.stringMatching(new RegExp(`^a\\.md:? .*${problem}`))),
    });
  });
});
