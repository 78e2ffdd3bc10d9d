import { type Claim, type Comment, type Standing, sameClaim, type View, viewOf } from './claim.ts';

/**
 * A run's own claim in one thread: what its comment is to say, and how sure it is that it does. A run has a seat in its
 * own thread, and one more in the conversation of the pull request whose job it sends to.
 */
export interface Seat {
  readonly thread: string;
  readonly claim: Claim;
  /** Known once the comment was written or found. */
  readonly commentId?: number;
  /** Whether the comment says it: not yet, nobody knows, or GitHub said yes. */
  readonly written: 'no' | 'unsure' | 'yes';
  /** What to wait for before the next read. */
  readonly pause?: Pause;
  /** Writes of unknown fate and reads that didn't show the last write, in a row. */
  readonly failures: number;
  /** The last read, when it is still good and shows what we wrote. */
  readonly view?: View;
}

/**
 * - `settle`: a write of unknown fate may still land. GitHub gives up on a request after 10 s, so this outlasts it, and
 *   no write of ours ever lands on top of a later one.
 * - `lag`: a read didn't show our own last write
 */
export type Pause = 'settle' | 'lag';

export type SeatEffect =
  | { readonly kind: 'write'; readonly thread: string; readonly claim: Claim }
  | { readonly kind: 'edit'; readonly thread: string; readonly commentId: number; readonly claim: Claim }
  | { readonly kind: 'read'; readonly thread: string }
  | { readonly kind: 'pause'; readonly why: Pause };

/** What a claim says about its request, apart from whose and where it is. */
export type Saying = Pick<Claim, 'state' | 'jobId' | 'sentAt'> & Partial<Pick<Claim, 'deadline'>>;

/** The seat, about to say something else. A write that may still land is waited for first. */
export function say({ thread, claim, commentId, written, pause, failures }: Seat, saying: Saying): Seat {
  const { nonce, request, deadline, ticket } = claim;
  const base = { nonce, request, deadline, ...(ticket !== undefined && { ticket }) };
  const afloat = pause === 'settle' && { pause };
  if (commentId === undefined) return { thread, claim: { ...base, ...saying }, written, failures, ...afloat };
  return {
    thread,
    claim: { ...base, ...saying, commentId },
    commentId,
    written: 'no',
    failures: 0,
    ...afloat,
  };
}

/** What is to be done until the comment says what it should; with `confirmed`, until a read has shown it. */
export function settle(seat: Seat, confirmed: boolean): SeatEffect | undefined {
  const { thread, claim, commentId, pause } = seat;
  if (pause !== undefined) return { kind: 'pause', why: pause };
  if (seat.written === 'no') {
    return commentId === undefined
      ? { kind: 'write', thread, claim }
      : { kind: 'edit', thread, commentId, claim };
  }
  if (seat.written === 'unsure') return { kind: 'read', thread };
  return confirmed && seat.view === undefined ? { kind: 'read', thread } : undefined;
}

/** GitHub took the first write. The edit that binds the claim to its comment follows at once. */
export function wasWritten(seat: Seat, commentId: number): Seat {
  const { view: _, ...rest } = seat;
  return { ...rest, commentId, claim: { ...seat.claim, commentId }, written: 'no' };
}

export function wasEdited(seat: Seat): Seat {
  const { view: _, ...rest } = seat;
  return { ...rest, written: 'yes' };
}

/** Nobody knows whether the write or edit arrived: the thread is read before anything else. */
export function wentMissing(seat: Seat): Seat {
  const { view: _, ...rest } = seat;
  return { ...rest, written: 'unsure', pause: 'settle', failures: seat.failures + 1 };
}

/** A read of the thread. One that doesn't show our own last write is no view, and is repeated. */
export function wasRead(seat: Seat, comments: readonly Comment[], date: number): Seat {
  const view = viewOf(comments, date);
  const mine = view.standings.find(({ claim }) => claim.nonce === seat.claim.nonce);
  // A first write of unknown fate did arrive.
  if (mine !== undefined && seat.commentId === undefined) return wasWritten(seat, mine.id);
  if (seat.written === 'no') return { ...seat, view };
  if (mine !== undefined && sameClaim(mine.claim, seat.claim)) {
    return { ...seat, written: 'yes', failures: 0, view };
  }
  if (seat.written === 'yes') return { ...seat, pause: 'lag', failures: seat.failures + 1 };
  return { ...seat, written: 'no', view };
}

/** The pause is over. */
export function wasPaused({ pause: _, ...seat }: Seat): Seat {
  return seat;
}

/** Time went by: what was read is old. */
export function isOutdated({ view: _, ...seat }: Seat): Seat {
  return seat;
}

export function standingOf({ commentId = 0, claim }: Seat): Standing {
  return { id: commentId, claim };
}
