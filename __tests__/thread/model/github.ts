import type { Comment } from '../../../src/thread/claim.ts';
import type { Effect, Reply } from '../../../src/thread/effects.ts';
import { fault, type Move, type Turn, tell } from './play.ts';
import { commentsAt, land, type Run, setRun, threadOf, type World } from './world.ts';

/** What a read can show: any first part of the writes that holds the run's own last one; for once, less. */
export function readMoves(turn: Turn, run: Run, thread: string): readonly Move[] {
  const { world, index, rules } = turn;
  const { log } = threadOf(world, thread);
  const mark = run.marks[thread] ?? 0;
  const show = (comments: readonly Comment[]) =>
    ({ kind: 'comments', comments, date: world.clock, left: run.deadline - world.clock }) as const;
  const at = (length: number) => commentsAt(threadOf(world, thread), length);

  if (run.state.phase === 'claiming' && rules.sabotage === 'no read after the edit to sending') {
    const mine = at(log.length).filter(({ claim }) => claim?.nonce === run.state.plan.nonce);
    const others = (run.lastRead ?? []).filter(({ claim }) => claim?.nonce !== run.state.plan.nonce);
    return [tell(turn, `does not read ${thread}`, show([...others, ...mine].sort((a, b) => a.id - b.id)))];
  }
  const moves: Move[] = [];
  for (let length = log.length; length >= mark; length -= 1) {
    const late = length === log.length ? '' : ` without its last ${log.length - length} writes`;
    const after = rules.sabotage === undefined ? world : setRun(world, index, { lastRead: at(length) });
    moves.push(tell(turn, `reads ${thread}${late}`, show(at(length)), after));
  }
  if (mark > 0) moves.unshift(...brokenReads(turn, run, thread, show));
  if (mark > 0)
    moves.push(...fault(turn, 'lag', `reads ${thread} without its own last write`, show(at(mark - 1))));
  moves.push(...fault(turn, 'unreadable', `can't read ${thread}`, { kind: 'unreadable' }));
  return [...moves, ...stops(turn, run)];
}

function brokenReads(
  { rules, ...turn }: Turn,
  run: Run,
  thread: string,
  show: (comments: readonly Comment[]) => Reply,
): readonly Move[] {
  if (rules.sabotage !== 'reads that miss the last write count') return [];
  const { base, log } = threadOf(turn.world, thread);
  const mine = commentsAt({ base, log }, log.length).filter(
    ({ claim }) => claim?.nonce === run.state.plan.nonce,
  );
  const label = `reads ${thread} as it was before all writes, and takes it`;
  return [tell({ ...turn, rules }, label, show([...base, ...mine].sort((a, b) => a.id - b.id)))];
}

/** A stop is told once, in a read, a look or a pause. */
export function stops(turn: Turn, { state }: Run): readonly Move[] {
  if (state.stop !== undefined) return [];
  return fault(turn, 'stop', 'is stopped', { kind: 'stopped', by: 'deadline' });
}

/** A comment gets its number when its request leaves, and is there some time later. */
export function writeMoves(turn: Turn, run: Run, effect: Effect & { kind: 'write' }): readonly Move[] {
  const { world, index, rules } = turn;
  const { thread, claim } = effect;
  if (run.posting === undefined) {
    const before = world.runs[index - 1];
    if (rules.alike && before?.life === 'up' && before.marks[thread] === 0 && before.posting === undefined)
      return [];
    const posted = { ...setRun(world, index, { posting: world.nextId }), nextId: world.nextId + 1 };
    const refused = { kind: 'refused', forbidden: true } as const;
    return [
      {
        label: `${String.fromCharCode(65 + index)}: posts comment ${world.nextId} in ${thread}`,
        world: posted,
      },
      ...fault(turn, 'refused', `may not write in ${thread}`, refused),
    ];
  }
  const comment = { id: run.posting, edited: false, claim };
  const { posting: _, ...rest } = run;
  const gone = { ...world, runs: world.runs.map((other, at) => (at === index ? rest : other)) };
  const written = { kind: 'written', commentId: comment.id } as const;
  return [
    tell(turn, `wrote ${claim.state} in ${thread}`, written, landOwn(gone, index, thread, comment)),
    ...unsure(turn, gone, thread, comment),
  ];
}

export function editMoves(turn: Turn, effect: Effect & { kind: 'edit' }): readonly Move[] {
  const { world, index } = turn;
  const { thread, claim, commentId } = effect;
  const comment = { id: commentId, edited: true, claim };
  const says = `${claim.state}${claim.jobId === undefined ? '' : ` ${claim.jobId}`}`;
  return [
    tell(turn, `says ${says} in ${thread}`, { kind: 'edited' }, landOwn(world, index, thread, comment)),
    ...unsure(turn, world, thread, comment),
    ...fault(turn, 'refused', `may not edit to ${says}`, { kind: 'refused', forbidden: true }),
  ];
}

/** A write of unknown fate landed, never will, or may still land. */
function unsure(turn: Turn, world: World, thread: string, comment: Comment): readonly Move[] {
  const label = `doesn't know whether it wrote ${comment.claim?.state} in ${thread}`;
  const limbo = setRun(world, turn.index, { limbo: { thread, comment } });
  return [
    ...fault(turn, 'unsure', `${label} (yes)`, { kind: 'unsure' }, land(world, thread, comment)),
    ...fault(turn, 'unsure', `${label} (no)`, { kind: 'unsure' }, world),
    ...fault(turn, 'unsure', `${label} (later)`, { kind: 'unsure' }, limbo),
  ];
}

/** A write that GitHub said yes to: the run's reads have to show it from now on. */
function landOwn(world: World, index: number, thread: string, comment: Comment): World {
  const landed = land(world, thread, comment);
  const { length } = threadOf(landed, thread).log;
  return setRun(landed, index, { marks: { ...world.runs[index]?.marks, [thread]: length } });
}
