import * as z from 'zod/mini';
import { type Client, shapes } from './octokit.ts';

const deployment = z.object({ id: z.number(), creator: shapes.account });

const deploymentStatus = z.object({
  state: z.string(),
  /** Foreign text. Empty or missing until the deployment has a URL. */
  environment_url: z.nullish(z.string()),
});

/** A commit has one or two deployments, and in a monorepo one for each site. */
const MOST_DEPLOYMENTS = 30;

export function openDeployments({ repository, list }: Client) {
  return {
    deployments: (sha: string) => {
      const query = { ...repository, sha, per_page: MOST_DEPLOYMENTS };
      return list(deployment, ({ repos }, page) => repos.listDeployments({ ...query, page }), 1);
    },

    /** Lists only the newest status of a deployment. */
    deploymentStatuses: (deployment_id: number) => {
      const query = { ...repository, deployment_id, per_page: 1 };
      return list(deploymentStatus, ({ repos }, page) => repos.listDeploymentStatuses({ ...query, page }), 1);
    },
  };
}
