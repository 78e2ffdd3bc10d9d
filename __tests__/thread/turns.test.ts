/**
 * One thread, one job: the laws of a thread over the real code of whole runs. Two or three requests, some of them run again,
 * live in one process; GitHub's reads lag, writes and sends are lost or land late, runs are cut off at any of their awaits,
 * strangers copy comments, and what happens within one second happens in any order.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { brokenLaws, type Law, tellStory } from './model/laws.ts';
import { type Played, plans, play, type Variant } from './model/runs.ts';
import { VARIANTS } from './model/variants.ts';

const SEED = 20_261_122;
const SCHEDULES = 200;

function lawful(name: keyof typeof plans, variant?: Variant, see?: (played: Played) => void) {
  return fc.asyncProperty(fc.scheduler(), plans[name], async (scheduler, plan) => {
    const played = await play(scheduler, plan, variant);
    see?.(played);
    const broken = brokenLaws(played);
    if (broken.length > 0) throw new Error(`${broken.join('\n')}\n\n${tellStory(played)}`);
  });
}

test.each<[string, keyof typeof plans, object]>([
  ["in GitHub's queue", 'queued', { creates: 1, messages: 1, unanswered: 1, cut: 1, again: 1 }],
  ['ten seconds apart, without the queue', 'apart', { creates: 1, messages: 1 }],
  ['at the same time, without the queue', 'together', { creates: 1, messages: 1, unanswered: 1, cut: 1 }],
])(
  `${SCHEDULES} schedules %s keep every law`,
  async (_, name, happens) => {
    const seen: Record<string, number> = { creates: 0, messages: 0, unanswered: 0, cut: 0, again: 0 };
    const count = (what: string, many: number) => {
      seen[what] = (seen[what] ?? 0) + many;
    };
    await fc.assert(
      lawful(name, undefined, ({ attempts, service: { taken } }) => {
        count('creates', taken.filter(({ kind }) => kind === 'create').length);
        count('messages', taken.filter(({ kind }) => kind === 'message').length);
        count('unanswered', taken.filter(({ answered }) => !answered).length);
        count('cut', attempts.filter(({ cut }) => cut !== undefined).length);
        count('again', attempts.filter(({ number }) => number > 1).length);
      }),
      { seed: SEED, numRuns: SCHEDULES, endOnFailure: true },
    );
    // Laws hold easily where nothing happens.
    expect(Object.keys(happens).filter((what) => (seen[what] ?? 0) < SCHEDULES / 20)).toEqual([]);
  },
  120_000,
);

describe('the laws find a run that', () => {
  test.each<[string, keyof typeof plans, Variant, Law]>([
    ['sees no other request', 'apart', VARIANTS.blind, 'no second job beside a live or known one'],
    ['sends again what had no answer', 'together', VARIANTS.repeating, 'no request is sent twice'],
  ])(
    '%s',
    async (_, name, variant, law) => {
      const { errorInstance } = await fc.check(lawful(name, variant), {
        ...{ seed: SEED, numRuns: 400, endOnFailure: true },
      });
      expect(String(errorInstance)).toContain(`${law}: `);
    },
    120_000,
  );
});
