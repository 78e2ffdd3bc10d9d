import { setTimeout as wait } from 'node:timers/promises';
import { actionFile } from '../archive.ts';
import { barrier, REFUSING_ORIGIN } from '../faults/connections.ts';
import type { Step, StepResult } from '../runner/step.ts';
import { openSandbox, type Sandbox } from '../sandbox.ts';
import type { Time } from '../time.ts';
import { virtualTime } from '../virtual-time.ts';
import { check, type Finding, type RunRecord } from './check.ts';
import { type Cut, type Plan, planRun } from './plan.ts';

/** Few enough that the service's own limit is met now and then. */
const USES_PER_HOUR = 12;
/** A run takes a second or so; what takes longer than this hangs. In real milliseconds. */
const LONGEST_RUN = 60_000;
const YEAR = 365 * 86_400_000;

export interface SoakOptions {
  /** The same seed and number of runs and lanes give the same soak. */
  readonly seed: string;
  readonly runs: number;
  /** Services with runs one after the other, beside each other. */
  readonly lanes: number;
  readonly ended?: (run: RunRecord) => void;
}

/** What a soak counted. */
export interface SoakFigures {
  readonly runs: readonly RunRecord[];
  readonly jobsCreated: number;
  readonly messagesTaken: number;
  readonly requests: number;
  /** How many requests met a fault. */
  readonly faults: number;
  /** The largest process, in bytes. */
  readonly peakMemory: number;
  readonly findings: readonly Finding[];
}

/** Runs the built action again and again while things go wrong, and holds what it says against the service's records. */
export async function soak({ seed, runs, lanes, ended }: SoakOptions): Promise<SoakFigures> {
  const numbers = Array.from({ length: runs }, (_unused, index) => index + 1);
  const figures = await Promise.all(
    Array.from({ length: lanes }, (_unused, lane) => {
      const own = numbers.filter((number) => number % lanes === lane);
      return runLane(
        `${seed} ${lane}`,
        own.map((number) => planRun(seed, number)),
        ended,
      );
    }),
  );
  const sum = (count: (lane: SoakFigures) => number) =>
    figures.reduce((total, lane) => total + count(lane), 0);
  return {
    runs: figures.flatMap((lane) => lane.runs),
    jobsCreated: sum((lane) => lane.jobsCreated),
    messagesTaken: sum((lane) => lane.messagesTaken),
    requests: sum((lane) => lane.requests),
    faults: sum((lane) => lane.faults),
    peakMemory: Math.max(...figures.map((lane) => lane.peakMemory)),
    findings: figures.flatMap((lane) => lane.findings),
  };
}

async function runLane(
  seed: string,
  plans: readonly Plan[],
  ended: SoakOptions['ended'],
): Promise<SoakFigures> {
  let jitter = 1;
  const base = virtualTime({ horizon: YEAR });
  const time: Time = { ...base, nodeArguments: () => [...base.nodeArguments(), `--random-seed=${jitter}`] };
  await using sandbox = await openSandbox({ seed, time });
  const { service } = sandbox;
  service.rules.usesPerHour = USES_PER_HOUR;
  const runs: RunRecord[] = [];
  let peakMemory = 0;
  for (const plan of plans) {
    jitter = plan.jitter;
    const target = chooseJob(sandbox, plan);
    const { result, stuck } = await runOnce(sandbox, plan, target);
    const run = {
      ...(await toRecord(sandbox, plan, target === undefined ? 'create' : plan.asks, result)),
      ...(stuck !== undefined && { stuck }),
    };
    peakMemory = Math.max(peakMemory, result.peakMemory ?? 0);
    runs.push(run);
    ended?.(run);
  }
  const jobs = service.jobs.map(({ id, turns }) => ({
    id,
    prompts: turns.map(({ prompt }) => prompt),
  }));
  return {
    runs,
    peakMemory,
    jobsCreated: jobs.length,
    requests: service.requests.length,
    messagesTaken: jobs.reduce((total, { prompts }) => total + prompts.length - 1, 0),
    faults: service.requests.filter(({ fault }) => fault !== undefined).length,
    findings: check(runs, jobs),
  };
}

/** The job that a run is about; undefined for a run that asks for a new one. */
function chooseJob({ service: { jobs } }: Sandbox, { asks, which }: Plan): string | undefined {
  return asks === 'create' ? undefined : jobs[Math.floor(which * jobs.length)]?.id;
}

async function runOnce(sandbox: Sandbox, plan: Plan, jobId: string | undefined) {
  const { service } = sandbox;
  service.rules.hint = plan.hint;
  service.scriptAll(...plan.turns);
  service.faults.clear();
  // Planned first, so that it comes before the faults.
  const gate = plan.cut && barrier(plan.cut.where);
  if (plan.cut && gate)
    service.faults.next({ method: plan.cut.method, nth: plan.cut.nth, optional: true }, gate);
  for (const { method, nth, fault } of plan.faults) {
    service.faults.next({ method, nth, optional: true }, fault);
  }
  const step = sandbox.run({
    actionFile: actionFile(),
    inputs: {
      timeout: plan.timeout,
      ...((plan.asks !== 'watch' || jobId === undefined) && { prompt: plan.prompt }),
      ...(jobId !== undefined && { 'job-id': jobId }),
      ...(plan.deaf && { 'base-url': REFUSING_ORIGIN }),
    },
  });
  if (plan.cut && gate) void cutOff(step, plan.cut, gate, sandbox.time);
  return endOf(step, sandbox);
}

/** The end of a run; one that hangs is killed, and what it waited for is told. */
async function endOf(step: Step, { time, service }: Sandbox) {
  const over = new AbortController();
  const limit = wait(LONGEST_RUN, true, { signal: over.signal }).catch(() => false);
  const late = await Promise.race([limit, step.ended.then(() => false)]);
  over.abort();
  if (!late) return { result: await step.ended };
  const last = service.requests.at(-1);
  const stuck = `${time.explain()} The last request: ${last?.method} ${last?.path}, ${last?.fault ?? 'no fault'}.`;
  step.kill();
  return { result: await step.ended, stuck };
}

/** Ends a run while one of its requests is on its way. */
async function cutOff(step: Step, cut: Cut, gate: ReturnType<typeof barrier>, time: Time): Promise<void> {
  const reached = await Promise.race([gate.reached.then(() => true), step.ended.then(() => false)]);
  if (!reached) return;
  if (cut.by === 'kill') step.kill();
  else {
    // An answer that comes must not race with time.
    const release = cut.answered ? time.hold() : () => {};
    const gone = step.cancel();
    if (cut.answered) gate.release();
    else gate.stall();
    await gone;
    release();
  }
}

async function toRecord(
  { service }: Sandbox,
  { prompt }: Plan,
  asks: RunRecord['asks'],
  { outputs, exitCode, log, summary, post }: StepResult,
): Promise<RunRecord> {
  const output = (name: string) => outputs[name] ?? '';
  const look = await service.jobs.find(({ id }) => id === output('jobId'))?.life.look();
  const shown = look === undefined || look === 'not found' ? undefined : look;
  const read = JSON.stringify([outputs, summary, log.replaceAll(`  api-key: ${service.key}`, '')]);
  return {
    prompt,
    asks,
    exitCode,
    result: output('result'),
    jobId: output('jobId'),
    prLink: output('prLink'),
    reason: exitCode === null ? (post?.annotations[0]?.message ?? '') : output('reason'),
    leaked: read.includes(service.key),
    shown: shown && { status: shown['status'], prLink: shown['prLink'] },
  };
}
