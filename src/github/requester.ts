import * as z from 'zod/mini';
import { readUrl } from '../text/url.ts';
import { isLogin } from './account.ts';

/** Reviews and runs can't have reactions. */
export type ReactionTarget = Readonly<z.output<typeof reactionTarget>>;

const reactionTarget = z.union([
  z.strictObject({ kind: z.literal('issue'), number: z.number() }),
  z.strictObject({ kind: z.enum(['issue-comment', 'review-comment']), id: z.number() }),
]);

export const shownUrl = z.string().check(
  z.refine((text) => readUrl(text) !== undefined),
  z.overwrite((text) => readUrl(text) ?? ''),
);

/** The requester and the request. Notes store it, since another run may have to report the result. */
export type RequesterRef = Readonly<z.output<typeof requester>>;

export const requester = z.strictObject({
  /** A login. */
  by: z.optional(z.string().check(z.refine(isLogin))),
  /** Whether the requester is a person, whom a mention notifies. */
  person: z.optional(z.boolean()),
  /** The URL of the request. */
  at: z.optional(shownUrl),
  reactTo: z.optional(reactionTarget),
  /** Whether the request is a review that requests changes: afterwards, the action requests another review. */
  review: z.optional(z.boolean()),
  /** The URL of the workflow's run. */
  run: shownUrl,
});
