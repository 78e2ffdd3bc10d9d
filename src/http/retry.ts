import type { Answer, Failure } from '../model/answer-or-failure.ts';
import { RETRY_LEAST, RETRY_MOST } from '../model/intervals.ts';
import { slept } from '../runner/clock.ts';
import type { HttpTools } from './http-call.ts';
import { planLimit } from './usage-limit.ts';

export interface RetryOptions {
  /** Failures other than usage limits before giving up; {@link FEW_TRIES} by default. */
  readonly tries?: number | undefined;
  /** Whether to repeat a request that the host may already have processed. */
  readonly repeatable: boolean;
  readonly until: number;
  /** When to stop waiting for a usage limit; `until` by default. */
  readonly limitUntil?: number | undefined;
  /** Leaves waiting for usage limits to the caller. */
  readonly leavesLimits?: boolean | undefined;
  readonly signal: AbortSignal;
}

const FEW_TRIES = 5;

/** Waits for usage limits that reset before the end, and after other transient failures exponentially with full jitter. */
export async function retry<T>(
  attempt: () => Promise<Answer<T>>,
  options: RetryOptions,
  tools: Omit<HttpTools, 'http'>,
): Promise<Answer<T>> {
  const { clock, log } = tools;
  const counts = { limited: 0, failed: 0 };
  let before: Failure | undefined;
  for (;;) {
    const answer = await attempt();
    if (answer.ok) return answer;
    const { failure } = answer;
    if (!options.signal.aborted) {
      const { delay, note } = planNext(failure, counts, options, tools);
      const message = `${failure.message} ${note}`.trimEnd();
      if (delay === undefined) return { ok: false, failure: { ...failure, message } };
      log.info(message);
      await slept(delay, clock, options.signal);
    }
    if (options.signal.aborted) return { ok: false, failure: whenStopped(failure, before, options) };
    before = failure;
  }
}

/** A stopped read reports its last real error. Any other request reports the outcome of its last try. */
function whenStopped(failure: Failure, before: Failure | undefined, options: RetryOptions): Failure {
  if (options.repeatable) return failure.kind === 'stopped' ? (before ?? failure) : failure;
  return mayRepeat(failure, options) ? { ...failure, kind: 'stopped' } : failure;
}

/** Plans the pause before the next try; undefined to give up. The note follows the failure's message. */
function planNext(
  failure: Failure,
  counts: { limited: number; failed: number },
  options: RetryOptions,
  { clock, random }: Pick<HttpTools, 'clock' | 'random'>,
): { readonly delay?: number; readonly note: string } {
  const { tries = FEW_TRIES, until, limitUntil } = options;
  const now = clock.now();
  if (failure.kind === 'limited') {
    if (options.leavesLimits) return { note: '' };
    counts.limited += 1;
    const late = limitUntil === undefined ? undefined : 'which is too late to wait for';
    return planLimit(failure, now, counts.limited, limitUntil ?? until, late);
  }
  counts.failed += 1;
  if (!mayRepeat(failure, options) || counts.failed >= tries) return { note: '' };
  const delay = backoff(counts.failed, until - now, random);
  if (now + delay >= until) return { note: '' };
  return { delay, note: `Trying again in ${Math.round(delay / 1000)} s.` };
}

function mayRepeat(failure: Failure, options: RetryOptions): boolean {
  return failure.transient && (options.repeatable || failure.outcome === 'not processed');
}

/** Moves the last try forward, so that it still comes before the end. */
function backoff(failed: number, left: number, random: () => number): number {
  const span = Math.min(RETRY_LEAST * 2 ** failed, RETRY_MOST);
  const delay = RETRY_LEAST + random() * (span - RETRY_LEAST);
  return Math.min(delay, Math.max(RETRY_LEAST, left - RETRY_LEAST));
}
