import type { Errand, Found } from '../../../src/thread/effects.ts';
import { stops } from './github.ts';
import { fault, type Move, type Rules, spend, type Turn, tell } from './play.ts';
import type { Run, World } from './world.ts';

/** What a look at a job can find. */
export function lookMoves(turn: Turn, run: Run, jobId: string): readonly Move[] {
  const job = turn.world.jobs.find(({ id }) => id === jobId);
  const found: Found = job?.status ?? 'missing';
  const place = job?.conversation === undefined ? {} : { conversation: job.conversation };
  return [
    tell(turn, `sees that ${jobId} is ${found}`, { kind: 'looked', found, ...place }),
    ...fault(turn, 'service', `can't see ${jobId}`, { kind: 'unseen' }),
    ...stops(turn, run),
  ];
}

export function sendMoves(turn: Turn, errand: Errand): readonly Move[] {
  const { world, index } = turn;
  const { world: served, jobId } = serve(world, index, errand);
  const label = errand.kind === 'create' ? `creates ${jobId} (${errand.because})` : `messages ${jobId}`;
  return [
    tell(turn, label, { kind: 'sent', jobId, date: world.clock }, served),
    ...fault(turn, 'service', `${label} without an answer`, { kind: 'lost' }, served),
    ...fault(turn, 'service', 'sends, and it gets lost', { kind: 'lost' }),
    ...fault(turn, 'service', 'is refused by the service', { kind: 'not sent' }),
  ];
}

/** What the service does with a request that arrives. */
export function serve(
  world: World,
  run: number,
  errand: Errand,
): { readonly world: World; readonly jobId: string } {
  const claimed = (world.runs[run]?.state.seats.length ?? 0) > 0;
  if (errand.kind === 'message') {
    const { jobId } = errand;
    const jobs = world.jobs.map((job) => (job.id === jobId ? { ...job, status: 'active' as const } : job));
    return { world: { ...world, jobs, sends: [...world.sends, { run, errand, jobId, claimed }] }, jobId };
  }
  const jobId = `J${world.jobs.length + 1}`;
  const jobs = [...world.jobs, { id: jobId, status: 'active' as const }];
  return { world: { ...world, jobs, sends: [...world.sends, { run, errand, jobId, claimed }] }, jobId };
}

/** Watching ends with the job's turn, or before it. */
export function watchMoves(turn: Turn, jobId: string): readonly Move[] {
  const active = turn.world.jobs.some(({ id, status }) => id === jobId && status === 'active');
  const ended = active ? [] : [tell(turn, `sees the end of ${jobId}`, { kind: 'ended' })];
  const left = { kind: 'left', date: turn.world.clock } as const;
  return [...ended, ...fault(turn, 'stop', `stops watching ${jobId}`, left)];
}

/** A job that is at work may end at any time. */
export function jobMoves(world: World, rules: Rules): readonly Move[] {
  return world.jobs.flatMap(({ id, status }) => {
    if (status !== 'active') return [];
    const end = (next: 'completed' | 'failed', from: World): Move => ({
      label: `${id} ${next}`,
      world: { ...from, jobs: from.jobs.map((job) => (job.id === id ? { ...job, status: next } : job)) },
    });
    const failing = spend(world, 'job fails', rules);
    return [end('completed', world), ...(failing === undefined ? [] : [end('failed', failing)])];
  });
}
