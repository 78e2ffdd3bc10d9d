import { closeLost, repairLost } from '../../../src/thread/memory.ts';
import { type Move, spend, type Turn, tell } from './play.ts';
import { serve } from './service.ts';
import {
  commentsAt,
  DEADLINE,
  land,
  nameOf,
  type Run,
  setRun,
  threadOf,
  truth,
  type World,
} from './world.ts';

/** A run can be cut off before each of its steps, with or without a post step, and with its last request on its way. */
export function crashMoves({ world, index, rules }: Turn, run: Run): readonly Move[] {
  const next = spend(world, 'crash', rules);
  if (next === undefined) return [];
  const { effect, saved } = run.state;
  const name = nameOf(index);
  const ways: [string, World][] = [['', next]];
  if (effect.kind === 'send') {
    ways.push([' as it has sent', serve(next, index, effect.errand).world]);
  }
  const limbo = lastWrite(run);
  if (limbo !== undefined) ways.push([' while it writes', setRun(next, index, { limbo })]);
  return ways.flatMap(([how, cut]) => [
    { label: `${name} is lost${how}`, world: setRun(cut, index, { life: 'crashed' }) },
    { label: `${name} is killed${how}`, world: setRun(cut, index, { life: 'crashed', post: saved.claims }) },
  ]);
}

function lastWrite({ state, posting }: Run): Run['limbo'] {
  const { effect } = state;
  if (effect.kind === 'edit') {
    const { thread, claim, commentId } = effect;
    return { thread, comment: { id: commentId, edited: true, claim } };
  }
  if (effect.kind !== 'write' || posting === undefined) return undefined;
  return { thread: effect.thread, comment: { id: posting, edited: false, claim: effect.claim } };
}

/** A write of unknown fate lands after all. */
export function limboMoves(world: World, run: Run, index: number): readonly Move[] {
  if (run.limbo === undefined) return [];
  const { thread, comment } = run.limbo;
  return [
    {
      label: `${nameOf(index)}'s ${comment.claim?.state} lands in ${thread}`,
      world: land(dropLimbo(world, index), thread, comment),
    },
  ];
}

function dropLimbo(world: World, index: number): World {
  return { ...world, runs: world.runs.map((run, at) => (at === index ? withoutLimbo(run) : run)) };
}

function withoutLimbo({ limbo: _, ...run }: Run): Run {
  return run;
}

/** After the pause nothing lands any more. */
export function pauseMoves(turn: Turn): readonly Move[] {
  return [tell(turn, 'paused', { kind: 'woke' }, dropLimbo(turn.world, turn.index))];
}

/** The post step finds the run's comments and closes them; what it reads may be old. */
export function postMoves(world: World, run: Run, index: number): readonly Move[] {
  const [saved, ...others] = run.post ?? [];
  if (saved === undefined) return [];
  const thread = threadOf(world, saved.thread);
  const next = setRun(world, index, { post: others });
  const label = `${nameOf(index)}'s post step closes ${saved.thread}`;
  return [thread.log.length, run.marks[saved.thread] ?? 0].map((length) => {
    const seen = truth(
      { ...world, threads: { [saved.thread]: { base: commentsAt(thread, length), log: [] } } },
      saved.thread,
    );
    const mine = seen.standings.find(({ claim }) => claim.nonce === saved.nonce);
    const claim = mine && closeLost(mine, run.state.saved.reached, world.clock);
    if (mine === undefined || claim === undefined) return { label: `${label}: nothing to do`, world: next };
    return {
      label: `${label}: ${claim.state}`,
      world: land(next, saved.thread, { id: mine.id, edited: true, claim }),
    };
  });
}

/**
 * Time passes: a minute, or until a minute after somebody's deadline. No run is still acting by then, and everything
 * that was written can be seen. Only worth it when somebody who is gone left a claim that holds others up.
 */
export function timeMoves(world: World): readonly Move[] {
  const gone = new Set(world.runs.flatMap((run, index) => (run.life === 'up' ? [] : nameOf(index))));
  if (gone.size === 0) return [];
  const left = Object.keys(world.threads).flatMap((thread) =>
    truth(world, thread).standings.filter(
      ({ claim }) => gone.has(claim.nonce) && /^(waiting|sending|job)$/.test(claim.state),
    ),
  );
  const due = left.map(({ claim }) => claim.deadline + 60_001).filter((time) => time > world.clock);
  if (due.length === 0) return [];
  const time = Math.min(...due);
  const acting = world.runs.some(({ life, deadline }) => life === 'up' && deadline < time);
  return acting ? [] : [{ label: `time passes to ${time / DEADLINE} deadlines`, world: passTo(world, time) }];
}

function passTo(world: World, clock: number): World {
  const threads = Object.entries(world.threads).map(
    ([name, thread]) => [name, { base: commentsAt(thread, thread.log.length), log: [] }] as const,
  );
  const runs = world.runs.map((run) => {
    const marks = Object.fromEntries(Object.keys(world.threads).map((name) => [name, 0]));
    return { ...(run.life === 'up' ? run : withoutLimbo(run)), marks };
  });
  return { ...world, clock, runs, threads: Object.fromEntries(threads) };
}

/** Whoever comes by repairs the comments of those who are gone. */
export function repairMoves(world: World): readonly Move[] {
  if (world.runs.every(({ life }) => life === 'up')) return [];
  return Object.keys(world.threads).flatMap((thread) => {
    const { standings, date } = truth(world, thread);
    return standings.flatMap((standing) => {
      const claim = repairLost(standing, date);
      if (claim === undefined) return [];
      const comment = { id: standing.id, edited: true, claim };
      return [
        { label: `${claim.nonce}'s claim in ${thread} is repaired`, world: land(world, thread, comment) },
      ];
    });
  });
}
