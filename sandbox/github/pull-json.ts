import { repositoryJson, type Urls, userJson } from './json.ts';
import { pullSides, pullSize } from './pull-facts.ts';
import { headRepository, type Repository, type Thread } from './store.ts';
import { optionalDate, threadJson } from './thread-json.ts';

/** A pull request as GitHub's REST API shows it in lists. */
export function simplePullJson(urls: Urls, repository: Repository, thread: Thread) {
  const { draft = false, mergedAt, merge, autoMerge, reviewers = [], teams = [] } = thread.pull ?? {};
  const { head, base } = pullSides(repository, thread);
  const auto = {
    enabled_by: userJson(thread.user),
    merge_method: 'squash',
    commit_title: '',
    commit_message: '',
  };
  return {
    ...threadJson(urls, repository, thread),
    draft,
    merged_at: optionalDate(mergedAt),
    merge_commit_sha: merge?.sha ?? null,
    auto_merge: autoMerge ? auto : null,
    requested_reviewers: [...reviewers].map(userJson),
    requested_teams: [...teams].map((slug) => ({ slug, name: slug })),
    head: { ...head, repo: repositoryJson(headRepository(repository, thread)) },
    base: { ...base, repo: repositoryJson(repository) },
  };
}

/** A pull request alone. */
export async function pullJson(urls: Urls, repository: Repository, thread: Thread) {
  const merged = thread.pull?.mergedAt !== undefined;
  return { ...simplePullJson(urls, repository, thread), merged, ...(await pullSize(repository, thread)) };
}
