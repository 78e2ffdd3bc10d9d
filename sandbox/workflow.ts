/**
 * Runs a workflow in the sandbox: conditions, expressions and concurrency work like on GitHub, and steps with our actions run
 * the built actions. Other steps don't run. The caller gives their outputs, except the token of an app.
 */
import { join } from 'node:path';
import type { Event } from '../src/request/trigger.ts';
import { unpackArchive } from './archive.ts';
import { contextVariables, DEFAULT_CONTEXT, type RunContext } from './runner/environment.ts';
import type { StepResult } from './runner/step.ts';
import type { SandboxRunOptions } from './sandbox.ts';
import { type ConcurrencyGroups, concurrencyGroups } from './workflow/concurrency.ts';
import { CANCELLED, fill, fillAll, holds, readValue, type Status } from './workflow/expressions.ts';
import type { ConcurrencySetting, Job, Permissions, Workflow, WorkflowStep } from './workflow/file.ts';
import { starts } from './workflow/trigger.ts';

const FIRST_RUN_ID = 9_000_000_001;

/** Runs a step. Must cancel it when `signal` is aborted. */
export type Run = (options: SandboxRunOptions) => Promise<StepResult>;

export interface Surroundings {
  readonly run: Run;
  /**
   * The source of the inputs `base-url`, `api-key` and `project-id`: the workflow, or the sandbox's service (default) if the
   * workflow sets them.
   */
  readonly service?: 'workflow' | 'sandbox';
  readonly vars?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Outputs of steps that are not run, by their id. */
  readonly others?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The context of all runs. */
  readonly context?: Partial<RunContext>;
  /** Makes `github.token` for a job with these permissions (`issues`, `pull_requests`, ...). Default: an invalid token. */
  readonly tokenFor?: (permissions: Readonly<Record<string, 'read' | 'write'>>) => string;
}

/** A step with one of our actions that ran. */
export interface Played {
  readonly job: string;
  /** The concurrency group of its job. Empty if it has none. */
  readonly group: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly result: StepResult;
}

interface LeftOut {
  /** Its `name:`, or else what it uses or runs. */
  readonly name: string;
  readonly uses?: string;
  readonly with: Readonly<Record<string, string>>;
}

type JobResult = 'success' | 'failure' | 'cancelled' | 'skipped';

export interface Play {
  /** In the order of the jobs in the file. */
  readonly steps: readonly Played[];
  /** The names of jobs that got a runner, each once. */
  readonly started: readonly string[];
  /** The result of each job. Empty if GitHub starts no run. */
  readonly results: Readonly<Record<string, JobResult>>;
  /** Steps that would run on GitHub: other actions, scripts, and calls of workflows. */
  readonly others: readonly LeftOut[];
}

export interface WorkflowRun {
  readonly ended: Promise<Play>;
  /** Cancels the run, like "Cancel workflow" on GitHub. */
  cancel(): void;
}

export interface WorkflowRunner {
  /** Delivers an event. It starts a run, which waits as `concurrency` specifies. */
  dispatch(event: Event): WorkflowRun;
}

/** A repository with one workflow. Its concurrency groups live as long as the runner. */
export function openRunner(workflow: Workflow, around: Surroundings): WorkflowRunner {
  const groups = concurrencyGroups();
  let next = FIRST_RUN_ID;
  return {
    dispatch(event) {
      const cancellation = new AbortController();
      const runId = String(next);
      next += 1;
      const run: RunningWorkflow = { workflow, around, event, runId, groups, cancellation };
      return { ended: playRun(run), cancel: () => cancellation.abort() };
    },
  };
}

/** Plays a workflow for one event. */
export function play(workflow: Workflow, around: Surroundings & { readonly event: Event }): Promise<Play> {
  return openRunner(workflow, around).dispatch(around.event).ended;
}

interface RunningWorkflow {
  readonly workflow: Workflow;
  readonly around: Surroundings;
  readonly event: Event;
  readonly runId: string;
  readonly groups: ConcurrencyGroups;
  readonly cancellation: AbortController;
}

/** The end of a job of the file, with all jobs of its matrix. */
interface JobEnd extends Pick<Play, 'steps' | 'others'> {
  readonly result: JobResult;
  readonly outputs: Readonly<Record<string, string>>;
  readonly started: boolean;
}

/** The end of a job, and whether it and all jobs that it needs, directly or not, succeeded. */
interface JobInChain extends JobEnd {
  readonly chain: Pick<Status, 'success' | 'failure'>;
}

const NOTHING = { outputs: {}, started: false, steps: [], others: [] } as const;

