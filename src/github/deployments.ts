import * as z from 'zod/mini';
import type { Client } from './octokit.ts';

const deployment = z.object({ id: z.number() });

const deploymentStatus = z.object({
  id: z.number(),
  /** GitHub's word, like `in_progress`. */
  state: z.string(),
  /** Foreign text; empty or missing until there is something to see. */
  environment_url: z.nullish(z.string()),
});

/** A commit has one or two deployments, and a deployment a few statuses. */
const MOST_DEPLOYMENTS = 5;
const MOST_STATUSES = 30;

export function openDeployments({ repository, list }: Client) {
  return {
    /** The newest deployments of a commit, the newest first. */
    deployments: (sha: string) =>
      list(
        deployment,
        ({ repos }, pages) =>
          pages(repos.listDeployments, { ...repository, sha, per_page: MOST_DEPLOYMENTS }),
        1,
      ),

    /** The statuses of a deployment, the newest first. */
    deploymentStatuses: (id: number) =>
      list(
        deploymentStatus,
        ({ repos }, pages) =>
          pages(repos.listDeploymentStatuses, { ...repository, deployment_id: id, per_page: MOST_STATUSES }),
        1,
      ),
  };
}
