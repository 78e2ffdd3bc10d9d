import type { Request } from '../event/request.ts';
import type { Reaction } from '../github/comments.ts';
import { warnOfComment } from '../github/edit-comment.ts';
import { LONG_REQUEST } from '../model/intervals.ts';
import { RESULTS, type RequestResult, unlessStopped } from '../model/request-result.ts';
import { isUnchanged } from '../report/pull-request-text.ts';
import { renderReply, renderUnsent } from '../report/reply-text.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { ThreadContext } from './thread-context.ts';

/** Leaves a reaction on the request, if it takes one. Only the end has one, because the status comment follows at once. */
export async function react(
  { github, requester: { reactTo }, tools }: ThreadContext,
  content: Reaction | undefined,
): Promise<void> {
  if (reactTo !== undefined && content !== undefined)
    warnOfComment(await github.react(reactTo, content), 'The reaction could not be left', tools.log);
}

/** Announces the result: with a reaction, and with a reply if the request took long (milliseconds). */
export async function announceEnd(
  conversation: ThreadContext,
  end: RequestResult,
  took: number,
): Promise<void> {
  const { requester } = conversation;
  const { result, pullRequest } = end;
  const isIdle = result === 'pull-request' && isUnchanged(pullRequest?.facts);
  const { reaction, is } = RESULTS[result];
  await react(conversation, isIdle ? 'confused' : reaction);
  const isLong = took > LONG_REQUEST && !is.includes('quiet');
  if (isLong && requester.person && requester.by !== undefined)
    await comment(conversation, renderReply(end, requester.by, requester));
}

/**
 * Tells the requester how a request ended, with a reaction and a reply, unless a status comment does. Only requesters who
 * used the phrase expect that. In a dry run, the summary shows the reply, and nothing is written.
 */
export async function tellRequester(
  end: RequestResult,
  { command, requestsChanges }: Request,
  conversation: ThreadContext | undefined,
  deadline: Deadline,
): Promise<RequestResult> {
  if (end.comment !== undefined) return end;
  const result = unlessStopped(end, deadline);
  const { notice } = result;
  const reply = typeof notice === 'object' ? notice.reply : undefined;
  const isExpected = (command !== undefined && !requestsChanges) || reply !== undefined;
  if (!isExpected || notice === 'none' || conversation === undefined) return result;
  const { requester, dryRun } = conversation;
  const isAnswer = result.result === 'answered' || result.result === 'dry-run';
  const reaction = isAnswer ? undefined : 'confused';
  const text = notice === 'reaction' ? undefined : (reply ?? renderUnsent(result, requester));
  if (dryRun) return { draft: { text, reaction: requester.reactTo && reaction }, ...result };
  await react(conversation, reaction);
  if (text !== undefined) await comment(conversation, text);
  return result;
}

async function comment({ github, place, tools }: ThreadContext, text: string): Promise<void> {
  warnOfComment(await github.createComment(place.thread, text), 'The reply could not be written', tools.log);
}
