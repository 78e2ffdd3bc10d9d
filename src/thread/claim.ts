/**
 * How far a run came with its request. The last three hold nobody up.
 *
 * - `waiting`: nothing was sent, others may go first
 * - `sending`: something may leave, or has left without an answer so far
 * - `job`: the job answered and is being watched
 * - `not sent`: nothing was sent, and nothing will be
 * - `unknown`: something left, and nobody knows whether it arrived
 * - `ended`: the job's turn is over
 */
export const CLAIM_STATES = ['waiting', 'sending', 'job', 'not sent', 'unknown', 'ended'] as const;
type ClaimState = (typeof CLAIM_STATES)[number];

/** What a run writes about its request into its status comment. Times are epoch milliseconds by GitHub's clock. */
export interface Claim {
  /** Random, one per run: ties the comment to the run that wrote it. */
  readonly nonce: string;
  /** The identity of the request; the same in every run that was started by it. */
  readonly request: string;
  readonly state: ClaimState;
  /** Missing until it is known; in `sending` it is the job that a message goes to. */
  readonly jobId?: string;
  /** When its run stops acting, whatever happens to it. */
  readonly deadline: number;
  /** When something was last sent. */
  readonly sentAt?: number;
  /** The place in the queue, in a conversation that is not the request's own: the id of its comment there. */
  readonly ticket?: number;
  /** The id of the comment that holds this, known from the first edit on. */
  readonly commentId?: number;
}

/** A comment as the protocol sees it: what its markers say, once they verified. */
export interface Comment {
  readonly id: number;
  /** Whether it was ever edited: `updated_at` is not `created_at`. */
  readonly edited: boolean;
  readonly claim?: Claim;
  /** The job that made this pull request, by the comment's note. */
  readonly origin?: string;
}

/** A claim that counts, and the comment that it stands in. */
export interface Standing {
  readonly id: number;
  readonly claim: Claim;
}

/** What one read of a thread showed. */
export interface View {
  readonly standings: readonly Standing[];
  /** The job that made the pull request whose conversation this is. */
  readonly origin?: string;
  /** GitHub's time when it answered. */
  readonly date: number;
}

/** How long after its deadline a claim holds others up: its run may still be closing, and clocks differ. */
const GRACE = 60_000;

export function viewOf(comments: readonly Comment[], date: number): View {
  const nonces = new Set(comments.flatMap(({ claim }) => claim?.nonce ?? []));
  const standings = [...nonces].flatMap((nonce) => whichCounts(nonce, comments) ?? []);
  const origin = comments.findLast((comment) => comment.origin !== undefined)?.origin;
  return { standings, date, ...(origin !== undefined && { origin }) };
}

/**
 * Which of the comments with one nonce counts: the one that is bound to itself, without one the oldest that was never
 * edited. A second one comes from a write that was repeated because its fate was unknown, or from somebody who copied
 * the marker before its first edit.
 */
function whichCounts(nonce: string, comments: readonly Comment[]): Standing | undefined {
  let counts: Standing | undefined;
  for (const { id, edited, claim } of comments) {
    if (claim?.nonce !== nonce) continue;
    const bound = claim.commentId === id;
    const before = counts === undefined || id < counts.id;
    const better = counts?.claim.commentId === undefined ? bound || (before && !edited) : bound && before;
    if (better) counts = { id, claim };
  }
  return counts;
}

/** Whether the claim's run may still act. */
export function isLive({ state, deadline }: Claim, date: number): boolean {
  const open = state === 'waiting' || state === 'sending' || state === 'job';
  return open && date <= deadline + GRACE;
}

/** Whether something may have been sent that nobody knows the fate of. */
export function isDoubtful(claim: Claim, date: number): boolean {
  return claim.state === 'unknown' || (claim.state === 'sending' && !isLive(claim, date));
}

const FIELDS = [
  'nonce',
  'request',
  'state',
  'jobId',
  'deadline',
  'sentAt',
  'ticket',
  'commentId',
] as const satisfies readonly (keyof Claim)[];

export function sameClaim(one: Claim, other: Claim): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}
