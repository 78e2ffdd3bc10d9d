import { Hono } from 'hono';
import { type GitHubEnv, readableIn, refuse } from './access.ts';
import { date, type Urls, userJson } from './json.ts';
import { answerPage } from './paging.ts';
import { type Deployment, type DeploymentStatus, type Repository, type Store, userOf } from './store.ts';

/** A new deployment. */
export interface NewDeployment {
  readonly sha: string;
  /** Default: `Preview`. */
  readonly environment?: string;
  /** The state at its end. Default: `success`. */
  readonly ends?: DeploymentStatus['state'];
  /** Seconds until it ends. Default: 0. */
  readonly seconds?: number;
  readonly url: string;
}

/** Deploys a commit like a preview service: in progress now, and ended some seconds later. */
export function addDeployment(store: Store, repository: Repository, added: NewDeployment): Deployment {
  const { sha, environment = 'Preview', ends = 'success', seconds = 0, url } = added;
  const now = store.time.now();
  const deployment: Deployment = {
    id: store.nextId(),
    sha,
    environment,
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
export function deploymentRoutes(store: Store, urls: Urls) {
  const app = new Hono<GitHubEnv>();

  app.get('/repos/:owner/:repo/deployments', (context) => {
    const repository = readableIn(store, context, 'deployments');
    const { sha, environment } = context.req.query();
    const found = repository.deployments.filter(
      (deployment) =>
        (sha === undefined || deployment.sha === sha) &&
        (environment === undefined || deployment.environment === environment),
    );
    return answerPage(context, found.toReversed(), (deployment) =>
      deploymentJson(store, urls, repository, deployment),
    );
  });

  app.get('/repos/:owner/:repo/deployments/:id{[0-9]+}/statuses', (context) => {
    const repository = readableIn(store, context, 'deployments');
    const id = Number(context.req.param('id'));
    const deployment = repository.deployments.find((one) => one.id === id) ?? refuse(404, 'Not Found');
    const reached = deployment.statuses.filter(({ at }) => at <= store.time.now());
    return answerPage(context, reached.toReversed(), (status) =>
      statusJson(store, urls, repository, { deployment, status }),
    );
  });

  return app;
}

function deploymentJson(store: Store, urls: Urls, repository: Repository, deployment: Deployment) {
  const { id, sha, environment, createdAt, statuses } = deployment;
  const url = `${urlOf(urls, repository)}/deployments/${id}`;
  const updatedAt = statuses.findLast(({ at }) => at <= store.time.now())?.at ?? createdAt;
  return {
    id,
    node_id: `DE_${id}`,
    url,
    sha,
    ref: sha,
    task: 'deploy',
    payload: {},
    environment,
    original_environment: environment,
    description: null,
    creator: creatorJson(store, urls),
    created_at: date(createdAt),
    updated_at: date(updatedAt),
    statuses_url: `${url}/statuses`,
    repository_url: urlOf(urls, repository),
    performed_via_github_app: null,
    transient_environment: true,
    production_environment: false,
  };
}

function statusJson(
  store: Store,
  urls: Urls,
  repository: Repository,
  { deployment, status }: { readonly deployment: Deployment; readonly status: DeploymentStatus },
) {
  const { state, at, url: environmentUrl = '' } = status;
  const deploymentUrl = `${urlOf(urls, repository)}/deployments/${deployment.id}`;
  const id = deployment.id * 10 + deployment.statuses.indexOf(status);
  return {
    id,
    node_id: `DES_${id}`,
    url: `${deploymentUrl}/statuses/${id}`,
    state,
    description: '',
    environment: deployment.environment,
    environment_url: environmentUrl,
    target_url: '',
    log_url: '',
    creator: creatorJson(store, urls),
    created_at: date(at),
    updated_at: date(at),
    deployment_url: deploymentUrl,
    repository_url: urlOf(urls, repository),
    performed_via_github_app: null,
  };
}

function urlOf({ api }: Urls, { fullName }: Repository): string {
  return `${api}/repos/${fullName}`;
}

function creatorJson(store: Store, urls: Urls) {
  return userJson(urls, userOf(store, 'previews[bot]'));
}
