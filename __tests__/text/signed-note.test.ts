/** A note counts only where the action wrote it: notes in threads and markers at pull requests are read like this. */
import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { signingKey, signNote, verifyNote } from '../../src/text/signed-note.ts';

const KEY = signingKey('mint_one');
const service = { baseUrl: new URL('https://api.example/docs'), projectId: 'acme-docs' };
const PLACE = { service, repositoryId: 7, number: 1, commentId: 50 };
const CONTENT = { jobId: 'job_1' };
const NOTE = signNote('note:v2', CONTENT, PLACE, KEY);
const shape = z.strictObject({ jobId: z.string() });

const read = (text: string, place: Partial<typeof PLACE> = {}, key = KEY) =>
  verifyNote('note:v2', shape, text, { ...PLACE, ...place }, key);
const inProject = (projectId: string) => ({ service: { ...service, projectId } });

test('a note is read from the comment that it was written for, whatever stands around it', () => {
  expect(read(NOTE)).toEqual(CONTENT);
  expect(read(`**Working on it**\n\n${NOTE}\n`)).toEqual(CONTENT);
  const sameUrl = { service: { ...service, baseUrl: new URL('https://API.example/docs/') } };
  expect(read(NOTE, sameUrl)).toEqual(CONTENT);
});

test.each<[string, () => unknown]>([
  ['in a copy in another comment', () => read(NOTE, { commentId: 51 })],
  ['in a quote in another comment', () => read(`> ${NOTE}`, { commentId: 51 })],
  ['in another thread', () => read(NOTE, { number: 2 })],
  ['in another repository', () => read(NOTE, { repositoryId: 8 })],
  ['after a change by hand', () => read(NOTE.replace('eyJ', 'fyJ'))],
  ['with the signature of another note', () => read(NOTE.replace(/\S+ -->$/, `${'A'.repeat(43)}= -->`))],
  ['twice in one comment', () => read(`${NOTE}\n${NOTE}`)],
  ['signed with another key', () => read(NOTE, {}, signingKey('mint_two'))],
  ['signed with the API key as `thread-secret`', () => read(NOTE, {}, signingKey('x', 'mint_one'))],
  [
    'of another kind under this name',
    () => read(signNote('made-by:v2', CONTENT, PLACE, KEY).replace('made-by:v2', 'note:v2')),
  ],
  ['with other fields', () => read(signNote('note:v2', { ...CONTENT, more: 1 }, PLACE, KEY))],
])('a note %s does not verify', (_where, find) => {
  expect(find()).toBe('unverified');
});

test.each<[string, () => unknown]>([
  ['of another kind', () => read(signNote('made-by:v2', CONTENT, PLACE, KEY))],
  ['under the name of another kind', () => read(NOTE.replace('note:v2', 'made-by:v2'))],
  ['of another project', () => read(NOTE, inProject('other-docs'))],
])('a note %s is none', (_what, find) => {
  expect(find()).toBe('none');
});

test('notes stay readable with a new API key and the same `thread-secret`', () => {
  const key = (apiKey: string) => signingKey(apiKey, 'a secret of the repository');
  expect(read(signNote('note:v2', CONTENT, PLACE, key('old')), {}, key('new'))).toEqual(CONTENT);
});
