import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

type Variables = Readonly<Record<string, unknown>>;

export interface WorkflowStep {
  readonly id?: string;
  readonly if?: string | boolean;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Variables;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly 'continue-on-error'?: boolean | string;
  readonly 'timeout-minutes'?: number | string;
}

export type Permissions = 'read-all' | 'write-all' | Readonly<Record<string, string>>;

interface Parallel {
  readonly parallel?: readonly WorkflowStep[];
}

/** A group's name, with or without how to wait for it. */
export type ConcurrencySetting =
  | string
  | {
      readonly group: string;
      readonly queue?: 'single' | 'max';
      readonly 'cancel-in-progress'?: boolean | string;
    };

interface Strategy {
  /** Lists of values by name, with `include` and `exclude`, or an expression for all of it. */
  readonly matrix?: string | Readonly<Record<string, unknown>>;
  readonly 'fail-fast'?: boolean | string;
  readonly 'max-parallel'?: number | string;
}

export interface Job {
  readonly if?: string | boolean;
  readonly permissions?: Permissions;
  readonly needs?: string | readonly string[];
  readonly env?: Variables;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly strategy?: Strategy;
  readonly concurrency?: ConcurrencySetting;
  readonly 'continue-on-error'?: boolean | string;
  readonly 'timeout-minutes'?: number | string;
  readonly environment?: unknown;
  readonly 'runs-on'?: unknown;
  readonly steps?: readonly WorkflowStep[];
  /** A workflow to call, in place of steps. */
  readonly uses?: string;
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
  readonly secrets?: Readonly<Record<string, unknown>>;
}

export interface Workflow {
  readonly name?: string;
  readonly on: Readonly<Record<string, Trigger | null>>;
  readonly env?: Variables;
  readonly permissions?: Permissions;
  readonly concurrency?: ConcurrencySetting;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A workflow of `examples/`. */
export function readWorkflow(name: string): Workflow {
  return parseWorkflow(readFileSync(`${EXAMPLES}/${name}`, 'utf8'));
}

/** Throws for a file that GitHub refuses, and that its description of workflow files allows. */
export function parseWorkflow(text: string): Workflow {
  const document = parseDocument(text);
  const tag = text.split('\n').findIndex((line) => /^\s*(?:- )?if: *!/.test(line));
  if (tag >= 0)
    refuse(`in line ${tag + 1}, \`!\` begins a tag of YAML. Put the condition into quotation marks`);
  // Other tags are only warnings of the library.
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake !== undefined) refuse(mistake.message.split(':\n')[0]);
  const { on, ...rest }: { readonly on?: unknown; readonly jobs?: unknown } = document.toJS() ?? {};
  if (on === undefined || typeof rest.jobs !== 'object') throw new Error('A workflow has `on:` and `jobs:`.');
  checkFilters(Object.values(on as Workflow['on']));
  const events = typeof on === 'string' || Array.isArray(on) ? [on].flat() : undefined;
  const named = events && Object.fromEntries(events.map((event) => [event, null]));
  // Steps that run at the same time. Here, they run one after the other.
  for (const job of Object.values(rest.jobs ?? {}))
    if (Array.isArray(job?.steps)) job.steps = job.steps.flatMap((step: Parallel) => step.parallel ?? step);
  return { ...rest, on: named ?? on } as Workflow;
}

function checkFilters(triggers: readonly (Trigger | null)[]): void {
  for (const filter of ['branches', 'tags', 'paths'] as const)
    if (triggers.some((one) => one?.[filter] !== undefined && one[`${filter}-ignore`] !== undefined))
      refuse(`an event has \`${filter}\` or \`${filter}-ignore\`, not both`);
}

function refuse(why = 'it is no YAML'): never {
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
