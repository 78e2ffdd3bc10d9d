import { describe, expect, test } from '@jest/globals';
import type { Sent } from '../../src/job/job-status.ts';
import { isFailure, toOutputs } from '../../src/job/request-result.ts';
import { endedResult, refusedResult, unfinishedResult } from '../../src/job/to-result.ts';
import type { Stop } from '../../src/runner/deadline.ts';
import type { Job } from '../../src/service/job.ts';
import { failure, job } from '../support/watching.ts';

const LINK = 'https://github.com/acme/docs/pull/7';
const created: Sent = { kind: 'create', at: 0 };
const message = (before: Partial<Job>): Sent => ({
  kind: 'message',
  at: 0,
  before: job({ status: 'completed', ...before }),
});
describe('what the end of a job means', () => {
  test.each<[string, Partial<Job>, string, boolean]>([
    ['completed with a link', { status: 'completed', prLink: LINK }, 'pull-request', false],
    ['completed without one', { status: 'completed' }, 'no-pull-request', false],
    ['archived without a link', { status: 'archived' }, 'archived', false],
    ['archived with a link', { status: 'archived', prLink: LINK }, 'pull-request', false],
    ['failed', { status: 'failed' }, 'failed', true],
    ['failed with a link', { status: 'failed', prLink: LINK }, 'failed', true],
  ])('%s', (_name, fields, result, fails) => {
    const outcome = endedResult(job(fields), created);
    expect(outcome.result).toBe(result);
    expect(isFailure(outcome)).toBe(fails);
  });

  test.each([
    ['https://github.com/acme/docs/pull/7', 7],
    ['https://github.example.com/acme/docs/pull/7/', 7],
    ['https://gitlab.com/group/sub/docs/-/merge_requests/12', 12],
    ['https://bitbucket.org/acme/docs/pull-requests/3', 3],
    ['https://codeberg.org/acme/docs/pulls/44', 44],
    ['https://dev.azure.com/acme/docs/_git/docs/pullrequest/9', 9],
    ['https://example.com/changes/99', undefined],
  ])('%s has number %p', (prLink, number) => {
    const { pullRequest } = endedResult(job({ status: 'completed', prLink }), created);
    expect(pullRequest).toMatchObject({ link: prLink, number });
  });

  test('a completed job without a link is never called unchanged', () => {
    expect(endedResult(job({ status: 'completed' }), created).reason).toContain(
      'completed without a pull request',
    );
  });

  test('an archived job is a warning', () => {
    expect(endedResult(job({ status: 'archived' }), created).warning).toContain('archived');
  });

  test('a link that was left out is told by a warning', () => {
    const outcome = endedResult(job({ status: 'completed', leftOut: ['prLink'] }), created);
    expect(outcome).toMatchObject({
      result: 'no-pull-request',
      warning: expect.stringContaining('not one that can be shown'),
    });
    expect(toOutputs(outcome).prLink).toBe('');
  });

  test.each<[string, Sent | undefined, Partial<Job>, string]>([
    ['after a create', created, {}, 'created'],
    [
      'after a create that was told to go on with it',
      { ...created, continuesPullRequest: LINK },
      {},
      'updated',
    ],
    [
      'after a create that went on with another one',
      { ...created, continuesPullRequest: `${LINK}1` },
      {},
      'created',
    ],
    ['of a job that failed after a message', message({ prLink: LINK }), { status: 'failed' }, ''],
    ['of a job that failed after a create', created, { status: 'failed' }, ''],
    ['after a message to a job with this pull request', message({ prLink: LINK }), {}, 'updated'],
    ['after a message to a job without one', message({}), {}, 'created'],
    ['after a message to a job with another one', message({ prLink: `${LINK}1` }), {}, 'created'],
    ['after a message to a job that is at work by now', message({ status: 'active' }), {}, ''],
    ['when the job was only watched', undefined, {}, ''],
  ])('the operation %s', (_name, sent, fields, operation) => {
    const outcome = endedResult(job({ status: 'completed', prLink: LINK, ...fields }), sent);
    expect(toOutputs(outcome)).toMatchObject({ prLink: LINK, prNumber: '7', prOperation: operation });
  });

  test('without any activity after a message the link may be old: said, and no operation claimed', () => {
    const outcome = endedResult(job({ status: 'completed', prLink: LINK }), message({ prLink: LINK }), false);
    expect(outcome.result).toBe('pull-request');
    expect(outcome.reason).toContain('may be older than the message');
    expect(outcome.warning).toContain('No activity');
    expect(toOutputs(outcome).prOperation).toBe('');
  });
});

describe('when the step stops first', () => {
  test.each<[Stop, string, string]>([
    [{ by: 'deadline' }, 'timeout', "step's deadline passed"],
    [{ by: 'interrupt', signal: 'SIGINT' }, 'interrupted', 'interrupted (SIGINT)'],
  ])('%j', (stop, result, words) => {
    const outcome = unfinishedResult(job({ status: 'active' }), stop);
    expect(outcome.result).toBe(result);
    expect(isFailure(outcome)).toBe(true);
    expect(outcome.reason).toContain(words);
    expect(outcome.reason).toContain('`job-id: job_1`');
    expect(toOutputs(outcome)).toMatchObject({ jobId: 'job_1', status: 'active' });
  });

  test('the last error is named', () => {
    const last = failure({ message: '[GET] https://a.b/c: 502 Bad Gateway.' });
    expect(unfinishedResult(job(), { by: 'deadline' }, last).reason).toContain('502 Bad Gateway');
  });

  test('a job that can no longer be watched is an error that keeps its id', () => {
    const outcome = refusedResult(job(), failure({ message: '401.' }));
    expect(toOutputs(outcome)).toMatchObject({ result: 'error', jobId: 'job_1' });
  });
});
