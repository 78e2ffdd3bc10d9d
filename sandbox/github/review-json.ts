import { type Addresses, association, date, pullUrl, reactionCounts, threadPage, userJson } from './json.ts';
import type { Comment, PullFile, Repository, Review } from './store.ts';

/** Reviews, their comments on lines, and what they are about, as GitHub's REST API shows them. */

export function reviewJson(addresses: Addresses, repository: Repository, review: Review) {
  const { id, thread, user, body, submittedAt } = review;
  const pull = pullUrl(addresses, repository, thread);
  const page = `${threadPage(addresses, repository, thread)}#pullrequestreview-${id}`;
  return {
    ...{ id, node_id: `PRR_${id}`, user: userJson(addresses, user), body, state: 'COMMENTED' },
    ...{ html_url: page, pull_request_url: pull, commit_id: headOf(repository, thread) },
    _links: { html: { href: page }, pull_request: { href: pull } },
    submitted_at: date(submittedAt),
    author_association: association(repository, user),
  };
}

/** A comment on a line; nothing for one of the conversation. */
export function lineCommentJson(addresses: Addresses, repository: Repository, comment: Comment) {
  const { id, thread, user, createdAt, reactions, line, text } = comment;
  if (!line) return [];
  const url = `${addresses.api}/repos/${repository.fullName}/pulls/comments/${id}`;
  const pull = pullUrl(addresses, repository, thread);
  const page = `${threadPage(addresses, repository, thread)}#discussion_r${id}`;
  const commit = headOf(repository, thread);
  return [
    {
      ...{ id, node_id: `PRRC_${id}`, url, body: text.body, user: userJson(addresses, user) },
      ...{ pull_request_review_id: line.review, path: line.path, diff_hunk: line.diffHunk },
      ...{ line: line.line, original_line: line.line, start_line: null, original_start_line: null },
      ...{ side: 'RIGHT', position: 1, original_position: 1, subject_type: 'line' },
      ...{ commit_id: commit, original_commit_id: commit },
      ...{ html_url: page, pull_request_url: pull },
      _links: { self: { href: url }, html: { href: page }, pull_request: { href: pull } },
      created_at: date(createdAt),
      updated_at: date(text.updatedAt),
      author_association: association(repository, user),
      reactions: reactionCounts(url, reactions),
    },
  ];
}

export function fileJson({ api, server }: Addresses, { fullName }: Repository, sha: string, file: PullFile) {
  const { filename, status, additions, deletions } = file;
  const path = filename.split('/').map(encodeURIComponent).join('/');
  return {
    ...{ sha, filename, status, additions, deletions, changes: additions + deletions },
    blob_url: `${server}/${fullName}/blob/${sha}/${path}`,
    raw_url: `${server}/${fullName}/raw/${sha}/${path}`,
    contents_url: `${api}/repos/${fullName}/contents/${path}?ref=${sha}`,
  };
}

/** The commit that a review of a pull request is about. */
export function headOf({ threads }: Repository, number: number): string {
  return threads.get(number)?.pull?.headSha ?? '6d5f1c0e8b7a49f2a3c4d5e6f708192a3b4c5d6e';
}
