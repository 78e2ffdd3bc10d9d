import { type Addresses, date, REACTIONS, repositoryJson, userJson } from './json.ts';
import type { PullFacts } from './pull-facts.ts';
import type {
  Comment,
  CommentedLines,
  CommentText,
  Reaction,
  Repository,
  Review,
  Thread,
  User,
} from './store.ts';

/** Issues, pull requests and what is said there, as GitHub's REST API shows them. */

function optionalDate(time: number | undefined): string | null {
  return time === undefined ? null : date(time);
}

function reactionCounts(url: string, reactions: readonly Reaction[]) {
  const counts = REACTIONS.map((content) => [
    content,
    reactions.filter((reaction) => reaction.content === content).length,
  ]);
  return { url: `${url}/reactions`, total_count: reactions.length, ...Object.fromEntries(counts) };
}

function association({ members, owner }: Repository, user: User): string {
  if (user === owner) return 'OWNER';
  return members.has(user.login.toLowerCase()) ? 'COLLABORATOR' : 'NONE';
}

export function commentJson(
  addresses: Addresses,
  repository: Repository,
  comment: Comment,
  text: CommentText,
) {
  const { id, thread, user, createdAt, reactions, line } = comment;
  const { api } = addresses;
  const kind = line ? 'pulls' : 'issues';
  const url = `${api}/repos/${repository.fullName}/${kind}/comments/${id}`;
  const page = threadPage(addresses, repository, thread);
  return {
    ...{ id, node_id: `IC_${id}`, url, body: text.body, user: userJson(addresses, user) },
    html_url: line ? `${page}#discussion_r${id}` : `${page}#issuecomment-${id}`,
    created_at: date(createdAt),
    updated_at: date(text.updatedAt),
    author_association: association(repository, user),
    reactions: reactionCounts(url, reactions),
    ...(line
      ? { ...linesJson(line), pull_request_url: pullUrl(addresses, repository, thread) }
      : { issue_url: `${api}/repos/${repository.fullName}/issues/${thread}` }),
  };
}

/** The page of an issue or pull request. */
export function threadPage({ server }: Addresses, { fullName, threads }: Repository, number: number): string {
  const isPull = threads.get(number)?.pull !== undefined;
  return `${server}/${fullName}/${isPull ? 'pull' : 'issues'}/${number}`;
}

function linesJson({ path, line, startLine, diffHunk, reviewId }: CommentedLines) {
  const start = startLine ?? null;
  return {
    ...{ path, line, original_line: line, start_line: start, original_start_line: start },
    ...{ side: 'RIGHT', start_side: start === null ? null : 'RIGHT', subject_type: 'line' },
    ...{ diff_hunk: diffHunk, pull_request_review_id: reviewId },
  };
}

export function reviewJson(addresses: Addresses, repository: Repository, review: Review) {
  const { id, thread, user, body, state, submittedAt } = review;
  return {
    ...{ id, node_id: `PRR_${id}`, user: userJson(addresses, user), body, state },
    html_url: `${addresses.server}/${repository.fullName}/pull/${thread}#pullrequestreview-${id}`,
    pull_request_url: pullUrl(addresses, repository, thread),
    submitted_at: date(submittedAt),
    author_association: association(repository, user),
  };
}

function pullUrl({ api }: Addresses, { fullName }: Repository, number: number): string {
  return `${api}/repos/${fullName}/pulls/${number}`;
}

/** What issues and pull requests have in common. */
function threadJson(addresses: Addresses, repository: Repository, thread: Thread) {
  const { id, number, title, body, state, locked, user, createdAt, updatedAt, closedAt } = thread;
  return {
    ...{ id, number, title, body, state, locked, active_lock_reason: null },
    user: userJson(addresses, user),
    html_url: `${addresses.server}/${repository.fullName}/${thread.pull ? 'pull' : 'issues'}/${number}`,
    ...{ labels: [], assignees: [], assignee: null, milestone: null },
    created_at: date(createdAt),
    updated_at: date(updatedAt),
    closed_at: optionalDate(closedAt),
    author_association: association(repository, user),
  };
}

/** An issue; a pull request shows up as one too. */
export function issueJson(addresses: Addresses, repository: Repository, thread: Thread) {
  const url = `${addresses.api}/repos/${repository.fullName}/issues/${thread.number}`;
  const comments = repository.comments.filter((comment) => comment.thread === thread.number).length;
  return {
    ...threadJson(addresses, repository, thread),
    ...{ node_id: `I_${thread.id}`, url, comments_url: `${url}/comments`, comments },
    reactions: reactionCounts(url, thread.reactions),
    ...(thread.pull && {
      pull_request: {
        url: pullUrl(addresses, repository, thread.number),
        html_url: `${addresses.server}/${repository.fullName}/pull/${thread.number}`,
        merged_at: optionalDate(thread.pull.mergedAt),
      },
    }),
  };
}

export function pullJson(addresses: Addresses, repository: Repository, thread: Thread, facts: PullFacts) {
  const { head = '', base = '', draft = false, mergedAt } = thread.pull ?? {};
  const repo = repositoryJson(addresses, repository);
  const side = (ref: string, sha: string) => ({
    ...{ label: `${repository.owner.login}:${ref}`, ref, sha },
    ...{ user: repo.owner, repo },
  });
  const url = pullUrl(addresses, repository, thread.number);
  return {
    ...threadJson(addresses, repository, thread),
    ...{ node_id: `PR_${thread.id}`, url, draft },
    issue_url: `${addresses.api}/repos/${repository.fullName}/issues/${thread.number}`,
    diff_url: `${addresses.server}/${repository.fullName}/pull/${thread.number}.diff`,
    merged: mergedAt !== undefined,
    merged_at: optionalDate(mergedAt),
    merge_commit_sha: null,
    head: side(head, facts.headSha),
    base: side(base, facts.baseSha),
    ...{ commits: facts.commits, additions: facts.additions, deletions: facts.deletions },
    changed_files: facts.files,
  };
}
