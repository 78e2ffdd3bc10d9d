/**
 * Runs a workflow in the sandbox: conditions, expressions and concurrency work like on GitHub, and steps with our actions run
 * the built actions. Other steps run only if the caller plays them or gives their outputs.
 */
import type { Event } from '../../src/event/trigger.ts';
import { concurrencyGroups, readConcurrency } from './concurrency.ts';
import { contextOf, type RunningWorkflow, type Surroundings } from './context.ts';
import type { Status } from './expressions.ts';
import type { Job, Workflow } from './file.ts';
import { type JobEnd, joined, playJob } from './job.ts';
import type { JobResult } from './step.ts';
import { filtersPaths, starts } from './trigger.ts';

const FIRST_RUN_ID = 9_000_000_001;

export interface Play extends Pick<JobEnd, 'steps' | 'others' | 'unmet' | 'refusals'> {
  /** The names of jobs that got a runner, each once. */
  readonly started: readonly string[];
  readonly results: Readonly<Record<string, JobResult>>;
}

/** A repository with one workflow. Its concurrency groups live as long as the runner. */
export function openRunner(workflow: Workflow, around: Surroundings) {
  const groups = concurrencyGroups();
  let next = FIRST_RUN_ID;
  return {
    /** Delivers an event. It starts a run, which waits as `concurrency` specifies. `own` is of this run only. */
    dispatch(event: Event, own?: Partial<Surroundings>) {
      const cancellation = new AbortController();
      const runId = String(next);
      next += 1;
      const run = { workflow, around: { ...around, ...own }, event, runId, groups, cancellation };
      // `cancel` is like "Cancel workflow" on GitHub.
      return { ended: playRun(run), cancel: () => cancellation.abort() };
    },
  };
}

/** The end of a job, and whether it and all jobs that it needs, directly or not, succeeded. */
type JobInChain = JobEnd & { readonly chain: Pick<Status, 'success' | 'failure'> };

const NO_RUN: Play = { ...joined([]), started: [], results: {} };

async function playRun(run: RunningWorkflow): Promise<Play> {
  const { workflow, around, event, groups, cancellation } = run;
  const changed = filtersPaths(workflow, event) ? await around.changedFiles?.(event) : undefined;
  if (around.called ? !('workflow_call' in workflow.on) : !starts(workflow, event, changed)) return NO_RUN;
  const concurrency = readConcurrency(workflow.concurrency, contextOf(run));
  const leave = concurrency ? await groups.enter(concurrency, cancellation) : () => {};
  // A run that is cancelled before it starts evaluates no condition.
  if (leave === undefined) {
    const cancelled = Object.keys(workflow.jobs).map((name) => [name, 'cancelled'] as const);
    return { ...NO_RUN, results: Object.fromEntries(cancelled) };
  }
  try {
    const jobs = await playJobs(run);
    return {
      ...joined(jobs.map(([, end]) => end)),
      started: jobs.filter(([, { started }]) => started).map(([name]) => name),
      results: Object.fromEntries(jobs.map(([name, { result }]) => [name, result])),
    };
  } finally {
    leave();
  }
}

/** Plays all jobs, each when the jobs that it needs have ended. */
function playJobs(run: RunningWorkflow): Promise<[string, JobInChain][]> {
  const { jobs } = run.workflow;
  const ends = new Map<string, Promise<JobInChain>>();

  async function playInChain(name: string, job: Job): Promise<JobInChain> {
    const needed = await Promise.all(
      [job.needs ?? []].flat().map(async (need) => [need, await endOf(need)] as const),
    );
    const chains = needed.map(([, { chain }]) => chain);
    const before = {
      success: chains.every(({ success }) => success),
      failure: chains.some(({ failure }) => failure),
    };
    const end = await playJob({ run, name, job, needs: Object.fromEntries(needed), before });
    const chain = {
      success: before.success && end.result === 'success',
      failure: before.failure || end.result === 'failure',
    };
    return { ...end, chain };
  }

  function endOf(name: string): Promise<JobInChain> {
    const job = jobs[name];
    if (job === undefined) throw new Error(`A job needs the job ${name}, which doesn't exist.`);
    const end = ends.get(name) ?? playInChain(name, job);
    ends.set(name, end);
    return end;
  }

  return Promise.all(
    Object.keys(jobs).map(async (name): Promise<[string, JobInChain]> => [name, await endOf(name)]),
  );
}
