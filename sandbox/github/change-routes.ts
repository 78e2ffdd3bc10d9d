import { hash } from 'node:crypto';
import { type RepositoryRoutes, readableIn, refuse } from './access.ts';
import { changedFiles, compareCommits, type GitComparison, listTags, resolveCommit } from './comparison.ts';
import { commitsBetween, type GitCommit, isBetween, readCommit, readTree } from './git-objects.ts';
import { date, type Urls, userJson } from './json.ts';
import { answerPage, pageOf } from './paging.ts';
import { branchSha, headOf } from './pull-facts.ts';
import type { ChangedFile, Release, Repository, Store, Thread } from './store.ts';
import { openFileJson, simplePullJson } from './thread-json.ts';

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
    return context.json(comparisonJson(store, compared, pageOf(context)));
  });

  app.get('/commits', async (context) => {
    const repository = readableIn(context, 'contents');
    const { gitDir = refuse(404, 'Not Found') } = repository;
    const { sha = 'main', since, until } = context.req.query();
    const last = (await resolveCommit(gitDir, sha)) ?? refuse(404, 'Not Found');
    const from = since ? Date.parse(since) : 0;
    const to = until ? Date.parse(until) : Infinity;
    const commits = commitsBetween(undefined, last).filter(
      ({ at }) => at >= from - (from % 1000) && at <= to,
    );
    return answerPage(context, commits, commitJson(store));
  });

  app.get('/commits/:sha', async (context) => {
    const repository = readableIn(context, 'contents');
    const { gitDir = refuse(404, 'Not Found') } = repository;
    const sha = await resolveCommit(gitDir, context.req.param('sha'));
    if (sha === undefined) refuse(422, `No commit found for SHA: ${context.req.param('sha')}`);
    const commit = readCommit(sha);
    // Of a merge, GitHub shows what differs from the first parent.
    const files = await changedFiles(gitDir, `${commit.parents[0] ?? commit.sha}..${commit.sha}`);
    return context.json({ ...commitJson(store)(commit), files: diffJson(files) });
  });

  app.get('/git/trees/:sha', async (context) => {
    const repository = readableIn(context, 'contents');
    const { gitDir = refuse(404, 'Not Found') } = repository;
    const sha = await resolveCommit(gitDir, context.req.param('sha'));
    if (sha === undefined) refuse(404, 'Not Found');
    const files = [...readTree(readCommit(sha).tree)];
    const tree = files.map(([path, id]) => ({ path, mode: '100644', type: 'blob', sha: id }));
    const shown = tree.slice(0, store.mostTreeEntries);
    return context.json({ sha, tree: shown, truncated: shown.length < tree.length });
  });

  app.get('/git/matching-refs/:ref{.+}', async (context) => {
    const { gitDir = refuse(404, 'Not Found') } = readableIn(context, 'contents');
    const refs = await listTags(gitDir);
    return context.json(refs.filter(({ ref }) => ref.startsWith(`refs/${context.req.param('ref')}`)));
  });

  app.get('/commits/:sha/pulls', async (context) => {
    const repository = readableIn(context, 'pull_requests');
    const { gitDir = refuse(404, 'Not Found') } = repository;
    const sha = await resolveCommit(gitDir, context.req.param('sha'));
    if (sha === undefined) refuse(422, `No commit found for SHA: ${context.req.param('sha')}`);
    // GitHub lists merged pull requests only for commits of the default branch:
    // https://docs.github.com/en/rest/commits/commits#list-pull-requests-associated-with-a-commit
    const tip = branchSha(repository, repository.defaultBranch);
    const isReached = tip !== undefined && isBetween(undefined, tip, sha);
    const isListed = ({ pull }: Thread) =>
      pull?.mergedAt === undefined || (isReached && pull.mergedAt + INDEX_LAG <= store.time.now());
    const found = [...repository.threads.values()].filter(
      (thread) => isTied(repository, thread, sha) && isListed(thread),
    );
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
function isTied(repository: Repository, { pull, state }: Thread, sha: string): boolean {
  if (pull === undefined) return false;
  const { merge } = pull;
  if (merge !== undefined) return isBetween(merge.onto, merge.sha, sha);
  const head = headOf(repository, pull);
  const base = branchSha(repository, pull.base);
  return state === 'open' && head !== undefined && base !== undefined && isBetween(base, head, sha);
}

/** The most files that GitHub lists: of a comparison on its first page only, and of a commit on each page. */
const MOST_FILES = 300;

/** The most commits of a comparison without pages: the newest. */
const MOST_COMMITS = 250;

/** The requested page. `undefined` for none. */
export type Page = { readonly page: number; readonly size: number } | undefined;

function comparisonJson(store: Store, compared: GitComparison, page: Page) {
  const { mergeBase, ahead, behind, commits, files } = compared;
  const shown = page
    ? commits.slice((page.page - 1) * page.size, page.page * page.size)
    : commits.slice(-MOST_COMMITS);
  return {
    status: statusOf(ahead, behind),
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    merge_base_commit: commitJson(store)(mergeBase),
    commits: shown.map(commitJson(store)),
    ...((page?.page ?? 1) === 1 && { files: diffJson(files) }),
  };
}

const diffJson = (files: readonly ChangedFile[]) => files.slice(0, MOST_FILES).map(openFileJson());

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

/** GitHub knows an author by the email address. Here, it is the name. */
const commitJson =
  ({ users }: Store) =>
  ({ sha, parents, message, author, at }: GitCommit) => {
    const user = users.get(author.toLowerCase());
    return {
      sha,
      author: user ? userJson(user) : null,
      committer: null,
      commit: { message, committer: { name: 'Sandbox', date: date(at) } },
      parents: parents.map((parent) => ({ sha: parent })),
    };
  };

export function releaseJson(urls: Urls, { fullName }: Repository, release: Release) {
  const { id, tag, name, notes, prerelease, author, publishedAt } = release;
  return {
    id,
    tag_name: tag,
    name,
    body: notes,
    draft: false,
    prerelease,
    html_url: `${urls.server}/${fullName}/releases/tag/${encodeURIComponent(tag)}`,
    created_at: date(publishedAt),
    published_at: date(publishedAt),
    author: userJson(author),
  };
}
