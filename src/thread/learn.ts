import type { Effect, NotSent, Reply, Stop } from './effects.ts';
import { close, put } from './moves.ts';
import {
  isOutdated,
  type Seat,
  say,
  wasEdited,
  wasPaused,
  wasRead,
  wasWritten,
  wentMissing,
} from './seat.ts';
import type { Draft, State } from './state.ts';
import { dismiss } from './working.ts';

/** What the reply to the state's effect changes. */
export function learn({ effect, ...draft }: State, reply: Reply): Draft {
  switch (reply.kind) {
    case 'saved':
      return effect.kind === 'save' ? { ...draft, saved: effect.state } : draft;
    case 'comments':
      return learnComments(draft, seatOf(draft, effect), reply);
    case 'written':
      return change(draft, wasWritten(seatOf(draft, effect), reply.commentId));
    case 'edited':
      return change(draft, wasEdited(seatOf(draft, effect)));
    case 'unsure':
      return bear(draft, wentMissing(seatOf(draft, effect)));
    case 'refused':
      return learnRefusal(draft, effect, reply.forbidden);
    case 'unreadable':
      return lose(draft, seatOf(draft, effect), 'unreadable');
    case 'woke':
      return effect.kind === 'sleep' ? wake(draft, effect.why) : draft;
    case 'looked': {
      if (effect.kind !== 'look') return draft;
      const { kind: _, ...look } = reply;
      return { ...draft, look: { ...look, jobId: effect.jobId } };
    }
    case 'unseen':
      return close(draft, { kind: 'not sent', why: 'unseen' });
    case 'stopped':
      return stop({ ...draft, stop: reply.by }, reply.by);
    default:
      return learnFromService(draft, reply);
  }
}

function learnFromService(draft: Draft, reply: Reply): Draft {
  const { errand, job } = draft;
  switch (reply.kind) {
    case 'sent':
      return startWork(draft, reply.jobId, reply.date);
    case 'not sent':
      return close(draft, { kind: 'not sent', why: draft.stop ?? 'refused' });
    case 'lost':
      return errand === undefined ? draft : close(draft, { kind: 'unknown', errand });
    case 'ended':
      return job === undefined ? draft : close(draft, { kind: 'ended', jobId: job.id });
    case 'left':
      if (job === undefined) return draft;
      return close({ ...draft, stop: draft.stop ?? 'deadline' }, { kind: 'left', jobId: job.id }, reply.date);
    default:
      return draft;
  }
}

function startWork(draft: Draft, jobId: string, date: number): Draft {
  const sentAt = Math.max(date, ...draft.seats.map(({ claim }) => claim.sentAt ?? 0));
  const seats = draft.seats.map((seat) => say(seat, { state: 'job', jobId, sentAt }));
  return { ...draft, phase: 'working', seats, job: { id: jobId, sentAt, pickedUp: false } };
}

/** The first read sets the deadline by GitHub's clock. */
function learnComments(draft: Draft, seat: Seat, reply: Reply & { kind: 'comments' }): Draft {
  const { comments, date, left } = reply;
  const first = draft.deadline === 0;
  const deadline = first ? date + left : draft.deadline;
  const dated = first ? { ...seat, claim: { ...seat.claim, deadline } } : seat;
  return bear({ ...draft, deadline }, wasRead(dated, comments, date));
}

/** After too many failures in a row the seat is given up. */
function bear(draft: Draft, seat: Seat): Draft {
  const changed = change(draft, seat);
  return seat.failures > draft.plan.patience ? lose(changed, seat, 'unconfirmed') : changed;
}

/** A first comment that is forbidden means no memory; in the job's pull request, that nothing is claimed there. */
function learnRefusal(draft: Draft, effect: Effect, forbidden: boolean): Draft {
  const seat = seatOf(draft, effect);
  const first = effect.kind === 'write' && seat.failures === 0;
  if (!forbidden || !first) return lose(draft, seat, 'unconfirmed');
  // Only the last seat was never written to, so no other claim is left alone.
  const seats = draft.seats.filter(({ thread }) => thread !== seat.thread);
  return { ...draft, seats, barred: [...draft.barred, seat.thread] };
}

/** A seat that can't be brought to say what it should. Before the send nothing is sent then; after it, it is left. */
function lose(draft: Draft, seat: Seat, why: NotSent): Draft {
  if (draft.leaving.length > 0) return dismiss(draft, true);
  if (draft.phase !== 'working') return close(draft, { kind: 'not sent', why });
  return { ...draft, loose: true, seats: draft.seats.filter(({ thread }) => thread !== seat.thread) };
}

/** After a pause the seat is read again; after a nap everything is, because time went by. */
function wake(draft: Draft, why: string): Draft {
  if (why === 'turn' || why === 'job') {
    const { look: _, ...rest } = draft;
    return { ...rest, seats: draft.seats.map(isOutdated) };
  }
  const paused = seatsAtHand(draft).find(({ pause }) => pause !== undefined);
  return paused === undefined ? draft : change(draft, wasPaused(paused));
}

function stop(draft: Draft, by: Stop): Draft {
  if (draft.phase === 'closing') return draft;
  if (draft.phase !== 'working') return close(draft, { kind: 'not sent', why: by });
  // What was being written is written once more when watching has stopped, which is now.
  return { ...draft, seats: draft.seats.map((seat) => wasEdited(wasPaused(seat))) };
}

/** The seats that effects are about: those that leave go first. */
function seatsAtHand({ leaving, seats }: Draft): readonly Seat[] {
  return leaving.length > 0 ? leaving.slice(0, 1) : seats;
}

function seatOf(draft: Draft, effect: Effect): Seat {
  const thread = 'thread' in effect ? effect.thread : undefined;
  const seat = seatsAtHand(draft).find((candidate) => candidate.thread === thread);
  if (seat === undefined) throw new Error(`No claim is waiting for the reply to "${effect.kind}".`);
  return seat;
}

function change(draft: Draft, seat: Seat): Draft {
  const [leaver, ...others] = draft.leaving;
  return leaver === undefined ? put(draft, seat) : { ...draft, leaving: [seat, ...others] };
}
