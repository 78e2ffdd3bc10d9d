import { commentNumber, stateNumber } from './numbers.ts';
import { commentsAt, type Run, type Thread, type World } from './world.ts';

/**
 * The same text for worlds that behave the same: writes that every read shows are one with the base, and what never
 * changes, and how many faults are to come, is left out. Parts are named by number, so that millions of keys fit into memory.
 */
export function keyOf(world: World): string {
  const threads = Object.entries(world.threads).map(([name, thread]) => fold(world.runs, name, thread));
  return [
    world.clock,
    world.nextId,
    ...threads.map(({ base, log }) => `${base.map(commentNumber)}/${log.map(commentNumber)}`),
    world.jobs.map(({ status }) => status[0]).join(''),
    world.sends.map(({ run, jobId, claimed }) => `${run}${jobId}${claimed ? '' : '?'}`).join(''),
    ...world.runs.map((run) => describe(run, threads)),
  ].join(';');
}

interface Folded extends Thread {
  readonly name: string;
  readonly folded: number;
}

function fold(runs: readonly Run[], name: string, thread: Thread): Folded {
  const marks = runs.flatMap((run) => (reads(run) ? (run.marks[name] ?? 0) : []));
  // One more is kept: a read may miss the run's own last write.
  const folded = Math.max(0, Math.min(thread.log.length, ...marks) - 1);
  return { name, folded, base: commentsAt(thread, folded), log: thread.log.slice(folded) };
}

function reads({ life, post = [] }: Run): boolean {
  return life === 'up' || (life === 'crashed' && post.length > 0);
}

function describe(run: Run, threads: readonly Folded[]): string {
  const { state, life, marks, posting, limbo, post } = run;
  const left = threads.map(({ name, folded }) => Math.max(0, (marks[name] ?? 0) - folded));
  const afloat = limbo === undefined ? '' : `${limbo.thread}${commentNumber(limbo.comment)}`;
  if (!reads(run)) return `${life} ${afloat} ${state.saved.reached.kind}`;
  return `${life} ${stateNumber(state)} ${left} ${posting} ${afloat} ${post?.length} ${run.lastRead?.map(commentNumber)}`;
}
