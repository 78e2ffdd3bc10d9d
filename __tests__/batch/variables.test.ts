import { describe, expect, test } from '@jest/globals';
import { fillIn, variables } from '../../src/batch/variables.ts';

describe('variables', () => {
  test('replace their names once, and nothing else', () => {
    const values = new Map([
      ['a', '{{b c}}'],
      ['b c', '{{a}} $1 $&'],
    ]);
    expect(fillIn('{{a}} {{b c}} {{ a }} {{d}} {a} {{{a}}} $&', values)).toBe(
      '{{b c}} {{a}} $1 $& {{ a }} {{d}} {a} {{{b c}}} $&',
    );
  });

  test('can be strings, numbers and booleans', () => {
    const values = variables.parse('{"a": "x", "b": 2, "c": true}');
    expect(Object.fromEntries(values)).toEqual({ a: 'x', b: '2', c: 'true' });
    expect(variables.parse('')).toEqual(new Map());
  });

  test.each(['{', '[]', '"a"', 'null', '{"a": {}}', '{"a": null}', '{"": "x"}', '{"a}": "x"}'])(
    'must not be %s',
    (text) => expect(variables.safeParse(text).success).toBe(false),
  );
});
