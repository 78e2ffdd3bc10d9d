import { SPACING } from './pacer.ts';

/** No open job goes unobserved for longer, in milliseconds, faults aside. */
export const LONGEST_GAP = 15_000;

/** So many jobs can be looked at in that time, one request after the other. */
export const MOST_OPEN = LONGEST_GAP / SPACING;

const LEAST_GAP = 6_000;
const SHARE = 1 / 8;

/** An open job, as the plan sees it. Moments are epoch milliseconds. */
export interface Observed {
  /** When it should be looked at. */
  readonly due: number;
  /** When it has to be looked at. */
  readonly latest: number;
  /** A look is on its way. */
  readonly looking: boolean;
}

export type Plan<Job> =
  | { readonly kind: 'look'; readonly job: Job }
  | { readonly kind: 'ask' }
  | { readonly kind: 'wait'; readonly until: number };

/**
 * The time to the next look at a job: an eighth of the time waited so far, from 6 s to 15 s, and never less than it takes
 * to look at all `open` jobs once.
 */
export function gapAfter(waited: number, open: number): number {
  return Math.min(Math.max(Math.round(waited * SHARE), LEAST_GAP, open * SPACING), LONGEST_GAP);
}

/**
 * What to do with the turn at `at`. Looks that have to be made come first, so that a new job is asked for only where
 * that makes no other job wait too long; then new jobs, then looks that are due.
 */
export function planTurn<Job extends Observed>(
  jobs: readonly Job[],
  { at, asks }: { readonly at: number; readonly asks: boolean },
): Plan<Job> {
  const queue = jobs.filter(({ looking }) => !looking).sort((one, other) => one.latest - other.latest);
  const [first] = queue;
  if (asks && fits(queue, at + SPACING)) return { kind: 'ask' };
  if (first === undefined) return { kind: 'wait', until: Number.POSITIVE_INFINITY };
  const urgent = latestStart(queue);
  if (asks || urgent <= at) return { kind: 'look', job: first };
  const next = queue.reduce((soonest, job) => (job.due < soonest.due ? job : soonest), first);
  if (next.due > at) return { kind: 'wait', until: Math.min(next.due, urgent) };
  const rest = queue.filter((job) => job !== next);
  return { kind: 'look', job: fits(rest, at + SPACING) ? next : first };
}

/** Whether all jobs can be looked at in time, one after the other from `at` on. */
function fits(queue: readonly Observed[], at: number): boolean {
  return latestStart(queue) >= at;
}

/** When looking at all jobs one after the other has to begin. */
function latestStart(queue: readonly Observed[]): number {
  return Math.min(...queue.map(({ latest }, index) => latest - index * SPACING));
}
