import type { Sandbox, SandboxRunOptions } from '../../sandbox/sandbox.ts';
import type { Surroundings } from '../../sandbox/workflow.ts';

/**
 * Runs a recipe in the scene's sandbox, with a token that has the recipe's permissions. The test fails when GitHub refuses
 * that token: the recipe lacks a permission.
 */
export function around(
  { sandbox }: { readonly sandbox: Sandbox },
  change: (options: SandboxRunOptions) => SandboxRunOptions = (options) => options,
): Pick<Surroundings, 'run' | 'tokenFor'> {
  const { github, tokenWith } = sandbox;
  return {
    tokenFor: tokenWith,
    async run(options) {
      const step = await sandbox.run(change(options)).ended;
      const refused = github.requests.find(({ status }) => status === 403);
      if (refused) throw new Error(`The recipe lacks a permission for ${refused.method} ${refused.path}`);
      return step;
    },
  };
}
