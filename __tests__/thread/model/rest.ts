import { keyOf } from './key.ts';
import { timeMoves } from './loss.ts';
import { stepsOf } from './moves.ts';
import type { Rules } from './play.ts';
import { nameOf, truth, type World } from './world.ts';

/** More than any run needs. */
const ROUNDS = 200;

/**
 * Whether everybody comes to an end from here once nothing goes wrong any more: every run gets its turn again and again,
 * and jobs end. Time only passes when somebody who is gone left a claim; if all the others are told to stop before, that
 * is their own deadline. Returns what went wrong; `calm` remembers what is known to be fine.
 */
export function settles(from: World, start: string, rules: Rules, calm: Set<string>): string | undefined {
  const quiet: Rules = { ...rules, only: [], alike: false };
  const passed: string[] = [];
  let [world, key] = [from, start];
  let sinceTimePassed = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    if (calm.has(key) || world.runs.every(({ life }) => life !== 'up')) {
      for (const fine of passed) calm.add(fine);
      return undefined;
    }
    passed.push(key);
    if (!sinceTimePassed.has(key)) {
      sinceTimePassed.add(key);
      world = playRound(world, quiet);
    } else {
      // Everybody goes round in circles.
      const later = letTimePass(world, rules);
      if (typeof later === 'string') return later;
      world = later;
      sinceTimePassed = new Set();
    }
    key = keyOf(world);
  }
  return 'somebody goes on for ever';
}

/** Everybody does one thing, and jobs end. */
function playRound(world: World, rules: Rules): World {
  let next: World = {
    ...world,
    jobs: world.jobs.map((job) => (job.status === 'active' ? { ...job, status: 'completed' } : job)),
  };
  for (const [index] of world.runs.entries()) {
    const run = next.runs[index];
    const [usual] = run === undefined ? [] : stepsOf({ world: next, index, rules }, run);
    next = usual?.world ?? next;
  }
  return next;
}

function letTimePass(world: World, rules: Rules): World | string {
  const waiting = world.runs.flatMap((run, index) => (run.life === 'up' ? nameOf(index) : []));
  if (!heldUpByTheGone(world, waiting)) return `${waiting.join(' and ')} wait for each other`;
  const [passed] = timeMoves(world);
  if (passed !== undefined) return passed.world;
  // The one whose deadline comes first stops: it had to wait for its whole time.
  const first = Math.min(...world.runs.flatMap(({ life, deadline }) => (life === 'up' ? deadline : [])));
  const index = world.runs.findIndex(({ life, deadline }) => life === 'up' && deadline === first);
  const run = world.runs[index];
  if (run === undefined) return world;
  const [stopped] = stepsOf(
    { world: { ...world, faults: 1 }, index, rules: { ...rules, only: ['stop'] } },
    run,
  ).slice(-1);
  return stopped === undefined ? 'time stands still' : { ...stopped.world, faults: world.faults };
}

function heldUpByTheGone(world: World, here: readonly string[]): boolean {
  return Object.keys(world.threads).some((thread) =>
    truth(world, thread).standings.some(
      ({ claim }) =>
        !here.includes(claim.nonce) &&
        /^(waiting|sending|job)$/.test(claim.state) &&
        claim.deadline + 60_000 >= world.clock,
    ),
  );
}
