import {
  answer,
  bomb,
  compressed,
  dateSkew,
  huge,
  notJson,
  redirect,
  rewrite,
  rewriteJson,
  tooMany,
} from '../../sandbox/faults/answers.ts';
import {
  cutBody,
  garbage,
  halfOpen,
  resetAfter,
  resetBefore,
  slowBody,
  wrongLength,
} from '../../sandbox/faults/connections.ts';
import type { Fault } from '../../sandbox/faults/script.ts';

/** A fault, and what the log and the reason say about it. */
export interface Case {
  readonly name: string;
  readonly fault: () => Fault;
  readonly words: string;
  /** Whether the service handled the request nevertheless. */
  readonly handled: boolean;
}

const MIB = 1024 * 1024;

type Row = readonly [name: string, fault: () => Fault, words: string, handled?: 'unhandled'];
const cases = (rows: readonly Row[]): readonly Case[] =>
  rows.map(([name, fault, words, handled]) => ({ name, fault, words, handled: handled === undefined }));

/** The answer came, and the same request would bring it again: neither reads nor writes are repeated. */
export const TOO_LARGE: readonly Case[] = cases([
  ['a body that is too large', () => huge(MIB), 'the answer is larger than 1 MiB'],
  ['a compression bomb', () => bomb(64 * MIB), 'the answer is larger than 1 MiB'],
]);

/** The service may have acted on the request: reads are repeated, creates and messages never. */
export const UNCERTAIN: readonly Case[] = cases([
  ['reset after handling', resetAfter, 'broke before the whole answer arrived'],
  ['reset before the request was read', resetBefore, 'broke before the whole answer arrived', 'unhandled'],
  ['no answer ever', () => halfOpen(), 'no answer within 30 s', 'unhandled'],
  ['no answer after handling', () => halfOpen({ handled: true }), 'no answer within 30 s'],
  ['a body that drips', () => slowBody({ every: 10_000 }), 'no complete answer within 30 s'],
  [
    'a head without an end',
    () =>
      rewrite('long head', (given) => ({
        ...given,
        headers: { ...given.headers, 'x-padding': 'x'.repeat(64 * 1024) },
      })),
    'Headers Overflow',
  ],
  [
    '100 Continue that nobody asked for',
    () => headBefore('HTTP/1.1 100 Continue\r\n\r\n'),
    'broke before the whole answer arrived',
  ],
  ['a body that is cut', () => cutBody(), 'broke before the whole answer arrived'],
  ['a length that is too large', () => wrongLength(10), 'no complete answer within 30 s'],
  ['bytes that are no HTTP', () => garbage(), 'broke before the whole answer arrived'],
  ['a body that is no JSON', () => notJson('{"id": "job'), 'the answer is not JSON'],
  ['an empty body', () => notJson(''), 'the answer is empty'],
  ['a JSON list', () => notJson('[]'), 'it should be an object'],
  [
    'an encoding that nobody knows',
    () =>
      rewrite('zip', (given) => ({
        ...given,
        headers: { ...given.headers, 'content-encoding': 'zip' },
        body: Buffer.from(given.body).reverse(),
      })),
    'the answer is not JSON',
  ],
  [
    'compressed bytes that are none',
    () =>
      rewrite('bad gzip', (given) => ({
        ...given,
        headers: { ...given.headers, 'content-encoding': 'gzip' },
      })),
    'incorrect header check',
  ],
  ['408', () => answer({ status: 408 }), '408 Request Timeout', 'unhandled'],
  [
    '500 with JSON',
    () => answer({ status: 500, body: { error: 'Boom' } }),
    '(500 Internal Server Error: Boom).',
    'unhandled',
  ],
  [
    '500 with a page that is slow to search',
    () =>
      answer({
        status: 500,
        headers: { 'content-type': 'text/html' },
        body: `<html>${'<script '.repeat(60_000)}${'<'.repeat(400_000)}`,
      }),
    '500 Internal Server Error',
    'unhandled',
  ],
  [
    '504 with text',
    () => answer({ status: 504, body: 'upstream timed out' }),
    'The service failed (504 Gateway Timeout: upstream timed out).',
    'unhandled',
  ],
]);

