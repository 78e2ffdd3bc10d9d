import type { Errand } from './effects.ts';
import { doubtsOf, nextSendTime, type Reached, recall } from './memory.ts';
import { ask, put, queued, saveFirst, settleSeat } from './moves.ts';
import { isOvertaken } from './order.ts';
import { basisOf } from './queueing.ts';
import { type Saying, type Seat, say } from './seat.ts';
import type { Draft, State } from './state.ts';

/**
 * Edits the claims to sending, the own thread's last, and reads once more after each. Who comes into sight with a lower
 * place, and whoever had a whole turn in between, sends the run back to waiting.
 */
export function claimTurn(draft: Draft, errand: Errand): Draft | State {
  for (const seat of draft.seats.toReversed()) {
    if (seat.claim.state !== 'sending') return put(draft, say(seat, sending(draft, errand)));
    const busy = settleSeat(draft, seat, true);
    if (busy !== undefined) return busy;
    if (seat.view !== undefined && isOvertaken(seat.view, queued(draft, seat))) return stepBack(draft);
  }
  const [own] = draft.seats;
  if (isOutrun(draft, own)) return stepBack(draft);
  const busy = saveFirst(draft, reachedBy(errand));
  if (busy !== undefined) return busy;
  const doubts = own?.view === undefined ? [] : doubtsOf(own.view);
  return ask({ ...draft, phase: 'sending' }, { kind: 'send', errand, doubts });
}

function sending({ seats }: Draft, errand: Errand): Saying {
  const begun = seats.find(({ claim }) => claim.state === 'sending')?.claim.sentAt;
  const sentAt = begun ?? nextSendTime(seats.flatMap(({ view }) => view ?? []));
  return { state: 'sending', sentAt, ...(errand.kind === 'message' && { jobId: errand.jobId }) };
}

function reachedBy(errand: Errand): Reached {
  return { kind: 'sending', ...(errand.kind === 'message' && { jobId: errand.jobId }) };
}

/** Whether somebody had a turn between the read that chose the errand and the edit to sending. */
function isOutrun(draft: Draft, own: Seat | undefined): boolean {
  if (own?.view === undefined) return false;
  const past = recall(own.view, { ...draft.plan, spent: draft.spent });
  if (past.kind === 'job' || past.kind === 'in doubt') return true;
  return basisOf(draft).join('\n') !== draft.basis?.join('\n');
}

function stepBack(draft: Draft): Draft {
  const { errand: _, basis: __, look: ___, ...rest } = draft;
  const back = (seat: Seat) => (seat.claim.state === 'sending' ? say(seat, { state: 'waiting' }) : seat);
  return { ...rest, phase: 'queueing', seats: draft.seats.map(back) };
}
