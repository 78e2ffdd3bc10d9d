import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SPACING } from '../../src/batch/pacer.ts';
import { gapAfter, LONGEST_GAP, planTurn } from '../../src/batch/plan.ts';

interface Job {
  readonly end: number;
  readonly created: number;
  readonly looking: false;
  due: number;
  latest: number;
  seen: number;
}

/** Runs the plan on jobs of these durations (milliseconds), and measures every span between two looks. */
function simulate(durations: readonly number[], parallel: number) {
  const waiting = [...durations];
  const open = new Set<Job>();
  const gaps: number[] = [];
  const delays: number[] = [];
  let [at, requests] = [0, 0];
  while (waiting.length > 0 || open.size > 0) {
    const plan = planTurn([...open], { at, asks: waiting.length > 0 && open.size < parallel });
    if (plan.kind === 'wait') {
      expect(plan.until).toBeGreaterThan(at);
      at = plan.until;
      continue;
    }
    requests += 1;
    if (plan.kind === 'ask') {
      const end = at + (waiting.shift() ?? 0);
      const gap = gapAfter(0, open.size + 1);
      open.add({ end, created: at, seen: at, due: at + gap, latest: at + LONGEST_GAP, looking: false });
    } else {
      const { job } = plan;
      gaps.push(at - job.seen);
      if (at >= job.end) {
        open.delete(job);
        delays.push(at - job.end);
      } else {
        job.seen = at;
        job.due = at + gapAfter(at - job.created, open.size);
        job.latest = at + LONGEST_GAP;
      }
    }
    at += SPACING;
  }
  return { longest: Math.max(...gaps), worst: Math.max(...delays), requests, at };
}

describe('the plan of turns', () => {
  test('keeps every job in sight, whatever jobs come and go', () => {
    const duration = fc.integer({ min: 0, max: 900_000 });
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1, maxLength: 100 }),
        fc.integer({ min: 1, max: 30 }),
        (durations, parallel) => {
          const { longest, worst } = simulate(durations, parallel);
          expect(longest).toBeLessThanOrEqual(LONGEST_GAP);
          expect(worst).toBeLessThanOrEqual(LONGEST_GAP);
        },
      ),
      { seed: 9, numRuns: 60 },
    );
  });

  test('keeps them in sight when thirty end at once and thirty begin', () => {
    const { longest } = simulate(
      Array.from({ length: 90 }, () => 60_000),
      30,
    );
    expect(longest).toBe(LONGEST_GAP);
  });

  test('a job alone is looked at after an eighth of its time, from 6 s to 15 s', () => {
    expect([0, 48_000, 80_000, 120_000, 900_000].map((waited) => gapAfter(waited, 1))).toEqual([
      6_000, 6_000, 10_000, 15_000, 15_000,
    ]);
  });

  test('many jobs share the requests that there are', () => {
    expect([10, 20, 30].map((open) => gapAfter(0, open))).toEqual([6_000, 10_000, 15_000]);
  });

  test('a new job waits where it would make another one wait too long', () => {
    const job = { due: 9_000, latest: 500, looking: false };
    expect(planTurn([job], { at: 500, asks: true })).toEqual({ kind: 'look', job });
    expect(planTurn([job], { at: 0, asks: true })).toEqual({ kind: 'ask' });
  });

  test('a job whose look is on its way is left alone', () => {
    const job = { due: 0, latest: 0, looking: true };
    expect(planTurn([job], { at: 500, asks: false })).toEqual({ kind: 'wait', until: Infinity });
  });
});