/** The service refused: nothing is repeated, nothing was done. */
export const REFUSED: readonly Case[] = cases([
  [
    '400',
    () => answer({ status: 400, body: { error: 'Bad prompt', details: [{ message: 'too long' }] } }),
    'The service rejected the request (400 Bad Request: Bad prompt: too long). ',
    'unhandled',
  ],
  [
    '301',
    () => redirect('https://elsewhere.example/v2?key=1', 301),
    'redirects to https://elsewhere.example/v2 (301 Moved Permanently). Redirects are not followed',
    'unhandled',
  ],
  [
    '303 to what is no address of the web',
    () => redirect('javascript:alert(1)', 303),
    'The service redirects (303 See Other). Redirects are not followed',
    'unhandled',
  ],
  [
    '401',
    () => answer({ status: 401, body: { error: 'Unauthorized' } }),
    'The service rejected the API key (401 Unauthorized). Check that `api-key` has not expired',
    'unhandled',
  ],
  ['402', () => answer({ status: 402 }), 'Check the billing page', 'unhandled'],
  [
    '403',
    () => answer({ status: 403, body: { message: 'No.' } }),
    "(403 Forbidden: No). Check the key's IP allowlist, its scope",
    'unhandled',
  ],
  ['404', () => answer({ status: 404 }), 'Check `project-id`', 'unhandled'],
  [
    '422',
    () => answer({ status: 422, body: 'no\u0007 ::error::x' }),
    'The service rejected the request (422 Unprocessable Entity: no ::error::x).',
    'unhandled',
  ],
]);

/** The usage limit in all its forms: waited for by every operation. `seconds` is how long. */
export const LIMITED: readonly { name: string; fault: () => Fault; seconds: number }[] = [
  { name: 'Retry-After in seconds', fault: () => tooMany({ hint: 'retry-after', seconds: 60 }), seconds: 60 },
  {
    name: 'Retry-After as a date',
    fault: () => tooMany({ hint: 'retry-after-date', seconds: 90 }),
    seconds: 90,
  },
  {
    name: 'X-RateLimit-Reset',
    fault: () => tooMany({ hint: 'x-ratelimit-reset', seconds: 75 }),
    seconds: 75,
  },
  { name: 'no hint', fault: () => tooMany({ hint: 'none' }), seconds: 30 },
  {
    name: 'plain text',
    fault: () => tooMany({ hint: 'retry-after', seconds: 10, text: 'Slow down' }),
    seconds: 10,
  },
];

/** Bytes that come before the right answer. */
function headBefore(bytes: string): Fault {
  return {
    name: 'head before',
    async act(exchange) {
      const given = await exchange.process();
      await exchange.write(bytes);
      await exchange.send(given);
    },
  };
}

/** JSON takes the last of two fields with one name. */
function twice(): Fault {
  return rewrite('a field twice', (given) => ({
    ...given,
    body: Buffer.from(given.body.toString().replace('{', '{"status":"odd",')),
  }));
}

/** Odd, but right: the answer counts. */
export const HARMLESS: readonly { name: string; fault: () => Fault }[] = [
  { name: 'gzip', fault: () => compressed('gzip') },
  { name: 'deflate', fault: () => compressed('deflate') },
  { name: 'br', fault: () => compressed('br') },
  {
    name: 'a byte order mark',
    fault: () =>
      rewrite('byte order mark', (given) => ({
        ...given,
        body: Buffer.concat([Buffer.from('\ufeff'), given.body]),
      })),
  },
  { name: 'early hints', fault: () => headBefore('HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n') },
  { name: 'a field that is there twice', fault: () => twice() },
  { name: 'a clock that is a day ahead', fault: () => dateSkew(86_400_000) },
  {
    name: 'null in every field that may be',
    fault: () => rewriteJson((job) => ({ ...job, source: null, model: null })),
  },
];
