import { expect, test } from '@jest/globals';
import { createMask } from '../../sandbox/runner/mask.ts';
import { parseCommand } from '../../sandbox/runner/workflow-commands.ts';

const SECRET = 'a "secret" & more: é';

test.each<[string, string]>([
  ['as it is', SECRET],
  ['in an address', encodeURIComponent(SECRET)],
  ['in JSON', JSON.stringify(SECRET)],
  ['in XML', 'a "secret" &amp; more: é'],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64, shifted by one', Buffer.from(`x${SECRET}`).toString('base64')],
  ['base64, shifted by two', Buffer.from(`xy${SECRET}`).toString('base64')],
])('a secret is hidden: %s', (_name, text) => {
  expect(createMask([SECRET]).apply(`<${text}>`)).toMatch(/^<.{0,4}\*\*\*.{0,4}>$/);
});

test('each line of a secret is hidden, and the longer one first', () => {
  const mask = createMask(['abc', 'abcdef']);
  mask.add('line one\r\n\n  line two  \n');
  expect(mask.apply('abcdef abc; line two, line one')).toBe('*** ***; ***, ***');
});

test.each<[string, ReturnType<typeof parseCommand>]>([
  ['::error::text', { name: 'error', properties: new Map(), data: 'text' }],
  [
    '  ::Error file=a%2Cb.ts,title=x%3Ay,line=::a::b%250A%0D',
    {
      ...{ name: 'error', data: 'a::b%0A\r' },
      properties: new Map([
        ['file', 'a,b.ts'],
        ['title', 'x:y'],
      ]),
    },
  ],
  [
    'see ##[error title=a%3Bb;x=%5D]text',
    {
      name: 'error',
      properties: new Map([
        ['title', 'a;b'],
        ['x', ']'],
      ]),
      data: 'text',
    },
  ],
  ['see ::error::text', undefined],
  ['::unknown::text', undefined],
  ['::error:text', undefined],
  ['##[unknown]text', undefined],
  ['text', undefined],
])('%s', (line, command) => {
  expect(parseCommand(line)).toEqual(command);
});
