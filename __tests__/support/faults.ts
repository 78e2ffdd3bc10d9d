import {
  answer,
  bomb,
  compressed,
  dateSkew,
  html,
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
  resetInstead,
  slowBody,
  slowHead,
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
const handled = true;
const unhandled = false;

/** The answer came, and the same request would bring it again: neither reads nor writes are repeated. */
export const TOO_LARGE: readonly Case[] = [
  {
    name: 'a body that is too large',
    fault: () => huge(MIB),
    words: 'the answer is larger than 1 MiB',
    handled,
  },
  {
    name: 'a compression bomb',
    fault: () => bomb(64 * MIB),
    words: 'the answer is larger than 1 MiB',
    handled,
  },
];

/** The service may have acted on the request: reads are repeated, creates and messages never. */
export const UNCERTAIN: readonly Case[] = [
  {
    name: 'reset before the request was read',
    fault: resetBefore,
    words: 'broke before the whole answer arrived',
    handled: unhandled,
  },
  {
    name: 'reset in place of handling',
    fault: resetInstead,
    words: 'broke before the whole answer arrived',
    handled: unhandled,
  },
  {
    name: 'reset after handling',
    fault: resetAfter,
    words: 'broke before the whole answer arrived',
    handled,
  },
  { name: 'no answer ever', fault: () => halfOpen(), words: 'no answer within 30 s', handled: unhandled },
  {
    name: 'no answer after handling',
    fault: () => halfOpen({ handled: true }),
    words: 'no answer within 30 s',
    handled,
  },
  {
    name: 'a head that drips',
    fault: () => slowHead({ every: 10_000 }),
    words: 'no answer within 30 s',
    handled,
  },
  {
    name: 'a body that drips',
    fault: () => slowBody({ every: 10_000 }),
    words: 'no complete answer within 30 s',
    handled,
  },
  {
    name: 'a head without an end',
    fault: () =>
      rewrite('long head', (given) => ({
        ...given,
        headers: { ...given.headers, 'x-padding': 'x'.repeat(64 * 1024) },
      })),
    words: 'Headers Overflow',
    handled,
  },
  {
    name: '100 Continue that nobody asked for',
    fault: () => headBefore('HTTP/1.1 100 Continue\r\n\r\n'),
    words: 'broke before the whole answer arrived',
    handled,
  },
  {
    name: 'a body that is cut',
    fault: () => cutBody(),
    words: 'broke before the whole answer arrived',
    handled,
  },
  {
    name: 'a length that is too large',
    fault: () => wrongLength(10),
    words: 'no complete answer within 30 s',
    handled,
  },
  {
    name: 'bytes that are no HTTP',
    fault: () => garbage(),
    words: 'broke before the whole answer arrived',
    handled,
  },
  {
    name: 'a body that is no JSON',
    fault: () => notJson('{"id": "job'),
    words: 'the answer is not JSON',
    handled,
  },
  {
    name: 'HTML in place of JSON',
    fault: () => notJson('<html><title>Hello</title></html>'),
    words: 'the answer is not JSON',
    handled,
  },
  { name: 'an empty body', fault: () => notJson(''), words: 'the answer is empty', handled },
  { name: 'a JSON list', fault: () => notJson('[]'), words: 'it should be an object', handled },
  {
    name: 'an encoding that nobody knows',
    fault: () =>
      rewrite('zip', (given) => ({
        ...given,
        headers: { ...given.headers, 'content-encoding': 'zip' },
        body: Buffer.from(given.body).reverse(),
      })),
    words: 'the answer is not JSON',
    handled,
  },
  {
    name: 'compressed bytes that are none',
    fault: () =>
      rewrite('bad gzip', (given) => ({
        ...given,
        headers: { ...given.headers, 'content-encoding': 'gzip' },
      })),
    words: 'incorrect header check',
    handled,
  },
  { name: '408', fault: () => answer({ status: 408 }), words: '408 Request Timeout', handled: unhandled },
  {
    name: '500 with JSON',
    fault: () => answer({ status: 500, body: { error: 'Boom' } }),
    words: '(500 Internal Server Error: Boom).',
    handled: unhandled,
  },
  { name: '502 with HTML', fault: () => html(502), words: '(502 Bad Gateway: 502).', handled: unhandled },
  {
    name: '500 with a page that is slow to search',
    fault: () =>
      answer({
        status: 500,
        headers: { 'content-type': 'text/html' },
        body: `<html>${'<script '.repeat(60_000)}${'<'.repeat(400_000)}`,
      }),
    words: '500 Internal Server Error',
    handled: unhandled,
  },
  {
    name: '503 with nothing',
    fault: () => answer({ status: 503 }),
    words: '(503 Service Unavailable).',
    handled: unhandled,
  },
  {
    name: '504 with text',
    fault: () => answer({ status: 504, body: 'upstream timed out' }),
    words: 'The service failed (504 Gateway Timeout: upstream timed out).',
    handled: unhandled,
  },
];

/** The service refused: nothing is repeated, nothing was done. */
export const REFUSED: readonly Case[] = [
  {
    name: '301',
    fault: () => redirect('https://elsewhere.example/v2?key=1', 301),
    words: 'redirects to https://elsewhere.example/v2 (301 Moved Permanently). Redirects are not followed',
    handled: unhandled,
  },
  {
    name: '302 to an address without an end',
    fault: () => redirect(`https://elsewhere.example/${'x'.repeat(4000)}`, 302),
    words: `${'x'.repeat(170)}… (302 Found). Redirects are not followed`,
    handled: unhandled,
  },
  {
    name: '303 to what is no address of the web',
    fault: () => redirect('javascript:alert(1)', 303),
    words: 'The service redirects (303 See Other). Redirects are not followed',
    handled: unhandled,
  },
  {
    name: '307',
    fault: () => redirect('/v2/elsewhere', 307),
    words: 'Put the final URL into `base-url`',
    handled: unhandled,
  },
  {
    name: '400',
    fault: () => answer({ status: 400, body: { error: 'Bad prompt', details: [{ message: 'too long' }] } }),
    words: 'The service rejected the request (400 Bad Request: Bad prompt: too long). ',
    handled: unhandled,
  },
  {
    name: '401',
    fault: () => answer({ status: 401, body: { error: 'Unauthorized' } }),
    words: 'The service rejected the API key (401 Unauthorized). Check that `api-key` has not expired',
    handled: unhandled,
  },
  { name: '402', fault: () => answer({ status: 402 }), words: 'Check the billing page', handled: unhandled },
  {
    name: '403',
    fault: () => answer({ status: 403, body: { message: 'No.' } }),
    words: "(403 Forbidden: No). Check the key's IP allowlist, its scope",
    handled: unhandled,
  },
  {
    name: '404',
    fault: () => answer({ status: 404 }),
    words: 'Check `project-id`',
    handled: unhandled,
  },
  {
    name: '422',
    fault: () => answer({ status: 422, body: 'no\u0007 ::error::x' }),
    words: 'The service rejected the request (422 Unprocessable Entity: no ::error::x).',
    handled: unhandled,
  },
];

/** A 429 with these headers. */
function limitedWith(headers: (now: number) => Record<string, string>): Fault {
  return {
    name: '429',
    act: (exchange) => answer({ status: 429, headers: headers(exchange.time.now()) }).act(exchange),
  };
}

/** The usage limit in all its forms: waited for by every operation. `seconds` is how long. */
export const LIMITED: readonly { name: string; fault: () => Fault; seconds: number }[] = [
  { name: 'Retry-After in seconds', fault: () => tooMany({ hint: 'retry-after', seconds: 60 }), seconds: 60 },
  {
    name: 'Retry-After as a date',
    fault: () => tooMany({ hint: 'retry-after-date', seconds: 90 }),
    seconds: 90,
  },
  { name: 'RateLimit-Reset', fault: () => tooMany({ hint: 'ratelimit-reset', seconds: 45 }), seconds: 45 },
  {
    name: 'X-RateLimit-Reset',
    fault: () => tooMany({ hint: 'x-ratelimit-reset', seconds: 75 }),
    seconds: 75,
  },
  {
    name: 'RateLimit-Reset as epoch seconds',
    fault: () => limitedWith((now) => ({ 'ratelimit-reset': String(now / 1000 + 50) })),
    seconds: 50,
  },
  {
    name: 'X-RateLimit-Reset in seconds from now',
    fault: () => limitedWith(() => ({ 'x-ratelimit-reset': '35' })),
    seconds: 35,
  },
  {
    name: 'a date that has passed',
    fault: () => limitedWith((now) => ({ 'retry-after': new Date(now - 90_000).toUTCString() })),
    seconds: 1,
  },
  {
    name: 'a negative Retry-After',
    fault: () => limitedWith(() => ({ 'retry-after': '-5' })),
    seconds: 30,
  },
  {
    name: 'a Retry-After beyond belief',
    fault: () => limitedWith(() => ({ 'retry-after': '9'.repeat(30) })),
    seconds: 30,
  },
  {
    name: 'epoch milliseconds',
    fault: () => limitedWith((now) => ({ 'x-ratelimit-reset': String(now + 60_000) })),
    seconds: 30,
  },
  { name: 'no hint', fault: () => tooMany({ hint: 'none' }), seconds: 30 },
  {
    name: 'plain text',
    fault: () => tooMany({ hint: 'retry-after', seconds: 10, text: 'Slow down' }),
    seconds: 10,
  },
  {
    name: 'a date by a clock that is an hour ahead',
    fault: () =>
      limitedWith((now) => ({
        date: new Date(now + 3_600_000).toUTCString(),
        'x-ratelimit-reset': String((now + 3_600_000) / 1000 + 40),
      })),
    seconds: 40,
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
  { name: 'deflate without its wrapper', fault: () => compressed('bare deflate') },
  { name: 'br', fault: () => compressed('br') },
  {
    name: 'an encoding that was named and not done',
    fault: () =>
      rewrite('zip', (given) => ({ ...given, headers: { ...given.headers, 'content-encoding': 'zip' } })),
  },
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
  { name: 'further fields', fault: () => rewriteJson((job) => ({ ...job, further: { deep: [1] } })) },
  {
    name: 'null in every field that may be',
    fault: () => rewriteJson((job) => ({ ...job, source: null, model: null })),
  },
];
