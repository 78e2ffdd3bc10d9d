import { repositoryInPullJson, type Urls, userJson } from './json.ts';
import type { PullFacts } from './pull-facts.ts';
import { headRepository, type Repository, type Thread } from './store.ts';
import { optionalDate, pageOf, pullUrl, threadJson, threadPage } from './thread-json.ts';

/** A pull request as GitHub's REST API shows it in lists. */
export function simplePullJson(urls: Urls, repository: Repository, thread: Thread, facts: PullFacts) {
  const {
    head = '',
    base = '',
    draft = false,
    mergedAt,
    merge,
    fork,
    reviewers = [],
    teams = [],
  } = thread.pull ?? {};
  const repo = repositoryInPullJson(urls, repository);
  const from = headRepository(repository, thread);
  const fromRepo = { ...repositoryInPullJson(urls, from), fork: fork !== undefined };
  const side = (whole: typeof repo, ref: string, sha: string) => ({
    label: `${whole.owner.login}:${ref}`,
    ref,
    sha,
    user: whole.owner,
    repo: whole,
  });
  const url = pullUrl(urls, repository, thread.number);
  const issue = `${repo.url}/issues/${thread.number}`;
  const page = pageOf(threadPage(urls, repository, thread.number));
  const link = (path: string) => ({ href: `${url}${path}` });
  return {
    ...threadJson(urls, repository, thread),
    ...page,
    node_id: `PR_${thread.id}`,
    url,
    issue_url: issue,
    draft,
    auto_merge: null,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${url}/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: `${repo.url}/statuses/${facts.headSha}`,
    merged_at: optionalDate(mergedAt),
    merge_commit_sha: merge?.sha ?? null,
    requested_reviewers: [...reviewers].map((user) => userJson(urls, user)),
    requested_teams: [...teams].map((slug, index) => teamJson(urls, repository, slug, index + 1)),
    head: side(fromRepo, head, facts.headSha),
    base: side(repo, base, facts.baseSha),
    _links: {
      self: link(''),
      html: { href: page.html_url },
      issue: { href: issue },
      comments: { href: `${issue}/comments` },
      commits: link('/commits'),
      review_comments: link('/comments'),
      review_comment: link('/comments{/number}'),
      statuses: link('/statuses'),
    },
  };
}

/** A pull request alone. */
export function pullJson(urls: Urls, repository: Repository, thread: Thread, facts: PullFacts) {
  const ofThread = ({ thread: number }: { readonly thread: number }) => number === thread.number;
  const simple = simplePullJson(urls, repository, thread, facts);
  return {
    ...simple,
    // Only a list names the parent of a team.
    requested_teams: simple.requested_teams.map(({ parent: _, ...team }) => team),
    merged: thread.pull?.mergedAt !== undefined,
    merged_by: null,
    mergeable: null,
    rebaseable: null,
    mergeable_state: 'unknown',
    maintainer_can_modify: false,
    comments: repository.comments.filter(ofThread).length,
    review_comments: repository.reviewComments.filter(ofThread).length,
    commits: facts.commits,
    additions: facts.additions,
    deletions: facts.deletions,
    changed_files: facts.files,
  };
}

function teamJson({ api, server }: Urls, { owner: { login } }: Repository, slug: string, id: number) {
  const url = `${api}/organizations/1/team/${id}`;
  return {
    id,
    node_id: `T_${id}`,
    name: slug,
    slug,
    description: null,
    privacy: 'closed',
    notification_setting: 'notifications_enabled',
    permission: 'push',
    url,
    html_url: `${server}/orgs/${login}/teams/${slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    type: 'organization',
    parent: null,
  };
}
