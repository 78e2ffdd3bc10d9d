/** What the outputs of a step do where a script takes them in by an expression: nothing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shellSafeJson, shellSafeText } from '../../src/text/shell-safe.ts';

const HAS_SH = spawnSync('sh', ['-c', 'exit']).status === 0;

/** Each makes a file where a shell carries it out. */
const ATTACKS = [
  '$(touch broken)',
  '`touch broken`',
  '; touch broken; ',
  '| touch broken',
  '"; touch broken; "',
  "'; touch broken; '",
  '> broken',
  '\ntouch broken\n',
  '\u2028touch broken\u2028',
  '<(touch broken)',
  `\${x:-$(touch broken)}`,
  'x\\',
];

/** How a careless script takes an output in. */
const SCRIPTS = [
  (value: string) => `echo ${value}`,
  (value: string) => `echo "${value}"`,
  (value: string) => `echo '${value}'`,
  (value: string) => `echo "Reason: ${value}" # and more\necho "x; touch swallowed"`,
  (value: string) => `if [ "${value}" = a ]; then :; fi`,
  (value: string) => `text="${value}"\necho "$text"`,
];

function filesAfter(script: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  try {
    spawnSync('sh', ['-c', script], { cwd: folder });
    return readdirSync(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const describeShell = HAS_SH ? describe : describe.skip;

describeShell('a careless script carries out nothing', () => {
  test('but would without care', () => {
    expect(filesAfter(`echo "${ATTACKS[0]}"`)).toEqual(['broken']);
  });

  test.each(ATTACKS)('of %j', (attack) => {
    for (const script of SCRIPTS) {
      expect(filesAfter(script(shellSafeText(`The service's answer: ${attack}`)))).toEqual([]);
      expect(filesAfter(script(shellSafeJson({ [attack]: [attack, { "it's": attack }] })))).toEqual([]);
    }
  });
});

describe('a sentence', () => {
  test('stays readable', () => {
    const text = 'Not sent: `api-key` is "wrong" (403); costs $5 | <b> & more\\';
    expect(shellSafeText(text)).toBe("Not sent: 'api-key' is 'wrong' [403], costs \uff045 / [b] + more");
  });

  test('is one line, without what nobody sees', () => {
    expect(shellSafeText('a\r\nb\u202ec\u0007\td')).toBe('a bc d');
  });
});

describe('JSON', () => {
  test('means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(shellSafeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 21 },
    );
  });

  test('has each sign of a shell, and what nobody sees, as its number', () => {
    const text = shellSafeJson({ "a 'b": '"\\`$;|&<>()\u2019\u202e\u{e0001}\u0007\u0085\u2028' });
    expect(text).toBe(
      '{"a\\u0020\\u0027b":"\\u0022\\u005c\\u0060\\u0024\\u003b\\u007c\\u0026\\u003c\\u003e\\u0028\\u0029\\u2019\\u202e\\udb40\\udc01\\u0007\\u0085\\u2028"}',
    );
  });

  test('of nothing is nothing', () => {
    expect(shellSafeJson(undefined)).toBe('');
  });
});
