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
