import { editMoves, readMoves, writeMoves } from './github.ts';
import { crashMoves, limboMoves, pauseMoves, postMoves, repairMoves, timeMoves } from './loss.ts';
import type { Move, Rules, Turn } from './play.ts';
import { jobMoves, lookMoves, sendMoves, watchMoves } from './service.ts';
import type { Run, World } from './world.ts';

/** Everything that can happen next. */
export function movesOf(world: World, rules: Rules): readonly Move[] {
  const ofRuns = world.runs.flatMap((run, index) => [
    ...stepsOf({ world, index, rules }, run),
    ...limboMoves(world, run, index),
    ...(run.life === 'up' ? crashMoves({ world, index, rules }, run) : []),
  ]);
  return [...ofRuns, ...jobMoves(world, rules), ...timeMoves(world), ...repairMoves(world)];
}

/** What a run can do next; first, what it does when nothing goes wrong. */
export function stepsOf(turn: Turn, run: Run): readonly Move[] {
  const { effect } = run.state;
  if (run.life === 'crashed') return postMoves(turn.world, run, turn.index);
  switch (effect.kind) {
    case 'read':
      return readMoves(turn, run, effect.thread);
    case 'write':
      return writeMoves(turn, run, effect);
    case 'edit':
      return editMoves(turn, effect);
    case 'sleep':
      return pauseMoves(turn);
    case 'look':
      return lookMoves(turn, run, effect.jobId);
    case 'send':
      return sendMoves(turn, effect.errand);
    case 'watch':
      return watchMoves(turn, effect.jobId);
    default:
      return [];
  }
}
