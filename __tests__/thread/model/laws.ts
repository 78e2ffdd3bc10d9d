import { type Claim, isLive } from '../../../src/thread/claim.ts';
import type { Errand } from '../../../src/thread/effects.ts';
import { nameOf, type Run, truth, type World } from './world.ts';

/**
 * What must hold, whatever happens. Each law returns what it found broken.
 */
export function brokenLaw(before: World, after: World): string | undefined {
  const sent = after.sends.length > before.sends.length;
  return twoAtOnce(after) ?? (sent ? unlawfulSend(before, after) : undefined);
}

/** At most one run of a thread is between its send and the end of its job's turn. */
function twoAtOnce({ runs }: World): string | undefined {
  for (const [index, run] of runs.entries()) {
    const rival = runs.findIndex((other, at) => at > index && shareThread(run, other) && clash(run, other));
    if (rival >= 0) return `${nameOf(index)} and ${nameOf(rival)} are at it at once`;
  }
  return undefined;
}

function clash(one: Run, other: Run): boolean {
  if (one.life !== 'up' || other.life !== 'up') return false;
  const interrupts = one.state.plan.interrupt || other.state.plan.interrupt;
  if (one.state.phase === 'sending' && other.state.phase === 'sending') return true;
  return isAtIt(one) && isAtIt(other) && !interrupts;
}

function isAtIt({ state }: Run): boolean {
  return state.phase === 'sending' || (state.phase === 'working' && state.job?.pickedUp === false);
}

function shareThread(one: Run, other: Run): boolean {
  return threadsOf(one).some((thread) => threadsOf(other).includes(thread));
}

function threadsOf({ state }: Run): string[] {
  return state.seats.map(({ thread }) => thread);
}

function unlawfulSend(before: World, after: World): string | undefined {
  const sent = after.sends.at(-1);
  const run = sent && before.runs[sent.run];
  if (sent === undefined || run === undefined || !sent.claimed) return undefined;
  const name = nameOf(sent.run);
  return (
    unclaimed(before, run, name) ??
    twiceForOne(before, run, name) ??
    secondCreate(before, run, sent.errand, name) ??
    overClaim(before, run, name)
  );
}

/** Nothing is sent without a claim that says so, in each thread that it concerns. */
function unclaimed(world: World, { state }: Run, name: string): string | undefined {
  const open = state.seats.find(({ thread }) => {
    const mine = truth(world, thread).standings.find(({ claim }) => claim.nonce === state.plan.nonce);
    return mine?.claim.state !== 'sending';
  });
  return open && `${name} sends without a claim in ${open.thread}`;
}

/** A request is sent once; again only in a re-run, after its job failed. */
function twiceForOne({ sends, jobs, runs }: World, { state }: Run, name: string): string | undefined {
  const earlier = sends.filter(
    ({ run, claimed }) => claimed && runs[run]?.state.plan.request === state.plan.request,
  );
  const wrong = earlier.some(
    ({ jobId }) => !state.plan.rerun || jobs.find(({ id }) => id === jobId)?.status !== 'failed',
  );
  return wrong ? `${name} sends a request that was sent before` : undefined;
}

/** No second job while the thread has one that takes messages, unless that was asked for, or nobody could know of it. */
function secondCreate(world: World, { state }: Run, errand: Errand, name: string): string | undefined {
  if (errand.kind !== 'create' || errand.because === 'asked for') return undefined;
  const { effect, plan } = state;
  if (effect.kind === 'send' && effect.doubts.length > 0) return undefined;
  const remembered = world.sends.filter(
    ({ run, claimed }) => claimed && world.runs[run]?.state.plan.thread === plan.thread,
  );
  const known = new Set(remembered.map(({ jobId }) => jobId));
  const live = world.jobs.find(({ id, status }) => known.has(id) && status !== 'failed');
  return live && `${name} creates a second job beside ${live.id}`;
}

/** Nobody sends over the claim of somebody who is gone, before it is dead or its job's turn is over. */
function overClaim(world: World, { state }: Run, name: string): string | undefined {
  const { interrupt, nonce } = state.plan;
  for (const { thread } of state.seats) {
    const { standings, date } = truth(world, thread);
    const holder = standings.find(
      ({ claim }) =>
        claim.nonce !== nonce &&
        isGone(world, claim) &&
        isLive(claim, date) &&
        holds(world, claim, interrupt),
    );
    if (holder !== undefined)
      return `${name} sends over the ${holder.claim.state} claim of ${holder.claim.nonce} in ${thread}`;
  }
  return undefined;
}

function holds({ jobs, runs }: World, { state, jobId, nonce }: Claim, interrupt: boolean): boolean {
  // An edit to sending that lands after its run's death is only seen by who comes later.
  if (state === 'sending')
    return runs.find((run) => run.state.plan.nonce === nonce)?.state.saved.reached.kind !== 'claimed';
  return state === 'job' && !interrupt && jobs.some(({ id, status }) => id === jobId && status === 'active');
}

/** Whether nobody speaks for the claim any more: neither the run that wrote it nor one that watches its job since. */
function isGone({ runs }: World, { nonce }: Claim): boolean {
  return !runs.some(
    ({ life, state }) =>
      life === 'up' && (state.plan.nonce === nonce || state.seats.some(({ claim }) => claim.nonce === nonce)),
  );
}

/** Holds when everything has come to rest. */
export function brokenAtRest(world: World): string | undefined {
  return lostJob(world) ?? leftOpen(world);
}

/** A job's id is in a marker of its thread, or its run's claim there says that there may be one. */
function lostJob(world: World): string | undefined {
  for (const { run, jobId, claimed } of world.sends) {
    const state = world.runs[run]?.state;
    if (state?.plan.thread === undefined || !claimed) continue;
    const { plan, barred } = state;
    // Who may not write in its own thread has its claim in the pull request's conversation.
    const places = barred.includes(state.plan.thread) ? Object.keys(world.threads) : [state.plan.thread];
    const claims = places.flatMap((place) => truth(world, place).standings.map(({ claim }) => claim));
    const told = claims.some(
      (claim) =>
        claim.jobId === jobId || (claim.nonce === plan.nonce && /^(sending|unknown)$/.test(claim.state)),
    );
    if (!told) return `${jobId} is lost`;
  }
  return undefined;
}

/** Who ended by itself and could write left no claim that holds others up. */
function leftOpen(world: World): string | undefined {
  for (const [index, { life, state }] of world.runs.entries()) {
    if (life !== 'done' || state.effect.kind !== 'finish' || !state.effect.closed) continue;
    for (const thread of Object.keys(world.threads)) {
      const mine = truth(world, thread).standings.find(({ claim }) => claim.nonce === nameOf(index))?.claim;
      if (mine?.state === 'waiting' || mine?.state === 'sending')
        return `${nameOf(index)} left its claim ${mine.state}`;
    }
  }
  return undefined;
}
