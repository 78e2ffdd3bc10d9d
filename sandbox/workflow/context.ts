import type { Event } from '../../src/request/trigger.ts';
import { contextVariables, DEFAULT_CONTEXT, type RunContext } from '../runner/environment.ts';
import type { StepResult } from '../runner/step.ts';
import type { SandboxRunOptions } from '../sandbox.ts';
import type { ConcurrencyGroups } from './concurrency.ts';
import type { Permissions, Workflow } from './file.ts';

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
  /** Lists the files that an event changes, for `paths`. Without it, all events satisfy `paths`. */
  readonly changedFiles?: (event: Event) => Promise<readonly string[]>;
  /** The context of all runs. */
  readonly context?: Partial<RunContext>;
  /** Makes `github.token` for a job with these permissions (`issues`, `pull_requests`, ...). Default: an invalid token. */
  readonly tokenFor?: (permissions: Readonly<Record<string, 'read' | 'write'>>) => string;
}

/** A run of a workflow for one event. */
export interface RunningWorkflow {
  readonly workflow: Workflow;
  readonly around: Surroundings;
  readonly event: Event;
  readonly runId: string;
  readonly groups: ConcurrencyGroups;
  readonly cancellation: AbortController;
}

export function contextOf({ workflow, around, event, runId }: RunningWorkflow, token = 'ghs_example') {
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

/** The permissions by name. The default is that of new repositories on GitHub. */
export function grants(permissions: Permissions = { contents: 'read' }): Record<string, 'read' | 'write'> {
  const all = { issues: 'write', 'pull-requests': 'write', contents: 'write' };
  const given =
    permissions === 'write-all' ? all : permissions === 'read-all' ? { contents: 'read' } : permissions;
  const named = Object.entries(given ?? {}).filter(([, level]) => level === 'read' || level === 'write');
  return Object.fromEntries(
    named.map(([name, level]) => [name.replace('-', '_'), level as 'read' | 'write']),
  );
}
