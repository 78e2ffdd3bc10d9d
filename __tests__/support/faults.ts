import {
  answer,
  compressed,
  dateSkew,
  type Hint,
  notJson,
  redirect,
  rewrite,
  rewriteJson,
  tooMany,
} from '../../sandbox/faults/answers.ts';
import { cutBody, halfOpen, resetAfter, resetBefore, slowBody } from '../../sandbox/faults/connections.ts';
import type { Fault } from '../../sandbox/faults/script.ts';

/** A fault, and how the log and the reason describe it. */
interface Case {
  readonly name: string;
  readonly fault: () => Fault;
  readonly words: string;
  /** Whether the service handled the request. */
  readonly handled: boolean;
}

type Row = readonly [name: string, fault: () => Fault, words: string];
const cases = (handled: boolean, rows: readonly Row[]): readonly Case[] =>
  rows.map(([name, fault, words]) => ({ name, fault, words, handled }));

/** Web applications answer a processed POST like this. Neither reads nor writes are repeated. */
export const REDIRECTED: readonly Case[] = cases(false, [
  [
    '302',
    () => redirect('https://elsewhere.example/v2?key=1', 302),
    'redirects to https://elsewhere.example/v2 (302 Found). Redirects are not followed',
  ],
  [
    '303 to a URL that is not of the web',
    () => redirect('javascript:alert(1)', 303),
    'The service redirects (303 See Other). Redirects are not followed',
  ],
]);

const PAGE = '<!DOCTYPE html>\n<html><head>\n<title>\nJust a moment...</title></head><body>';

/** What comes in place of the service's answer says nothing about the key. */
const GATEWAYS: readonly Row[] = [
  [
    '403 with a challenge',
    () => answer({ status: 403, headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' }, body: PAGE }),
    '(403 Forbidden): the page "Just a moment..." came in its place (server: cloudflare, cf-mitigated: challenge). Check the proxies and firewalls between the runner and `base-url`.',
  ],
  [
    '401 with a page of a TLS proxy',
    () => answer({ status: 401, headers: { via: '1.1 proxy.corp' }, body: '<h1>Log in</h1> to browse' }),
    '(401 Unauthorized): the page "Log in to browse" came in its place (via: 1.1 proxy.corp).',
  ],
  [
    '403 with the text of a CDN',
    () => answer({ status: 403, headers: { 'cf-ray': '8f1-FRA' }, body: 'error code: 1020' }),
    'the page "error code: 1020" came in its place (cf-ray: 8f1-FRA).',
  ],
  [
    '403 with nothing but the name of a gateway',
    () => answer({ status: 403, headers: { server: 'awselb/2.0' } }),
    '(403 Forbidden): an empty answer came in its place (server: awselb/2.0).',
  ],
  [
    '200 with a page',
    () => answer({ status: 200, headers: { 'content-type': 'text/html' }, body: 'Please accept the terms' }),
    '(200 OK): the page "Please accept the terms" came in its place.',
  ],
];

/** The service may have handled the request: reads are repeated, creates and messages never. */
export const UNCERTAIN: readonly Case[] = [
  ...cases(true, [
    ['reset after handling', resetAfter, 'broke before the response was complete'],
    ['no answer after handling', () => halfOpen({ handled: true }), 'no response within'],
    ['a body that drips', () => slowBody({ every: 10_000 }), 'no complete response within 30 s'],
    ['a body that is cut', () => cutBody(), 'broke before the response was complete'],
    ['a body that is not JSON', () => notJson('{"id": "job'), 'the response is not JSON'],
  ]),
  ...cases(false, [
    ['reset before the request was read', resetBefore, 'broke before the response was complete'],
    ['no answer ever', () => halfOpen(), 'no response within'],
    ['408', () => answer({ status: 408 }), '408 Request Timeout'],
    [
      '500 with JSON',
      () => answer({ status: 500, body: { error: 'Boom' } }),
      'Internal Server Error: Boom).',
    ],
    ['500 with a page that is slow to search', slowPage, '500 Internal Server Error'],
    [
      '504 with text',
      () => answer({ status: 504, body: 'upstream timed out' }),
      'The service failed (504 Gateway Timeout: upstream timed out).',
    ],
    ...GATEWAYS,
  ]),
];

/** The service refused the request: nothing is repeated, nothing was done. */
export const REFUSED: readonly Case[] = cases(false, [
  [
    '400',
    () => answer({ status: 400, body: { error: 'Bad prompt', details: [{ message: 'too long' }] } }),
    'The service rejected the request (400 Bad Request: Bad prompt: too long). ',
  ],
  [
    '301',
    () => redirect('https://elsewhere.example/v2?key=1', 301),
    'redirects to https://elsewhere.example/v2 (301 Moved Permanently). Redirects are not followed',
  ],
  ['307', () => redirect('/v2', 307), 'redirects (307 Temporary Redirect). Redirects are not followed'],
  [
    '401',
    () => answer({ status: 401, body: { error: 'Unauthorized' } }),
    'The service rejected the API key (401 Unauthorized). Check that `api-key` has not expired',
  ],
  ['402', () => answer({ status: 402 }), 'Check the billing page'],
  ['403', () => answer({ status: 403, body: { message: 'No.' } }), "(403 Forbidden: No). Check the key's IP"],
  ['404', () => answer({ status: 404 }), 'Check `project-id`'],
  [
    '422',
    () => answer({ status: 422, body: 'no\u0007 ::error::x' }),
    'The service rejected the request (422 Unprocessable Entity: no ::error::x).',
  ],
]);

/** The forms of the usage limit. Each operation waits for `seconds`. */
export const LIMITED: readonly { name: string; fault: () => Fault; seconds: number }[] = [
  limited(60, 'Retry-After in seconds', 'retry-after'),
  limited(90, 'Retry-After as a date', 'retry-after-date'),
  limited(75, 'X-RateLimit-Reset', 'x-ratelimit-reset'),
  limited(30, 'no hint', 'none'),
  limited(10, 'plain text', 'retry-after', 'Slow down'),
];

function limited(seconds: number, name: string, hint: Hint, text?: string) {
  return { name, seconds, fault: () => tooMany({ hint, seconds, text }) };
}

function slowPage(): Fault {
  const body = `<html>${'<script '.repeat(60_000)}${'<'.repeat(400_000)}`;
  return answer({ status: 500, headers: { 'content-type': 'text/html' }, body });
}

/** Sends bytes before the right answer. */
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

/** In JSON, the last of two fields with the same name counts. */
function twice(): Fault {
  return rewrite('a field twice', (given) => ({
    ...given,
    body: Buffer.from(given.body.toString().replace('{', '{"status":"odd",')),
  }));
}

/** Unusual answers that count. */
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
    name: 'null in optional fields',
    fault: () => rewriteJson((job) => ({ ...job, source: null, model: null })),
  },
];
