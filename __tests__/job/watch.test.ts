import { describe, expect, test } from '@jest/globals';
import { watchJob } from '../../src/job/watch.ts';
import { failure, job, messageSent, watchingScene } from '../support/watching.ts';

const active = job({ status: 'active' });
const LINK = 'https://github.com/acme/docs/pull/7';

describe('waiting for a job', () => {
  test('the first poll counts: a job that has ended is not asked for again', async () => {
    const scene = watchingScene(() => ({ status: 'completed', prLink: LINK }));
    const watched = await watchJob(job({ status: 'completed', prLink: LINK }), undefined, scene.watching);
    expect([watched.result, watched.warning]).toEqual(['pull-request', undefined]);
    expect(scene.polls).toEqual([]);
  });

  test('polls come 5.5 % of the time waited apart, between 3 s and 30 s', async () => {
    const scene = watchingScene((seconds) => ({
      status: seconds < 1200 ? 'active' : 'completed',
      prLink: LINK,
    }));
    await watchJob(active, { kind: 'create', at: scene.clock.now() }, scene.watching);
    const gaps = scene.polls.map((at, index) => at - (scene.polls[index - 1] ?? 0));
    expect(gaps[0]).toBe(3);
    for (const [index, gap] of gaps.entries()) {
      const waited = scene.polls[index - 1] ?? 0;
      expect(gap).toBeCloseTo(Math.min(Math.max(waited * 0.055, 3), 30), 6);
    }
    expect(gaps.at(-1)).toBe(30);
  });

  test('a fixed interval is kept', async () => {
    const scene = watchingScene(
      (seconds) => ({ status: seconds < 25 ? 'active' : 'completed', prLink: LINK }),
      {
        pollInterval: 10_000,
      },
    );
    await watchJob(active, undefined, scene.watching);
    expect(scene.polls).toEqual([10, 20, 30]);
  });

  test('a completed job without a link is looked at once more after 5 s, whatever the interval', async () => {
    const scene = watchingScene(
      (seconds) => ({ status: 'completed', ...(seconds >= 14 && { prLink: LINK }) }),
      {
        pollInterval: 10_000,
      },
    );
    const watched = await watchJob(active, undefined, scene.watching);
    expect(watched).toMatchObject({ result: 'pull-request', job: { prLink: LINK } });
    expect(scene.polls).toEqual([10, 15]);
  });

  test('one that has none then, either, is taken at its word', async () => {
    const scene = watchingScene(() => ({ status: 'completed' }));
    const watched = await watchJob(job({ status: 'completed' }), undefined, scene.watching);
    expect(watched).toMatchObject({ result: 'no-pull-request', job: { status: 'completed' } });
    expect(scene.polls).toEqual([5]);
  });

  test.each([
    ['the deadline comes', () => ({ status: 'completed' }), 3_000],
    ['that poll fails', () => failure({ status: 404 }), 60_000],
  ] as const)('what is known stands when %s before that', async (_when, see, timeout) => {
    const scene = watchingScene(see, { timeout });
    const watched = await watchJob(job({ status: 'completed' }), undefined, scene.watching);
    expect(watched).toMatchObject({ result: 'no-pull-request', job: { status: 'completed' } });
  });

  test('the deadline ends it, after a last poll just before', async () => {
    const scene = watchingScene(() => ({ status: 'active' }), { timeout: 60_000, pollInterval: 45_000 });
    const watched = await watchJob(active, undefined, scene.watching);
    expect(watched).toMatchObject({ result: 'timeout' });
    expect(scene.polls).toEqual([45, 59]);
    expect(scene.clock.now() - scene.watching.deadline.at).toBe(0);
  });

  test('an interrupt ends it at once', async () => {
    const scene = watchingScene((seconds) => {
      if (seconds >= 3) scene.interrupt.abort({ by: 'interrupt', signal: 'SIGINT' });
      return { status: 'active' };
    });
    const watched = await watchJob(active, undefined, scene.watching);
    expect(watched).toMatchObject({ result: 'interrupted', reason: expect.stringContaining('SIGINT') });
    expect(scene.polls).toEqual([3]);
  });

  test('a sign of life once a minute, and each change of status', async () => {
    const scene = watchingScene((seconds) => ({ status: seconds < 200 ? 'active' : 'completed' }));
    await watchJob(active, undefined, scene.watching);
    expect(scene.log.filter((line) => line.includes('Still active'))).toHaveLength(3);
    expect(scene.log.filter((line) => line.includes('Status after'))).toHaveLength(2);
  });

  test('an unknown status is a running one, with one warning that names it', async () => {
    const scene = watchingScene((seconds) => ({ status: seconds < 20 ? 'queued' : 'completed' }));
    const watched = await watchJob(job({ status: 'queued' }), undefined, scene.watching);
    expect(watched.result).toBe('no-pull-request');
    expect(scene.log.filter((line) => line.startsWith('warning:'))).toEqual([
      expect.stringContaining('"queued"'),
    ]);
  });

  test('a poll that failed for good ends it; the job as it was last seen is kept', async () => {
    const scene = watchingScene(() => failure({ status: 401 }));
    const watched = await watchJob(active, undefined, scene.watching);
    expect(watched).toMatchObject({ result: 'error', job: { status: 'active' } });
  });

  test('a poll that could not be repeated before the deadline is a timeout that names the last error', async () => {
    const scene = watchingScene(() => failure({ kind: 'lost', transient: true, message: 'cut off.' }));
    const watched = await watchJob(active, undefined, scene.watching);
    expect(watched).toMatchObject({ result: 'timeout', reason: expect.stringContaining('cut off.') });
  });
});

