/**
 * Runs a workflow in the sandbox: conditions and expressions as GitHub evaluates them, our own steps with the built actions.
 * Steps of others are left out; who plays it says what they would have put out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';
import type { Event } from '../src/request/trigger.ts';
import { unpackArchive } from './archive.ts';
import type { StepResult } from './runner/step.ts';
import type { SandboxRunOptions } from './sandbox.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface WorkflowStep {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** What a token may do, as a workflow says it. */
type Permissions = 'read-all' | 'write-all' | Readonly<Record<string, string>>;

interface Job {
  readonly if?: string;
  readonly permissions?: Permissions;
  readonly needs?: string | readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, string>> };
  readonly concurrency?: { readonly group: string };
  /** None where a workflow is called. */
  readonly steps?: readonly WorkflowStep[];
}

export interface Workflow {
  readonly on: Readonly<
    Record<string, { readonly types?: readonly string[]; readonly inputs?: object } | null>
  >;
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

export type Run = (options: SandboxRunOptions) => Promise<StepResult>;

export interface Surroundings {
  readonly event: Event;
  /** What our own steps are run by. Address, key and project are the sandbox's wherever the workflow gives any. */
  readonly run: Run;
  readonly vars?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Outputs of steps that are not run, by their id. */
  readonly others?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Default: `acme/product`. */
  readonly repository?: string;
  /** `github.token` of a job with these permissions (`issues`, `pull_requests`, ...); default: one that reaches nothing. */
  readonly tokenFor?: (permissions: Readonly<Record<string, 'read' | 'write'>>) => string;
}

/** A step of ours that ran. */
export interface Played {
  readonly job: string;
  /** The group of its job's concurrency; empty when it has none. */
  readonly group: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly result: StepResult;
}

export interface Play {
  readonly steps: readonly Played[];
  /** Names of the jobs that started, each once. */
  readonly started: readonly string[];
  /** What steps of others would have been given, by `uses`. */
  readonly others: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
}

/** A workflow of `examples/`. */
export function readWorkflow(name: string): Workflow {
  return parseWorkflow(readFileSync(`${ROOT}/examples/${name}`, 'utf8'));
}

export function parseWorkflow(text: string): Workflow {
  const read = parse(text) as {
    readonly on?: string | readonly string[] | Workflow['on'];
    readonly jobs?: unknown;
  };
  const { on, ...rest } = read ?? {};
  if (on === undefined || typeof rest.jobs !== 'object') throw new Error('A workflow has `on:` and `jobs:`.');
  const events = typeof on === 'string' || Array.isArray(on) ? [on].flat() : undefined;
  const named = events && Object.fromEntries(events.map((event) => [event, null]));
  return { ...rest, on: named ?? on } as Workflow;
}

/** Whether GitHub starts this workflow for the event. */
function starts(workflow: Workflow, { name, payload }: Event): boolean {
  if (!(name in workflow.on)) return false;
  const types = workflow.on[name]?.types;
  return types === undefined || types.includes((payload as { action: string }).action);
}

/** Plays all jobs of a workflow in their order, which is that of their needs. */
export async function play(workflow: Workflow, around: Surroundings): Promise<Play> {
  const record: Recorded = { steps: [], others: [], started: [] };
  if (!starts(workflow, around.event)) return record;
  const needs: Record<string, JobEnd> = {};
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const token = around.tokenFor?.(grants(job.permissions ?? workflow.permissions)) ?? 'ghs_example';
    const context = { ...contextOf(around, token), needs };
    const failed = [job.needs ?? []].flat().some((one) => needs[one]?.result !== 'success');
    if (!holds(job.if, context, failed)) {
      needs[name] = { result: 'skipped', outputs: {} };
      continue;
    }
    record.started.push(name);
    for (const matrix of matrixOf(job, around))
      needs[name] = await playJob({ name, job, around, token, context: { ...context, matrix }, record });
  }
  return record;
}

interface Recorded extends Play {
  readonly steps: Played[];
  readonly others: Play['others'][number][];
  readonly started: string[];
}

interface JobEnd {
  readonly result: 'success' | 'failure' | 'skipped';
  readonly outputs: Readonly<Record<string, string>>;
}

interface JobPlay {
  readonly name: string;
  readonly job: Job;
  readonly around: Surroundings;
  readonly token: string;
  readonly context: object;
  readonly record: Recorded;
}

async function playJob({ name, job, around, token, context, record }: JobPlay): Promise<JobEnd> {
  const group = text(job.concurrency?.group ?? '', context);
  const ends = otherSteps(around);
  const now = { ...context, steps: ends };
  let failed = false;
  for (const step of job.steps ?? []) {
    if (!holds(step.if, now, failed)) continue;
    const inputs = texts(step.with, now);
    const action = ourAction(step);
    if (action === undefined) {
      if (step.uses !== undefined) record.others.push({ uses: step.uses, with: inputs });
      continue;
    }
    const given = { inputs, env: texts(step.env, now), token };
    const result = await runOurs(action, given, around);
    failed ||= result.outcome !== 'success';
    if (step.id !== undefined) ends[step.id] = { outputs: result.outputs };
    record.steps.push({ job: name, group, inputs, result });
  }
  return { result: failed ? 'failure' : 'success', outputs: texts(job.outputs, now) };
}

