import type { Answer, Failure } from '../answer.ts';
import type { Reaction } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import { LONG_JOB } from '../intervals.ts';
import { JOB_ENDS, type RequestResult, type Result } from '../job/request-result.ts';
import type { Log } from '../runner/runner.ts';
import type { CommentContext, RequesterRef } from './own-comment.ts';
import { renderReply } from './reply-text.ts';

/** Where and to whom a request is answered. */
export interface Conversation {
  readonly github: GitHub;
  /** The issue or pull request whose conversation holds the answer. */
  readonly thread: number;
  readonly requester: RequesterRef;
  readonly context: CommentContext;
  /** Whether who asked is told of the end of a long job by a reply; an edit notifies nobody. */
  readonly notify: boolean;
  readonly log: Log;
}

const REACTIONS: Readonly<Partial<Record<Result, Reaction>>> = {
  'pull-request': 'rocket',
  'no-pull-request': 'confused',
  archived: 'confused',
  timeout: 'confused',
  interrupted: 'confused',
  denied: 'confused',
  failed: '-1',
  error: '-1',
};

/** Leaves a reaction on the request, where it takes one. */
export async function react(
  { github, requester, log }: Pick<Conversation, 'github' | 'requester' | 'log'>,
  content: Reaction,
): Promise<void> {
  if (requester.reactTo === undefined) return;
  warn(await github.react(requester.reactTo, content), 'The reaction could not be left', log);
}

/** Shows the end on what asked, by a reaction. */
export async function reactToEnd(
  conversation: Pick<Conversation, 'github' | 'requester' | 'log'>,
  { result }: RequestResult,
): Promise<void> {
  const reaction = REACTIONS[result];
  if (reaction !== undefined) await react(conversation, reaction);
}

/**
 * Shows the end where people look besides the status comment: a reaction, and a reply when it took long. `mark` is hidden
 * in what tells the end of the job, for whoever finds the status comment open all the same.
 */
export async function announceEnd(
  conversation: Conversation,
  result: RequestResult,
  took: number,
  mark: string,
): Promise<void> {
  const { github, log, thread, notify, requester, context } = conversation;
  await reactToEnd(conversation, result);
  if (!notify || !requester.person || requester.by === undefined) return;
  const stopped = result.result === 'timeout';
  if (took <= LONG_JOB || !(stopped || JOB_ENDS.has(result.result))) return;
  const text = renderReply(result, requester.by, context);
  const hidden = mark === '' || stopped ? '' : `\n${mark}`;
  const reply = await github.createComment(thread, `${text}${hidden}`);
  warn(reply, 'The reply to who asked could not be written', log);
}

/** Says something in a comment of its own. */
export async function say(
  { github, thread, log }: Pick<Conversation, 'github' | 'thread' | 'log'>,
  text: string,
): Promise<void> {
  warn(await github.createComment(thread, text), 'The answer could not be written', log);
}

/** A refusal of GitHub is no failure of the job: said in the log, with the permission that is missing. */
export function warn(answer: Answer<unknown>, what: string, log: Log): void {
  if (!answer.ok) log.warning(`${what}: ${answer.failure.message}${permissionAdvice(answer.failure)}`);
}

/** What a 403 of GitHub's asks for; empty for other failures. */
export function permissionAdvice({ kind, status, message }: Failure): string {
  if (kind !== 'refused' || status !== 403) return '';
  if (/is locked/i.test(message)) return ' The conversation is locked: unlock it.';
  return ' The job needs the permission `issues: write`, on a pull request `pull-requests: write`.';
}
