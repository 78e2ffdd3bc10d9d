import { describe, expect, test } from '@jest/globals';
import type { Turn } from '../../src/job/job-status.ts';
import { findJob, watchJob } from '../../src/job/watch.ts';
import type { Job } from '../../src/service/job.ts';
import { failure, job, type Polled, type WatchingScene, watchingScene } from '../support/watching.ts';

const LINK = 'https://github.com/acme/docs/pull/7';
const ACTIVE = { status: 'active' };
const DONE = { status: 'completed', prLink: LINK };

interface Options {
  /** The first check of the job. Default: active. */
  readonly first?: Partial<Job>;
  readonly sent?: (at: number) => Turn;
  readonly timeout?: number;
  readonly pollInterval?: number;
  readonly during?: (scene: WatchingScene, seconds: number) => void;
}

async function watch(poll: Polled, { first = ACTIVE, sent, during, ...options }: Options = {}) {
  const scene: WatchingScene = watchingScene((seconds) => {
    during?.(scene, seconds);
    return poll(seconds);
  }, options);
  const result = await watchJob(job(first), sent?.(scene.clock.now()) ?? {}, scene.watching);
  const { clock, watching, log, polls } = scene;
  return { result, log, polls, left: watching.deadline.at - clock.now() };
}

const created = (at: number): Turn => ({ sentAt: at, created: true });

/** The job becomes `after` at so many seconds. */
const changesAt =
  (moment: number, after: Partial<Job>, before: Partial<Job> = ACTIVE): Polled =>
  (seconds) =>
    seconds < moment ? before : after;

describe('a job is polled', () => {
  test('not at all if it has ended', async () => {
    const { result, polls } = await watch(() => DONE, { first: DONE });
    expect([result.result, result.warning]).toEqual(['pull-request', undefined]);
    expect(polls).toEqual([]);
  });

  test('every 10 s for 10 minutes, and then every 30 s', async () => {
    const { polls } = await watch(changesAt(1200, DONE), { sent: created });
    for (const [index, at] of polls.entries()) {
      const waited = polls[index - 1] ?? 0;
      expect(at - waited).toBeCloseTo(waited < 600 ? 10 : 30, 6);
    }
  });

  test('at a fixed interval', async () => {
    const { polls } = await watch(changesAt(25, DONE), { pollInterval: 10_000 });
    expect(polls).toEqual([10, 20, 30]);
  });

  test('again 10 s after it completed without a link', async () => {
    const { result, polls } = await watch(changesAt(14, DONE, { status: 'completed' }), {
      pollInterval: 10_000,
    });
    expect(result).toMatchObject({ result: 'pull-request', job: { prLink: LINK } });
    expect(polls).toEqual([10, 20]);
  });

  test.each<[string, Polled, number, number[]]>([
    ['have no link either', () => ({ status: 'completed' }), 60_000, [10, 20, 30]],
    ['fail', () => failure({ kind: 'limited' }), 60_000, [10, 20, 30]],
    ['would come after the deadline', () => ({ status: 'completed' }), 3_000, []],
  ])(
    'for 30 s after it completed, and has no pull request if those polls %s',
    async (_how, poll, timeout, expected) => {
      const { result, polls } = await watch(poll, { first: { status: 'completed' }, timeout });
      expect(result).toMatchObject({ result: 'no-pull-request', job: { status: 'completed' } });
      expect(polls).toEqual(expected);
    },
  );

  test('until the deadline, and once just before it', async () => {
    const { result, polls, left } = await watch(() => ACTIVE, { timeout: 60_000, pollInterval: 45_000 });
    expect(result).toMatchObject({ result: 'timeout' });
    expect(polls).toEqual([45, 59]);
    expect(left).toBe(0);
  });

  test('until the step is interrupted', async () => {
    const { result, polls } = await watch(() => ACTIVE, {
      during: ({ interrupt }) => interrupt.abort({ by: 'interrupt', signal: 'SIGINT' }),
    });
    expect(result).toMatchObject({ result: 'interrupted', reason: expect.stringContaining('SIGINT') });
    expect(polls).toEqual([10]);
  });

  test.each([
    ['the usual interval', undefined, 7],
    ['5 minutes between polls', 300_000, 7],
  ])(
    'until polls failed for a minute, with %s, and the result has the last known status',
    async (_, ms, count) => {
      const options = ms === undefined ? {} : { pollInterval: ms };
      const { result, polls } = await watch(() => failure({ status: 401, code: 'key-rejected' }), options);
      expect(result).toMatchObject({
        result: 'error',
        reasonCode: 'key-rejected',
        job: { status: 'active' },
      });
      expect(polls).toHaveLength(count);
    },
  );

  test('until a failed poll cannot be repeated before the deadline, and the result has its error', async () => {
    const { result } = await watch(() => failure({ kind: 'lost', transient: true, message: 'cut off.' }));
    expect(result).toMatchObject({ result: 'timeout', reason: expect.stringContaining('cut off.') });
  });
});

