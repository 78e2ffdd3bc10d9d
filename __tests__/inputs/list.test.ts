import { expect, test } from '@jest/globals';
import { readList } from '../../src/inputs/list.ts';

test.each<[string, ...string[]]>([
  ['src/**, docs/**', 'src/**', 'docs/**'],
  ['src/**\r\n\r\ndocs/**,\r\n', 'src/**', 'docs/**'],
  ['- src/** - docs/**\n', 'src/**', 'docs/**'],
  ['- src/**\n-  docs/**\n-', 'src/**', 'docs/**'],
  [`'src/**'\n"docs/**"\n\`web/**\``, 'src/**', 'docs/**', 'web/**'],
  [`- 'src/**'\n- "!src/test/**"\n- !'src/x'`, 'src/**', '!src/test/**', '!src/x'],
  ['["a", "b"]', 'a', 'b'],
  ["['docs', needs review]", 'docs', 'needs review'],
  ['[\n  "say \\"hi\\"",\n  "a, b",\n]', 'say "hi"', 'a, b'],
  ['[docs/**, app/[slug]/**]', 'docs/**', 'app/[slug]/**'],
  ['[]'],
  // Copied from web pages, or written with other keyboards.
  ['“docs”, ‘a b’, !“src/x”', 'docs', 'a b', '!src/x'],
  ['\ufeffdocs,\u00a0\u200bsrc，api\rweb\u2028', 'docs', 'src', 'api', 'web'],
  // Globs and labels that begin with a bracket.
  ['[ab].md', '[ab].md'],
  ['[ab]/[cd]', '[ab]/[cd]'],
  ['[Type] Bug, [Status]', '[Type] Bug', '[Status]'],
  ['"[docs]"', '[docs]'],
  ['*.{md,mdx}, **/x', '*.{md,mdx}', '**/x'],
  ["don't ask, won't fix", "don't ask", "won't fix"],
  ["'don''t ask'", "don't ask"],
  ['label:"a, b", title:x', 'label:"a, b"', 'title:x'],
  ['# all\nsrc/** # sources\n#docs/**\n"a # b", #1, C#', 'src/**', 'a # b', '#1', 'C#'],
  ["'src/**", "'src/**"],
  ['"a" "b"', '"a" "b"'],
])('reads %j', (text, ...items) => {
  expect(readList(text)).toEqual(items);
});
