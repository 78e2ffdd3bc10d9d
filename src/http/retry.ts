import { RETRY_LEAST, RETRY_MOST } from '../intervals.ts';
import { slept } from '../runner/clock.ts';
import { clockTime } from '../text/time.ts';
import type { Answer, Failure } from './failure.ts';
import type { HttpTools } from './http-call.ts';
import { limitDelay } from './usage-limit.ts';

/** How long a request is worth trying. */
export interface Patience {
  /** Tries that may fail in other ways than by a usage limit; a few when it is not said. */
  readonly tries?: number | undefined;
  /** Whether the request may be repeated although the service may have acted on the one before. */
  readonly repeatable: boolean;
  /** When trying ends, epoch milliseconds. */
  readonly until: number;
  /** When waiting for a usage limit ends, if that is another time. */
  readonly limitUntil?: number | undefined;
  /** Leaves a usage limit to the caller that does not reset before the end, or does not say when. */
  readonly leavesLimits?: boolean | undefined;
  /** Ends the waits. */
  readonly signal: AbortSignal;
}

const FEW_TRIES = 5;

/**
 * Repeats `attempt` while its failure allows it. A usage limit is waited for as often as its reset comes before the
 * end; other transient failures wait exponentially longer with full jitter.
 */
export async function persist<T>(
  attempt: () => Promise<Answer<T>>,
  patience: Patience,
  tools: Omit<HttpTools, 'http'>,
): Promise<Answer<T>> {
  const { clock, log } = tools;
  const counts = { limited: 0, failed: 0 };
  let before: Failure | undefined;
  for (;;) {
    const answer = await attempt();
    if (answer.ok) return answer;
    const { failure } = answer;
    if (!patience.signal.aborted) {
      const { delay, words } = planNext(failure, counts, patience, tools);
      const message = `${failure.message} ${words}`.trimEnd();
      if (delay === undefined) return { ok: false, failure: { ...failure, message } };
      log.info(message);
      // When it is stopped meanwhile, the next try surely has not left.
      await slept(delay, clock, patience.signal);
    }
    if (patience.signal.aborted) return { ok: false, failure: whenStopped(failure, before, patience) };
    before = failure;
  }
}

/**
 * What to say of a try that was stopped, or that nothing follows because of a stop. Of a read the last error of its own
 * counts, even when a later try was cut off; the fate of anything else is that of its last try.
 */
function whenStopped(failure: Failure, before: Failure | undefined, patience: Patience): Failure {
  if (patience.repeatable) return failure.kind === 'stopped' ? (before ?? failure) : failure;
  return mayRepeat(failure, patience) ? { ...failure, kind: 'stopped' } : failure;
}

/** The pause before the next try, if there is to be one, and what to say of it behind the failure's own words. */
function planNext(
  failure: Failure,
  counts: { limited: number; failed: number },
  patience: Patience,
  { clock, random }: Pick<HttpTools, 'clock' | 'random'>,
): { readonly delay?: number; readonly words: string } {
  const { tries = FEW_TRIES, until, limitUntil, leavesLimits = false } = patience;
  const now = clock.now();
  if (failure.kind === 'limited') {
    counts.limited += 1;
    const delay = limitDelay(failure.resetAt, now, counts.limited);
    const next = now + delay;
    const waits = next < (limitUntil ?? until) && !(leavesLimits && failure.resetAt === undefined);
    if (waits) return { delay, words: `Waiting until ${clockTime(next)}.` };
    if (leavesLimits) return { words: '' };
    const late = limitUntil === undefined ? AFTER_DEADLINE : 'too late to wait for it';
    return { words: explainLimit(failure, next, late) };
  }
  counts.failed += 1;
  if (!mayRepeat(failure, patience) || counts.failed >= tries) return { words: '' };
  const delay = backoff(counts.failed, until - now, random);
  if (now + delay >= until) return { words: '' };
  return { delay, words: `Trying again in ${Math.round(delay / 1000)} s.` };
}

const AFTER_DEADLINE = "which is after this step's deadline";
const NO_RESET = "When the limit resets is not told, and this step's deadline comes before the next try.";

/** Why nobody waits for a usage limit, whose next try would come at `next`. */
export function explainLimit({ resetAt }: Failure, next: number, late = AFTER_DEADLINE): string {
  return resetAt === undefined ? NO_RESET : `The limit resets at ${clockTime(next)}, ${late}.`;
}

function mayRepeat(failure: Failure, patience: Patience): boolean {
  return failure.transient && (patience.repeatable || failure.fate === 'not processed');
}

/** Full jitter over a span that doubles; the last try before the end is moved forward rather than given up. */
function backoff(failed: number, left: number, random: () => number): number {
  const span = Math.min(RETRY_LEAST * 2 ** failed, RETRY_MOST);
  const delay = RETRY_LEAST + random() * (span - RETRY_LEAST);
  return Math.min(delay, Math.max(RETRY_LEAST, left - RETRY_LEAST));
}
