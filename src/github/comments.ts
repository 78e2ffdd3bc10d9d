import * as z from 'zod/mini';
import { LIST_LAG } from '../model/intervals.ts';
import { readUrl } from '../text/url.ts';
import { type Client, type PageReader, PER_PAGE, shapes } from './octokit.ts';
import type { ReactionTarget } from './requester.ts';

export type ThreadComment = Readonly<z.output<typeof comment>>;

const comment = z.object({
  id: z.number(),
  /** Ends with the number of the issue or pull request, `#` and the comment's ID. */
  html_url: z.string().check(z.overwrite((url) => readUrl(url) ?? '')),
  body: shapes.text,
  user: shapes.account,
  /** Epoch milliseconds by GitHub's clock. */
  created_at: shapes.date,
  updated_at: z.optional(shapes.date),
  /** Of a comment on lines: the first one of its thread, and its review. */
  in_reply_to_id: z.nullish(z.number()),
  pull_request_review_id: z.nullish(z.number()),
});

const written = z.object({ state: z.optional(z.string()) });

/** A flood of comments must not use up the rate limit. */
const MOST_PAGES = 20;

const NOTHING_KNOWN = {
  since: Number.POSITIVE_INFINITY,
  items: [] as readonly ThreadComment[],
  date: 0,
  cut: false,
};

export type Reaction = 'rocket' | 'confused' | '-1';

/** Comments and reactions of issues and pull requests. `since` is in epoch milliseconds. */
export function openComments({ repository, backwards, call, list, once, patient, read, redact }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  let known = NOTHING_KNOWN;
  return {
    /** Lists the comments of a thread, oldest first. With `since`, only those written or edited since then. */
    comments: (issue_number: number, since?: number) => {
      const query = { ...paged, issue_number, ...(since !== undefined && changedSince(since)) };
      return backwards(comment, ({ issues }, page) => issues.listComments({ ...query, page }));
    },

    /**
     * Lists comments of all threads that changed since a time. A later call with a later time reads only what changed since
     * the earlier one. `cut` if there are more.
     */
    repositoryComments: async (since: number) => {
      const before = known.since <= since ? known : NOTHING_KNOWN;
      const from = Math.max(since, before.date - LIST_LAG);
      const query = { ...paged, sort: 'updated', direction: 'desc', ...changedSince(from) } as const;
      const send: PageReader = ({ issues }, page) => issues.listCommentsForRepo({ ...query, page });
      const read = await list(comment, send, MOST_PAGES);
      if (!read.ok) return read;
      const { date, cut } = read.value;
      // A comment that changes meanwhile moves others to the next page.
      const byId = new Map([...before.items, ...read.value.items].map((item) => [item.id, item]));
      const items = [...byId.values()].sort((one, other) => one.id - other.id);
      known = { since, items, date, cut: before.cut || cut };
      return { ok: true as const, value: known };
    },

    comment: (comment_id: number) =>
      read(comment, ({ issues }) => issues.getComment({ ...repository, comment_id })),

    /** Reads the text of a request again. Only a review has a state, like `DISMISSED`. */
    written: ({ kind, id }: { readonly kind: string; readonly id: number }, pull_number: number) =>
      read(written, ({ issues, pulls }) => {
        const comment = { ...repository, comment_id: id };
        if (kind === 'issue-comment') return issues.getComment(comment);
        const review = { ...repository, pull_number, review_id: id };
        return kind === 'review' ? pulls.getReview(review) : pulls.getReviewComment(comment);
      }),

    /** Lists the comments on lines, oldest first. */
    lineComments: (pull_number: number) =>
      backwards(z.unknown(), ({ pulls }, page) => pulls.listReviewComments({ ...paged, pull_number, page })),

    /** The same as comments of their threads. */
    remarks: (pull_number: number) =>
      backwards(comment, ({ pulls }, page) => pulls.listReviewComments({ ...paged, pull_number, page })),

    /** `waits`: for a rate limit, until the deadline. */
    createComment: (issue_number: number, body: string, waits?: 'waits') =>
      read(comment, ({ issues }) => {
        const created = { ...repository, issue_number, body: redact(body) };
        return issues.createComment(waits === undefined ? created : { ...created, request: patient() });
      }),

    /** `tries` is 1 if the caller repeats the edit, or nothing waits for it. */
    editComment: (comment_id: number, body: string, tries?: 1) =>
      read(comment, ({ issues }) => {
        const edit = { ...repository, comment_id, body: redact(body) };
        return issues.updateComment(tries === undefined ? edit : { ...edit, request: once() });
      }),

    deleteComment: (comment_id: number) =>
      call<unknown>(({ issues }) => issues.deleteComment({ ...repository, comment_id })),

    react: (target: ReactionTarget, content: Reaction) =>
      call<unknown>(({ reactions }) => {
        const reaction = { ...repository, content };
        if (target.kind === 'issue')
          return reactions.createForIssue({ ...reaction, issue_number: target.number });
        const ofComment = { ...reaction, comment_id: target.id };
        return target.kind === 'issue-comment'
          ? reactions.createForIssueComment(ofComment)
          : reactions.createForPullRequestReviewComment(ofComment);
      }),
  };
}

/** GitHub's times are whole seconds, so a fraction would leave out comments of that second. */
function changedSince(since: number) {
  return { since: new Date(Math.floor(since / 1000) * 1000).toISOString() };
}
