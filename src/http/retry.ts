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
  const counts = { limited: 0, failed: 0 };
  let before: Failure | undefined;
  for (;;) {
    const answer = await attempt();
    if (answer.ok) return answer;
    if (!patience.signal.aborted) {
      const next = planNext(answer.failure, counts, patience, tools);
      if ('failure' in next) return { ok: false, failure: next.failure };
      tools.log.info(next.announcement);
      // When it is stopped meanwhile, the next try surely has not left.
      await slept(next.delay, tools.clock, patience.signal);
    }
    if (patience.signal.aborted) return { ok: false, failure: whenStopped(answer.failure, before, patience) };
    before = answer.failure;
  }
}

/**
 * What to say of a try that was stopped, or that nothing follows because of a stop. Of a read the last error of its own
 * counts, even when a later try was cut off; the fate of anything else is that of its last try.
 */
function whenStopped(failure: Failure, before: Failure | undefined, patience: Patience): Failure {
  if (patience.repeatable) return failure.kind === 'stopped' ? (before ?? failure) : failure;
  const goesOn = failure.kind === 'limited' || mayRepeat(failure, patience);
  return goesOn ? { ...failure, kind: 'stopped' } : failure;
}

type Next = { readonly delay: number; readonly announcement: string } | { readonly failure: Failure };

function planNext(
  failure: Failure,
  counts: { limited: number; failed: number },
  patience: Patience,
  { clock, random }: Pick<HttpTools, 'clock' | 'random'>,
): Next {
  const now = clock.now();
  if (failure.kind === 'limited') {
    counts.limited += 1;
    const delay = limitDelay(failure.resetAt, now, counts.limited);
    if (now + delay >= (patience.limitUntil ?? patience.until))
      return { failure: outOfTime(failure, now + delay, patience) };
    return { delay, announcement: `${failure.message} Waiting until ${clockTime(now + delay)}.` };
  }
  counts.failed += 1;
  if (!mayRepeat(failure, patience) || counts.failed >= (patience.tries ?? FEW_TRIES)) return { failure };
  const delay = backoff(counts.failed, patience.until - now, random);
  if (now + delay >= patience.until) return { failure };
  return { delay, announcement: `${failure.message} Trying again in ${Math.round(delay / 1000)} s.` };
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

function outOfTime(failure: Failure, resetAt: number, { limitUntil }: Patience): Failure {
  const late = limitUntil === undefined ? "which is after this step's deadline" : 'too late to wait for it';
  const when =
    failure.resetAt === undefined
      ? "When the limit resets is not told, and this step's deadline comes before the next try."
      : `The limit resets at ${clockTime(resetAt)}, ${late}.`;
  return { ...failure, message: `${failure.message} ${when}` };
}
