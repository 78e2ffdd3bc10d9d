import { HINTS, type Hint } from '../faults/answers.ts';
import type { JobScene, TurnScript } from '../service/scripted-life.ts';
import { type Chance, chanceOf } from './chance.ts';
import { randomFault } from './faults.ts';
import { type Cut, someFaults, type Trouble } from './trouble.ts';

/** The plan of one run, made before its jobs are known. */
export interface Plan extends Trouble {
  /** The instruction, which no other run has. */
  readonly prompt: string;
  /** The task, if there is a job for it. Otherwise, the run creates a job. */
  readonly task: 'create' | 'message' | 'watch';
  /** Chooses the job: at least 0, and less than 1. */
  readonly which: number;
  readonly timeout: string;
  readonly hint: Hint;
  /** The turns of the job, if one is created. */
  readonly turns: readonly TurnScript[];
  /** No server listens at the URL. */
  readonly deaf: boolean;
  /** Makes the jitter of the run repeatable. */
  readonly jitter: number;
}

export function planRun(seed: string, number: number): Plan {
  const chance = chanceOf(`${seed} ${number}`);
  const share = chance.next();
  return {
    prompt: `Instruction ${number}`,
    task: share < 0.2 ? 'message' : share < 0.25 ? 'watch' : 'create',
    which: chance.next(),
    timeout: chance.pick(['2m', '10m', '30m', '1h']),
    hint: chance.pick(HINTS),
    turns: [firstTurn(chance, number), laterTurn(chance, `${number}1`), laterTurn(chance, `${number}2`)],
    faults: [
      ...someFaults(chance, randomFault, { host: 'service', method: 'POST', most: 4, share: 0.3 }),
      ...someFaults(chance, randomFault, { host: 'service', method: 'GET', most: 60, share: 0.12 }),
    ],
    cut: chance.happens(0.06) ? planCut(chance) : undefined,
    deaf: chance.happens(0.01),
    jitter: chance.whole(1, 2 ** 31 - 1),
  };
}

function planCut(chance: Chance): Cut {
  const method = chance.pick(['GET', 'POST']);
  return {
    host: 'service',
    by: chance.pick(['cancel', 'kill']),
    match: { method, nth: method === 'POST' ? 1 : chance.whole(1, 6) },
    where: chance.pick(['before', 'after']),
    answered: chance.happens(0.5),
  };
}

/** A job that can be unknown at first, works for a while, and ends in any way or never. */
function firstTurn(chance: Chance, number: number): TurnScript {
  const lag: JobScene[] = chance.happens(0.15) ? [{ hidden: true }] : [];
  const seen = lag.length > 0 ? chance.whole(1, 30) : 0;
  const odd: JobScene[] = chance.happens(0.1) ? [{ at: seen + 1, status: 'queued', omit: ['source'] }] : [];
  const work = { at: seen + 2 * odd.length, status: 'active' };
  return { timeline: [...lag, ...odd, work, ...endOf(chance, seen + 10, `${number}0`)] };
}

/** A follow-up that can show the state before it for a while. */
function laterTurn(chance: Chance, link: string): TurnScript {
  const lag = chance.happens(0.4) ? chance.whole(1, 60) : 0;
  const before: JobScene[] = lag > 0 ? [{ previous: true }] : [];
  return { timeline: [...before, { at: lag, status: 'active' }, ...endOf(chance, lag + 20, link)] };
}

function endOf(chance: Chance, least: number, link: string): JobScene[] {
  const at = least + Math.round(900 * chance.next() ** 3);
  const prLink = `https://github.com/acme/docs/pull/${link}`;
  const share = chance.next();
  if (share < 0.7) return [{ at, status: 'completed', prLink }];
  if (share < 0.8) return [{ at, status: 'completed' }];
  if (share < 0.88) return [{ at, status: 'failed' }];
  const archivedAt = '2026-01-05T12:00:00Z';
  if (share < 0.92) return [{ at, status: 'archived', archivedAt }];
  if (share < 0.96) return [{ at, status: 'archived', archivedAt, prLink }];
  return [];
}
