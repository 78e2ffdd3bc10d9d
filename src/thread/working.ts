import { type Claim, isLive, type Standing } from './claim.ts';
import { threadJob } from './memory.ts';
import { ask, saveFirst, settleSeat } from './moves.ts';
import { type Seat, say } from './seat.ts';
import type { Draft, State } from './state.ts';

/** Picks up the job that the same request has; in a re-run only when it didn't fail. Nothing is sent. */
export function pickUp(
  draft: Draft,
  own: Seat,
  { standing, jobId }: { readonly standing: Standing; readonly jobId: string },
): Draft | State {
  const { plan, look, spent } = draft;
  const { sentAt = 0, state } = standing.claim;
  if (plan.rerun) {
    if (look?.jobId !== jobId) return ask(draft, { kind: 'look', jobId });
    const failed = look.found === 'failed' || look.found === 'archived' || look.found === 'missing';
    if (failed) return { ...draft, spent: [...spent, jobId] };
  }
  const seat = seatToWatch(draft, own, standing);
  const others = seat === own ? draft.seats.slice(1) : draft.seats;
  const leaving = others.map((other) => say(other, { state: 'not sent' }));
  const seats = seat === undefined ? [] : [say(seat, { state: 'job', jobId, sentAt })];
  const job = { id: jobId, pickedUp: true, ...(state !== 'ended' && { sentAt }) };
  return { ...draft, phase: 'working', seats, leaving, job };
}

/** Watches the job that was asked for by its id. Nothing is sent, so nobody has to be waited for. */
export function watchNamed(draft: Draft, jobId: string): Draft {
  const known = draft.seats.flatMap(({ view }) => (view && threadJob(view)) ?? []).at(0);
  const sentAt = known?.id === jobId ? known.sentAt : undefined;
  const saying = { state: 'job', jobId, ...(sentAt !== undefined && { sentAt }) } as const;
  const open = sentAt !== undefined && known?.over === false;
  const job = { id: jobId, pickedUp: true, ...(open && { sentAt }) };
  return { ...draft, phase: 'working', seats: draft.seats.map((seat) => say(seat, saying)), job };
}

/** Our own comment; without one the other run's, when that run is gone; else none, since the other run keeps its own. */
function seatToWatch(draft: Draft, own: Seat, { id, claim }: Standing): Seat | undefined {
  if (own.commentId !== undefined) return own;
  if (claim.state !== 'job' || own.view === undefined || isLive(claim, own.view.date)) return undefined;
  const taken: Claim = { ...claim, deadline: draft.deadline };
  return { thread: own.thread, claim: taken, commentId: id, written: 'no', failures: 0 };
}

/** Writes the job down, and watches it. */
export function work(draft: Draft): Draft | State {
  const { id, sentAt, pickedUp } = draft.job ?? { id: '', pickedUp: true };
  const unsaved = saveFirst(draft, { kind: 'job', jobId: id });
  if (unsaved !== undefined) return unsaved;
  for (const seat of draft.seats) {
    const busy = settleSeat(draft, seat, false);
    if (busy !== undefined) return busy;
  }
  return ask(draft, { kind: 'watch', jobId: id, pickedUp, ...(sentAt !== undefined && { sentAt }) });
}

/**
 * Brings a claim that counts no more to its last state. After a stop there is no time to wait for a write that may still
 * land, and a comment that may exist without having been seen can't be edited: both are left to the post step.
 */
export function leave(draft: Draft, leaver: Seat): Draft | State {
  const { commentId, written, pause, failures, ...rest } = leaver;
  if (commentId === undefined && written === 'no') return dismiss(draft, failures > 0);
  if (pause === undefined || draft.stop === undefined) {
    return settleSeat(draft, leaver, false) ?? dismiss(draft, false);
  }
  const hurried = { ...rest, written, failures, ...(commentId !== undefined && { commentId }) };
  return { ...draft, loose: true, leaving: [hurried, ...draft.leaving.slice(1)] };
}

/** Done with the first of those that leave; `loose` when its comment may have been left open. */
export function dismiss(draft: Draft, loose: boolean): Draft {
  return { ...draft, leaving: draft.leaving.slice(1), loose: draft.loose || loose };
}
