import { describe, expect, test } from '@jest/globals';
import type { Turn } from '../../src/job/job-status.ts';
import { toOutputs } from '../../src/job/outputs.ts';
import { endedResult, refusedResult, unfinishedResult } from '../../src/job/to-result.ts';
import type { ReasonCode } from '../../src/model/reason-codes.ts';
import { isFailure } from '../../src/model/request-result.ts';
import type { Stop } from '../../src/runner/deadline.ts';
import type { Job } from '../../src/service/job.ts';
import { failure, job } from '../support/watching.ts';

const LINK = 'https://github.com/acme/docs/pull/7';
const created: Turn = { created: true };
const continuing = (link: string): Turn => ({ ...created, continuesPullRequest: link });
const message = (before: Partial<Job>): Turn => ({ before: job({ status: 'completed', ...before }) });

describe('a job that ended', () => {
  test.each<[string, Partial<Job>, string, ReasonCode]>([
    ['completed with a link', { status: 'completed', prLink: LINK }, 'pull-request', 'pull-request-created'],
    ['completed without a link', { status: 'completed' }, 'no-pull-request', 'no-pull-request'],
    ['archived without a link', { status: 'archived' }, 'archived', 'job-archived'],
    ['archived with a link', { status: 'archived', prLink: LINK }, 'pull-request', 'pull-request-created'],
    ['failed', { status: 'failed' }, 'failed', 'job-failed'],
    ['failed with a link', { status: 'failed', prLink: LINK }, 'failed', 'job-failed'],
  ])('%s', (_name, fields, result, reasonCode) => {
    const ended = endedResult(job(fields), created);
    expect(ended).toMatchObject({ result, reasonCode });
    expect(isFailure(ended)).toBe(result === 'failed');
  });

  test('that failed says what to write next', () => {
    const { reason } = endedResult(job({ status: 'failed' }), created);
    expect(reason).toMatch(/ failed: .* Repeat the whole request, because the next job does not know it\.$/);
  });

  test('without a pull request says so', () => {
    const { reason } = endedResult(job({ status: 'completed' }), created);
    expect(reason).toContain('completed without a pull request');
    expect(endedResult(job({ status: 'archived' }), created).warning).toContain('archived');
  });

  test('whose link was left out has a warning', () => {
    const ended = endedResult(job({ status: 'completed', leftOut: ['prLink'] }), created);
    expect(ended).toMatchObject({
      result: 'no-pull-request',
      warning: expect.stringContaining('not a usable URL'),
    });
    expect(toOutputs(ended).prLink).toBe('');
  });

  test('without activity after a message has a warning and no operation: the link may be old', () => {
    const ended = endedResult(job({ status: 'completed', prLink: LINK }), message({ prLink: LINK }), false);
    expect(ended.result).toBe('pull-request');
    expect(ended.reason).toContain('may be older than the message');
    expect(ended.warning).toContain('No activity');
    expect(toOutputs(ended).prOperation).toBe('');
  });
});

test.each([
  ['https://github.com/acme/docs/pull/7', 7],
  ['https://github.example.com/acme/docs/pull/7/', 7],
  ['https://gitlab.com/group/sub/docs/-/merge_requests/12', 12],
  ['https://bitbucket.org/acme/docs/pull-requests/3', 3],
  ['https://codeberg.org/acme/docs/pulls/44', 44],
  ['https://dev.azure.com/acme/docs/_git/docs/pullrequest/9', 9],
  ['https://example.com/changes/99', undefined],
])('%s has the number %p', (prLink, number) => {
  const { pullRequest } = endedResult(job({ status: 'completed', prLink }), created);
  expect(pullRequest).toMatchObject({ link: prLink, number });
});

test.each<[string, Turn | undefined, Partial<Job>, string]>([
  ['after a create', created, {}, 'created'],
  ['after a create that continued this pull request', continuing(LINK), {}, ''],
  ['after a create that continued another one', continuing(`${LINK}1`), {}, 'created'],
  ['after a message to a job with this pull request', message({ prLink: LINK }), {}, ''],
  ['after a message to a job without one', message({}), {}, 'created'],
  ['after a message to a job with another one', message({ prLink: `${LINK}1` }), {}, 'created'],
  ['after a message to a job that was active', message({ status: 'active' }), {}, ''],
  ['if nothing was sent', undefined, {}, ''],
  ['if the job failed after a message', message({ prLink: LINK }), { status: 'failed' }, ''],
  ['if the job failed after a create', created, { status: 'failed' }, ''],
])('the operation %s', (_name, sent, fields, operation) => {
  const ended = endedResult(job({ status: 'completed', prLink: LINK, ...fields }), sent);
  expect(toOutputs(ended)).toMatchObject({ prLink: LINK, prNumber: '7', prOperation: operation });
  if (fields.status !== 'failed') expect(ended.reason).toBe(`Pull request ${operation || 'found'}.`);
});

describe('a job that has not ended', () => {
  test.each<[Stop, string, string]>([
    [{ by: 'deadline' }, 'timeout', "step's deadline passed"],
    [{ by: 'interrupt', signal: 'SIGINT' }, 'interrupted', 'interrupted (SIGINT)'],
  ])('at the stop %j', (stop, result, words) => {
    const unfinished = unfinishedResult(job({ status: 'active' }), stop);
    expect(unfinished.result).toBe(result);
    expect(isFailure(unfinished)).toBe(true);
    expect(unfinished.reason).toContain(words);
    expect(toOutputs(unfinished)).toMatchObject({ jobId: 'job_1', status: 'active' });
  });

  test('has the error of the last check in the reason', () => {
    const last = failure({ message: '[GET] https://a.b/c: 502 Bad Gateway.' });
    expect(unfinishedResult(job(), { by: 'deadline' }, last).reason).toContain('502 Bad Gateway');
  });

  test('and cannot be read is an error with its id', () => {
    const refused = refusedResult(job({ prLink: LINK }), failure({ message: '401.', code: 'key-rejected' }));
    const outputs = { result: 'error', reasonCode: 'key-rejected', jobId: 'job_1', prLink: LINK };
    expect(toOutputs(refused)).toMatchObject(outputs);
    expect(refused.reason).toMatch(/401\.$/);
    expect(refusedResult(job(), failure({ code: 'not-found' })).reasonCode).toBe('job-unknown');
  });
});
