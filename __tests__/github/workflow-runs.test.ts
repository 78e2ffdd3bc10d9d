import { expect, test } from '@jest/globals';
import { isRed, readLogUrl } from '../../src/github/workflow-runs.ts';

test.each([
  ['failure', true],
  ['timed_out', true],
  ['startup_failure', true],
  ['success', false],
  ['cancelled', false],
  ['neutral', false],
  ['skipped', false],
  ['action_required', false],
  [null, false],
])('a run that ends with %s is red: %s', (conclusion, red) => {
  expect(isRed({ conclusion })).toBe(red);
});

const HOST = 'logs.blob.core.windows.net';

test.each([`https://${HOST}/job?sig=s`, 'https://pipelines.actions.githubusercontent.com/a'])(
  'a log is read from %s',
  (url) => {
    expect(readLogUrl(url)?.href).toBe(url);
  },
);

test.each([
  ['another host', 'https://example.com/log'],
  ['a host that ends like a known one', 'https://evilblob.core.windows.net/log'],
  ['a host that begins like a known one', `https://${HOST}.example/log`],
  ['a known host without TLS', `http://${HOST}/log`],
  ['a known host with a user', `https://user@${HOST}/log`],
  ['a known host with a password', `https://:p@${HOST}/log`],
  ['a known host at another port', `https://${HOST}:8443/log`],
  ['no URL', undefined],
])('no log is read from %s', (_where, url) => {
  expect(readLogUrl(url)).toBeUndefined();
});
