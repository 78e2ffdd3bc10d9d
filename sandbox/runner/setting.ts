import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fill } from '../workflow/expressions.ts';
import { contextVariables, DEFAULT_CONTEXT, type RunContext } from './environment.ts';
import type { Manifest } from './manifest.ts';
import { createMask } from './mask.ts';
import type { PhaseEnd } from './phase.ts';

/** What the workflow and its event give to a step. */
export interface SettingOptions {
  /** `with:` */
  readonly inputs?: Readonly<Record<string, string>>;
  /** The event that started the run, with the payload that GitHub would send. */
  readonly event?: { readonly name: string; readonly payload: unknown } | undefined;
  /** `env:` */
  readonly env?: Readonly<Record<string, string>>;
  readonly context?: Partial<RunContext>;
  /** `github.token`; always masked in the log. */
  readonly token?: string;
  /** Values of the workflow's secrets; masked from the start. */
  readonly secrets?: readonly string[];
  /** The folder with the checkout. Default: an empty one. */
  readonly workspace?: string;
  /** "Enable debug logging". */
  readonly debug?: boolean;
}

export type Setting = ReturnType<typeof prepare>;

/** Makes the folders and the environment of a step. Of this process, the environment has only PATH. */
export function prepare(options: SettingOptions, manifest: Manifest) {
  const root = mkdtempSync(path.join(tmpdir(), 'sandbox-run-'));
  const token = options.token ?? 'ghs_sandbox';
  const temp = path.join(root, 'temp');
  const home = path.join(root, 'home');
  const workspace = options.workspace ?? path.join(root, 'workspace');
  for (const folder of [temp, home, workspace]) mkdirSync(folder, { recursive: true });
  const eventPath = path.join(temp, '_github_workflow', 'event.json');
  mkdirSync(path.dirname(eventPath));
  writeFileSync(eventPath, JSON.stringify(options.event?.payload ?? {}, null, 2));

  const context = { ...DEFAULT_CONTEXT, ...options.context };
  const { repository, serverUrl: server_url, apiUrl: api_url, actor } = context;
  const known = { github: { token, repository, workspace, server_url, api_url, actor }, runner: { temp } };
  const evaluate = (template: string) => fill(template, known);
  const { inputs, unexpected } = readInputs(manifest, options.inputs ?? {}, evaluate);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    ...options.env,
    ...Object.fromEntries(inputs.map(([name, value]) => [variableOf(name), value])),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    ...contextVariables(context),
    GITHUB_EVENT_NAME: options.event?.name ?? 'workflow_dispatch',
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_WORKSPACE: workspace,
    GITHUB_ACTION_PATH: manifest.directory,
    RUNNER_ARCH: 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: 'sandbox',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: temp,
    ...(options.debug && { RUNNER_DEBUG: '1' }),
  };
  return {
    env,
    mask: createMask([token, ...(options.secrets ?? [])]),
    cwd: workspace,
    folder: path.join(temp, '_runner_file_commands'),
    heading: heading(manifest, inputs),
    warning: unexpected.length === 0 ? undefined : warnOf(manifest, unexpected),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * The value of each input: as given, otherwise the default, otherwise empty. Names are case-insensitive. Inputs that are not
 * declared reach the action too, with a warning.
 *
 * @see https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionRunner.cs
 */
function readInputs(
  { inputs }: Manifest,
  given: Readonly<Record<string, string>>,
  evaluate: (template: string) => string,
) {
  const unexpected = Object.keys(given).filter(
    (name) => ![...inputs.keys()].some((one) => variableOf(one) === variableOf(name)),
  );
  const values = new Map(Object.entries(given).map(([name, value]) => [variableOf(name), value]));
  const declared = [...inputs].map(
    ([name, template]) => [name, values.get(variableOf(name)) ?? evaluate(template ?? '')] as const,
  );
  return {
    inputs: [...declared, ...unexpected.map((name) => [name, given[name] ?? ''] as const)],
    unexpected,
  };
}

/** Spaces become underscores, dashes stay. */
const variableOf = (input: string) => `INPUT_${input.replaceAll(' ', '_').toUpperCase()}`;

/** The first lines of a step's log on GitHub. */
function heading(manifest: Manifest, inputs: readonly (readonly [string, string])[]): string[] {
  const lines = inputs.filter(([, value]) => value !== '').map(([name, value]) => `  ${name}: ${value}`);
  return [`##[group]Run ${manifest.name}`, ...(lines.length > 0 ? ['with:', ...lines] : []), '##[endgroup]'];
}

function warnOf({ inputs }: Manifest, unexpected: readonly string[]): string {
  const list = (names: Iterable<string>) => `'${[...names].join("', '")}'`;
  return `Unexpected input(s) ${list(unexpected)}, valid inputs are [${list(inputs.keys())}]`;
}

/** The environment of the post step: that of main, and its state. */
export function laterVariables({ env }: Setting, { state }: PhaseEnd): Record<string, string> {
  const saved = Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]);
  return { ...env, ...Object.fromEntries(saved) };
}
