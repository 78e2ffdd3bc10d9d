import { expect, test } from '@jest/globals';
import { readPullAddress } from '../../src/thread/conversations.ts';

const SERVER = 'https://github.com';

test.each([
  ['https://github.com/acme/docs/pull/7', { repository: 'acme/docs', number: 7 }],
  ['https://github.com/acme/docs/pull/7/files', undefined],
  ['https://github.com/acme/docs/issues/7', undefined],
  ['https://github.com/acme/docs/pull/7?a=b', undefined],
  ['https://github.com.evil.example/acme/docs/pull/7', undefined],
  ['https://github.com/../acme/pull/7', undefined],
  ['https://github.com/acme/../pull/7', undefined],
  ['https://github.com/./acme/pull/7', undefined],
  ['https://github.com//docs/pull/7', undefined],
  ['https://user@github.com/acme/docs/pull/7', undefined],
  ['HTTPS://github.com/acme/docs/pull/7', undefined],
])('%s', (link, named) => {
  expect(readPullAddress(link, SERVER)).toEqual(named);
});
