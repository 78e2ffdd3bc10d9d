import {
  byId,
  type GitHubContext,
  grantsAny,
  invalid,
  needWrite,
  type RepositoryRoutes,
  readableIn,
  readBody,
  refuse,
} from './access.ts';
import { resolveCommit } from './comparison.ts';
import { readCommit, readFile, readTree } from './git-objects.ts';
import { date, type Urls, userJson } from './json.ts';
import { answerPage } from './paging.ts';
import { pullSides } from './pull-facts.ts';
import { type CheckRun, type ReportedCheck, type Repository, type Store, userOf } from './store.ts';

/** The lag of lists with filters. Reports: a month at the worst (https://github.com/nrwl/nx-set-shas/issues/219). */
const INDEX_LAG = 600_000;

/** A new run of a workflow for a commit, with one job. */
export type NewCheckRun = Pick<CheckRun, 'name' | 'sha'> & Partial<CheckRun>;

/** Runs a workflow for a commit. By default, its job `check` fails in the step `Run the check`. */
export function addCheckRun(store: Store, repository: Repository, added: NewCheckRun): CheckRun {
  const known = repository.checkRuns.find(({ name }) => name === added.name);
  const run: CheckRun = {
    id: store.nextId(),
    workflowId: known?.workflowId ?? store.nextId(),
    file: 'check.yml',
    branch: repository.defaultBranch,
    createdAt: store.time.now(),
    event: 'pull_request',
    attempt: 1,
    fork: undefined,
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

/** A new check by an app or status, which is red by default. */
export type NewReported = Pick<ReportedCheck, 'kind' | 'sha'> & Partial<ReportedCheck>;

export function addReported(store: Store, repository: Repository, added: NewReported): ReportedCheck {
  const isRun = added.kind === 'check_run';
  const check = {
    id: store.nextId(),
    by: isRun ? 'mintlify' : 'netlify[bot]',
    name: isRun ? 'Broken links' : 'deploy/netlify',
    conclusion: 'failure',
    title: 'Failed',
    summary: isRun ? 'Not all is well.' : '',
    annotations: [],
    ...added,
  };
  repository.reported.push(check);
  return check;
}

/** Runs of workflows, their jobs, annotations and logs, and files at a commit. */
export function runRoutes(app: RepositoryRoutes, store: Store, urls: Urls): void {
  /** Newest first. With filters other than `head_sha`, GitHub reads a search index. */
  const choose = (context: GitHubContext, { checkRuns }: Repository) => {
    const { head_sha: sha, status, branch, event } = context.req.query();
    const isIndexed = [status, branch, event].some((filter) => filter !== undefined);
    const indexed = isIndexed ? store.time.now() - INDEX_LAG : Number.POSITIVE_INFINITY;
    return checkRuns
      .filter(
        (run) =>
          run.createdAt <= indexed &&
          (sha === undefined || run.sha === sha) &&
          (branch === undefined || run.branch === branch) &&
          (event === undefined || run.event === event) &&
          (status === undefined || [statusOf(run), run.conclusion].includes(status)),
      )
      .toReversed();
  };

  for (const place of ['/actions/runs', '/actions/workflows/:file/runs'] as const)
    app.get(place, (context) => {
      const repository = readableIn(context, 'actions');
      const { file = '' } = context.req.param() as { file?: string };
      const runs = choose(context, repository).filter((run) => file === '' || run.file === file);
      return answerPage(context, runs, (run) => runJson(urls, repository, run), 'workflow_runs');
    });

  app.get('/actions/runs/:id{[0-9]+}/jobs', (context) => {
    const repository = readableIn(context, 'actions');
    const run = byId(context, repository.checkRuns);
    // A workflow with a mistake in its file has no jobs.
    const jobs = run.conclusion === 'startup_failure' ? [] : [jobJson(urls, repository, run)];
    return context.json({ total_count: jobs.length, jobs });
  });

  app.get('/actions/runs/:id{[0-9]+}/attempts/:attempt/jobs', (context) => {
    const repository = readableIn(context, 'actions');
    const run = byId(context, repository.checkRuns);
    if (run.attempt !== Number(context.req.param('attempt'))) refuse(404, 'Not Found');
    return context.json({ total_count: 1, jobs: [jobJson(urls, repository, run)] });
  });

  app.get('/actions/jobs/:id{[0-9]+}/logs', (context) => {
    const { repository } = context.var;
    // Unlike the rest, logs of a public repository need a token.
    const token = context.get('token') ?? refuse(403, 'Must have admin rights to Repository.');
    if (!grantsAny(token, 'read', 'actions')) refuse(403, 'Resource not accessible by integration');
    const { logUrl } = byId(context, repository.checkRuns);
    return logUrl === undefined ? refuse(404, 'Not Found') : context.redirect(logUrl, 302);
  });

  app.get('/check-runs/:id{[0-9]+}/annotations', (context) => {
    const repository = readableIn(context, 'checks');
    const { annotations } = byId(context, [...repository.reported, ...repository.checkRuns]);
    return answerPage(context, annotations, ({ line, ...rest }) => ({ ...rest, start_line: line }));
  });

  app.get('/commits/:ref/check-runs', async (context) => {
    const repository = readableIn(context, 'checks');
    const ref = context.req.param('ref');
    // Without files, commits are made up.
    const sha = repository.gitDir === undefined ? ref : await resolveCommit(repository.gitDir, ref);
    if (sha === undefined) refuse(422, `No commit found for SHA: ${ref}`);
    const checks = repository.reported.filter((check) => check.kind === 'check_run' && check.sha === sha);
    // Of checks with one name, GitHub lists the latest one of each app.
    const latest = checks.filter(
      ({ id, by, name }) => !checks.some((other) => other.by === by && other.name === name && other.id > id),
    );
    const jobs = repository.checkRuns.filter((run) => run.sha === sha);
    return answerPage(
      context,
      [...latest.map((check) => checkRunJson(urls, repository, check)), ...jobs.map(jobCheckJson)],
      (json) => json,
      'check_runs',
    );
  });

  /** All statuses of a commit, newest first. */
  app.get('/commits/:ref/statuses', (context) => {
    const repository = readableIn(context, 'statuses');
    const sha = context.req.param('ref');
    const statuses = repository.reported.filter((check) => check.kind === 'status' && check.sha === sha);
    return answerPage(context, statuses.toReversed(), (check) => statusJson(store, check));
  });

  app.post('/statuses/:sha', async (context) => {
    const { repository } = context.var;
    const { user } = needWrite(context, 'statuses');
    const { state, context: name, description, target_url: url } = await readBody(context);
    const title = String(description);
    // https://github.com/zalando/zappr/issues/378
    if (title.length > 140)
      invalid('Status', 'description', 'description is too long (maximum is 140 characters)');
    const conclusion = state === 'pending' ? null : String(state);
    const place = { kind: 'status', sha: context.req.param('sha'), by: user.login } as const;
    const words = { name: String(name), title, url: String(url), conclusion };
    const added = addReported(store, repository, { ...place, ...words });
    return context.json(statusJson(store, added), 201);
  });

  /** Pushes to a branch, newest first. Without a history, the branch of a pull request was pushed when it was opened. */
  app.get('/activity', async (context) => {
    const repository = readableIn(context, 'contents');
    const { ref = '', per_page: size } = context.req.query();
    const branch = ref.replace('refs/heads/', '');
    const opened = [...repository.threads.values()].filter(({ pull }) => pull?.head === branch && !pull.fork);
    const usual = opened.map((thread) => {
      const { sha } = pullSides(repository, thread).head;
      return { before: undefined, after: sha, at: thread.createdAt };
    });
    const known = repository.pushes.filter((push) => push.branch === branch);
    const shown = (known.length > 0 ? known : usual).toReversed().slice(0, Number(size ?? 30));
    return context.json(
      shown.map(({ before, after, at }) => {
        const kind =
          before === undefined ? 'branch_creation' : Number(after) === 0 ? 'branch_deletion' : 'push';
        const sides = { before: before ?? '0'.repeat(40), after, ref: `refs/heads/${branch}` };
        return { ...sides, timestamp: date(at), activity_type: kind };
      }),
    );
  });

  app.get('/contents/:path{.+}', async (context) => {
    const repository = readableIn(context, 'contents');
    const path = context.req.param('path');
    const { ref = repository.defaultBranch } = context.req.query();
    const { gitDir = refuse(404, 'Not Found') } = repository;
    const sha = (await resolveCommit(gitDir, ref)) ?? refuse(404, 'Not Found');
    const file = readTree(readCommit(sha).tree).get(path) ?? refuse(404, 'Not Found');
    const content = Buffer.from(readFile(file)).toString('base64');
    return context.json({ type: 'file', encoding: 'base64', path, content });
  });
}

export function runJson({ server }: Urls, { fullName }: Repository, run: CheckRun) {
  const { id, workflowId, name, event, attempt, conclusion, sha, fork, branch, createdAt } = run;
  return {
    id,
    name,
    event,
    status: statusOf(run),
    conclusion,
    workflow_id: workflowId,
    run_attempt: attempt,
    head_sha: sha,
    head_branch: branch,
    created_at: date(createdAt),
    head_repository: { full_name: fork ?? fullName },
    html_url: `${server}/${fullName}/actions/runs/${id}`,
  };
}

/** The only job of a run has the run's id, also as a check run. */
function jobJson({ server }: Urls, { fullName }: Repository, run: CheckRun) {
  const { id, conclusion, job, step } = run;
  const status = statusOf(run);
  return {
    id,
    name: job,
    status,
    conclusion,
    html_url: `${server}/${fullName}/actions/runs/${id}/job/${id}`,
    steps: [
      { name: 'Set up job', status: 'completed', conclusion: 'success', number: 1 },
      { name: step, status, conclusion, number: 2 },
    ],
  };
}

/** The fields of a check by an app, as routes and events have them. */
export function checkRunJson({ server }: Urls, { fullName }: Repository, check: ReportedCheck) {
  const { id, name, sha, by, conclusion, title, summary, annotations } = check;
  const url = `${server}/${fullName}/runs/${id}`;
  return {
    id,
    name,
    head_sha: sha,
    status: statusOf(check),
    conclusion,
    html_url: url,
    details_url: `https://${by}.example/checks/${id}`,
    output: {
      title,
      summary,
      text: null,
      annotations_count: annotations.length,
      annotations_url: `${url}/annotations`,
    },
    app: { slug: by, name: by },
  };
}

/** A job of a workflow is a check by GitHub Actions. */
function jobCheckJson({ id, job, sha, ...run }: CheckRun) {
  const app = { slug: 'github-actions', name: 'GitHub Actions' };
  return { id, name: job, head_sha: sha, status: statusOf(run), conclusion: run.conclusion, app };
}

/** The fields of a status, as routes and events have them. */
function statusJson(store: Store, check: ReportedCheck) {
  return { ...statusFields(check), creator: userJson(userOf(store, check.by)) };
}

export function statusFields({ id, name, by, conclusion, title, url }: ReportedCheck) {
  const target = url ?? `https://${by.replace('[bot]', '')}.example/deploys/${id}`;
  return { id, context: name, state: conclusion ?? 'pending', description: title, target_url: target };
}

function statusOf({ conclusion }: Pick<CheckRun, 'conclusion'>): string {
  return conclusion === null ? 'in_progress' : 'completed';
}
