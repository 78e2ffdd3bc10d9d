/** A careless script that uses an output in an expression runs nothing of it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shellSafeJson, shellSafeText } from '../../src/text/shell-safe.ts';

const HAS_SH = spawnSync('sh', ['-c', 'exit']).status === 0;

/** Each creates a file when a shell runs it. */
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

const SCRIPTS = [
  (value: string) => `echo ${value}`,
  (value: string) => `echo "${value}"`,
  (value: string) => `echo '${value}'`,
  (value: string) => `echo "Reason: ${value}" # and more\necho "x; touch swallowed"`,
  (value: string) => `if [ "${value}" = a ]; then :; fi`,
  (value: string) => `text="${value}"\necho "$text"`,
];

function filesBy(value: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  const scripts = SCRIPTS.map((script) => script(value));
  // One process for all of them, since starting a process from here takes longest.
  spawnSync('sh', ['-c', 'for script; do sh -c "$script"; done', 'sh', ...scripts], { cwd: folder });
  const files = readdirSync(folder);
  rmSync(folder, { recursive: true, maxRetries: 5 });
  return files;
}

(HAS_SH ? describe : describe.skip)('a careless script', () => {
  test('runs an unsafe value', () => {
    expect(filesBy('$(touch broken)')).toEqual(['broken']);
  });

  test.each(ATTACKS)('does not run %j', (attack) => {
    expect(filesBy(shellSafeText(`The service's answer: ${attack}`))).toEqual([]);
    expect(filesBy(shellSafeJson({ [attack]: [attack, { "it's": attack }] }))).toEqual([]);
  });
});

describe('a sentence', () => {
  test('stays readable', () => {
    const text = 'Not sent: `api-key` is "wrong" (403); costs $5 | <b> & more\\';
    expect(shellSafeText(text)).toBe("Not sent: 'api-key' is 'wrong' [403], costs \uff045 / [b] + more");
  });

  test('is one line without invisible characters', () => {
    expect(shellSafeText('a\r\nb\u202ec\u0007\td')).toBe('a bc d');
  });
});

describe('JSON', () => {
  test('decodes to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(shellSafeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 21 },
    );
  });

  test('escapes shell characters and invisible ones', () => {
    const text = shellSafeJson({ "a 'b": '"\\`$;|&<>()\u2019\u202e\u{e0001}\u0007\u0085\u2028' });
    expect(text).toBe(
      '{"a\\u0020\\u0027b":"\\u0022\\u005c\\u0060\\u0024\\u003b\\u007c\\u0026\\u003c\\u003e\\u0028\\u0029\\u2019\\u202e\\udb40\\udc01\\u0007\\u0085\\u2028"}',
    );
  });

  test('of no value is empty', () => {
    expect(shellSafeJson(undefined)).toBe('');
  });
});
