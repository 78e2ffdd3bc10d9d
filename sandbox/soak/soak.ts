import { actionFile } from '../archive.ts';
import { REFUSING_ORIGIN } from '../faults/connections.ts';
import type { RecordedRequest } from '../http/exchange.ts';
import type { StepResult } from '../runner/step.ts';
import { openSandbox, type Sandbox } from '../sandbox.ts';
import type { Time } from '../time.ts';
import { virtualTime } from '../virtual-time.ts';
import { check, type Finding, type RunRecord } from './check.ts';
import { type Plan, planRun } from './plan.ts';
import { soakThread } from './thread.ts';
import { runInTrouble } from './trouble.ts';

/** Low enough that some runs reach the usage limit. */
const USES_PER_HOUR = 12;
const YEAR = 365 * 86_400_000;

export interface SoakOptions {
  /** The same options give the same soak. */
  readonly seed: string;
  readonly runs: number;
  /** The number of threads with several requests. */
  readonly threads: number;
  /** The number of services that are used in parallel. */
  readonly lanes: number;
}

export interface Soaked {
  readonly runs: readonly RunRecord[];
  /** Those of the runs to the service. */
  readonly requests: readonly RecordedRequest[];
  readonly findings: readonly Finding[];
}

/** Runs the built action many times with faults, and compares the runs with the service's records. */
export async function soak({ seed, runs, threads, lanes }: SoakOptions): Promise<Soaked> {
  const numbersOf = (lane: number, count: number) =>
    Array.from({ length: count }, (_unused, index) => index + 1).filter((number) => number % lanes === lane);
  const ends = await Promise.all(
    Array.from({ length: lanes }, async (_unused, lane) => {
      const plans = numbersOf(lane, runs).map((number) => planRun(seed, number));
      const own = await runLane(`${seed} ${lane}`, plans);
      const findings = [...own.findings];
      for (const number of numbersOf(lane, threads))
        findings.push(...(await soakThread(`${seed} thread ${number}`)));
      return { ...own, findings };
    }),
  );
  return {
    runs: ends.flatMap((lane) => lane.runs),
    requests: ends.flatMap((lane) => lane.requests),
    findings: ends.flatMap((lane) => lane.findings),
  };
}

async function runLane(seed: string, plans: readonly Plan[]): Promise<Soaked> {
  let jitter = 1;
  const base = virtualTime({ horizon: YEAR });
  const time: Time = { ...base, nodeArguments: () => [...base.nodeArguments(), `--random-seed=${jitter}`] };
  await using sandbox = await openSandbox({ seed, time });
  const { service } = sandbox;
  service.rules.usesPerHour = USES_PER_HOUR;
  const runs: RunRecord[] = [];
  for (const plan of plans) {
    jitter = plan.jitter;
    const target = chooseJob(sandbox, plan);
    const { result, stuck } = await runOnce(sandbox, plan, target);
    const record = await toRecord(sandbox, plan, target === undefined ? 'create' : plan.task, result);
    runs.push({ ...record, ...(stuck !== undefined && { stuck }) });
  }
  const jobs = service.jobs.map(({ id, turns }) => ({ id, prompts: turns.map(({ prompt }) => prompt) }));
  return { runs, requests: service.requests, findings: check(runs, jobs) };
}

/** The job for a run's task. `undefined` for a new one. */
function chooseJob({ service: { jobs } }: Sandbox, { task, which }: Plan): string | undefined {
  return task === 'create' ? undefined : jobs[Math.floor(which * jobs.length)]?.id;
}

function runOnce(sandbox: Sandbox, plan: Plan, jobId: string | undefined) {
  const { service } = sandbox;
  service.rules.hint = plan.hint;
  service.scriptAll(...plan.turns);
  return runInTrouble(sandbox, plan, () =>
    sandbox.run({
      actionFile: actionFile(),
      inputs: {
        timeout: plan.timeout,
        ...((plan.task !== 'watch' || jobId === undefined) && { prompt: plan.prompt }),
        ...(jobId !== undefined && { 'job-id': jobId }),
        ...(plan.deaf && { 'base-url': REFUSING_ORIGIN }),
      },
    }),
  );
}

async function toRecord(
  { service }: Sandbox,
  { prompt }: Plan,
  task: RunRecord['task'],
  { outputs, exitCode, log, summary, post }: StepResult,
): Promise<RunRecord> {
  const output = (name: string) => outputs[name] ?? '';
  const answer = await service.jobs.find(({ id }) => id === output('jobId'))?.life.get();
  const shown = answer === undefined || answer === 'not found' ? undefined : answer;
  const read = JSON.stringify([outputs, summary, log.replaceAll(`  api-key: ${service.key}`, '')]);
  return {
    prompt,
    task,
    exitCode,
    result: output('result'),
    jobId: output('jobId'),
    prLink: output('prLink'),
    reason: exitCode === null ? (post?.annotations[0]?.message ?? '') : output('reason'),
    leaked: read.includes(service.key),
    shown: shown && { status: shown['status'], prLink: shown['prLink'] },
  };
}
