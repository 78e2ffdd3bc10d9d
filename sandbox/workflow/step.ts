import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackArchive } from '../archive.ts';
import { readManifest } from '../runner/manifest.ts';
import type { StepResult } from '../runner/step.ts';
import type { RunningWorkflow } from './context.ts';
import { CANCELLED, fillAll, fillKnown, holds, readValue } from './expressions.ts';
import type { Job, WorkflowStep } from './file.ts';

export interface Played {
  readonly job: string;
  /** The concurrency group of its job. Empty if it has none. */
  readonly group: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly result: StepResult;
}

/** A step that the sandbox doesn't run, with the values that it gets. */
export interface LeftOut {
  readonly job: string;
  readonly step: WorkflowStep;
  readonly with: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Why it failed, if it was played. */
  readonly problem?: string;
}

export type JobResult = 'success' | 'failure' | 'cancelled' | 'skipped';

/** A job that runs, alone or as one of a matrix. */
export interface RunningJob {
  readonly run: RunningWorkflow;
  readonly name: string;
  readonly job: Job;
  readonly token: string;
  readonly context: object;
  readonly cancellation: AbortController;
  /** The folder that the steps of the job share. By default, each has its own. */
  readonly workspace?: string | undefined;
}

/** What happened in jobs, in the order of the steps in the file. */
export interface Happened {
  readonly steps: Played[];
  /** Steps that would run on GitHub: other actions, scripts, and calls of workflows. */
  readonly others: LeftOut[];
  /** The false conditions of jobs and steps, part by part. */
  readonly unmet: string[];
  readonly refusals: string[];
}

interface StepPlay extends RunningJob {
  readonly context: { readonly env: Readonly<Record<string, string>> };
  readonly step: WorkflowStep;
  readonly group: string;
  readonly record: Happened;
}

/** A step in the context `steps`. `conclusion` is the outcome after `continue-on-error`. */
export interface StepEnd extends Pick<StepResult, 'outputs'> {
  readonly outcome: JobResult;
  readonly conclusion: JobResult;
}

export async function playStep(playing: StepPlay): Promise<StepEnd> {
  const { run, name, step, token, context, cancellation, group, record, workspace } = playing;
  const { around, event } = run;
  const action = ourAction(step);
  if (action === undefined) return playOther(playing);
  const inputs = fillAll(step.with, context);
  const stop = new AbortController();
  cancellation.signal.addEventListener('abort', () => {
    if (!holds(step.if, context, CANCELLED)) stop.abort();
  });
  const result = await around.run({
    actionFile: join(unpackArchive(), action),
    inputs,
    // The actions read an empty variable like one that isn't set.
    env: Object.fromEntries(Object.entries(context.env).filter(([, value]) => value !== '')),
    event,
    signal: stop.signal,
    ...(around.tokenFor !== undefined && { token }),
    ...(workspace !== undefined && { workspace }),
  });
  record.steps.push({ job: name, group, inputs, result });
  const { outcome, outputs } = result;
  return { outputs, outcome, conclusion: conclude(playing, outcome) };
}

function conclude({ step, context }: StepPlay, outcome: JobResult): JobResult {
  const forgiven = outcome === 'failure' && readValue(step['continue-on-error'], context) === true;
  return forgiven ? 'success' : outcome;
}

/** A step without one of our actions. A step that is left out counts as a success. */
async function playOther(playing: StepPlay): Promise<StepEnd> {
  const { run, name, step, token, context, record, workspace = '' } = playing;
  const inputs = fillKnown(step.with, context);
  const env = fillKnown(step.env, context);
  const leftOut = { job: name, step, with: inputs, env };
  const { others, playOther: playAction } = run.around;
  const given = others?.[step.id ?? ''];
  let outputs: LeftOut['with'] | undefined;
  try {
    const played = await playAction?.({ step, inputs, env, token, event: run.event, workspace });
    outputs = given ?? played;
  } catch (error) {
    record.others.push({ ...leftOut, problem: (error as Error).message });
    return { outputs: {}, outcome: 'failure', conclusion: conclude(playing, 'failure') };
  }
  if (outputs === undefined || given !== undefined) record.others.push(leftOut);
  const outcome = (given?.['outcome'] ?? given?.['conclusion'] ?? 'success') as JobResult;
  const conclusion = (given?.['conclusion'] ?? conclude(playing, outcome)) as JobResult;
  return { outputs: outputs ?? {}, outcome, conclusion };
}

/** Its `name:`, or else what it uses or runs. */
export function nameOf({ name, uses, run = '' }: WorkflowStep): string {
  const command = run.split('\n').find((line) => !/^\s*(#|$)/.test(line));
  return name ?? uses ?? `run: ${command?.trim()}`;
}

/** Inputs that only our actions have. */
const OWN_INPUTS = ['base-url', 'project-id', 'thread-secret', 'trigger-phrase'];

/** The `action.yml` of a step with one of our actions, whatever the repository's name. */
export function ourAction({ uses = '', with: given = {} }: WorkflowStep): string | undefined {
  const isNamed = /^(?:OWNER\/REPO|[^/]+\/docs-agent-action)[/@]/.test(uses);
  if (!isNamed && !OWN_INPUTS.some((name) => name in given)) return undefined;
  const named = /^[^/]+\/[^/@]+(?:\/(collect|release-check|visitors))?@/.exec(uses);
  if (named === null) return undefined;
  return named[1] === undefined ? 'action.yml' : `${named[1]}/action.yml`;
}

const manifestOf = (file: string) => readManifest(fileURLToPath(new URL(`../../${file}`, import.meta.url)));

export function defaultsOf(file: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(manifestOf(file).inputs);
}

export const outputsOf = (file: string) => manifestOf(file).outputs;
