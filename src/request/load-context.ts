import { MOST_COMMENTS } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer } from '../http/failure.ts';
import type { ContextMode } from '../inputs/context-mode.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { fullContext, linkContext, reviewedContext, type Surroundings } from './context.ts';
import type { Request } from './request.ts';
import { areUntouched, partsOf, readLineComment, reviewAsks, withLineComments } from './review.ts';

/** What a request needs to be complete and the event does not hold; or why it could not be had. */
export type Gathered<T> =
  | { readonly kind: 'complete'; readonly value: T }
  /** The request is part of another one, which has an event of its own. */
  | { readonly kind: 'part'; readonly reason: string }
  | { readonly kind: 'missing'; readonly reason: string; readonly code: ReasonCode };

/** The whole request: a review's own line comments belong to it, and start nothing by themselves. */
export async function completeRequest(
  request: Request,
  phrase: string,
  github: GitHub | undefined,
): Promise<Gathered<Request>> {
  const { source, thread, command, author } = request;
  if (command === undefined || thread === undefined) return { kind: 'complete', value: request };
  if (source.kind === 'line' && source.reviewId !== undefined) {
    const review = await ask(github, (it) => it.review(thread.number, source.reviewId ?? 0));
    if (!review.ok) return missing('review that the line comment belongs to', review);
    const part = reviewAsks(review.value.body, phrase);
    if (part) return { kind: 'part', reason: 'The line comment is part of a review that is the request.' };
  }
  if (source.kind !== 'review') return { kind: 'complete', value: request };
  const comments = await ask(github, (it) => it.lineComments(thread.number));
  if (!comments.ok) return missing("review's own line comments", comments);
  const read = comments.value.items.flatMap((comment) => readLineComment(comment) ?? []);
  const review = { id: source.id, authorId: author?.id ?? 0 };
  if (!areUntouched(partsOf(read, review), source.submittedAt)) {
    const reason = "One of the review's line comments was edited after the review was submitted: ask again.";
    return { kind: 'missing', reason, code: 'review-edited' };
  }
  const whole = withLineComments(command, read, review, phrase);
  const value = { ...request, command: whole.command, source: { ...source, reviewed: whole.reviewed } };
  return { kind: 'complete', value };
}

/** What the agent is told about the place of the request. `token` marks foreign words; nobody could foresee it. */
export async function gatherContext(
  request: Request,
  mode: ContextMode,
  github: GitHub | undefined,
  token: string,
): Promise<Gathered<string | undefined>> {
  // A push or a release is about a change, which is told elsewhere; its thread is only where to report.
  if (request.changeEvent !== undefined) return { kind: 'complete', value: undefined };
  if (mode === 'none') return { kind: 'complete', value: reviewedContext(request, token) };
  if (mode === 'link' || request.thread === undefined)
    return { kind: 'complete', value: linkContext(request, token) };
  const { number, kind } = request.thread;
  const comments = await ask(github, (it) => it.lastComments(number, MOST_COMMENTS));
  if (!comments.ok) return missing("thread's comments", comments);
  const remarks = comments.value.items.map(({ id, user, body }) => ({
    id,
    login: user?.login ?? '',
    text: body,
  }));
  if (kind === 'issue')
    return { kind: 'complete', value: fullContext(request, { remarks, files: [] }, token) };
  const files = await ask(github, (it) => it.changedFiles(number));
  if (!files.ok) return missing("pull request's files", files);
  const surroundings: Surroundings = { remarks, files: files.value.items };
  return { kind: 'complete', value: fullContext(request, surroundings, token) };
}

async function ask<T>(
  github: GitHub | undefined,
  call: (github: GitHub) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  if (github !== undefined) return call(github);
  const message = '`github-token` is empty.';
  const code = 'token-missing';
  return { ok: false, failure: { kind: 'refused', code, message, fate: 'not processed', transient: false } };
}

function missing(what: string, answer: Answer<unknown> & { ok: false }): Gathered<never> {
  const { code, message } = answer.failure;
  return { kind: 'missing', reason: `The ${what} could not be read: ${message}`, code };
}
