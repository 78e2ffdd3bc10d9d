import type { Because, Errand } from './effects.ts';
import { recall, threadJob } from './memory.ts';
import { ask, close, nap, queued, settleSeat } from './moves.ts';
import { isHeldUp } from './order.ts';
import { type Seat, say } from './seat.ts';
import type { Draft, State } from './state.ts';
import { pickUp, watchNamed } from './working.ts';

/** Reads, writes the claim, reads again, and looks what earlier runs of the same request left behind. */
export function queue(draft: Draft): Draft | State {
  const [own] = draft.seats;
  const named = draft.plan.watchOnly ? draft.plan.jobId : undefined;
  if (own === undefined) return named === undefined ? choose(draft) : watchNamed(draft, named);
  const unwritten = own.commentId === undefined && own.written === 'no';
  if (own.view === undefined) {
    const first = unwritten ? ask(draft, { kind: 'read', thread: own.thread }) : undefined;
    return first ?? settleSeat(draft, own, true) ?? draft;
  }
  const past = recall(own.view, { ...draft.plan, spent: draft.spent });
  switch (past.kind) {
    case 'in doubt':
      return close(draft, { kind: 'in doubt', standing: past.standing });
    case 'job':
      return pickUp(draft, own, past);
    case 'at work':
      // One status comment per request: without one of our own we wait for what becomes of the other's.
      return unwritten ? nap(draft, 'turn') : takeTurn(draft);
    case 'nothing':
      if (named === undefined) return takeTurn(draft);
      return settleSeat(draft, own, true) ?? watchNamed(draft, named);
  }
}

/** Waits until nobody goes first, in any of the threads that the run has a seat in. */
function takeTurn(draft: Draft): Draft | State {
  for (const seat of draft.seats) {
    const busy = settleSeat(draft, seat, true);
    if (busy !== undefined) return busy;
  }
  const heldUp = draft.seats.some((seat) => seat.view && isHeldUp(seat.view, queued(draft, seat)));
  return heldUp ? nap(draft, 'turn') : choose(draft);
}

/** Who is first finds out what to send. */
function choose(draft: Draft): Draft | State {
  const { plan, look } = draft;
  const view = draft.seats[0]?.view;
  const known = view && threadJob(view);
  const jobId = plan.jobId ?? (plan.fresh ? undefined : known?.id);
  if (jobId === undefined) return decide(draft, create(whyNew(draft, known !== undefined), known?.id));
  if (look?.jobId !== jobId) {
    const sentAt = openSend(draft, jobId);
    return ask(draft, { kind: 'look', jobId, ...(sentAt !== undefined && { sentAt }) });
  }
  const message: Errand = { kind: 'message', jobId };
  switch (look.found) {
    case 'active':
      return plan.interrupt ? decide(draft, message) : nap(draft, 'job');
    case 'completed':
      return decide(draft, message);
    default:
      if (plan.jobId === undefined) return decide(draft, create(look.found, jobId));
      // A job that was asked for by its id gets the message, whatever became of its pull request.
      if (look.found === 'closed') return decide(draft, message);
      return close(draft, { kind: 'not sent', why: 'job over' });
  }
}

/** When the job was last sent to, as far as the run's threads know; undefined when that turn was seen to end. */
function openSend({ seats }: Draft, jobId: string): number | undefined {
  const known = seats.flatMap(({ view }) => (view && threadJob(view)) ?? []);
  const sends = known.filter(({ id }) => id === jobId);
  const last = sends.toSorted((a, b) => (a.sentAt ?? 0) - (b.sentAt ?? 0)).at(-1);
  return last?.over ? undefined : last?.sentAt;
}

function create(because: Because, jobId: string | undefined): Errand {
  return { kind: 'create', because, ...(jobId !== undefined && { jobId }) };
}

function whyNew({ seats, plan }: Draft, hasJob: boolean): Because {
  if (seats.length === 0) return 'no memory';
  return plan.fresh && hasJob ? 'asked for' : 'the thread has none';
}

/** A message is also claimed in the conversation of the pull request that its job made. */
function decide(draft: Draft, errand: Errand): Draft {
  const { look, barred } = draft;
  const [own, second] = draft.seats;
  const there = errand.kind === 'message' ? look?.conversation : undefined;
  const wanted = there === undefined || there === own?.thread || barred.includes(there) ? undefined : there;
  if (second !== undefined && second.thread !== wanted) {
    const leaver = say(second, { state: 'not sent' });
    return { ...draft, seats: draft.seats.slice(0, 1), leaving: [leaver] };
  }
  if (second === undefined && wanted !== undefined) {
    // The look is from before the claim there, so it is taken again behind it.
    const { look: _, ...rest } = draft;
    return { ...rest, seats: [...draft.seats, seatIn(wanted, draft, own)] };
  }
  return { ...draft, phase: 'claiming', errand, basis: basisOf(draft) };
}

function seatIn(thread: string, { plan, deadline }: Draft, own: Seat | undefined): Seat {
  const { nonce, request } = plan;
  const claim = { nonce, request, deadline, state: 'waiting' } as const;
  const ticket = own?.commentId !== undefined && { ticket: own.commentId };
  return { thread, claim: { ...claim, ...ticket }, written: 'no', failures: 0 };
}

/** What the run's threads know of their jobs. */
export function basisOf({ seats }: Draft): readonly string[] {
  return seats.map(({ view }) => {
    const job = view && threadJob(view);
    return `${job?.id} ${job?.sentAt}`;
  });
}