/** The `action.yml` of a step that is ours, under whatever name: only ours are given the address of the service. */
function ourAction({ uses = '', with: given = {} }: WorkflowStep): string | undefined {
  if (!('base-url' in given)) return undefined;
  const named = /^[^/]+\/[^/@]+(?:\/(batch|collect|visitors))?@/.exec(uses);
  if (named === null) return undefined;
  return named[1] === undefined ? 'action.yml' : `${named[1]}/action.yml`;
}

function runOurs(
  action: string,
  { inputs, env, token }: Pick<Played, 'inputs'> & Required<Pick<SandboxRunOptions, 'env' | 'token'>>,
  { run, event, tokenFor }: Surroundings,
): Promise<StepResult> {
  const { 'base-url': address, 'api-key': key, 'project-id': project, ...rest } = inputs;
  const lacking = Object.entries({ 'base-url': address, 'api-key': key, 'project-id': project }).filter(
    ([, value]) => value === undefined,
  );
  // A variable that is empty is one that is not set, for all that we ask of it.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const own = tokenFor === undefined ? {} : { token };
  const given = { ...Object.fromEntries(lacking), ...rest };
  return run({ actionFile: join(unpackArchive(), action), inputs: given, env: set, event, ...own });
}

/** What is granted by name; whoever says nothing gets what GitHub gives new repositories. */
function grants(permissions: Permissions = { contents: 'read' }): Record<string, 'read' | 'write'> {
  const all = { issues: 'write', 'pull-requests': 'write', contents: 'write' };
  const given =
    permissions === 'write-all' ? all : permissions === 'read-all' ? { contents: 'read' } : permissions;
  const named = Object.entries(given ?? {}).filter(([, level]) => level === 'read' || level === 'write');
  return Object.fromEntries(
    named.map(([name, level]) => [name.replace('-', '_'), level as 'read' | 'write']),
  );
}

function contextOf(around: Surroundings, token = 'ghs_example'): Record<string, unknown> {
  const { event, vars = {}, secrets = {}, inputs = {}, repository = 'acme/product' } = around;
  const github = { event_name: event.name, event: event.payload, token, run_id: '9000000001' };
  const more = {
    run_attempt: '1',
    sha: '6d5f1c0e8b7a49f2a3c4d5e6f708192a3b4c5d6e',
    repository,
  };
  return { github: { ...github, ...more }, vars, inputs, secrets, steps: {}, matrix: {}, needs: {} };
}

function otherSteps({ others = {} }: Surroundings): Record<string, Pick<StepResult, 'outputs'>> {
  return Object.fromEntries(Object.entries(others).map(([id, outputs]) => [id, { outputs }]));
}

function matrixOf({ strategy }: Job, around: Surroundings): Record<string, unknown>[] {
  if (strategy === undefined) return [{}];
  return Object.entries(strategy.matrix).flatMap(([name, expression]) => {
    const values = JSON.parse(evaluate(bare(expression), contextOf(around)).json) as unknown[];
    return values.map((value) => ({ [name]: value }));
  });
}

function texts(templates: Readonly<Record<string, unknown>> = {}, context: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, text(String(template), context)]),
  );
}

/** Replaces each `${{ }}` by its value. */
function text(template: string, context: object): string {
  return template.replaceAll(/\$\{\{(.*?)\}\}/gs, (_all, expression) => evaluate(expression, context).text);
}

/** A condition; without a status function it also asks that nothing failed before. */
function holds(condition: string | undefined, context: object, failed: boolean): boolean {
  if (condition === undefined) return !failed;
  const expression = bare(condition);
  const asksStatus = /\b(always|success|failure|cancelled)\s*\(/.test(expression);
  return (asksStatus || !failed) && evaluate(expression, context, failed).truthy;
}

function bare(expression: string): string {
  return expression.trim().replace(/^\$\{\{(.*)\}\}$/s, '$1');
}

/** Evaluates with GitHub's own library for it. */
function evaluate(expression: string, context: object, failed = false) {
  const status = { always: true, success: !failed, failure: failed, cancelled: false };
  const functions = Object.entries(status).map(([name, value]) => ({
    ...{ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) },
  }));
  const tokens = new Lexer(expression).lex().tokens;
  const tree = new Parser(tokens, Object.keys(context), functions).parse();
  const values = JSON.parse(JSON.stringify(context), data.reviver) as data.Dictionary;
  const known = new Map(functions.map((one) => [one.name, one]));
  const value = new Evaluator(tree, values, known).evaluate();
  const json = JSON.stringify(value, data.replacer);
  return { text: value.coerceString(), json, truthy: !['false', '0', '""', 'null'].includes(json) };
}
