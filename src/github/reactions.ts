import type { Repository } from './octokit.ts';

export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1';

/** What a reaction is left on; reviews take none. */
export type ReactionTarget =
  | { readonly kind: 'issue'; readonly number: number }
  | { readonly kind: 'issue-comment' | 'review-comment'; readonly id: number };

/** Reactions, the short way to say that a request was seen and how it ended. */
export function openReactions({ ask, at }: Repository) {
  return {
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
