import { repositoryJson, type Urls, userJson } from './json.ts';
import type { PullFacts, PullShas } from './pull-facts.ts';
import { headRepository, type Repository, type Thread } from './store.ts';
import { optionalDate, threadJson } from './thread-json.ts';

/** A pull request as GitHub's REST API shows it in lists. */
export function simplePullJson(urls: Urls, repository: Repository, thread: Thread, shas: PullShas) {
  const {
    head,
    base,
    draft = false,
    mergedAt,
    merge,
    autoMerge,
    reviewers = [],
    teams = [],
  } = thread.pull ?? {};
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
    head: { ref: head, sha: shas.headSha, repo: repositoryJson(headRepository(repository, thread)) },
    base: { ref: base, sha: shas.baseSha, repo: repositoryJson(repository) },
  };
}

/** A pull request alone. */
export function pullJson(urls: Urls, repository: Repository, thread: Thread, facts: PullFacts) {
  return {
    ...simplePullJson(urls, repository, thread, facts),
    merged: thread.pull?.mergedAt !== undefined,
    commits: facts.commits,
    additions: facts.additions,
    deletions: facts.deletions,
    changed_files: facts.files,
  };
}
