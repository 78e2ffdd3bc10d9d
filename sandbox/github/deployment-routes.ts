import { byId, type RepositoryRoutes, readableIn } from './access.ts';
import { date, userJson } from './json.ts';
import { answerPage } from './paging.ts';
import { type Deployment, type DeploymentStatus, type Repository, type Store, userOf } from './store.ts';

/** A new deployment. */
export interface NewDeployment {
  readonly sha: string;
  /** Default: `Preview`. */
  readonly environment?: string;
  /** The login of the account that deploys. Default: `vercel[bot]`. */
  readonly by?: string;
  /** The state at its end. Default: `success`. */
  readonly ends?: DeploymentStatus['state'];
  /** Seconds until it ends. Default: 0. */
  readonly seconds?: number;
  readonly url: string;
}

/** Deploys a commit like a preview service: in progress now, and ended some seconds later. */
export function addDeployment(store: Store, repository: Repository, added: NewDeployment): Deployment {
  const { sha, environment = 'Preview', by = 'vercel[bot]', ends = 'success', seconds = 0, url } = added;
  const now = store.time.now();
  const deployment: Deployment = {
    id: store.nextId(),
    sha,
    environment,
    creator: userOf(store, by),
    createdAt: now,
    statuses: [
      { state: 'in_progress', at: now },
      { state: ends, at: now + seconds * 1000, url },
    ],
  };
  repository.deployments.push(deployment);
  return deployment;
}

/** Deployments of commits, and their statuses. */
export function deploymentRoutes(app: RepositoryRoutes, store: Store): void {
  app.get('/deployments', (context) => {
    const repository = readableIn(context, 'deployments');
    const { sha, environment } = context.req.query();
    const found = repository.deployments.filter(
      (deployment) =>
        (sha === undefined || deployment.sha === sha) &&
        (environment === undefined || deployment.environment === environment),
    );
    return answerPage(context, found.toReversed(), ({ id, sha, environment, creator, createdAt }) => {
      return { id, sha, environment, creator: userJson(creator), created_at: date(createdAt) };
    });
  });

  app.get('/deployments/:id{[0-9]+}/statuses', (context) => {
    const repository = readableIn(context, 'deployments');
    const { id, statuses } = byId(context, repository.deployments);
    const reached = statuses.filter(({ at }) => at <= store.time.now());
    return answerPage(context, reached.toReversed(), (status) => {
      const { state, at, url = '' } = status;
      return { id: id * 10 + statuses.indexOf(status), state, environment_url: url, created_at: date(at) };
    });
  });
}
