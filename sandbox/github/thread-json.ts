import { date, repositoryJson, type Urls, userJson } from './json.ts';
import { pullSides, pullSize } from './pull-facts.ts';
import {
  type ChangedFile,
  type Comment,
  type CommentedLines,
  type CommentText,
  headRepository,
  type Repository,
  type Review,
  type Thread,
} from './store.ts';

/** Issues, pull requests, comments and reviews in the JSON of GitHub's REST API. */

export function optionalDate(time: number | undefined): string | null {
  return time === undefined ? null : date(time);
}

export function commentJson(urls: Urls, repository: Repository, comment: Comment, text: CommentText) {
  const { id, thread, user, createdAt, line } = comment;
  const page = threadPage(urls, repository, thread);
  return {
    id,
    body: text.body,
    user: userJson(user),
    html_url: line ? `${page}#discussion_r${id}` : `${page}#issuecomment-${id}`,
    created_at: date(createdAt),
    updated_at: date(text.updatedAt),
    ...(line && linesJson(line)),
  };
}

/** The URL of an issue or pull request. */
export function threadPage({ server }: Urls, { fullName, threads }: Repository, number: number): string {
  const isPull = threads.get(number)?.pull !== undefined;
  return `${server}/${fullName}/${isPull ? 'pull' : 'issues'}/${number}`;
}

function linesJson({ path, line, startLine, diffHunk, reviewId, replyTo }: CommentedLines) {
  return {
    path,
    line,
    start_line: startLine ?? null,
    side: 'RIGHT',
    ...(startLine !== undefined && { start_side: 'RIGHT' }),
    diff_hunk: diffHunk,
    pull_request_review_id: reviewId,
    ...(replyTo !== undefined && { in_reply_to_id: replyTo }),
  };
}

/** GitHub leaves out patches and counts beyond so many lines of a response (https://github.com/orgs/community/discussions/213491). */
const MOST_LINES = 20_000;
const NO_LINES = { additions: 0, deletions: 0, patch: '' };

/** Shows the files of one response, in their order. */
export function openFileJson() {
  let lines = 0;
  return ({ filename, status, previous, ...file }: ChangedFile) => {
    lines += file.additions + file.deletions;
    const { additions, deletions, patch = '' } = lines > MOST_LINES ? NO_LINES : file;
    const renamed = previous && { previous_filename: previous };
    return { filename, status, additions, deletions, ...renamed, ...(patch && { patch }) };
  };
}

export function reviewJson({ id, user, body, state, submittedAt }: Review) {
  return { id, user: userJson(user), body, state, submitted_at: date(submittedAt) };
}

export function labelJson(name: string) {
  return { name };
}

/** An issue, or what a pull request shares with it. */
export function threadJson(urls: Urls, repository: Repository, thread: Thread) {
  const { id, number, title, body, state, locked, user, createdAt, updatedAt, closedAt } = thread;
  return {
    id,
    number,
    title,
    body,
    state,
    locked,
    user: userJson(user),
    html_url: threadPage(urls, repository, number),
    labels: [...thread.labels].map(labelJson),
    assignees: [],
    created_at: date(createdAt),
    updated_at: date(updatedAt),
    closed_at: optionalDate(closedAt),
  };
}

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