describe('the log', () => {
  test('has a line for each minute and each change of status', async () => {
    const { log } = await watch(changesAt(200, { status: 'completed' }));
    expect(log.filter((line) => line.includes('Still active'))).toHaveLength(3);
    expect(log.filter((line) => line.includes('Status after'))).toHaveLength(2);
  });

  test('warns once of an unknown status, which counts as running', async () => {
    const queued = { status: 'queued' };
    const { result, log } = await watch(changesAt(20, { status: 'completed' }, queued), { first: queued });
    expect(result.result).toBe('no-pull-request');
    expect(log.filter((line) => line.startsWith('warning:'))).toEqual([expect.stringContaining('"queued"')]);
  });
});

describe('a job that the service returns 404 for', () => {
  const missing = failure({ status: 404 });

  test('is polled for 60 s after its create', async () => {
    const { result } = await watch((seconds) => (seconds < 55 ? missing : DONE), { sent: created });
    expect(result.result).toBe('pull-request');
  });

  test.each<[string, Options, number]>([
    ['a minute more', { sent: created }, 120],
    ['a minute if this run did not create it', {}, 70],
  ])('is an error after %s', async (_, options, last) => {
    const { result, polls } = await watch(() => missing, options);
    expect([result.result, polls.at(-1)]).toEqual(['error', last]);
  });

  test('counts again after a poll that shows it', async () => {
    const { result } = await watch((seconds) => (seconds === 60 ? ACTIVE : seconds < 115 ? missing : DONE));
    expect(result.result).toBe('pull-request');
  });
});

describe('after a message', () => {
  const sent = (at: number): Turn => ({ sentAt: at, before: job(DONE) });

  test('the state before the message does not count', async () => {
    const poll: Polled = (seconds) => (seconds < 10 ? DONE : changesAt(40, DONE)(seconds));
    const { result, polls } = await watch(poll, { first: DONE, sent });
    expect([result.result, result.warning]).toEqual(['pull-request', undefined]);
    expect(polls.at(-1)).toBeGreaterThanOrEqual(40);
  });

  test('the state before the message counts after 90 s without activity, with a warning', async () => {
    const { result, polls } = await watch(() => DONE, { first: DONE, sent });
    expect(result).toMatchObject({ warning: expect.stringContaining('No activity') });
    expect(polls.at(-1)).toBeGreaterThanOrEqual(90);
    expect(polls.at(-2)).toBeLessThan(90);
  });

  test.each([
    ['another link', { ...DONE, prLink: `${LINK}8` }],
    ['another status', { ...DONE, status: 'failed' }],
    ['an archived job', { ...DONE, archivedAt: '2026-05-01T12:00:00Z' }],
  ])('%s is activity', async (_name, after) => {
    const { result, polls } = await watch(changesAt(10, after, DONE), { first: DONE, sent });
    expect(result.warning).toBeUndefined();
    expect(polls.at(-1)).toBeLessThan(20);
  });

  test('a first link does not count, since it may be that of the turn before', async () => {
    const linked: Polled = (seconds) => (seconds < 15 ? { status: 'completed' } : DONE);
    const poll: Polled = (seconds) => (seconds < 25 ? linked(seconds) : changesAt(45, DONE)(seconds));
    const { result, polls } = await watch(poll, {
      first: { status: 'completed' },
      sent: (at) => ({ sentAt: at, before: job({ status: 'completed' }) }),
    });
    expect(polls.at(-1)).toBeGreaterThanOrEqual(40);
    expect(result).toMatchObject({ result: 'pull-request', pullRequest: { operation: undefined } });
  });

  test('an active job in the response is activity', async () => {
    const { result, polls } = await watch(() => DONE, { first: { ...DONE, status: 'active' }, sent });
    expect([result.result, result.warning]).toEqual(['pull-request', undefined]);
    expect(polls).toEqual([10]);
  });
});

const NOT_FOUND = failure({ status: 404, code: 'not-found', message: 'No such job.' });

describe('a job that a note or an input names', () => {
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

test.each([
  ['ends while the job is at work', 'active', false, 'started'],
  ['ends after a message, since `completed` may be of the turn before', 'completed', true, 'started'],
  ['reports a job that has ended', 'archived', false, 'archived'],
])('`wait: false` %s', async (_, status, isMessage, result) => {
  const scene = watchingScene(() => ({ status }));
  const message = { sentAt: scene.clock.now(), before: job({ status }) };
  const watched = await watchJob(job({ status }), isMessage ? message : {}, scene.watching, {
    wait: false,
  });
  expect(watched).toMatchObject({ result, job: { id: 'job_1' } });
  const started = { reasonCode: 'job-started', reason: 'Job job_1 is at work.' };
  if (result === 'started') expect(watched).toMatchObject(started);
  expect(scene.polls).toEqual([]);
});
