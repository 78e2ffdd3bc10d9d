import { date, REACTIONS, type Urls, userJson } from './json.ts';
import type {
  ChangedFile,
  Comment,
  CommentedLines,
  CommentText,
  Reaction,
  Repository,
  Review,
  Thread,
  User,
} from './store.ts';

/** Issues, pull requests, comments and reviews in the JSON of GitHub's REST API. */

export function optionalDate(time: number | undefined): string | null {
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

export function commentJson(urls: Urls, repository: Repository, comment: Comment, text: CommentText) {
  const { id, thread, user, createdAt, reactions, line } = comment;
  const { api } = urls;
  const kind = line ? 'pulls' : 'issues';
  const url = `${api}/repos/${repository.fullName}/${kind}/comments/${id}`;
  const page = threadPage(urls, repository, thread);
  return {
    id,
    node_id: `IC_${id}`,
    url,
    body: text.body,
    user: userJson(urls, user),
    html_url: line ? `${page}#discussion_r${id}` : `${page}#issuecomment-${id}`,
    created_at: date(createdAt),
    updated_at: date(text.updatedAt),
    author_association: association(repository, user),
    reactions: reactionCounts(url, reactions),
    ...(line
      ? { ...linesJson(line), ...placeJson(urls, repository, comment, page) }
      : {
          issue_url: `${api}/repos/${repository.fullName}/issues/${thread}`,
          performed_via_github_app: null,
        }),
  };
}

/** The URL of an issue or pull request. */
export function threadPage({ server }: Urls, { fullName, threads }: Repository, number: number): string {
  const isPull = threads.get(number)?.pull !== undefined;
  return `${server}/${fullName}/${isPull ? 'pull' : 'issues'}/${number}`;
}

function linesJson({ path, line, startLine, diffHunk, reviewId }: CommentedLines) {
  const start = startLine ?? null;
  return {
    path,
    line,
    original_line: line,
    start_line: start,
    original_start_line: start,
    side: 'RIGHT',
    subject_type: 'line',
    ...(start !== null && { start_side: 'RIGHT' }),
    diff_hunk: diffHunk,
    pull_request_review_id: reviewId,
  };
}

/** The lines of a review comment. */
function placeJson(urls: Urls, repository: Repository, { id, thread }: Comment, page: string) {
  const self = `${urls.api}/repos/${repository.fullName}/pulls/comments/${id}`;
  const pull = pullUrl(urls, repository, thread);
  const commit = headOf(repository, thread);
  return {
    pull_request_url: pull,
    commit_id: commit,
    original_commit_id: commit,
    position: 1,
    original_position: 1,
    _links: {
      self: { href: self },
      html: { href: `${page}#discussion_r${id}` },
      pull_request: { href: pull },
    },
  };
}

/** The commit of a review. */
function headOf({ threads }: Repository, number: number): string {
  return threads.get(number)?.pull?.headSha ?? '6d5f1c0e8b7a49f2a3c4d5e6f708192a3b4c5d6e';
}

/** A file that a pull request changes, whose head is the commit `sha`. */
export function fileJson({ api, server }: Urls, repository: Repository, sha: string, file: ChangedFile) {
  const { filename, status, additions, deletions, previous } = file;
  const path = filename.split('/').map(encodeURIComponent).join('/');
  const { fullName } = repository;
  return {
    sha,
    filename,
    status,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${server}/${fullName}/blob/${sha}/${path}`,
    raw_url: `${server}/${fullName}/raw/${sha}/${path}`,
    contents_url: `${api}/repos/${fullName}/contents/${path}?ref=${sha}`,
    ...(previous !== undefined && { previous_filename: previous }),
  };
}

export function reviewJson(urls: Urls, repository: Repository, review: Review) {
  const { id, thread, user, body, state, submittedAt } = review;
  const page = `${threadPage(urls, repository, thread)}#pullrequestreview-${id}`;
  const pull = pullUrl(urls, repository, thread);
  return {
    id,
    node_id: `PRR_${id}`,
    user: userJson(urls, user),
    body,
    state,
    html_url: page,
    pull_request_url: pull,
    commit_id: headOf(repository, thread),
    _links: { html: { href: page }, pull_request: { href: pull } },
    submitted_at: date(submittedAt),
    author_association: association(repository, user),
  };
}

export function pullUrl({ api }: Urls, { fullName }: Repository, number: number): string {
  return `${api}/repos/${fullName}/pulls/${number}`;
}

export function pageOf(page: string) {
  return { html_url: page, diff_url: `${page}.diff`, patch_url: `${page}.patch` };
}

export function labelJson({ api }: Urls, { fullName }: Repository, name: string) {
  const url = `${api}/repos/${fullName}/labels/${encodeURIComponent(name)}`;
  return { id: 1, node_id: 'LA_1', url, name, description: '', color: 'ededed', default: false };
}

/** The fields that issues and pull requests share. */
export function threadJson(urls: Urls, repository: Repository, thread: Thread) {
  const { id, number, title, body, state, locked, user, createdAt, updatedAt, closedAt } = thread;
  return {
    id,
    number,
    title,
    body,
    state,
    locked,
    active_lock_reason: null,
    user: userJson(urls, user),
    html_url: threadPage(urls, repository, number),
    labels: [...thread.labels].map((name) => labelJson(urls, repository, name)),
    assignees: [...thread.assignees].map((assignee) => userJson(urls, assignee)),
    assignee: null,
    milestone: null,
    created_at: date(createdAt),
    updated_at: date(updatedAt),
    closed_at: optionalDate(closedAt),
    author_association: association(repository, user),
  };
}

/** An issue. A pull request is one too. */
export function issueJson(urls: Urls, repository: Repository, thread: Thread) {
  const url = `${urls.api}/repos/${repository.fullName}/issues/${thread.number}`;
  const comments = repository.comments.filter((comment) => comment.thread === thread.number).length;
  return {
    ...threadJson(urls, repository, thread),
    node_id: `I_${thread.id}`,
    url,
    comments_url: `${url}/comments`,
    comments,
    repository_url: `${urls.api}/repos/${repository.fullName}`,
    labels_url: `${url}/labels{/name}`,
    events_url: `${url}/events`,
    reactions: reactionCounts(url, thread.reactions),
    ...(thread.pull && {
      pull_request: {
        url: pullUrl(urls, repository, thread.number),
        ...pageOf(threadPage(urls, repository, thread.number)),
        merged_at: optionalDate(thread.pull.mergedAt),
      },
    }),
  };
}
