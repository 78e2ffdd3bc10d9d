import { parseDocument } from 'yaml';

type Values = Readonly<Record<string, unknown>>;
/** Fields that can be left out. */
type Fields<Name extends string, Value> = Readonly<Partial<Record<Name, Value>>>;
/** A value, or a text with an expression for it. */
export type Setting = string | number | boolean;

interface Part extends Fields<'if' | 'continue-on-error' | 'timeout-minutes', Setting> {
  readonly env?: Values;
}

export interface WorkflowStep extends Part, Fields<'id' | 'name' | 'uses' | 'run', string> {
  readonly with?: Values;
}

export type Permissions = 'read-all' | 'write-all' | Readonly<Record<string, string>>;

/** A group's name, with or without how to wait for it. */
export type ConcurrencySetting =
  | string
  | ({ readonly group: string; readonly queue?: 'single' | 'max' } & Fields<'cancel-in-progress', Setting>);

interface Strategy extends Fields<'fail-fast' | 'max-parallel', Setting> {
  /** Lists of values by name, with `include` and `exclude`, or an expression for all of it. */
  readonly matrix?: string | Values;
}

/** A job has steps, or calls a workflow. */
export interface Job extends Part, Fields<'uses', string>, Fields<'environment' | 'runs-on', unknown> {
  readonly permissions?: Permissions;
  readonly needs?: string | readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly strategy?: Strategy;
  readonly concurrency?: ConcurrencySetting;
  readonly steps?: readonly WorkflowStep[];
}

/** An input of the form that starts a workflow. */
export interface FormInput {
  readonly type?: string;
  readonly default?: unknown;
  /** Of a choice. The form preselects the first one. */
  readonly options?: readonly string[];
  readonly required?: boolean;
}

type Filter = 'types' | 'workflows' | RefFilter | 'paths' | 'paths-ignore';
type RefFilter = 'branches' | 'branches-ignore' | 'tags' | 'tags-ignore';

/** The events of a kind that start a workflow. `workflows` has names of workflows whose runs start this one. */
export interface Trigger extends Readonly<Partial<Record<Filter, string | readonly string[]>>> {
  readonly inputs?: Readonly<Record<string, FormInput | null>>;
  readonly secrets?: Values;
}

export interface Workflow {
  readonly name?: string;
  readonly on: Readonly<Record<string, Trigger | null>>;
  readonly env?: Values;
  readonly permissions?: Permissions;
  readonly concurrency?: ConcurrencySetting;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Throws for a file that GitHub refuses, and that its description of workflow files allows. */
export function parseWorkflow(text: string): Workflow {
  const document = parseDocument(text);
  // The library only warns of tags, like that of `if: !cancelled()`.
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake !== undefined)
    refuse(`${mistake.message.split(':\n')[0]}. Put a value with \`!\` into quotation marks`);
  const { on, ...rest }: { readonly on?: unknown; readonly jobs?: unknown } = document.toJS() ?? {};
  if (on === undefined || typeof rest.jobs !== 'object') throw new Error('A workflow has `on:` and `jobs:`.');
  for (const filter of ['branches', 'tags', 'paths'])
    if (Object.values(on as Values).some((one) => Object(one)[filter] && Object(one)[`${filter}-ignore`]))
      refuse(`an event has \`${filter}\` or \`${filter}-ignore\`, not both`);
  const events = typeof on === 'string' || Array.isArray(on) ? [on].flat() : undefined;
  const named = events && Object.fromEntries(events.map((event) => [event, null]));
  // Steps that run at the same time. Here, they run one after the other.
  for (const job of Object.values(rest.jobs ?? {}))
    if (Array.isArray(job?.steps)) job.steps = job.steps.flatMap((step: Values) => step['parallel'] ?? step);
  return { ...rest, on: named ?? on } as Workflow;
}

function refuse(why: string): never {
  throw new Error(`GitHub refuses this file: ${why}.`);
}

export function stepsOf({ jobs }: Workflow): WorkflowStep[] {
  return Object.values(jobs).flatMap(({ steps = [] }) => steps);
}

/** The names in all `env:`. */
export function variablesOf(workflow: Workflow): string[] {
  const parts = [workflow, ...Object.values(workflow.jobs), ...stepsOf(workflow)];
  return parts.flatMap(({ env }) => Object.keys(env ?? {}));
}
