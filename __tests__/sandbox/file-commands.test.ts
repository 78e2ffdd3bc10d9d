import { describe, expect, test } from '@jest/globals';
import { readPairs } from '../../sandbox/runner/file-commands.ts';

describe('the grammar of command files', () => {
  test.each<[string, string, Record<string, string>]>([
    ['nothing', '', {}],
    ['the first equals sign counts', 'a=b=c\n', { a: 'b=c' }],
    ['an equals sign in the delimiter', 'a<<b=c\nx\nb=c\n', { a: 'x' }],
    ['the last value of a name counts', 'a=1\na=2\n', { a: '2' }],
    ['a value of several lines', 'a<<E\none\n\ntwo\nE\n', { a: 'one\n\ntwo' }],
    ['a value that ends with a line feed', 'a<<E\nx\n\nE\n', { a: 'x\n' }],
    ['a line like the delimiter is text', 'a<<E\nE \n E\nE\nb=1\n', { a: 'E \n E', b: '1' }],
    ['pairs within a value are text', 'a<<E\nb=1\nc<<F\nE\n', { a: 'b=1\nc<<F' }],
  ])('%s', (_name, text, pairs) => {
    expect(readPairs(text)).toEqual({ pairs: new Map(Object.entries(pairs)), error: undefined });
  });

  test('a carriage return belongs to the value, except at the end of a line on Windows', () => {
    const text = 'a=1\r\nb<<E\r\none\r\ntwo\rthree\nfour\r\nE\r\n';
    const windows = { a: '1', b: 'one\ntwo\rthree\nfour' };
    expect(Object.fromEntries(readPairs(text, 'win32').pairs)).toEqual(windows);
    const linux = { a: '1\r', b: 'one\r\ntwo\rthree\nfour\r' };
    expect(Object.fromEntries(readPairs(text.replace(/E\r\n/g, 'E\n'), 'linux').pairs)).toEqual(linux);
  });

  test.each([
    ['a line without a pair', 'a\n'],
    ['a pair without a name', '=b\n'],
    ['a value without an end', 'a<<E\nx\n'],
  ])('%s is an error, and the pairs before it count', (_name, text) => {
    const [line] = text.split('\n');
    const pairs = new Map([['before', '1']]);
    expect(readPairs(`before=1\n${text}`)).toEqual({ pairs, error: `Invalid format '${line}'` });
  });
});
