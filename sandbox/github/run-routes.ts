import { Hono } from 'hono';
import { git } from '../git.ts';
import { type GitHubEnv, readableIn, refuse, repositoryIn } from './access.ts';
import { date, repositoryInPullJson, type Urls } from './json.ts';
import { answerPage } from './paging.ts';
import type { CheckRun, Repository, Store } from './store.ts';

/** A new run of a workflow for a commit, with one job. */
export type NewCheckRun = Pick<CheckRun, 'name' | 'sha'> & Partial<CheckRun>;

/** Runs a workflow for a commit. By default, its job `check` fails in the step `Run the check`. */
export function addCheckRun(store: Store, repository: Repository, added: NewCheckRun): CheckRun {
  const known = repository.checkRuns.find(({ name }) => name === added.name);
  const run: CheckRun = {
    id: store.nextId(),
    workflowId: known?.workflowId ?? store.nextId(),
    event: 'pull_request',
    conclusion: 'failure',
    job: 'check',
    step: 'Run the check',
    annotations: [],
    logUrl: undefined,
    ...added,
  };
  repository.checkRuns.push(run);
  return run;
}

/** Runs of workflows, their jobs, annotations and logs, and files at a commit. */
export function runRoutes(store: Store, urls: Urls) {
  const app = new Hono<GitHubEnv>();
  const find = (repository: Repository, id: string) =>
    repository.checkRuns.find((run) => run.id === Number(id)) ?? refuse(404, 'Not Found');

  app.get('/repos/:owner/:repo/actions/runs', (context) => {
    const repository = readableIn(store, context, 'actions');
    const { head_sha: sha } = context.req.query();
    const runs = repository.checkRuns.filter((run) => sha === undefined || run.sha === sha).toReversed();
    return context.json({
      total_count: runs.length,
      workflow_runs: runs.map((run) => runJson(store, urls, repository, run)),
    });
  });

  app.get('/repos/:owner/:repo/actions/runs/:id{[0-9]+}/jobs', (context) => {
    const repository = readableIn(store, context, 'actions');
    const run = find(repository, context.req.param('id'));
    // A workflow with a mistake in its file has no jobs.
    const jobs = run.conclusion === 'startup_failure' ? [] : [jobJson(store, urls, repository, run)];
    return context.json({ total_count: jobs.length, jobs });
  });

  app.get('/repos/:owner/:repo/actions/jobs/:id{[0-9]+}/logs', (context) => {
    const repository = repositoryIn(store, context);
    // Unlike the rest, logs of a public repository need a token.
    const { permissions } = context.get('token') ?? refuse(403, 'Must have admin rights to Repository.');
    if (!permissions.actions) refuse(403, 'Resource not accessible by integration');
    const { logUrl } = find(repository, context.req.param('id'));
    return logUrl === undefined ? refuse(404, 'Not Found') : context.redirect(logUrl, 302);
  });

  app.get('/repos/:owner/:repo/commits/:sha/check-runs', (context) => {
    const repository = readableIn(store, context, 'checks');
    const runs = repository.checkRuns.filter(({ sha }) => sha === context.req.param('sha')).toReversed();
    return context.json({
      total_count: runs.length,
      check_runs: runs.map((run) => checkJson(store, urls, repository, run)),
    });
  });

  app.get('/repos/:owner/:repo/check-runs/:id{[0-9]+}/annotations', (context) => {
    const repository = readableIn(store, context, 'checks');
    const { annotations } = find(repository, context.req.param('id'));
    return answerPage(context, annotations, ({ path, line, message }) => ({
      path,
      blob_href: '',
      start_line: line,
      end_line: line,
      start_column: null,
      end_column: null,
      annotation_level: 'failure',
      title: '',
      message,
      raw_details: '',
    }));
  });

  app.get('/repos/:owner/:repo/contents/:path{.+}', async (context) => {
    const repository = readableIn(store, context, 'contents');
    const path = context.req.param('path');
    const { ref = repository.defaultBranch } = context.req.query();
    if (repository.gitDir === undefined) refuse(404, 'Not Found');
    const blob = await git(['cat-file', 'blob', `${ref}:${path}`], { cwd: repository.gitDir }).catch(() =>
      refuse(404, 'Not Found'),
    );
    const url = `${urls.api}/repos/${repository.fullName}/contents/${path}`;
    const content = Buffer.from(blob);
    return context.json({
      type: 'file',
      encoding: 'base64',
      size: content.length,
      name: path.split('/').at(-1),
      path,
      content: content.toString('base64'),
      sha: '0'.repeat(40),
      url,
      git_url: null,
      html_url: null,
      download_url: null,
      _links: { self: url, git: null, html: null },
    });
  });

  return app;
}

function runJson(store: Store, urls: Urls, repository: Repository, run: CheckRun) {
  const { id, workflowId, name, event, conclusion, sha } = run;
  const url = `${urls.api}/repos/${repository.fullName}/actions/runs/${id}`;
  const now = date(store.time.now());
  const repo = repositoryInPullJson(urls, repository);
  return {
    id,
    node_id: `WFR_${id}`,
    name,
    workflow_id: workflowId,
    workflow_url: `${urls.api}/repos/${repository.fullName}/actions/workflows/${workflowId}`,
    path: `.github/workflows/${name.toLowerCase()}.yml`,
    run_number: 1,
    display_title: name,
    event,
    status: conclusion === null ? 'in_progress' : 'completed',
    conclusion,
    head_branch: null,
    head_sha: sha,
    head_commit: null,
    head_repository: repo,
    repository: repo,
    pull_requests: [],
    created_at: now,
    updated_at: now,
    url,
    html_url: `${urls.server}/${repository.fullName}/actions/runs/${id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: '',
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    artifacts_url: `${url}/artifacts`,
  };
}

/** The only job of a run has the run's id, also as a check run. */
function jobJson(store: Store, urls: Urls, repository: Repository, run: CheckRun) {
  const { id, name, conclusion, sha, job, step } = run;
  const api = `${urls.api}/repos/${repository.fullName}`;
  const now = date(store.time.now());
  const status = conclusion === null ? 'in_progress' : 'completed';
  return {
    id,
    node_id: `CR_${id}`,
    run_id: id,
    run_url: `${api}/actions/runs/${id}`,
    head_sha: sha,
    head_branch: null,
    workflow_name: name,
    name: job,
    status,
    conclusion,
    created_at: now,
    started_at: now,
    completed_at: conclusion === null ? null : now,
    url: `${api}/actions/jobs/${id}`,
    html_url: `${urls.server}/${repository.fullName}/actions/runs/${id}/job/${id}`,
    check_run_url: `${api}/check-runs/${id}`,
    labels: [],
    runner_id: null,
    runner_name: null,
    runner_group_id: null,
    runner_group_name: null,
    steps: [
      { name: 'Set up job', status: 'completed', conclusion: 'success', number: 1 },
      { name: step, status, conclusion, number: 2 },
    ],
  };
}

function checkJson(store: Store, urls: Urls, repository: Repository, run: CheckRun) {
  const { check_run_url, id, node_id, head_sha, html_url, ...job } = jobJson(store, urls, repository, run);
  const { name, status, conclusion, started_at, completed_at } = job;
  return {
    id,
    node_id,
    external_id: '',
    head_sha,
    name,
    url: check_run_url,
    html_url,
    details_url: html_url,
    status,
    conclusion,
    started_at,
    completed_at,
    check_suite: { id },
    output: {
      title: null,
      summary: null,
      text: null,
      annotations_count: 0,
      annotations_url: `${check_run_url}/annotations`,
    },
    app: null,
    pull_requests: [],
  };
}
