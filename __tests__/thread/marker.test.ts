import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CLAIM_STATES, type Claim } from '../../src/thread/claim.ts';
import { deriveKey } from '../../src/thread/key.ts';
import { readMarker, type ThreadScope, writeMarker } from '../../src/thread/marker.ts';
import { holdsMarker, LONGEST_SEAL } from '../../src/thread/seal.ts';

const key = deriveKey({ kind: 'api-key', apiKey: 'mint_0123456789abcdef' });
const scope: ThreadScope = {
  service: { baseUrl: new URL('https://api.example.com/docs/'), projectId: 'acme' },
  repositoryId: 42,
  thread: 7,
};
const claim: Claim = {
  nonce: 'n',
  request: 'r',
  state: 'job',
  jobId: 'job_1',
  deadline: 1_000,
  sentAt: 500,
  commentId: 11,
};
const time = fc.integer({ min: 0, max: 2 ** 45 });
const anyClaim: fc.Arbitrary<Claim> = fc
  .record(
    {
      nonce: fc.string(),
      request: fc.string(),
      state: fc.constantFrom(...CLAIM_STATES),
      jobId: fc.string({ unit: 'binary', maxLength: 250 }),
      deadline: time,
      sentAt: time,
      ticket: time,
    },
    { requiredKeys: ['nonce', 'request', 'state', 'deadline'] },
  )
  .map((fields) => fields as Claim);

describe('a marker', () => {
  test('says what was written, in a comment of any text', () => {
    fc.assert(
      fc.property(anyClaim, fc.option(time, { nil: undefined }), fc.string(), (fields, commentId, text) => {
        const written: Claim = { ...fields, ...(commentId !== undefined && { commentId }) };
        const body = `${text}\n${writeMarker(written, scope, key)}\n${text}`;
        expect(readMarker(body, commentId ?? 1, scope, key)).toEqual({ kind: 'claim', claim: written });
        expect(holdsMarker(body)).toBe(true);
      }),
    );
  });

  test('is one line that stays hidden, of bounded length', () => {
    fc.assert(
      fc.property(anyClaim, (fields) => {
        expect(writeMarker(fields, scope, key)).toMatch(
          /^<!-- docs-agent-action:claim:v1 [0-9a-f]{12} [A-Za-z0-9+/]+=* [A-Za-z0-9+/]{43}= -->$/,
        );
      }),
    );
    for (const longest of ['\u0000', '\ud800', '\u{1f600}', '"']) {
      const jobId = longest.repeat(500 / longest.length);
      const marker = writeMarker({ ...claim, jobId, nonce: 'n'.repeat(43) }, scope, key);
      expect(marker.length).toBeLessThan(LONGEST_SEAL);
      expect(readMarker(marker, 11, scope, key)).toMatchObject({ claim: { jobId } });
    }
  });

  test('is never believed once a character of it changed', () => {
    const marker = writeMarker(claim, scope, key);
    fc.assert(
      fc.property(
        fc.nat(marker.length - 1),
        fc.string({ unit: 'binary', minLength: 0, maxLength: 2 }),
        (at, other) => {
          fc.pre(marker.charAt(at) !== other);
          const altered = marker.slice(0, at) + other + marker.slice(at + 1);
          // Text that was put in front of it or behind it changes nothing.
          fc.pre(!altered.includes(marker));
          expect(readMarker(altered, 11, scope, key).kind).not.toBe('claim');
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('is not believed in another spelling of the same bytes', () => {
    const marker = writeMarker(claim, scope, key);
    for (const respelled of [marker.replaceAll('=', ''), marker.replaceAll('+', '-').replaceAll('/', '_')]) {
      if (respelled !== marker) expect(readMarker(respelled, 11, scope, key).kind).not.toBe('claim');
    }
  });
});

describe('carried elsewhere', () => {
  const marker = writeMarker(claim, scope, key);
  const { service } = scope;

  test.each<[string, ThreadScope]>([
    ['thread', { ...scope, thread: 8 }],
    ['repository', { ...scope, repositoryId: 43 }],
    ['repository and thread, exchanged', { ...scope, repositoryId: 7, thread: 42 }],
  ])('it does not verify in another %s, and says so', (_, elsewhere) => {
    expect(readMarker(marker, 11, elsewhere, key)).toEqual({ kind: 'unverified' });
  });

  test.each<[string, ThreadScope]>([
    ['project', { ...scope, service: { ...service, projectId: 'other' } }],
    ['base address', { ...scope, service: { ...service, baseUrl: new URL('https://api.example.com') } }],
  ])("another %s's memory is its own: there is none here", (_, elsewhere) => {
    expect(readMarker(marker, 11, elsewhere, key)).toEqual({ kind: 'none' });
  });

  test('a slash at the end of the base address makes no difference', () => {
    const same = { ...scope, service: { ...service, baseUrl: new URL('https://api.example.com/docs') } };
    expect(readMarker(marker, 11, same, key)).toEqual({ kind: 'claim', claim });
  });

  test('in a comment with another id it is none', () => {
    expect(readMarker(marker, 12, scope, key)).toEqual({ kind: 'none' });
  });

  test('a claim that no edit has bound to its comment yet is read in any; which one counts is seen from all', () => {
    const { commentId: _, ...unbound } = claim;
    expect(readMarker(writeMarker(unbound, scope, key), 12, scope, key)).toEqual({
      kind: 'claim',
      claim: unbound,
    });
  });
});

describe('the key', () => {
  test('another API key does not verify; the same thread-secret does', () => {
    const other = deriveKey({ kind: 'api-key', apiKey: 'mint_other' });
    expect(readMarker(writeMarker(claim, scope, key), 11, scope, other)).toEqual({ kind: 'unverified' });
    const secret = () => deriveKey({ kind: 'thread-secret', secret: 'sixteen letters!' });
    expect(readMarker(writeMarker(claim, scope, secret()), 11, scope, secret())).toEqual({
      kind: 'claim',
      claim,
    });
  });

  test('is another one for the same text as API key and as thread-secret', () => {
    const text = 'mint_0123456789abcdef';
    expect(deriveKey({ kind: 'thread-secret', secret: text })).not.toEqual(
      deriveKey({ kind: 'api-key', apiKey: text }),
    );
  });
});

test('of two markers in one comment none is believed', () => {
  const body = `${writeMarker(claim, scope, key)}\n${writeMarker({ ...claim, state: 'ended' }, scope, key)}`;
  expect(readMarker(body, 11, scope, key)).toEqual({ kind: 'unverified' });
});

test('a comment without a marker has none', () => {
  expect(readMarker('a comment <!-- of some sort -->', 1, scope, key)).toEqual({ kind: 'none' });
  expect(holdsMarker('docs-agent-action:claim:v1')).toBe(false);
});
