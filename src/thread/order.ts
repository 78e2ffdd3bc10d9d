import { type Claim, isLive, type Standing, type View } from './claim.ts';

/** Who asks for its turn. */
export interface Queued {
  readonly standing: Standing;
  /** Whether it sends although the job is at work: then a claim that only watches its job holds nobody up. */
  readonly interrupts: boolean;
}

/**
 * Whether somebody goes first. A live claim in sending or job goes before every waiting one, whatever the ids; among
 * the waiting the lowest place.
 */
export function isHeldUp(view: View, own: Queued): boolean {
  return others(view, own).some(
    ({ id, claim }) => claim.state !== 'waiting' || place(id, claim) < placeOf(own.standing),
  );
}

/**
 * Whether somebody with a lower place came into sight after we edited our claim to sending. Then we go back to waiting.
 * Who has a higher place sees us and goes back itself.
 */
export function isOvertaken(view: View, own: Queued): boolean {
  return others(view, own).some(({ id, claim }) => place(id, claim) < placeOf(own.standing));
}

function others({ standings, date }: View, { standing, interrupts }: Queued): Standing[] {
  return standings.filter(
    ({ claim }) =>
      claim.nonce !== standing.claim.nonce && isLive(claim, date) && !(interrupts && claim.state === 'job'),
  );
}

function placeOf({ id, claim }: Standing): number {
  return place(id, claim);
}

/**
 * A claim's place in the queue is its comment's id. In a conversation that is not its own it stands where its own
 * comment stands: GitHub numbers the comments of all threads in one row, so all threads agree on who is first, and no
 * two runs ever wait for each other.
 */
function place(id: number, { ticket }: Claim): number {
  return ticket ?? id;
}
