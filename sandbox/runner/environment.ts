import type { Manifest } from './manifest.ts';

/** The language of every step. */
export const LANG = 'C.UTF-8';

/** The context of a run. Each field becomes an environment variable (`GITHUB_...`). */
export type RunContext = Readonly<typeof DEFAULT_CONTEXT>;

export const DEFAULT_CONTEXT = {
  action: '__self',
  actor: 'octo-writer',
  actorId: '1001',
  apiUrl: 'https://api.github.com',
  baseRef: '',
  headRef: '',
  job: 'docs',
  /** The full name of the branch or tag. */
  ref: 'refs/heads/main',
  repository: 'acme/product',
  repositoryId: '7001',
  repositoryOwner: 'acme',
  repositoryOwnerId: '501',
  /** 2 for the first re-run. */
  runAttempt: '1',
  runId: '9000000001',
  runNumber: '1',
  serverUrl: 'https://github.com',
  sha: '6d5f1c0e8b7a49f2a3c4d5e6f708192a3b4c5d6e',
  triggeringActor: 'octo-writer',
  workflow: 'Docs',
};

/** `runAttempt` becomes `GITHUB_RUN_ATTEMPT`. */
export function contextVariables(context: RunContext): Record<string, string> {
  const variables = Object.entries(context).map(([name, value]) => [
    `GITHUB_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`,
    String(value),
  ]);
  const [, kind = '', refName = ''] = /^refs\/(heads|tags|pull)\/(.*)$/s.exec(context.ref) ?? [];
  return {
    ...Object.fromEntries(variables),
    GITHUB_GRAPHQL_URL: `${context.apiUrl}/graphql`,
    GITHUB_REF_NAME: refName,
    GITHUB_REF_TYPE: kind === 'tags' ? 'tag' : 'branch',
    GITHUB_WORKFLOW_REF: `${context.repository}/.github/workflows/docs.yml@${context.ref}`,
    GITHUB_WORKFLOW_SHA: context.sha,
  };
}

/**
 * The value of each input: as given, otherwise the default, otherwise empty. Names are case-insensitive. Inputs that are not
 * declared reach the action too, with a warning.
 *
 * @see https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionRunner.cs
 */
export function resolveInputs(
  manifest: Manifest,
  given: Readonly<Record<string, string>>,
  evaluate: (template: string) => string,
): { inputs: Map<string, string>; unexpected: string[] } {
  const declared = new Map([...manifest.inputs.keys()].map((name) => [name.toLowerCase(), name]));
  const inputs = new Map([...manifest.inputs].map(([name, template]) => [name, evaluate(template ?? '')]));
  for (const [name, value] of Object.entries(given))
    inputs.set(declared.get(name.toLowerCase()) ?? name, value);
  return { inputs, unexpected: Object.keys(given).filter((name) => !declared.has(name.toLowerCase())) };
}

/** Inputs as environment variables: spaces become underscores, dashes stay. */
export function inputVariables(inputs: ReadonlyMap<string, string>): Record<string, string> {
  const variables = [...inputs].map(([name, value]) => [
    `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
    value,
  ]);
  return Object.fromEntries(variables);
}

/** The most bytes of a variable on Linux: its name, `=`, its value, and a NUL. */
const VARIABLE_LIMIT = 131_072;

/** Whether Linux refuses to start a process with this environment (E2BIG). */
export function tooLarge(env: Readonly<Record<string, string>>): boolean {
  return Object.entries(env).some(
    ([name, value]) => Buffer.byteLength(`${name}=${value}\0`) > VARIABLE_LIMIT,
  );
}
