import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formsOf, hiderOf } from '../../src/runner/secrets.ts';
import { inAnyGuise, lettersIn, tellingLetters } from '../../src/text/guises.ts';
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

  test.each([700, 801, 1500, 4000, 20_000])('of %i characters is hidden as well', (length) => {
    const letters = Array.from({ length }, (_, at) => ((at * 7919 + (at >> 3)) % 36).toString(36)).join('');
    const key = `${letters.slice(4)}/+_-`;
    for (const form of [key, base64(key), base64(`Bearer ${key}`)])
      expect(hide(`key ${form} and more`, key)).toMatch(/^key \*\*\*=* and more$/);
    if (length < 10_000) expect(hide(`key ${encodeURIComponent(key)}`, key)).toBe('key ***');
  });

  test('of signs alone is hidden as it is when it is long', () => {
    const key = '/+&<'.repeat(220);
    expect(hide(`key ${key} and more`, key)).toBe('key *** and more');
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

  test('is looked for by some of its letters: that passes over no text in which all of it is found', () => {
    const keys = fc.oneof(
      fc.stringMatching(/^[a-z]{2,4}_[\w./+-]{8,40}$/),
      fc.stringMatching(/^(5?25)?[\da-f]{14}$/),
      // These hold what could be the number of a character.
      fc.stringMatching(/^[a-fu]{10,16}$/),
      fc.stringMatching(/^[ -~]{1,40}$/),
    );
    // What seems to go on in the key, or in what follows it.
    const begun = fc.constantFrom(
      '',
      'u',
      '\\u0',
      'u00',
      '%',
      '%2',
      '%25',
      '&#',
      '&#x',
      '+#0',
      '\\u0026#x',
      'm;',
      ',',
    );
    const ended = fc.constantFrom('', ';', ',', '\\u003b', '41', '0041', '#65;', '…');
    const asItIs = { arbitrary: fc.constant(String), weight: 5 };
    const disguised = fc.constantFrom<((sign: string) => string)[]>(
      (sign) => `\\${sign}`,
      (sign) => `${sign}\u200b&#8203;`,
      (sign) => `%${sign.charCodeAt(0).toString(16)}`,
      (sign) => `%2525${sign.charCodeAt(0).toString(16)}`,
      (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
      (sign) => `&#0${sign.charCodeAt(0)};`,
      (sign) => `\\u0026#x${sign.charCodeAt(0).toString(16)}\\u003b`,
    );
    let told = 0;
    fc.assert(
      fc.property(
        keys,
        begun,
        ended,
        fc.infiniteStream(fc.oneof(asItIs, { arbitrary: disguised, weight: 1 })),
        (key, before, after, choices) => {
          const signs = [...key].map((sign) => (choices.next().value ?? String)(sign));
          const text = `${before}${signs.join('')}${after}`;
          if (text.search(inAnyGuise(key)) < 0) return;
          expect(lettersIn(text)).toContain(tellingLetters(key));
          told += Number(tellingLetters(key) !== '');
        },
      ),
      { seed: 21, numRuns: 800 },
    );
    expect(told).toBeGreaterThan(100);
  });

  test('is not looked for where its letters are not', () => {
    expect(lettersIn('%41&#66;\\u0043-d')).toBe('4166u0043d ABCd');
    expect(tellingLetters('mint_0123456789abcdef')).toBe('012345');
    expect(lettersIn('an answer &amp; 100 %20 more')).not.toContain('012345');
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
