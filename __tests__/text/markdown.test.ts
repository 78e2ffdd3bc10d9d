import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cut, logLine } from '../../src/text/line.ts';
import { code, codeBlock, grid, link, plain } from '../../src/text/markdown.ts';

test.each([
  ['::error::gotcha', ': :error::gotcha'],
  ['  ::error::gotcha', ': :error::gotcha'],
  ['a\n::set-output name=x::y', 'a ::set-output name=x::y'],
  ['##[error]gotcha', '# #[error]gotcha'],
  ['a\u001b[31mred\u0007', 'a[31mred'],
  ['left\u202eright\u200b', 'leftright'],
])('a line of the log shows %j as %j', (text, line) => {
  expect(logLine(text)).toBe(line);
});

describe('Markdown of foreign text', () => {
  test.each([
    ['a `b` c', '``a `b` c``'],
    ['`', '`` ` ``'],
    ['two\nlines', '`two lines`'],
    ['', ''],
    ['<!-- docs-agent-action:v1 -->', '`<! -- docs-agent-action:v1 -->`'],
  ])('shows %j as the code %s', (text, shown) => {
    expect(code(text)).toBe(shown);
  });

  test('can be a block of code with 131,072 backticks', () => {
    const text = '`a'.repeat(131_072);
    expect(codeBlock(text)).toBe(`\`\`\`text\n${text}\n\`\`\``);
  });

  test('cannot end its own block of code', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', '~', 'a', '\n', '\r', ' ') }), (text) => {
        const lines = codeBlock(text).split('\n');
        const fence = lines.at(-1) ?? '';
        const closing = new RegExp(`^ {0,3}\`{${fence.length},}\\s*$`);
        expect(lines.slice(1, -1).filter((line) => closing.test(line))).toEqual([]);
      }),
      { seed: 9 },
    );
  });

  test.each([
    ['ping @acme/team', 'ping @&#8203;acme/team'],
    ['[x](https://evil.example) ![y](z)', '\\[x\\](https:&#8203;//evil.example) !\\[y\\](z)'],
    ['<img src=x onerror=1>', '\\<img src=x onerror=1\\>'],
    ['closes #12, GH-12', 'closes \\#&#8203;12, GH-&#8203;12'],
    ['1. not a list', '1\\. not a list'],
    ['www.evil.example', 'www&#8203;.evil.example'],
    ['<!-- docs-agent-action:v1 -->', '\\<\\!-- docs-agent-action:v1 --\\>'],
    ['done :octocat: at 10:30', 'done :&#8203;octocat: at 10:30'],
  ])('shows %j as text', (text, shown) => {
    expect(plain(text)).toBe(shown);
  });

  test.each([
    ['`project-id` is empty', '`project-id` is empty'],
    ['set `a`, not `b_c`.', 'set `a`, not `b_c`.'],
    ['at date_from and _x_', 'at date_from and \\_x\\_'],
    ['a ` b', 'a \\` b'],
    ['``a` b', '\\`\\`a\\` b'],
    ['a `@acme/team <b>` b', 'a `@acme/team <b>` b'],
    ['` ` b', '\\` \\` b'],
    ['a `<!-- docs-agent-action:v1 -->`', 'a `<! -- docs-agent-action:v1 -->`'],
  ])('keeps backticks and underscores of %j', (text, shown) => {
    expect(plain(text)).toBe(shown);
  });

  test('encodes the URL of a link', () => {
    expect(link('https://a.b/x(y)')).toBe('[`https://a.b/x(y)`](https://a.b/x%28y%29)');
  });

  test('cannot begin another cell of a table', () => {
    const table = grid([{ head: 'Name' }, { head: 'Value' }], [['Model', code('a|b')]]);
    expect(table).toContain('| Model | `a\\|b` |');
    const cells = [plain('a|b'), code('a\\\\|b'), plain('a\\|b')];
    expect(grid([], [cells])).toContain('| a\\|b | `a\\\\\\|b` | a\\\\\\|b |');
  });
});

test('a cut keeps whole characters', () => {
  expect(cut('abcdef', 4)).toBe('abc…');
  expect(cut('ab😀cd', 4)).toBe('ab…');
  expect(cut('abcd', 4)).toBe('abcd');
});
