import { limitDelay } from '../http/usage-limit.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { CLOSING, LAST_EDIT_WAIT, SETTLE } from '../model/intervals.ts';
import { type Clock, slept } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import { clockTime } from '../text/time.ts';
import type { GitHub } from './github.ts';
import { commentAdvice } from './github-errors.ts';

/** How long an edit is repeated. GitHub's limits don't count as tries. */
export interface Patience {
  /** Tries whose outcome is unknown, or that didn't reach GitHub. Two tries at most are made of an edit that GitHub refuses. */
  readonly tries: number;
  /** How long to wait for a limit, in milliseconds. */
  readonly wait: number;
}

/** For an edit without which nothing is sent. */
export const BEFORE_SEND: Patience = { tries: 5, wait: Number.POSITIVE_INFINITY };
/** For an edit that stores what is known nowhere else: until the deadline. */
export const TO_DEADLINE: Patience = { tries: Number.POSITIVE_INFINITY, wait: Number.POSITIVE_INFINITY };
/** For the last edit. The post step and later runs try again. */
export const LAST_EDIT: Patience = { tries: 2, wait: LAST_EDIT_WAIT };
/** For an edit that other work waits for. */
export const ONE_TRY: Patience = { tries: 1, wait: 0 };

/** Edits a comment, one edit at a time, so that the last edit wins. */
export function openCommentWriter(
  github: GitHub,
  id: number,
  { clock, deadline, log }: { readonly clock: Clock; readonly deadline: Deadline; readonly log: Log },
) {
  let underWay: Promise<Answer<unknown>> | undefined;
  /** No edit before this time: an earlier one may still arrive, or a limit has not reset. */
  let notBefore = 0;
  let limits = 0;
  let failures = 0;
  let isRefused = false;
  let unwritten: string | undefined;
  let writing = new AbortController();

  async function edit(body: string): Promise<Answer<unknown>> {
    underWay = github.editComment(id, body, 1);
    const answer = await underWay;
    underWay = undefined;
    if (answer.ok) {
      [limits, isRefused] = [0, false];
      if (body === unwritten) unwritten = undefined;
      return answer;
    }
    const { kind, outcome, resetAt, transient } = answer.failure;
    limits = kind === 'limited' ? limits + 1 : 0;
    if (limits === 0) failures += 1;
    isRefused = kind === 'refused' && outcome === 'not processed' && !transient;
    const now = clock.now();
    notBefore = now + (limits > 0 ? limitDelay(resetAt, now, limits) : SETTLE);
    return answer;
  }

  /** Waits until the next edit can be made. False if that is too late, or a later text replaces this one. */
  async function isReady(until: number, isReplaced: AbortSignal): Promise<boolean> {
    await underWay;
    if (isReplaced.aborted || notBefore > until) return false;
    const isOver = deadline.stop.aborted ? deadline.closing : deadline.stop;
    const left = notBefore - clock.now();
    return left <= 0 || slept(left, clock, AbortSignal.any([isReplaced, isOver]));
  }

  function giveUp(answer: Answer<unknown>): false {
    warnOfComment(answer, 'The status comment could not be written', log);
    if (isRefused) unwritten = undefined;
    return false;
  }

  return {
    /** The body of an edit that isn't confirmed, unless GitHub refused it. */
    unwritten: () => unwritten,

    /** Replaces the body, also instead of an edit that is still repeated. False if that isn't confirmed. */
    async write(body: string, { tries, wait } = LAST_EDIT): Promise<boolean> {
      writing.abort();
      writing = new AbortController();
      const { signal } = writing;
      [unwritten, failures] = [body, 0];
      const end = deadline.stop.aborted ? clock.now() + CLOSING : deadline.at;
      const until = Math.min(clock.now() + wait, end);
      while (await isReady(until, signal)) {
        const answer = await edit(body);
        if (answer.ok || signal.aborted) return answer.ok;
        const most = isRefused ? Math.min(tries, 2) : tries;
        if (failures >= most || notBefore > until) return giveUp(answer);
        log.info(`${answer.failure.message} The next try is at ${clockTime(notBefore)}.`);
      }
      return false;
    },

    /** Tries once to replace the body, unless GitHub refused the last edit. False if that fails, or has to wait. */
    async tryWrite(render: () => string): Promise<boolean> {
      const mustWait = unwritten !== undefined || underWay !== undefined || clock.now() < notBefore;
      if (isRefused || mustWait) return false;
      const answer = await edit(render());
      if (!answer.ok) log.info(`The status comment could not be edited: ${answer.failure.message}`);
      return answer.ok;
    },
  };
}

/** Warns that GitHub refused something about a comment, and what to do. The job hasn't failed. */
export function warnOfComment(answer: Answer<unknown>, what: string, log: Log): void {
  if (!answer.ok)
    log.warning(`${what}: ${answer.failure.message} ${commentAdvice(answer.failure)}`.trimEnd());
}
