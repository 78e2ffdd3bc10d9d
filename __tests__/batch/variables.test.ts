import { describe, expect, test } from '@jest/globals';
import { fillIn, variables as schema } from '../../src/batch/variables.ts';

describe('variables', () => {
  test('replace their names and nothing else', () => {
    const variables = new Map([
      ['a', '1'],
      ['b c', '2'],
    ]);
    expect(fillIn('{{a}} {{ a }} {{b c}} {{d}} {a} {{{a}}} $&', variables)).toBe(
      '1 {{ a }} 2 {{d}} {a} {1} $&',
    );
  });

  test('are replaced once', () => {
    const variables = new Map([
      ['a', '{{b}}'],
      ['b', '{{a}} $1 $&'],
    ]);
    expect(fillIn('{{a}}{{b}}', variables)).toBe('{{b}}{{a}} $1 $&');
  });

  test('may be texts, numbers and booleans', () => {
    expect(schema.parse('{"a": "x", "b": 2, "c": true}')).toEqual(
      new Map([
        ['a', 'x'],
        ['b', '2'],
        ['c', 'true'],
      ]),
    );
    expect(schema.parse('')).toEqual(new Map());
  });

  test.each(['{', '[]', '"a"', 'null', '{"a": {}}', '{"a": null}', '{"": "x"}', '{"a}": "x"}'])(
    'cannot be %s',
    (text) => expect(schema.safeParse(text).success).toBe(false),
  );
});
