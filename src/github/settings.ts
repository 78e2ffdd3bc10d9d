import * as z from 'zod/mini';
import { type Client, PER_PAGE } from './octokit.ts';

const settings = z.object({
  default_branch: z.string(),
  /** Missing if the token lacks `contents: write`. */
  allow_auto_merge: z.optional(z.boolean()),
  allow_squash_merge: z.optional(z.boolean()),
});

const rule = z.object({ type: z.string() });

/** Settings of the repository. */
export function openSettings({ repository, call, list, read }: Client) {
  return {
    settings: () => read(settings, ({ repos }) => repos.get(repository)),

    environment: (environment_name: string) =>
      call<unknown>(({ repos }) => repos.getEnvironment({ ...repository, environment_name })),

    /** Lists the active rules of all rulesets for a branch. */
    branchRules: (branch: string) => {
      const query = { ...repository, branch, per_page: PER_PAGE };
      return list(rule, ({ repos }, page) => repos.getBranchRules({ ...query, page }), 1);
    },

    /** Fails with 404 if the team doesn't exist or has no access to the repository. */
    teamAccess: (org: string, team_slug: string) =>
      call<unknown>(({ teams }) => teams.checkPermissionsForRepoInOrg({ ...repository, org, team_slug })),
  };
}
