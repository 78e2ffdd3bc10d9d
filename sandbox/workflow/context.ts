import type { Event } from '../../src/event/trigger.ts';
import { contextVariables, DEFAULT_CONTEXT, type RunContext } from '../runner/environment.ts';
import type { StepResult } from '../runner/step.ts';
import type { SandboxRunOptions } from '../sandbox.ts';
import type { ConcurrencyGroups } from './concurrency.ts';
import type { Permissions, Workflow, WorkflowStep } from './file.ts';

/** Runs a step. Must cancel it when `signal` is aborted. */
export type Run = (options: SandboxRunOptions) => Promise<StepResult>;

export interface Surroundings {
  readonly run: Run;
  /** Whether another workflow, which the event started, calls this one. */
  readonly called?: boolean;
  readonly vars?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, unknown>>;
  /**
   * Outputs of steps that are not run, by their id. `outcome` and `conclusion` are the step's own. `env` has the variables that
   * they set.
   */
  readonly others?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Plays another step, and returns its outputs, or `undefined` to leave it out. Throws if the step fails. */
  readonly playOther?: (step: OtherStep) => Promise<Readonly<Record<string, string>> | undefined>;
  /** Lists the files that an event changes, for `paths`. Without it, all events satisfy `paths`. */
  readonly changedFiles?: (event: Event) => Promise<readonly string[] | undefined>;
  readonly context?: Partial<RunContext>;
  /** Makes `github.token` for a job with these permissions (`issues`, `pull_requests`, ...). Default: an invalid token. */
  readonly tokenFor?: (permissions: Readonly<Record<string, 'read' | 'write'>>, job: string) => string;
}

/** A step with a script or with another action. */
export interface OtherStep {
  readonly step: WorkflowStep;
  readonly inputs: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** `github.token` */
  readonly token: string;
  readonly event: Event;
  readonly workspace: string;
}

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
  const given = { ...DEFAULT_CONTEXT, ...around.context, workflow: workflow.name ?? '', runId };
  const facts = { ...given, repositoryOwner: given.repository.replace(/\/.*/, '') };
  // The context has the names and values of the variables.
  const named = Object.entries(contextVariables(facts)).map(([name, value]) => [
    name.replace('GITHUB_', '').toLowerCase(),
    value,
  ]);
  const known = { event_name: event.name, event: event.payload, token, workspace: '/workspace' };
  const github = { ...Object.fromEntries(named), ...known };
  const allSecrets = { ...secrets, GITHUB_TOKEN: token };
  return { ...MADE_UP, github, vars, inputs, secrets: allSecrets, steps: {}, matrix: {}, needs: {} };
}

/** Contexts of a machine. The names of its folders are made up. */
const MADE_UP = {
  runner: { os: 'Linux', arch: 'X64', environment: 'github-hosted', temp: '/temp', tool_cache: '/tools' },
  job: { status: 'success', container: {}, services: {} },
  env: {},
};

const EVERYTHING = ['actions', 'checks', 'contents', 'deployments', 'issues', 'pull-requests', 'statuses'];

/** The permissions by name. The default is that of new repositories on GitHub. */
export function grants(permissions: Permissions = { contents: 'read' }): Record<string, 'read' | 'write'> {
  const [, all] = /^(read|write)-all$/.exec(String(permissions)) ?? [];
  const given = all === undefined ? Object.entries(permissions ?? {}) : EVERYTHING.map((name) => [name, all]);
  const named = given.filter(([, level]) => level === 'read' || level === 'write');
  return Object.fromEntries(
    named.map(([name = '', level]) => [name.replace('-', '_'), level as 'read' | 'write']),
  );
}
