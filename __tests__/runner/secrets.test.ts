import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formsOf, hiderOf } from '../../src/runner/secrets.ts';
import { inAnyGuise, mayHold } from '../../src/text/guises.ts';
import { cut } from '../../src/text/line.ts';

const KEY = `mint_a/b+c&d<e>"f'g\\h`;

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function hide(text: string, ...secrets: string[]): string {
  return hiderOf(secrets)(text);
}

describe('a secret', () => {
  test.each([
    ['as it is', KEY],
    ['in an address', encodeURIComponent(KEY)],
    [
      'in an address with small letters',
      encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ['in JSON', JSON.stringify(KEY).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
    ['in HTML', 'mint_a/b+c&amp;d&lt;e&gt;&quot;f&#39;g\\h'],
    ['in HTML by numbers', KEY.replace(/[^a-z]/g, (sign) => `&#${sign.charCodeAt(0)};`)],
    [
      'in HTML by numbers, in JSON that has the sign of entities as its number',
      KEY.replace(/[^a-z]/g, (sign) => `\\u0026#${sign.charCodeAt(0)};`),
    ],
    ['with the backslashes of Markdown', KEY.replace(/[^a-z]/g, '\\$&')],
    [
      'with every character as in an address',
      [...KEY].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
    ],
    [
      'in JSON with every character as a number',
      [...KEY].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join(''),
    ],
    ['in JSON within JSON', JSON.stringify(JSON.stringify(KEY)).slice(3, -3)],
    ['split by characters of no width', [...KEY].join('\u200b')],
    ['split by entities of no width', KEY.replaceAll('_', '_&#8203;')],
    ['split by marks of direction', [...KEY].join('\u202e\u2066')],
    ['in base64 without padding', base64(KEY).replace(/=+$/, '')],
    ['as the header in base64 without padding', base64(`Bearer ${KEY}`).replace(/=+$/, '')],
    ['as the header of GitHub in base64', base64(`token ${KEY}`).replace(/=+$/, '')],
    ['in base64 for addresses', Buffer.from(KEY).toString('base64url')],
    ['as the header in base64 for addresses', Buffer.from(`Bearer ${KEY}`).toString('base64url')],
  ])('is hidden %s', (_name, form) => {
    expect(hide(`key=${form}, again ${form}`, KEY)).toBe('key=***, again ***');
  });

  test.each([0, 1, 2])('is hidden in base64 that is padded (%i)', (more) => {
    const key = KEY + 'x'.repeat(more);
    for (const form of [base64(key), base64(`Bearer ${key}`)])
      expect(hide(`key ${form}`, key)).toMatch(/^key \*\*\*=*$/);
  });

  test('is hidden by the runner in each form that can be listed', () => {
    const forms = formsOf(KEY);
    expect(forms).toEqual(
      expect.arrayContaining([KEY, encodeURIComponent(KEY), base64(KEY).replace(/=+$/, '')]),
    );
    for (const form of forms) expect(hide(form, KEY)).toBe('***');
  });

  test('of one character leaves base64 alone', () => {
    expect(hide(base64('}'), '}')).toBe(base64('}'));
  });

  test('is looked for in long runs of what may stand within it, and that takes no time', () => {
    const runs = [
      '\\',
      '\u200b',
      'm',
      'mint_',
      '&#8203;',
      'm\\',
      ' ',
      '%5C',
      '\\u0026#8203\\u003b',
      '+#8203,',
    ];
    // Some begin with a character of what may stand between: its end begins a run of its own.
    const secrets = [
      KEY,
      'a \\ b  c',
      `${'\\'.repeat(20)}x`,
      'C_and_more',
      'b_and_more',
      ';_and_more',
      '8_and_more',
    ];
    for (const run of runs) {
      const text = `m${run.repeat(20_000)}`;
      expect(hide(text, ...secrets)).toBe(text);
    }
  });

  test('is hidden whatever was done to each of its characters', () => {
    const guises = [
      (sign: string) => sign,
      (sign: string) => `\\${sign}`,
      (sign: string) => `${sign}\u200d`,
      (sign: string) => encodeURIComponent(sign),
      (sign: string) => `&#${sign.charCodeAt(0)};`,
    ];
    const key = fc.stringMatching(/^[!-~]{8,40}$/);
    fc.assert(
      fc.property(key, fc.infiniteStream(fc.constantFrom(...guises)), (secret, choices) => {
        const text = [...secret].map((sign) => (choices.next().value ?? String)(sign)).join('');
        expect(hide(`(${text})`, secret)).toMatch(/^\(\*\*\*\u200d?\)$/);
      }),
      { seed: 21 },
    );
  });

  test('is looked for by its first characters: that passes over no text in which all of it is found', () => {
    const shapes = fc.array(fc.stringMatching(/^[ -~]{1,40}$/), { minLength: 1, maxLength: 3 });
    const around = fc.string({ unit: 'binary', maxLength: 20 });
    const disguises = [
      (text: string) => text,
      (text: string) => [...text].map((sign) => `\\${sign}`).join(''),
      (text: string) => [...text].join('\u200b'),
      (text: string) => [...text].map((sign) => `&#${sign.charCodeAt(0)};`).join(''),
      (text: string) => JSON.stringify(text).slice(1, -1),
      encodeURIComponent,
    ];
    let found = 0;
    fc.assert(
      fc.property(shapes, around, around, fc.constantFrom(...disguises), (all, one, other, disguise) => {
        const text = `${one}${disguise(all[0] ?? '')}${other}`;
        const whole = all.some((shape) => inAnyGuise(shape).test(text));
        if (whole) expect(mayHold(all)(text)).toBe(true);
        found += Number(whole);
      }),
      { seed: 21, numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(1_500);
  });

  test('is hidden where a text was cut in the middle of it', () => {
    expect(hide('echo: mint_a/b+c…', KEY)).toBe('echo: ***…');
    expect(hide('echo: mint_…', KEY)).toBe('echo: mint_…');
  });

  test('that begins with another one is hidden whole', () => {
    expect(hide('abcdef', 'abc', 'abcdef')).toBe('***');
  });

  test('never shows more than its first characters, wherever a text with it is cut', () => {
    const key = fc.stringMatching(/^[a-z0-9_]{12,40}$/);
    fc.assert(
      fc.property(key, fc.nat(300), fc.integer({ min: 20, max: 300 }), (secret, before, limit) => {
        const text = cut(`${'-'.repeat(before)}${secret}${'-'.repeat(300)}`, limit);
        expect(hide(text, secret)).not.toContain(secret.slice(0, 7));
      }),
      { seed: 6 },
    );
  });
});
