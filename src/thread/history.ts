import { type Claim, isDoubtful, isLive, type Standing, type View } from './claim.ts';

/** What earlier runs of the same request left behind. */
export type Past =
  | { readonly kind: 'nothing' }
  /** Something was sent, and nobody knows whether it arrived. */
  | { readonly kind: 'in doubt'; readonly standing: Standing }
  /** Another run is at it. */
  | { readonly kind: 'at work'; readonly standing: Standing }
  /** It has a job. */
  | { readonly kind: 'job'; readonly standing: Standing; readonly jobId: string };

/** A job that the thread knows. */
export interface KnownJob {
  readonly id: string;
  /** When it was last sent to, as far as the thread knows. */
  readonly sentAt?: number;
  /** Whether the turn of that send was seen to end. */
  readonly over: boolean;
}

/** The past of `request`. Jobs in `spent` failed, and the request goes on without them. */
export function recall(
  { standings, date }: View,
  {
    request,
    nonce,
    spent,
  }: { readonly request: string; readonly nonce: string; readonly spent: readonly string[] },
): Past {
  const same = standings.filter(({ claim }) => claim.request === request && claim.nonce !== nonce);
  const doubtful = same.find(({ claim }) => isDoubtful(claim, date));
  if (doubtful !== undefined) return { kind: 'in doubt', standing: doubtful };
  const answered = same.filter(
    ({ claim }) => hasJob(claim) && claim.jobId !== undefined && !spent.includes(claim.jobId),
  );
  const last = latest(answered);
  if (last?.claim.jobId !== undefined) return { kind: 'job', standing: last, jobId: last.claim.jobId };
  const live = same.find(({ claim }) => !hasJob(claim) && isLive(claim, date));
  return live === undefined ? { kind: 'nothing' } : { kind: 'at work', standing: live };
}

/**
 * The thread's job: the one that was sent to last. A message whose fate is unknown counts as sent, one that is only about
 * to be sent doesn't. Where nothing was sent so far, it is the job that made the pull request.
 */
export function threadJob({ standings, origin, date }: View): KnownJob | undefined {
  const sent = standings.filter(({ claim }) => claim.state !== 'sending' || isDoubtful(claim, date));
  const { jobId, sentAt, state } = latest(sent.filter(({ claim }) => claim.jobId !== undefined))?.claim ?? {};
  if (jobId !== undefined)
    return { id: jobId, over: state === 'ended', ...(sentAt !== undefined && { sentAt }) };
  return origin === undefined ? undefined : { id: origin, over: true };
}

/** What others sent without an answer since the last send that had one; the next request says so. */
export function doubtsOf({ standings, date }: View): readonly Standing[] {
  const known = latest(standings.filter(({ claim }) => hasJob(claim)))?.claim.sentAt ?? 0;
  return standings.filter(({ claim }) => isDoubtful(claim, date) && (claim.sentAt ?? 0) > known);
}

/** The time of a send that begins now: later than every earlier one, so that their order is never in doubt. */
export function nextSendTime(views: readonly View[]): number {
  const earlier = views.flatMap(({ standings }) => standings.map(({ claim }) => (claim.sentAt ?? 0) + 1));
  return Math.max(...views.map(({ date }) => date), ...earlier);
}

/** How far a run came that can't speak for itself any more, as its saved state tells. */
export type Reached =
  /** Nothing left. */
  | { readonly kind: 'claimed' }
  /** The request may have left; `jobId` is the job that the message was for. */
  | { readonly kind: 'sending'; readonly jobId?: string }
  /** The job answered. */
  | { readonly kind: 'job'; readonly jobId: string };

/**
 * What the claim of a run that was lost is to say; undefined when it says all there is to say. The saved state goes
 * before what a read showed, which may be old.
 */
export function closeLost({ id, claim }: Standing, reached: Reached, date: number): Claim | undefined {
  const { jobId, sentAt = date, ...rest } = claim;
  const base = { ...rest, commentId: id, deadline: Math.min(claim.deadline, date) };
  if (claim.state === 'not sent' || claim.state === 'unknown' || claim.state === 'ended') return undefined;
  switch (reached.kind) {
    case 'claimed':
      return claim.state === 'job' ? { ...claim, ...base } : { ...base, state: 'not sent' };
    case 'sending': {
      const target = reached.jobId ?? jobId;
      return { ...base, state: 'unknown', sentAt, ...(target !== undefined && { jobId: target }) };
    }
    case 'job':
      return { ...base, state: 'job', jobId: reached.jobId, sentAt };
  }
}

/** What somebody else's dead claim is to say, so that nobody waits for a run that was lost; undefined: nothing new. */
export function repairLost(standing: Standing, date: number): Claim | undefined {
  const { claim } = standing;
  if (isLive(claim, date)) return undefined;
  if (claim.state === 'waiting') return closeLost(standing, { kind: 'claimed' }, date);
  return claim.state === 'sending' ? closeLost(standing, { kind: 'sending' }, date) : undefined;
}

function hasJob({ state }: Claim): boolean {
  return state === 'job' || state === 'ended';
}

function latest(standings: readonly Standing[]): Standing | undefined {
  return standings.toSorted((a, b) => (a.claim.sentAt ?? 0) - (b.claim.sentAt ?? 0) || a.id - b.id).at(-1);
}
