import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Http, HttpRequest, Try } from '../../src/http/http-client.ts';
import type { Clock } from '../../src/runner/clock.ts';
import { spaceRequests } from '../../src/service/request-spacing.ts';
import { fakeClock } from '../support/clock.ts';

const OK: Try = { ok: true, response: { status: 200, statusText: '', headers: {}, body: '' } };
const NEVER = new AbortController().signal;

const request = (name: string, untilSent?: AbortSignal): HttpRequest => ({
  method: 'GET',
  url: new URL(`https://service.example/${name}`),
  headers: {},
  untilSent,
});

/** `left`: the requests and when each was sent, in milliseconds from the start. */
function scene(clock: Clock = fakeClock()) {
  const start = clock.now();
  const left: [string, number][] = [];
  const http: Http = async ({ url }) => {
    left.push([url.pathname.slice(1), clock.now() - start]);
    return OK;
  };
  return { clock, left, spaced: spaceRequests(http, clock) };
}

describe('spaced requests', () => {
  test('are sent in order, half a second apart', async () => {
    const { spaced, left } = scene();
    const tries = ['a', 'b', 'c', 'd'].map((name) => spaced(request(name), NEVER));
    expect(await Promise.all(tries)).toEqual([OK, OK, OK, OK]);
    expect(left).toEqual([
      ['a', 0],
      ['b', 500],
      ['c', 1000],
      ['d', 1500],
    ]);
  });

  test('are sent at once after half a second without a request', async () => {
    const { clock, spaced, left } = scene();
    await spaced(request('a'), NEVER);
    await clock.sleep(600);
    await spaced(request('b'), NEVER);
    expect(left).toEqual([
      ['a', 0],
      ['b', 600],
    ]);
  });

  test.each(['signal', 'untilSent'] as const)('are not sent if `%s` stops them', async (by) => {
    const { spaced, left, clock } = scene();
    const stop = new AbortController();
    const first = spaced(request('a'), NEVER);
    const second =
      by === 'signal' ? spaced(request('b'), stop.signal) : spaced(request('b', stop.signal), NEVER);
    const third = spaced(request('c'), NEVER);
    clock.guard(100, () => stop.abort('enough'));
    await first;
    expect(await second).toEqual({ ok: false, sent: false, aborted: true, cause: 'enough' });
    await third;
    expect(left).toEqual([
      ['a', 0],
      ['c', 500],
    ]);
    const late = await spaced(request('d'), AbortSignal.abort('over'));
    expect(late).toMatchObject({ sent: false, aborted: true, cause: 'over' });
  });

  test('are at most two in any second, even if timers are late', async () => {
    const moments = fc.array(fc.tuple(fc.nat(3_000), fc.nat(900)), { minLength: 3, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(moments, async (plan) => {
        const exact = fakeClock();
        const delays = plan.map(([, late]) => late);
        const late: Clock = {
          ...exact,
          sleep: (ms, signal) => exact.sleep(ms + (delays.pop() ?? 0), signal),
        };
        const { spaced, left } = scene(late);
        await Promise.all(
          plan.map(async ([at], index) => {
            await exact.sleep(at);
            await spaced(request(`${index}`), NEVER);
          }),
        );
        const times = left.map(([, at]) => at);
        expect(times).toHaveLength(plan.length);
        for (const from of times) {
          expect(times.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(2);
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});
