import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { readConcurrency } from './concurrency.ts';
import { contextOf, grants, type RunningWorkflow } from './context.ts';
import { CANCELLED, fillKnown, holds, readValue, type Status, whyFalse } from './expressions.ts';
import type { Job, WorkflowStep } from './file.ts';
import { matrixOf } from './matrix.ts';
import {
  type Happened,
  type JobResult,
  nameOf,
  ourAction,
  playStep,
  type RunningJob,
  type StepEnd,
} from './step.ts';

export function joined(parts: readonly Happened[]): Happened {
  return {
    steps: parts.flatMap(({ steps }) => steps),
    others: parts.flatMap(({ others }) => others),
    unmet: parts.flatMap(({ unmet }) => unmet),
    refusals: parts.flatMap(({ refusals }) => refusals),
  };
}

/** The end of a job of the file, with all jobs of its matrix. */
export interface JobEnd extends Happened {
  readonly result: JobResult;
  readonly outputs: Readonly<Record<string, string>>;
  readonly started: boolean;
}

const NOTHING = { ...joined([]), outputs: {}, started: false };

/** The end of a step whose condition is false. */
const SKIPPED: StepEnd = { outputs: {}, outcome: 'skipped', conclusion: 'skipped' };

interface JobPlay {
  readonly run: RunningWorkflow;
  readonly name: string;
  readonly job: Job;
  readonly needs: Readonly<Record<string, Pick<JobEnd, 'result' | 'outputs'>>>;
  /** Of all jobs that it needs, directly or not. */
  readonly before: Pick<Status, 'success' | 'failure'>;
}

export async function playJob({ run, name, job, needs, before }: JobPlay): Promise<JobEnd> {
  const { around, workflow, cancellation } = run;
  const token = around.tokenFor?.(grants(job.permissions ?? workflow.permissions), name) ?? 'ghs_example';
  const direct = Object.entries(needs).map(([need, { result, outputs }]) => [need, { result, outputs }]);
  const context = { ...contextOf(run, token), needs: Object.fromEntries(direct) };
  const cancelled = cancellation.signal.aborted;
  const status = { ...before, success: before.success && !cancelled, cancelled };
  if (!holds(job.if, context, status))
    return { ...NOTHING, result: 'skipped', unmet: [`${name}: ${whyFalse(job.if, context, status)}`] };

  const matrix = matrixOf(job, context);
  if (matrix.length === 0) return { result: 'failure', ...NOTHING };
  const failFast = readValue(job.strategy?.['fail-fast'], context) !== false;
  const most = Number(readValue(job.strategy?.['max-parallel'], context) ?? matrix.length);
  const inRoom = pLimit(most);
  const all = new AbortController();
  // GitHub evaluates the conditions of running jobs again.
  cancellation.signal.addEventListener('abort', () => {
    if (!holds(job.if, context, CANCELLED)) all.abort();
  });
  // If several jobs of the matrix set an output, the value of the last one to end counts.
  const outputs: Record<string, string> = {};
  const ends = await Promise.all(
    matrix.map(async (values, index) => {
      const own = new AbortController();
      all.signal.addEventListener('abort', () => own.abort());
      const place = { 'job-index': index, 'job-total': matrix.length };
      const strategy = { 'fail-fast': failFast, 'max-parallel': most, ...place };
      const known = { ...context, strategy, matrix: values };
      const end = await inRoom(() =>
        playInGroup({ run, name, job, token, context: known, cancellation: own }),
      );
      const given = Object.entries(end.outputs).filter(([, value]) => value !== '');
      Object.assign(outputs, Object.fromEntries(given));
      if (end.result === 'failure' && failFast) all.abort();
      return end;
    }),
  );
  const worst = ['failure', 'cancelled'] as const;
  return {
    result: worst.find((one) => ends.some(({ result }) => result === one)) ?? 'success',
    outputs,
    started: ends.some(({ started }) => started),
    ...joined(ends),
  };
}

