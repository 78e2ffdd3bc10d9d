import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { identifyRequest } from '../../src/thread/identity.ts';
import { deriveKey } from '../../src/thread/key.ts';
import { readMarker } from '../../src/thread/marker.ts';
import {
  holdsToken,
  type PullRequestScope,
  readOrigin,
  writeOrigin,
  writeToken,
} from '../../src/thread/origin.ts';

const key = deriveKey({ kind: 'api-key', apiKey: 'mint_0123456789abcdef' });
const service = { baseUrl: new URL('https://api.example.com'), projectId: 'acme' };
const scope: PullRequestScope = { service, host: 'github.com', owner: 'Acme', repo: 'docs', number: 5 };

describe("a pull request's origin", () => {
  const note = writeOrigin('job_1', scope, key);

  test('names the job that made it, however the address is spelled', () => {
    expect(readOrigin(`Text.\n${note}`, scope, key)).toEqual({ kind: 'made', jobId: 'job_1' });
    expect(readOrigin(note, { ...scope, owner: 'acme', repo: 'Docs' }, key)).toMatchObject({ kind: 'made' });
  });

  test.each<[string, Partial<PullRequestScope>]>([
    ['host', { host: 'github.example.com' }],
    ['owner', { owner: 'other' }],
    ['repository', { repo: 'code' }],
    ['number', { number: 6 }],
  ])('is not believed on a pull request with another %s', (_, elsewhere) => {
    expect(readOrigin(note, { ...scope, ...elsewhere }, key)).toEqual({ kind: 'unverified' });
  });

  test("is nothing in another project, and no claim of a request's", () => {
    const other = { ...service, projectId: 'other' };
    expect(readOrigin(note, { ...scope, service: other }, key)).toEqual({ kind: 'none' });
    expect(readMarker(note, 1, { service, repositoryId: 1, thread: 5 }, key)).toEqual({ kind: 'none' });
  });
});

describe("a description's token", () => {
  const nonce = '0123456789abcdef0123456789abcdef';
  const token = writeToken(nonce, service, key);

  test('is found in what an agent makes of it', () => {
    for (const text of [
      token,
      `Docs.\n\n<!-- ${token} -->`,
      `\`${token}\``,
      `Token: ${token}.`,
      `x ${token}\n${token}`,
    ]) {
      expect(holdsToken(text, service, key)).toBe(true);
    }
  });

  test('is not believed once a character of it changed, nor in another project', () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.string({ maxLength: 2 }), (at, other) => {
        const altered = token.slice(0, at) + other + token.slice(at + 1);
        fc.pre(!altered.includes(token));
        expect(holdsToken(altered, service, key)).toBe(false);
      }),
    );
    expect(holdsToken(token, { ...service, projectId: 'other' }, key)).toBe(false);
    expect(holdsToken(token, service, deriveKey({ kind: 'api-key', apiKey: 'other' }))).toBe(false);
  });
});

describe("a request's identity", () => {
  const asking = { job: 'docs', step: 'agent', text: 'Rewrite it' };
  const comment = { kind: 'issue comment', id: 1 } as const;

  test('is the same for the same request', () => {
    expect(identifyRequest(comment, undefined, service, key)).toBe(
      identifyRequest(comment, undefined, { ...service, baseUrl: new URL('https://api.example.com/') }, key),
    );
  });

  test('is another one as soon as anything differs', () => {
    const identities = [
      identifyRequest(comment, undefined, service, key),
      identifyRequest({ kind: 'issue comment', id: 2 }, undefined, service, key),
      identifyRequest({ kind: 'review comment', id: 1 }, undefined, service, key),
      identifyRequest(comment, undefined, { ...service, projectId: 'other' }, key),
      identifyRequest(comment, asking, service, key),
      identifyRequest(comment, { ...asking, step: 'agent2' }, service, key),
      identifyRequest(comment, { ...asking, job: 'docsagent', step: '' }, service, key),
      identifyRequest(comment, { ...asking, text: 'Rewrite it.' }, service, key),
      identifyRequest({ kind: 'commit', sha: '1' }, asking, service, key),
      identifyRequest({ kind: 'run', id: 1 }, asking, service, key),
    ];
    expect(new Set(identities).size).toBe(identities.length);
  });
});
