import type { Effect, Ending } from './effects.ts';
import type { Reached } from './memory.ts';
import type { Queued } from './order.ts';
import { type Saying, type Seat, say, settle, standingOf } from './seat.ts';
import { type Draft, NAPS, type State } from './state.ts';

/** The state, waiting for the reply to `effect`. */
export function ask(draft: Draft, effect: Effect): State {
  return { ...draft, effect };
}

export function nap(draft: Draft, why: keyof typeof NAPS): State {
  return ask(draft, { kind: 'sleep', why, ms: NAPS[why] });
}

/** Does what a seat still needs; undefined when its comment says what it should. */
export function settleSeat(draft: Draft, seat: Seat, confirmed: boolean): State | undefined {
  const effect = settle(seat, confirmed);
  if (effect === undefined) return undefined;
  if (effect.kind === 'pause') return nap(draft, effect.why);
  if (effect.kind === 'read') return ask(draft, effect);
  // Thread and nonce become state before anything is written there.
  return saveFirst(draft, draft.saved.reached) ?? ask(draft, effect);
}

/** Makes state what the post step has to know before the run goes on; undefined when it knows it. */
export function saveFirst(draft: Draft, reached: Reached): State | undefined {
  const { saved, seats, leaving } = draft;
  const claims = [...seats, ...leaving].map(({ thread, claim: { nonce } }) => ({ thread, nonce }));
  const known = claims.every(({ thread, nonce }) =>
    saved.claims.some((claim) => claim.thread === thread && claim.nonce === nonce),
  );
  if (known && saved.reached.kind === reached.kind) return undefined;
  return ask(draft, { kind: 'save', state: { claims, reached } });
}

/** The draft with one of its seats replaced. */
export function put(draft: Draft, seat: Seat): Draft {
  return { ...draft, seats: draft.seats.map((old) => (old.thread === seat.thread ? seat : old)) };
}

/** The seat as the order of the queue sees it. */
export function queued({ plan }: Draft, seat: Seat): Queued {
  return { standing: standingOf(seat), interrupts: plan.interrupt };
}

/** Ends the run: its claims are brought to their last state first. `date` is now, by GitHub's clock. */
export function close(draft: Draft, ending: Ending, date = 0): Draft {
  const last = draft.seats.map((seat) => say(seat, lastWords(seat, ending, date)));
  return { ...draft, phase: 'closing', ending, seats: [], leaving: [...draft.leaving, ...last] };
}

function lastWords({ claim }: Seat, ending: Ending, date: number): Saying {
  const { sentAt, jobId } = claim;
  const sent = { ...(jobId !== undefined && { jobId }), ...(sentAt !== undefined && { sentAt }) };
  switch (ending.kind) {
    case 'not sent':
    case 'in doubt':
      return { state: 'not sent' };
    case 'unknown':
      return { state: 'unknown', ...sent };
    case 'ended':
      return { state: 'ended', ...sent };
    case 'left':
      return { state: 'job', ...sent, deadline: Math.min(claim.deadline, date) };
  }
}
