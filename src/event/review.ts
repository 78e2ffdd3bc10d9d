import { type Account, accountAt } from '../github/account.ts';
import { isResult, type RequestResult, skipped, unsentByRead } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { pullUrl } from '../pull-request/link.ts';
import { readMarker } from '../pull-request/marker.ts';
import type { OpenPull } from '../pull-request/when-open.ts';
import { carriesOwnMarker, hasHtmlComment, hasOpenComment, visibleText } from '../text/comment-text.ts';
import { idAt, textAt } from '../text/json.ts';
import { quoteLine } from '../text/line.ts';
import { type Command, OPEN_COMMENT, parseCommand } from './command.ts';
import { type Comment, type IssueRef, type Lines, type Request, readLines } from './request.ts';

export interface LineComment {
  readonly authorId: number;
  /** Every line comment belongs to a review, even a single comment. */
  readonly reviewId: number;
  readonly lines: Lines;
  readonly text: string;
}

interface ReviewRules {
  readonly triggerPhrase: string;
  /** With a prompt, a review of any pull request is a request, without its text. */
  readonly prompt: string | undefined;
}

/** Adds a review's own line comments to its request. Skips a line comment if its review takes it along. */
export async function completeRequest(
  request: Request,
  rules: ReviewRules,
  access: Access,
): Promise<Request | RequestResult> {
  const { author, command, comment, thread } = request;
  if (author === undefined || command === undefined || comment === undefined || thread === undefined)
    return request;
  if (comment.kind === 'review')
    return completeReview({ ...request, author, command, comment, thread }, rules, access);
  if (comment.reviewId === undefined) return request;
  const review = await access.github.review(thread.number, comment.reviewId);
  if (!review.ok) return unsentByRead('The review that the line comment belongs to', review.failure);
  return isRequest(review.value.body, rules.triggerPhrase) ? PART_OF_REVIEW : request;
}

interface ReviewRequest extends Request {
  readonly thread: IssueRef;
  readonly author: Account;
  readonly command: Command;
  readonly comment: Comment;
}

/** Adds the line comments, except those that are separate requests. */
async function completeReview(
  request: ReviewRequest,
  { triggerPhrase: phrase, prompt }: ReviewRules,
  access: Access,
): Promise<Request | RequestResult> {
  const { author, command, comment, requestsChanges, thread } = request;
  const pull = requestsChanges ? await findReviewed(thread, author, access) : undefined;
  if (isResult(pull)) {
    const isPrompted = prompt !== undefined && pull.reasonCode === 'foreign-pull-request';
    return isPrompted ? { ...request, command: undefined } : pull;
  }
  const listed = await access.github.lineComments(thread.number);
  if (!listed.ok) return unsentByRead("The review's own line comments", listed.failure);
  const comments = listed.value.items.flatMap((one) => readLineComment(one) ?? []);
  const all = partsOf(comments, { id: comment.id, authorId: author.id });
  const others = all.filter(({ text }) => requestsChanges && isRequest(text, phrase));
  const parts = all.filter((part) => !others.includes(part));
  const { command: whole, reviewed } = withLineComments(command, parts, phrase);
  if (requestsChanges && whole.kind === 'empty' && prompt === undefined) return NOTHING_LEFT;
  const lines = { reviewed, others: others.map((other) => other.lines) };
  return { ...request, command: whole, comment: { ...comment, ...lines }, pull };
}

/** The job that created a reviewed pull request, or why the review is no request. */
async function findReviewed(
  { number, openedBy }: IssueRef,
  reviewer: Account,
  access: Access,
): Promise<OpenPull | RequestResult> {
  const marker = await readMarker(number, access);
  if (!marker.ok) return unsentByRead('The marker of the pull request', marker.failure);
  if (marker.value === undefined)
    return skipped('foreign-pull-request', `No job of this action created pull request ${number}.`);
  const { jobId, comment } = marker.value;
  // The agent and this action never reply to themselves.
  if ([comment.user?.id, openedBy?.id].includes(reviewer.id))
    return skipped('own-comment', 'The account of the agent or of this action wrote the review.');
  return { jobId, url: pullUrl(number, access.workflowRun) };
}

/** The run of the review reports the request. */
const PART_OF_REVIEW: RequestResult = {
  ...skipped('part-of-review', 'The line comment is part of a review that is the request.'),
  notice: 'none',
};
const NOTHING_LEFT = skipped(
  'part-of-review',
  'The review has no text, and no line comments that are not requests themselves.',
);

/** Undefined if GitHub's JSON lacks a field. */
export function readLineComment(json: unknown): LineComment | undefined {
  const authorId = accountAt(json, 'user')?.id;
  const reviewId = idAt(json, 'pull_request_review_id');
  const lines = readLines(json);
  const text = textAt(json, 'body');
  if (authorId === undefined || reviewId === undefined || lines === undefined || text === undefined)
    return undefined;
  return { authorId, reviewId, lines, text };
}

/**
 * Whether a review is a request itself. Its line comments then start nothing, even those that begin with the phrase. Their
 * own events don't contain the review.
 */
export function isRequest(body: string, phrase: string): boolean {
  return !carriesOwnMarker(body) && parseCommand(body, phrase) !== undefined;
}

/** The line comments of a review, without those by other people. */
export function partsOf(
  comments: readonly LineComment[],
  review: { readonly id: number; readonly authorId: number },
): readonly LineComment[] {
  return comments.filter(({ authorId, reviewId }) => authorId === review.authorId && reviewId === review.id);
}

/**
 * The command of a review with its line comments, and their lines. With line comments, a bare phrase is an instruction, too.
 * The instruction refers to files by number, because their names are foreign text.
 */
export function withLineComments<Kind extends Command>(
  command: Kind,
  comments: readonly LineComment[],
  phrase: string,
): {
  readonly command: Kind | Extract<Command, { kind: 'instruction' | 'mistake' }>;
  readonly reviewed?: readonly Lines[] | undefined;
} {
  if (command.kind !== 'instruction' && command.kind !== 'empty') return { command };
  if (comments.some(({ text }) => hasOpenComment(text))) return { command: OPEN_COMMENT };
  const parts = comments
    .map(({ lines, text }) => ({ lines, text: carriesOwnMarker(text) ? '' : withoutPhrase(text, phrase) }))
    .filter(({ text }) => text !== '');
  if (parts.length === 0) return { command };
  const { isNew } = command;
  const first = command.kind === 'instruction' ? [command.instruction] : [];
  const numbered = parts.map(({ text }, at) => `Comment ${at + 1}, on its lines in the data below:\n${text}`);
  const instruction = [...first, ...numbered].join('\n\n');
  const isCut = command.isCut || comments.some(({ text }) => hasHtmlComment(text));
  return {
    command: { kind: 'instruction', isNew, instruction, ...(isCut && { isCut }) },
    reviewed: parts.map(({ lines }) => lines),
  };
}

function withoutPhrase(text: string, phrase: string): string {
  const command = parseCommand(text, phrase);
  if (command === undefined || command.kind === 'mistake') return visibleText(text).trim();
  if (command.kind === 'instruction') return command.instruction;
  return command.kind === 'empty' ? '' : command.unsent;
}

/** Like `"docs/a.md", lines 10 to 12`. */
export function describeLines({ path, line, startLine, side }: Lines): string {
  const name = quoteLine(path, 300);
  if (line === undefined) return name;
  const where = startLine === undefined ? `line ${line}` : `lines ${startLine} to ${line}`;
  return `${name}, ${where}${side === undefined ? '' : ` (${side} side of the diff: before the change)`}`;
}