describe('right after a create', () => {
  const unknown = failure({ status: 404 });

  test('a job may be unknown for 60 s', async () => {
    const scene = watchingScene((seconds) => (seconds < 55 ? unknown : { status: 'completed' }));
    const watched = await watchJob(active, { kind: 'create', at: scene.clock.now() }, scene.watching);
    expect(watched.result).toBe('no-pull-request');
  });

  test('afterwards that is an error', async () => {
    const scene = watchingScene(() => unknown);
    const watched = await watchJob(active, { kind: 'create', at: scene.clock.now() }, scene.watching);
    expect(watched.result).toBe('error');
    expect(scene.polls.at(-1)).toBeGreaterThanOrEqual(60);
    expect(scene.polls.at(-2)).toBeLessThan(60);
  });

  test('without a create it is an error at once', async () => {
    const scene = watchingScene(() => unknown);
    const watched = await watchJob(active, undefined, scene.watching);
    expect(watched.result).toBe('error');
    expect(scene.polls).toHaveLength(1);
  });
});

describe('right after a message', () => {
  const before = { status: 'completed', prLink: LINK };

  test("the previous turn's state does not count", async () => {
    const scene = watchingScene((seconds) =>
      seconds < 10 ? before : { status: seconds < 40 ? 'active' : 'completed', prLink: LINK },
    );
    const watched = await watchJob(job(before), messageSent(scene, before), scene.watching);
    expect([watched.result, watched.warning]).toEqual(['pull-request', undefined]);
    expect(scene.polls.at(-1)).toBeGreaterThanOrEqual(40);
  });

  test('when nothing moves for 90 s the old state is what there is', async () => {
    const scene = watchingScene(() => before);
    const watched = await watchJob(job(before), messageSent(scene, before), scene.watching);
    expect(watched).toMatchObject({ warning: expect.stringContaining('No activity') });
    expect(scene.polls.at(-1)).toBeGreaterThanOrEqual(90);
    expect(scene.polls.at(-2)).toBeLessThan(90);
  });

  test.each([
    ['another link', { ...before, prLink: `${LINK}8` }],
    ['another status', { ...before, status: 'failed' }],
    ['an archived job', { ...before, archivedAt: '2026-05-01T12:00:00Z' }],
  ])('%s is activity too', async (_name, after) => {
    const scene = watchingScene((seconds) => (seconds < 10 ? before : after));
    const watched = await watchJob(job(before), messageSent(scene, before), scene.watching);
    expect(watched.warning).toBeUndefined();
    expect(scene.polls.at(-1)).toBeLessThan(20);
  });

  test('activity that the answer to the message shows is enough', async () => {
    const scene = watchingScene(() => before);
    const watched = await watchJob(
      job({ ...before, status: 'active' }),
      messageSent(scene, before),
      scene.watching,
    );
    expect([watched.result, watched.warning]).toEqual(['pull-request', undefined]);
    expect(scene.polls).toEqual([3]);
  });
});
