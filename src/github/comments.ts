import * as z from 'zod/mini';
import { readAddress } from '../text/address.ts';
import { dateOf, PER_PAGE, type Repository, shapes } from './octokit.ts';

/** A comment. Its text is foreign. */
export type ThreadComment = Readonly<z.output<typeof comment>>;

const comment = z.object({
  id: z.number(),
  /** Ends with the number of the issue or pull request, `#` and the comment's own. */
  html_url: z.pipe(
    z.string(),
    z.transform((url) => readAddress(url) ?? ''),
  ),
  body: shapes.words,
  user: shapes.account,
  /** Epoch milliseconds by GitHub's clock. */
  created_at: shapes.moment,
});

/** No conversation is read further back: a flood of comments must not use up anybody's limit of requests. */
export const MOST_COMMENTS = 3_000;

export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1';

/** What a reaction is left on; reviews take none. */
export type ReactionTarget =
  | { readonly kind: 'issue'; readonly number: number }
  | { readonly kind: 'issue-comment' | 'review-comment'; readonly id: number };

/** Comments and reactions, of issues and pull requests; secrets are taken out of what is written. `since` is epoch milliseconds. */
export function openComments({ at, ask, read, list, redact, once }: Repository) {
  return {
    /** The comments of a conversation, oldest first; with `since` those that were written or edited from then on. */
    comments: (thread: number, since?: number) => {
      const query = { ...at, issue_number: thread, ...changedSince(since) };
      return list(comment, ({ issues }) => issues.listComments, query);
    },

    /** The newest comments of a conversation, at most `most`, oldest first. GitHub lists them from the other end. */
    lastComments: (thread: number, most: number) =>
      ask(async ({ rest }) => {
        const query = { ...at, issue_number: thread, per_page: PER_PAGE };
        const first = await rest.issues.listComments(query);
        let items: unknown[] = [];
        for (let page = lastPage(first.headers.link); page > 1 && items.length < most; page -= 1)
          items = [...(await rest.issues.listComments({ ...query, page })).data, ...items];
        items = [...first.data, ...items].slice(-most);
        return { items: z.array(comment).parse(items), date: dateOf(first) };
      }),

    /** Comments of all conversations, from what changed last back to `since`, on so many pages of a hundred at most. */
    repositoryComments: (pages: number, since?: number) => {
      const query = { ...at, sort: 'updated', direction: 'desc', ...changedSince(since) } as const;
      return list(comment, ({ issues }) => issues.listCommentsForRepo, query, pages);
    },

    /** One comment of a conversation, as it is now. */
    comment: (id: number) => read(comment, ({ issues }) => issues.getComment({ ...at, comment_id: id })),

    createComment: (thread: number, body: string) =>
      read(comment, ({ issues }) =>
        issues.createComment({ ...at, issue_number: thread, body: redact(body) }),
      ),

    /** `tries` is 1 where nobody waits for it. */
    editComment: (id: number, body: string, tries?: 1) =>
      read(comment, ({ issues }) => {
        const edit = { ...at, comment_id: id, body: redact(body) };
        return issues.updateComment(tries === undefined ? edit : { ...edit, request: once() });
      }),

    /** Fails with status 404 when the comment is gone already. */
    deleteComment: (id: number) =>
      ask<unknown>(({ rest }) => rest.issues.deleteComment({ ...at, comment_id: id })),

    /** The short way to say that a request was seen and how it ended. */
    react: (target: ReactionTarget, content: Reaction) =>
      ask<unknown>(({ rest: { reactions } }) => {
        switch (target.kind) {
          case 'issue':
            return reactions.createForIssue({ ...at, issue_number: target.number, content });
          case 'issue-comment':
            return reactions.createForIssueComment({ ...at, comment_id: target.id, content });
          case 'review-comment':
            return reactions.createForPullRequestReviewComment({ ...at, comment_id: target.id, content });
        }
      }),
  };
}

/** GitHub knows whole seconds: what is asked for with a part of one would leave out comments of that second. */
function changedSince(since: number | undefined) {
  return since === undefined ? {} : { since: new Date(Math.floor(since / 1000) * 1000).toISOString() };
}

/** The number of the last page, by the header that leads to the others; 1 without one. */
function lastPage(link = ''): number {
  return Number(/[?&]page=(\d+)[^>]*>; *rel="last"/.exec(link)?.[1] ?? 1);
}
