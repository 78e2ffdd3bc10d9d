import type { Effect, Ending, Errand, Found, Plan, Saved, Stop } from './effects.ts';
import type { Seat } from './seat.ts';

/**
 * A run's place in the protocol: plain data, so that a search can go through all of them.
 *
 * - `queueing`: waits for its turn, and finds out what to send
 * - `claiming`: edits its claims to sending, and looks whether somebody came in between
 * - `sending`: the one request to the service
 * - `working`: writes down the job and watches it
 * - `closing`: brings its comments to their last state
 */
export interface State {
  readonly plan: Plan;
  readonly phase: 'queueing' | 'claiming' | 'sending' | 'working' | 'closing';
  readonly effect: Effect;
  /** The claims that count for the turn: the own thread's first, then the pull request's conversation. */
  readonly seats: readonly Seat[];
  /** Claims that are only to be brought to their last state. */
  readonly leaving: readonly Seat[];
  /** What the post step knows. */
  readonly saved: Saved;
  /** Threads that refused the run's first comment; nothing is claimed there. */
  readonly barred: readonly string[];
  /** Jobs of this request that failed, in a re-run. */
  readonly spent: readonly string[];
  /** The run's deadline by GitHub's clock. */
  readonly deadline: number;
  /** The last look, while it is still good. */
  readonly look?: { readonly jobId: string; readonly found: Found; readonly conversation?: string };
  readonly errand?: Errand;
  /** What each seat's thread held when the errand was chosen. */
  readonly basis?: readonly string[];
  readonly job?: { readonly id: string; readonly sentAt?: number; readonly pickedUp: boolean };
  readonly stop?: Stop;
  readonly ending?: Ending;
  /** Whether a comment was left open. */
  readonly loose: boolean;
}

/** A state that has not found its next effect yet. */
export type Draft = Omit<State, 'effect'> & { readonly effect?: undefined };

/** How long to sleep, in milliseconds. */
export const NAPS = { settle: 15_000, lag: 2_000, turn: 10_000, job: 10_000 } as const;
