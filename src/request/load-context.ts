import { MOST_COMMENTS } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer, Failure } from '../http/failure.ts';
import type { ContextMode } from '../inputs/fields.ts';
import { type RequestResult, unsent } from '../job/request-result.ts';
import { fullContext, linkContext, reviewedContext } from './context.ts';
import type { Request } from './request.ts';
import {
  areUntouched,
  type LineComment,
  partsOf,
  readLineComment,
  reviewAsks,
  withLineComments,
} from './review.ts';

/** What the event does not hold and was read besides; or how the run ends without it. */
export type Gathered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly result: RequestResult };

/** The whole request: a review's own line comments belong to it, and start nothing by themselves. */
export async function completeRequest(
  request: Request,
  phrase: string,
  github: GitHub | undefined,
): Promise<Gathered<Request>> {
  const { source, thread, command, author } = request;
  if (command === undefined || thread === undefined) return { ok: true, value: request };
  if (source.kind === 'line' && source.reviewId !== undefined) {
    const { reviewId } = source;
    const review = await ask(github, (it) => it.review(thread.number, reviewId));
    if (!review.ok) return unread('review that the line comment belongs to', review.failure);
    if (reviewAsks(review.value.body, phrase)) return { ok: false, result: PART_OF_REVIEW };
  }
  if (source.kind !== 'review') return { ok: true, value: request };
  const parts = await readParts(thread.number, { id: source.id, authorId: author?.id ?? 0 }, github);
  if (!parts.ok) return parts;
  if (!areUntouched(parts.value, source.submittedAt)) {
    const reason = "One of the review's line comments was edited after the review was submitted: ask again.";
    return { ok: false, result: unsent('review-edited', reason) };
  }
  const { command: whole, reviewed } = withLineComments(command, parts.value, phrase);
  return { ok: true, value: { ...request, command: whole, source: { ...source, reviewed } } };
}

/** The review's own line comments, if all of them can be read. */
async function readParts(
  pull: number,
  review: Parameters<typeof partsOf>[1],
  github: GitHub | undefined,
): Promise<Gathered<readonly LineComment[]>> {
  const listed = await ask(github, (it) => it.lineComments(pull));
  if (!listed.ok) return unread(OWN_LINES, listed.failure);
  const { comments, cut } = listed.value;
  const read = comments.flatMap((comment) => readLineComment(comment) ?? []);
  const parts = partsOf(read, review);
  if (!cut) return { ok: true, value: parts };
  // Some may be further back. The review's own list has them all, but without their lines.
  const all = await ask(github, (it) => it.commentsOfReview(pull, review.id));
  if (!all.ok) return unread(OWN_LINES, all.failure);
  if (all.value.items.length > parts.length) return { ok: false, result: unsent('review-edited', HIDDEN) };
  return { ok: true, value: parts };
}

const OWN_LINES = "review's own line comments";
const HIDDEN = `${MOST_COMMENTS.toLocaleString('en')} newer line comments hide some of the review's own. Request the change in a comment.`;

const PART_OF_REVIEW: RequestResult = {
  result: 'skipped',
  reasonCode: 'part-of-review',
  reason: 'The line comment is part of a review that is the request.',
};

/** What the agent is told about the place of the request. `token` marks foreign words; nobody could foresee it. */
export async function gatherContext(
  request: Request,
  mode: ContextMode,
  github: GitHub | undefined,
  token: string,
): Promise<Gathered<string | undefined>> {
  // A push or a release is about a change, which is told elsewhere; its thread is only where to report.
  if (request.changeEvent !== undefined) return { ok: true, value: undefined };
  if (mode === 'none') return { ok: true, value: reviewedContext(request, token) };
  if (mode === 'link' || request.thread === undefined)
    return { ok: true, value: linkContext(request, token) };
  const { number, kind } = request.thread;
  const comments = await ask(github, (it) => it.lastComments(number, MOST_COMMENTS));
  if (!comments.ok) return unread("thread's comments", comments.failure);
  const files = kind === 'issue' ? NO_FILES : await ask(github, (it) => it.changedFiles(number));
  if (!files.ok) return unread("pull request's files", files.failure);
  const surroundings = { comments: comments.value.items, files: files.value.items };
  return { ok: true, value: fullContext(request, surroundings, token) };
}

const NO_FILES = { ok: true, value: { items: [] } } as const;

async function ask<T>(
  github: GitHub | undefined,
  call: (github: GitHub) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  if (github !== undefined) return call(github);
  const message = '`github-token` is empty.';
  const code = 'token-missing';
  return { ok: false, failure: { kind: 'refused', code, message, fate: 'not processed', transient: false } };
}

function unread(what: string, { code, message }: Failure): Gathered<never> {
  return { ok: false, result: unsent(code, `The ${what} could not be read: ${message}`) };
}
