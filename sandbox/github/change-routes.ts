import { hash } from 'node:crypto';
import { gitFact } from '../git.ts';
import { type RepositoryRoutes, readableIn, refuse } from './access.ts';
import { commitJson, comparisonJson, releaseJson } from './change-json.ts';
import { compareCommits, listCommits, resolveCommit } from './comparison.ts';
import type { Urls } from './json.ts';
import { answerPage, pageOf } from './paging.ts';
import { branchSha, headOf } from './pull-facts.ts';
import type { Release, Repository, Store, Thread } from './store.ts';
import { simplePullJson } from './thread-json.ts';

/** How long GitHub doesn't list a merged pull request for its commits (https://github.com/tektoncd/pipelines-as-code/pull/2461). */
const INDEX_LAG = 60_000;

/** Comparisons, branches, the pull requests of a commit, and releases. */
export function changeRoutes(app: RepositoryRoutes, store: Store, urls: Urls): void {
  app.get('/compare/:basehead{.+}', async (context) => {
    const repository = readableIn(context, 'contents');
    const [base = '', head = ''] = context.req.param('basehead').split('...');
    const { gitDir = refuse(404, 'Not Found') } = repository;
    const [baseSha, headSha] = await Promise.all([resolveCommit(gitDir, base), resolveCommit(gitDir, head)]);
    if (baseSha === undefined || headSha === undefined) refuse(404, 'Not Found');
    const compared = await compareCommits(gitDir, baseSha, headSha);
    if (compared === undefined) refuse(404, `No common ancestor between ${base} and ${head}.`);
    return context.json(comparisonJson(compared, pageOf(context)));
  });

  app.get('/branches/:branch{.+}', (context) => {
    const repository = readableIn(context, 'contents');
    const name = context.req.param('branch');
    const sha = branchSha(repository, name);
    if (sha === undefined) refuse(404, 'Branch not found');
    const contexts = name === repository.defaultBranch ? [...repository.protectedChecks] : [];
    return context.json({ name, commit: { sha }, protection: { required_status_checks: { contexts } } });
  });

  app.get('/commits', async (context) => {
    const repository = readableIn(context, 'contents');
    const { gitDir = refuse(404, 'Not Found') } = repository;
    const { sha = 'main', since, until } = context.req.query();
    if ((await resolveCommit(gitDir, sha)) === undefined) refuse(404, 'Not Found');
    const commits = await listCommits(gitDir, sha, { since, until });
    return answerPage(context, commits, commitJson);
  });

  app.get('/commits/:sha/pulls', async (context) => {
    const repository = readableIn(context, 'pull_requests');
    const { gitDir = refuse(404, 'Not Found') } = repository;
    const sha = await resolveCommit(gitDir, context.req.param('sha'));
    if (sha === undefined) refuse(422, `No commit found for SHA: ${context.req.param('sha')}`);
    const threads = [...repository.threads.values()];
    const tied = await Promise.all(threads.map((thread) => isTied(gitDir, repository, thread, sha)));
    // GitHub lists merged pull requests only for commits of the default branch:
    // https://docs.github.com/en/rest/commits/commits#list-pull-requests-associated-with-a-commit
    const isReached = await contains(gitDir, repository.defaultBranch, sha);
    const isListed = ({ pull }: Thread) =>
      pull?.mergedAt === undefined || (isReached && pull.mergedAt + INDEX_LAG <= store.time.now());
    const found = threads.filter((thread, index) => tied[index] && isListed(thread));
    return answerPage(context, found, (thread) => simplePullJson(urls, repository, thread));
  });

  app.get('/releases', (context) => {
    const repository = readableIn(context, 'contents');
    // GitHub specifies no order.
    const mixed = repository.releases.toSorted((one, other) => mixedKey(one).localeCompare(mixedKey(other)));
    return answerPage(context, mixed, (release) => releaseJson(urls, repository, release));
  });
}

const mixedKey = ({ id }: Release) => hash('sha1', String(id));

/** Whether the commit was merged with this pull request, or is in it while it is open. */
async function isTied(
  cwd: string,
  repository: Repository,
  { pull, state }: Thread,
  sha: string,
): Promise<boolean> {
  if (pull === undefined) return false;
  const { merge } = pull;
  if (merge !== undefined) return contains(cwd, merge.sha, sha, merge.onto);
  const head = headOf(repository, pull);
  const base = branchSha(repository, pull.base);
  return state === 'open' && head !== undefined && base !== undefined && contains(cwd, head, sha, base);
}

/** Whether a branch or commit contains a commit that is not in the base. */
async function contains(cwd: string, tip: string, sha: string, base?: string): Promise<boolean> {
  const range = base === undefined ? [tip] : [tip, `^${base}`];
  return (await gitFact(['rev-list', ...range], { cwd })).split('\n').includes(sha);
}
