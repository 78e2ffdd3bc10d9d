import { describe, expect, test } from '@jest/globals';
import { jsonOfList, toOutputs } from '../../src/job/outputs.ts';
import type { PullRequestFile } from '../../src/model/pull-request-facts.ts';
import { REASON_CODES, type ReasonCode } from '../../src/model/reason-codes.ts';
import {
  isFailure,
  isJobEnd,
  RESULTS,
  type RequestResult,
  type Result,
  skipped,
  unsent,
  unsentByRead,
} from '../../src/model/request-result.ts';
import { failure, job } from '../support/watching.ts';

const file = (path: string, isPage: boolean): PullRequestFile => ({
  path,
  isPage,
  status: 'modified',
  additions: 1,
  deletions: 0,
  diffUrl: 'https://github.com/acme/docs/pull/7/files',
});
const RESULT: RequestResult = {
  result: 'pull-request',
  reasonCode: 'outside-paths',
  reason: 'Pull request `updated`.',
  comment: { url: 'https://github.com/acme/docs/issues/1#issuecomment-2' },
  job: job({ id: 'job_1', status: 'completed', ref: 'mintlify/v2', raw: { id: 'job_1' } }),
  pullRequest: {
    link: 'https://github.com/acme/docs/pull/7',
    number: 7,
    operation: 'updated',
    facts: {
      title: 'A guide for $(v2)',
      draft: true,
      mayShow: false,
      headSha: 'abc',
      fileCount: 2,
      additions: 2,
      deletions: 0,
      files: [file('docs/a.md', true), file('src/b.ts', false)],
      outsideFiles: ['src/b.ts'],
      commits: 2,
      previewUrl: 'https://preview.example/',
    },
  },
};

describe('the outputs', () => {
  test('have all that is known, in text that no shell runs', () => {
    expect(toOutputs(RESULT)).toEqual({
      prLink: 'https://github.com/acme/docs/pull/7',
      prNumber: '7',
      prOperation: 'updated',
      prTitle: 'A guide for ＄[v2]',
      headSha: 'abc',
      commits: '2',
      changedFilesCount: '2',
      additions: '2',
      deletions: '0',
      changedFiles: '["docs/a.md","src/b.ts"]',
      changedPages: '["docs/a.md"]',
      outsideFiles: '["src/b.ts"]',
      previewUrl: 'https://preview.example/',
      branch: 'mintlify/v2',
      jobId: 'job_1',
      status: 'completed',
      result: 'pull-request',
      reason: "Pull request 'updated'.",
      reasonCode: 'outside-paths',
      commentUrl: 'https://github.com/acme/docs/issues/1#issuecomment-2',
      job: '{"id":"job_1"}',
    });
  });

  test('are empty if nothing is known', () => {
    const outputs = toOutputs(skipped('no-phrase', 'No phrase.'));
    const { result, reason, reasonCode, ...others } = outputs;
    expect([result, reason, reasonCode]).toEqual(['skipped', 'No phrase.', 'no-phrase']);
    expect(new Set(Object.values(others))).toEqual(new Set(['']));
  });

  test('have the ID of a job that could not be read', () => {
    expect(toOutputs({ ...unsent('job-unknown', '`job_2` is gone.'), jobId: 'job_2' })).toMatchObject({
      jobId: 'job_2',
      reason: "Not sent: 'job_2' is gone.",
      job: '',
    });
  });

  test('have as many paths as fit', () => {
    expect(jsonOfList(['é', 'b', 'c'], 11)).toBe('["é","b"]');
    expect(jsonOfList(['a', 'b'], 10)).toBe('["a","b"]');
    expect(jsonOfList(['too long'], 5)).toBe('[]');
  });
});

const all = Object.keys(RESULTS) as Result[];

const codes = Object.keys(REASON_CODES) as ReasonCode[];
test.each<[string, (end: RequestResult) => boolean, Result[], ReasonCode[]]>([
  [
    'the step fails',
    isFailure,
    ['failed', 'timeout', 'interrupted', 'error'],
    [
      'merged-too-early',
      'outside-paths',
      'paths-unknown',
      'label-missing',
      'pull-request-elsewhere',
      'branch-without-pull-request',
      'dry-run-last-success',
      'set-up-incomplete',
    ],
  ],
  ['the job has ended', isJobEnd, ['pull-request', 'no-pull-request', 'archived', 'failed'], ['job-unknown']],
])('%s with some results, and with some reason codes whatever the result', (_what, holds, results, some) => {
  const [reasonCode, reason] = ['dry-run', ''] as const;
  expect(all.filter((result) => holds({ result, reasonCode, reason }))).toEqual(results);
  expect(codes.filter((reasonCode) => holds({ result: 'dry-run', reasonCode, reason }))).toEqual(some);
});

test.each([
  [403, 'Not sent: The file could not be read: Refused. Set a token.'],
  [404, 'Not sent: The file could not be read: Refused. Set a token.'],
  [500, 'Not sent: The file could not be read: Refused.'],
])('a failed read (%i) advises only about access', (status, reason) => {
  const { result, ...rest } = unsentByRead(
    'The file',
    failure({ status, message: 'Refused.' }),
    'Set a token.',
  );
  expect(result).toBe('error');
  expect(rest).toMatchObject({ reason });
});
