import type { Comment, View } from '../../../src/thread/claim.ts';
import { viewOf } from '../../../src/thread/claim.ts';
import type { Errand, Plan, Saved } from '../../../src/thread/effects.ts';
import { begin } from '../../../src/thread/protocol.ts';
import type { State } from '../../../src/thread/state.ts';

/**
 * A small world around the protocol: threads whose writes become visible late, a service with jobs, and runs that are
 * the real state machine. Everything in it is plain data and never changed, so that a search can keep all versions.
 */
export interface World {
  /** GitHub's time, in milliseconds. It stands still while runs act, and jumps over deadlines. */
  readonly clock: number;
  /** GitHub numbers comments when a request arrives, which is before they can be seen. */
  readonly nextId: number;
  readonly threads: Readonly<Record<string, Thread>>;
  readonly jobs: readonly Job[];
  readonly runs: readonly Run[];
  readonly sends: readonly Sent[];
  /** How many more faults may happen. */
  readonly faults: number;
}

/** `log` holds the writes since `base`, in the order in which GitHub took them; a read shows some first part of it. */
export interface Thread {
  readonly base: readonly Comment[];
  readonly log: readonly Comment[];
}

interface Job {
  readonly id: string;
  readonly status: 'active' | 'completed' | 'failed';
  /** Where its pull request is discussed. */
  readonly conversation?: string;
}

/** Something that the service did. */
interface Sent {
  readonly run: number;
  readonly errand: Errand;
  readonly jobId: string;
  /** Whether the run had a claim; one without memory is bound by no law. */
  readonly claimed: boolean;
}

export interface Run {
  readonly state: State;
  /** When it stops acting. */
  readonly deadline: number;
  readonly life: 'up' | 'crashed' | 'done';
  /** In each thread, how much of the log a read shows at least: up to the run's own last write. */
  readonly marks: Readonly<Record<string, number>>;
  /** The id of the comment that is on its way. */
  readonly posting?: number;
  /** A write of unknown fate that may still land. */
  readonly limbo?: { readonly thread: string; readonly comment: Comment };
  /** What the last read showed; only kept where the protocol is broken on purpose. */
  readonly lastRead?: readonly Comment[];
  /** What the post step still has to close. */
  readonly post?: Saved['claims'];
}

/** What a scenario begins with. */
export interface Scenario {
  readonly plans: readonly (Partial<Plan> & Pick<Plan, 'request'> & { readonly threadless?: true })[];
  readonly faults: number;
  /**
   * The runs differ in nothing but their names, and so only the orders are looked at in which A's comment comes before
   * B's: every other order is one of these under other names.
   */
  readonly alike?: boolean;
  readonly jobs?: readonly Job[];
  readonly comments?: Readonly<Record<string, readonly Comment[]>>;
  /** Which faults can happen; all without it. */
  readonly only?: readonly Fault[];
  /** Whose deadline comes first; in the order of the runs without it. */
  readonly deadlines?: readonly number[];
  /** A protocol that is broken on purpose. */
  readonly sabotage?: Sabotage;
}

export type Fault = 'crash' | 'unsure' | 'refused' | 'unreadable' | 'lag' | 'stop' | 'service' | 'job fails';

/** Ways to break the protocol, to see that the search finds out. */
export type Sabotage =
  | 'no read after the edit to sending'
  | 'reads that miss the last write count'
  | 'no tickets'
  | 'no pause after a write of unknown fate'
  | 'nobody looks what happened in between';

export const DEADLINE = 1_000_000;

export function firstWorld({
  plans,
  faults,
  jobs = [],
  comments = {},
  deadlines = [1, 2, 3],
}: Scenario): World {
  const threads = [...new Set([...plans.map(({ thread = 'T' }) => thread), ...Object.keys(comments)])];
  const bases = threads.map((name) => [name, { base: comments[name] ?? [], log: [] }] as const);
  return {
    clock: 1_000,
    nextId: 100,
    threads: Object.fromEntries(bases),
    jobs,
    runs: plans.map((plan, index) => firstRun(plan, index, deadlines[index] ?? 1, threads)),
    sends: [],
    faults,
  };
}

function firstRun(
  { threadless, ...plan }: Scenario['plans'][number],
  index: number,
  deadline: number,
  threads: readonly string[],
): Run {
  const usual = {
    ...(!threadless && { thread: 'T' }),
    rerun: false,
    fresh: false,
    interrupt: false,
    patience: 1,
  };
  return {
    state: begin({ ...usual, nonce: nameOf(index), ...plan }),
    deadline: deadline * DEADLINE,
    life: 'up',
    marks: Object.fromEntries(threads.map((name) => [name, 0])),
  };
}

/** Runs are called A, B, C; so are their nonces. */
export function nameOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** What a read of the first `length` writes shows. */
export function commentsAt({ base, log }: Thread, length: number): readonly Comment[] {
  if (length === 0) return base;
  const comments = new Map(base.map((comment) => [comment.id, comment]));
  for (const written of log.slice(0, length)) comments.set(written.id, written);
  return [...comments.values()].sort((a, b) => a.id - b.id);
}

const truths = new WeakMap<Thread, View>();

/** What is really there. */
export function truth(world: World, name: string): View {
  const thread = threadOf(world, name);
  const known = truths.get(thread) ?? viewOf(commentsAt(thread, thread.log.length), 0);
  truths.set(thread, known);
  return { ...known, date: world.clock };
}

const NO_THREAD: Thread = { base: [], log: [] };

export function threadOf({ threads }: World, name: string): Thread {
  return threads[name] ?? NO_THREAD;
}

/** The world after a write landed. */
export function land(world: World, name: string, comment: Comment): World {
  const thread = threadOf(world, name);
  return { ...world, threads: { ...world.threads, [name]: { ...thread, log: [...thread.log, comment] } } };
}

export function setRun(world: World, index: number, change: Partial<Run>): World {
  return { ...world, runs: world.runs.map((run, at) => (at === index ? { ...run, ...change } : run)) };
}
