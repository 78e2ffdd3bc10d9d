import { describe, expect, test } from '@jest/globals';
import { findJob, watchJob } from '../../src/job/watch.ts';
import { failure, job, watchingScene } from '../support/watching.ts';

const NOT_FOUND = failure({ status: 404, code: 'not-found', message: 'No such job.' });

describe('a job', () => {
  test.each([
    ['59 s after its create', 59],
    ['right after its create', 0],
  ])('has no status while the service returns 404 %s', async (_, age) => {
    const { watching, clock } = watchingScene(() => NOT_FOUND);
    const found = await findJob({ jobId: 'job_1', sentAt: clock.now() - age * 1_000 }, watching);
    expect(found).toEqual({ id: 'job_1', raw: { id: 'job_1' } });
  });

  test.each([
    ['returns 404 after a minute', 60_000, NOT_FOUND, 'job-unknown', 'No such job.'],
    ['returns 404 for a job that no note names', undefined, NOT_FOUND, 'job-unknown', 'No such job.'],
    ['refuses the key', 0, failure({ status: 401, code: 'key-rejected' }), 'key-rejected', 'refused.'],
  ] as const)('is an error if the service %s', async (_, age, answer, reasonCode, words) => {
    const { watching, clock } = watchingScene(() => answer);
    const sentAt = age === undefined ? undefined : clock.now() - age;
    const reason = `Job job_1 cannot be read: ${words}`;
    expect(await findJob({ jobId: 'job_1', sentAt }, watching)).toEqual({
      result: 'error',
      reasonCode,
      reason,
      jobId: 'job_1',
    });
  });

  test('is named in the result of a run that is interrupted before it reads the job', async () => {
    const { watching, interrupt } = watchingScene(() => failure({ kind: 'stopped' }));
    interrupt.abort({ by: 'interrupt', signal: 'SIGINT' });
    const found = await findJob({ jobId: 'job_1' }, watching);
    const reason = expect.stringMatching(/before job job_1 was seen\.$/);
    expect(found).toMatchObject({ result: 'interrupted', reason, jobId: 'job_1' });
  });
});

describe('`wait: false`', () => {
  test.each([
    ['ends while the job is at work', 'active', false, 'started'],
    ['ends after a message, since `completed` may be of the turn before', 'completed', true, 'started'],
    ['reports a job that has ended', 'archived', false, 'archived'],
  ])('%s', async (_, status, isMessage, result) => {
    const scene = watchingScene(() => ({ status }));
    const message = { sentAt: scene.clock.now(), before: job({ status }) };
    const watched = await watchJob(job({ status }), isMessage ? message : {}, scene.watching, {
      wait: false,
    });
    expect(watched).toMatchObject({ result, job: { id: 'job_1' } });
    if (result === 'started') expect(watched.reason).toBe('Job job_1 is at work.');
    expect(scene.polls).toEqual([]);
  });
});