async function playRun(run: RunningWorkflow): Promise<Play> {
  const { workflow, event, groups, cancellation } = run;
  if (!starts(workflow, event)) return { steps: [], started: [], results: {}, others: [] };
  const names = Object.keys(workflow.jobs);
  const concurrency = readConcurrency(workflow.concurrency, contextOf(run));
  const leave = concurrency ? await groups.enter(concurrency, cancellation) : () => {};
  // A run that is cancelled before it starts evaluates no condition.
  if (leave === undefined) {
    const results = Object.fromEntries(names.map((name) => [name, 'cancelled' as const]));
    return { steps: [], started: [], results, others: [] };
  }
  try {
    const jobs = await playJobs(run);
    return {
      steps: jobs.flatMap(([, { steps }]) => steps),
      started: jobs.filter(([, { started }]) => started).map(([name]) => name),
      results: Object.fromEntries(jobs.map(([name, { result }]) => [name, result])),
      others: jobs.flatMap(([, { others }]) => others),
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

interface JobPlay {
  readonly run: RunningWorkflow;
  readonly name: string;
  readonly job: Job;
  readonly needs: Readonly<Record<string, Pick<JobEnd, 'result' | 'outputs'>>>;
  readonly before: JobInChain['chain'];
}

async function playJob({ run, name, job, needs, before }: JobPlay): Promise<JobEnd> {
  const { around, workflow, cancellation } = run;
  const token = around.tokenFor?.(grants(job.permissions ?? workflow.permissions)) ?? 'ghs_example';
  const direct = Object.entries(needs).map(([need, { result, outputs }]) => [need, { result, outputs }]);
  const context = { ...contextOf(run, token), needs: Object.fromEntries(direct) };
  const cancelled = cancellation.signal.aborted;
  if (!holds(job.if, context, { ...before, success: before.success && !cancelled, cancelled }))
    return { result: 'skipped', ...NOTHING };

  const matrix = matrixOf(job, context);
  if (matrix.length === 0) return { result: 'failure', ...NOTHING };
  const failFast = readValue(job.strategy?.['fail-fast'], context) !== false;
  const cancellations = matrix.map(() => new AbortController());
  const cancelAll = () => {
    for (const one of cancellations) one.abort();
  };
  // GitHub evaluates the conditions of running jobs again.
  cancellation.signal.addEventListener('abort', () => {
    if (!holds(job.if, context, CANCELLED)) cancelAll();
  });
  // If several jobs of the matrix set an output, the value of the last one to end counts.
  const outputs: Record<string, string> = {};
  const ends = await Promise.all(
    matrix.map(async (values, index) => {
      const own = cancellations[index] ?? new AbortController();
      const options = { run, name, job, token, context: { ...context, matrix: values }, cancellation: own };
      const end = await playInGroup(options);
      const given = Object.entries(end.outputs).filter(([, value]) => value !== '');
      Object.assign(outputs, Object.fromEntries(given));
      if (end.result === 'failure' && failFast) cancelAll();
      return end;
    }),
  );
  return {
    result: worstOf(ends.map(({ result }) => result)),
    outputs,
    started: ends.some(({ started }) => started),
    steps: ends.flatMap(({ steps }) => steps),
    others: ends.flatMap(({ others }) => others),
  };
}

function worstOf(results: readonly JobResult[]): JobResult {
  return (['failure', 'cancelled'] as const).find((result) => results.includes(result)) ?? 'success';
}

interface RunningJob extends Pick<JobPlay, 'run' | 'name' | 'job'> {
  readonly token: string;
  readonly context: object;
  readonly cancellation: AbortController;
}

/** Plays one job of a matrix, or a job without one, when its concurrency group is free. */
async function playInGroup(running: RunningJob): Promise<JobEnd> {
  const { run, job, context, cancellation } = running;
  const concurrency = readConcurrency(job.concurrency, context);
  const leave = concurrency ? await run.groups.enter(concurrency, cancellation) : () => {};
  if (leave === undefined) return { result: 'cancelled', ...NOTHING };
  try {
    return await playSteps(running, concurrency?.group ?? '');
  } finally {
    leave();
  }
}

async function playSteps(running: RunningJob, group: string): Promise<JobEnd> {
  const { run, job, cancellation } = running;
  const ends: Record<string, StepEnd> = {};
  const jobEnv = fillAll({ ...run.workflow.env, ...job.env }, running.context);
  const jobContext = { ...running.context, env: jobEnv, steps: ends };
  const record: StepRecord = { steps: [], others: [] };
  if (job.uses !== undefined) record.others.push({ name: job.uses, uses: job.uses, with: {} });
  let failed = false;
  for (const step of job.steps ?? []) {
    const cancelled = cancellation.signal.aborted;
    const context = { ...jobContext, env: { ...jobEnv, ...fillAll(step.env, jobContext) } };
    const status: Status = { success: !failed && !cancelled, failure: failed && !cancelled, cancelled };
    const end: StepEnd = holds(step.if, context, status)
      ? await playStep({ ...running, context, step, group, record })
      : SKIPPED;
    failed ||= end.conclusion === 'failure';
    if (step.id !== undefined) ends[step.id] = end;
  }
  const forgiven = failed && readValue(job['continue-on-error'], running.context) === true;
  const result = cancellation.signal.aborted ? 'cancelled' : failed && !forgiven ? 'failure' : 'success';
  return { ...record, result, started: true, outputs: fillAll(job.outputs, jobContext) };
}

interface StepRecord {
  readonly steps: Played[];
  readonly others: Play['others'][number][];
}

interface StepPlay extends RunningJob {
  readonly context: { readonly env: Readonly<Record<string, string>> };
  readonly step: WorkflowStep;
  readonly group: string;
  readonly record: StepRecord;
}

async function playStep({
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

/** A step in the context `steps`. `conclusion` is the outcome after `continue-on-error`. */
interface StepEnd extends Pick<StepResult, 'outputs'> {
  readonly outcome: JobResult;
  readonly conclusion: JobResult;
}

const SKIPPED: StepEnd = { outputs: {}, outcome: 'skipped', conclusion: 'skipped' };

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

/** The permissions by name. The default is that of new repositories on GitHub. */
function grants(permissions: Permissions = { contents: 'read' }): Record<string, 'read' | 'write'> {
  const all = { issues: 'write', 'pull-requests': 'write', contents: 'write' };
  const given =
    permissions === 'write-all' ? all : permissions === 'read-all' ? { contents: 'read' } : permissions;
  const named = Object.entries(given ?? {}).filter(([, level]) => level === 'read' || level === 'write');
  return Object.fromEntries(
    named.map(([name, level]) => [name.replace('-', '_'), level as 'read' | 'write']),
  );
}

function contextOf({ workflow, around, event, runId }: RunningWorkflow, token = 'ghs_example') {
  const { vars = {}, secrets = {}, inputs = {} } = around;
  const facts = { ...DEFAULT_CONTEXT, ...around.context, workflow: workflow.name ?? '', runId };
  // The context has the names and values of the variables.
  const named = Object.entries(contextVariables(facts)).map(([name, value]) => [
    name.replace('GITHUB_', '').toLowerCase(),
    value,
  ]);
  const github = {
    ...Object.fromEntries(named),
    event_name: event.name,
    event: event.payload,
    token,
  };
  const allSecrets = { ...secrets, GITHUB_TOKEN: token };
  return { github, vars, inputs, secrets: allSecrets, steps: {}, matrix: {}, needs: {} };
}

/** Reads `concurrency:` of a workflow or a job. Returns `undefined` without one. */
function readConcurrency(setting: ConcurrencySetting | undefined, context: object) {
  if (setting === undefined) return undefined;
  const { group, queue = 'single', ...rest } = typeof setting === 'string' ? { group: setting } : setting;
  const cancelInProgress = readValue(rest['cancel-in-progress'], context) === true;
  if (cancelInProgress && queue === 'max')
    throw new Error('GitHub refuses a workflow with both `queue: max` and `cancel-in-progress: true`.');
  return { group: fill(group, context), queue, cancelInProgress };
}

/** The values of each job of a matrix. A job without a matrix has no values. */
function matrixOf({ strategy }: Job, context: object): Values[] {
  if (strategy === undefined) return [{}];
  const { include = [], exclude = [], ...lists } = readValue(strategy.matrix, context) as Values;
  const read = (list: unknown) => readValue(list, context) as unknown[];
  let combinations: Values[] = Object.keys(lists).length > 0 ? [{}] : [];
  for (const [name, list] of Object.entries(lists)) {
    const values = read(list);
    combinations = combinations.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value })));
  }
  for (const excluded of read(exclude) as Values[])
    combinations = combinations.filter((one) => !agree(one, excluded, Object.keys(excluded)));
  const more: Values[] = [];
  for (const added of read(include) as Values[]) {
    const shared = Object.keys(lists).filter((name) => name in added);
    const fits = (one: Values) => agree(one, added, shared);
    // An entry that fits no combination becomes another one. Later entries add nothing to it.
    if (!combinations.some(fits)) more.push(added);
    else combinations = combinations.map((one) => (fits(one) ? { ...one, ...added } : one));
  }
  return [...combinations, ...more];
}

type Values = Readonly<Record<string, unknown>>;

function agree(one: Values, other: Values, names: readonly string[]): boolean {
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
