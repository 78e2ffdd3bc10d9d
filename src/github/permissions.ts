import type { Repository } from './octokit.ts';

/** Who may do what in a repository. */
export function openPermissions({ ask, at }: Repository) {
  return {
    /** What a person may do here, in GitHub's words; reading them is the gate's to do. */
    permission: (username: string) =>
      ask(async ({ rest }): Promise<unknown> => {
        const reply = await rest.repos.getCollaboratorPermissionLevel({ ...at, username });
        return reply.data;
      }),
  };
}