/** Plays one job of a matrix, or a job without one, when its concurrency group is free. */
async function playInGroup(running: RunningJob): Promise<JobEnd> {
  const { run, job, context, cancellation } = running;
  // It waited for room in its matrix.
  if (cancellation.signal.aborted) return { ...NOTHING, result: 'cancelled' };
  const concurrency = readConcurrency(job.concurrency, context);
  const whole = readConcurrency(run.workflow.concurrency, contextOf(run));
  if (concurrency && concurrency.group.toLowerCase() === whole?.group.toLowerCase()) {
    const refusal = `GitHub cancels the run: the workflow and its job \`${running.name}\` have the same \`concurrency\` group, ${concurrency.group}, so the job would wait for its own run.`;
    return { ...NOTHING, result: 'cancelled', refusals: [refusal] };
  }
  const leave = concurrency ? await run.groups.enter(concurrency, cancellation) : () => {};
  if (leave === undefined) return { result: 'cancelled', ...NOTHING };
  const shares = run.around.playOther !== undefined;
  const workspace = shares ? mkdtempSync(path.join(tmpdir(), 'sandbox-workspace-')) : undefined;
  try {
    return await playSteps({ ...running, workspace }, concurrency?.group ?? '');
  } finally {
    if (workspace !== undefined) rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    leave();
  }
}

/** Whether the condition of a step holds. One that can't be evaluated ends no play of steps that aren't run. */
function starts(step: WorkflowStep, context: object, status: Status): boolean {
  try {
    return holds(step.if, context, status);
  } catch (error) {
    if (ourAction(step) !== undefined) throw error;
    return status.success;
  }
}

async function playSteps(running: RunningJob, group: string): Promise<JobEnd> {
  const { run, job, cancellation, name } = running;
  const ends: Record<string, StepEnd> = {};
  const jobEnv = fillKnown({ ...run.workflow.env, ...job.env }, running.context);
  const jobContext = { ...running.context, env: jobEnv, steps: ends };
  const record = joined([]);
  if (job.uses !== undefined) record.others.push({ job: name, step: { uses: job.uses }, with: {}, env: {} });
  let failed = false;
  const next = (step: WorkflowStep): Promise<StepEnd> | StepEnd => {
    const cancelled = cancellation.signal.aborted;
    // A step that isn't run may have set variables.
    const set = record.others.length > 0 ? run.around.others?.['env'] : {};
    const base = { ...jobContext, env: { ...set, ...jobEnv } };
    const context = { ...base, env: { ...base.env, ...fillKnown(step.env, base) } };
    const status: Status = { success: !failed && !cancelled, failure: failed && !cancelled, cancelled };
    if (starts(step, context, status)) return playStep({ ...running, context, step, group, record });
    record.unmet.push(`${name}, \`${nameOf(step)}\`: ${whyFalse(step.if, context, status)}`);
    return SKIPPED;
  };
  for (const step of job.steps ?? []) {
    const end = await next(step);
    failed ||= end.conclusion === 'failure';
    if (step.id !== undefined) ends[step.id] = end;
  }
  const forgiven = failed && readValue(job['continue-on-error'], running.context) === true;
  const result = cancellation.signal.aborted ? 'cancelled' : failed && !forgiven ? 'failure' : 'success';
  const outputs = fillKnown(job.outputs, jobContext);
  const secrets = Object.values(run.around.secrets ?? {}).filter((value) => value !== '');
  const isSecret = (text = '') => secrets.some((value) => text.includes(value)) || /(?<!\w)ghs_\w/.test(text);
  const hidden = Object.keys(outputs).filter((one) => isSecret(outputs[one]));
  const lost = hidden.map((one) => {
    outputs[one] = '';
    return `The output \`${one}\` of the job \`${name}\` is empty: it would contain a secret.`;
  });
  return { ...NOTHING, ...record, result, started: true, outputs, refusals: lost };
}
