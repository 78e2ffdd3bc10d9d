import { join } from 'node:path';
import { unpackArchive } from '../archive.ts';
import type { StepResult } from '../runner/step.ts';
import type { SandboxRunOptions } from '../sandbox.ts';
import { grants, type RunningWorkflow, type Surroundings } from './context.ts';
import { CANCELLED, fillAll, holds, readValue } from './expressions.ts';
import type { Job, WorkflowStep } from './file.ts';

/** A step with one of our actions that ran. */
export interface Played {
  readonly job: string;
  /** The concurrency group of its job. Empty if it has none. */
  readonly group: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly result: StepResult;
}

export interface LeftOut {
  /** Its `name:`, or else what it uses or runs. */
  readonly name: string;
  readonly uses?: string;
  readonly with: Readonly<Record<string, string>>;
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
}

/** The steps of a job that ran, and those that the sandbox left out. */
export interface StepRecord {
  readonly steps: Played[];
  readonly others: LeftOut[];
}

interface StepPlay extends RunningJob {
  readonly context: { readonly env: Readonly<Record<string, string>> };
  readonly step: WorkflowStep;
  readonly group: string;
  readonly record: StepRecord;
}

/** A step in the context `steps`. `conclusion` is the outcome after `continue-on-error`. */
export interface StepEnd extends Pick<StepResult, 'outputs'> {
  readonly outcome: JobResult;
  readonly conclusion: JobResult;
}

export async function playStep({
  run,
  name,
  step,
  token,
  context,
  cancellation,
  group,
  record,
}: StepPlay): Promise<StepEnd> {
  const inputs = fillAll(step.with, context);
  const action = ourAction(step);
  if (action === undefined) {
    const given = run.around.others?.[step.id ?? ''];
    const app = given === undefined ? appOutputs(step, inputs, run.around) : undefined;
    if (app === undefined) record.others.push(leftOut(step, inputs));
    return { outputs: given ?? app ?? {}, outcome: 'success', conclusion: 'success' };
  }
  const stop = new AbortController();
  cancellation.signal.addEventListener('abort', () => {
    if (!holds(step.if, context, CANCELLED)) stop.abort();
  });
  const given = { inputs, env: context.env, token, signal: stop.signal };
  const result = await runOurs(action, given, run);
  record.steps.push({ job: name, group, inputs, result });
  const { outcome, outputs } = result;
  const forgiven = outcome === 'failure' && readValue(step['continue-on-error'], context) === true;
  return { outputs, outcome, conclusion: forgiven ? 'success' : outcome };
}

function leftOut({ name, uses, run = '' }: WorkflowStep, inputs: Readonly<Record<string, string>>): LeftOut {
  const command = run.split('\n').find((line) => !/^\s*(#|$)/.test(line));
  return {
    name: name ?? uses ?? `run: ${command?.trim()}`,
    ...(uses !== undefined && { uses }),
    with: inputs,
  };
}

/** The outputs of `actions/create-github-app-token`: a token with the requested permissions, by default all. */
function appOutputs({ uses = '' }: WorkflowStep, inputs: Played['inputs'], { tokenFor }: Surroundings) {
  const isApp = uses.startsWith('actions/create-github-app-token@');
  // The real action fails without a key.
  if (!isApp || !inputs['private-key'] || tokenFor === undefined) return undefined;
  const prefix = 'permission-';
  const named = Object.entries(inputs).filter(([name]) => name.startsWith(prefix));
  const permissions = Object.fromEntries(named.map(([name, level]) => [name.slice(prefix.length), level]));
  return { token: tokenFor(grants(named.length > 0 ? permissions : 'write-all')) };
}

/** The `action.yml` of a step with one of our actions, whatever the repository's name. Only our actions have these inputs. */
function ourAction({ uses = '', with: given = {} }: WorkflowStep): string | undefined {
  if (!('base-url' in given) && !('api-key' in given && 'project-id' in given)) return undefined;
  const named = /^[^/]+\/[^/@]+(?:\/(batch|collect|visitors))?@/.exec(uses);
  if (named === null) return undefined;
  return named[1] === undefined ? 'action.yml' : `${named[1]}/action.yml`;
}

type StepGiven = Pick<Played, 'inputs'> & Required<Pick<SandboxRunOptions, 'env' | 'token' | 'signal'>>;

function runOurs(
  action: string,
  { inputs, env, token, signal }: StepGiven,
  { around, event }: RunningWorkflow,
): Promise<StepResult> {
  // The actions read an empty variable like one that isn't set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const own = around.tokenFor === undefined ? {} : { token };
  const actionFile = join(unpackArchive(), action);
  return around.run({ actionFile, inputs: serviceInputs(inputs, around), env: set, event, signal, ...own });
}

/** The inputs that the sandbox adds, unless they are `undefined`. */
const OF_SERVICE = ['base-url', 'api-key', 'project-id'];

function serviceInputs(inputs: Played['inputs'], { service = 'sandbox' }: Surroundings) {
  const lacking = OF_SERVICE.filter((name) => !(name in inputs)).map((name) => [name, undefined]);
  const given = Object.entries(inputs).filter(
    ([name]) => service === 'workflow' || !OF_SERVICE.includes(name),
  );
  return Object.fromEntries([...lacking, ...given]);
}
