import type { Request } from '../event/request.ts';
import type { Reaction } from '../github/comments.ts';
import { warnOfComment } from '../github/edit-comment.ts';
import { LONG_REQUEST } from '../model/intervals.ts';
import { RESULTS, type RequestResult, unlessStopped } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { isUnchanged } from '../report/pull-request-text.ts';
import { renderReply, renderUnsent } from '../report/status-text.ts';
import type { Thread } from './thread.ts';

/** Leaves a reaction on the request, if it takes one, and replies. Only the end has a reaction: the status comment follows at once. */
export async function notify(
  { number, requester: { reactTo } }: Thread,
  reaction: Reaction | undefined,
  reply: string | undefined,
  { github, log }: Access,
): Promise<void> {
  const reacted = reactTo && reaction && (await github.react(reactTo, reaction));
  if (reacted) warnOfComment(reacted, 'The reaction could not be left', log);
  const replied = reply === undefined ? undefined : await github.createComment(number, reply);
  if (replied) warnOfComment(replied, 'The reply could not be written', log);
}

/** Announces the result: with a reaction, and with a reply if the request took long (milliseconds). */
export async function announceEnd(
  thread: Thread,
  end: RequestResult,
  took: number,
  access: Access,
): Promise<void> {
  const { requester } = thread;
  const { result, pullRequest } = end;
  const isIdle = result === 'pull-request' && isUnchanged(pullRequest?.facts);
  const { reaction, is } = RESULTS[result];
  const isLong = took > LONG_REQUEST && !is.includes('quiet') && requester.person;
  const reply = isLong && requester.by ? renderReply(end, requester.by, requester) : undefined;
  await notify(thread, isIdle ? 'confused' : reaction, reply, access);
}

/**
 * Tells the requester how a request ended, with a reaction and a reply, unless a status comment does. Only requesters who
 * used the phrase expect that. In a dry run, the summary shows the reply, and nothing is written.
 */
export async function tellRequester(
  end: RequestResult,
  { command, requestsChanges }: Request,
  thread: Thread | undefined,
  dryRun: boolean,
  access: Access,
): Promise<RequestResult> {
  if (end.comment !== undefined) return end;
  const result = unlessStopped(end, access.deadline);
  const { notice } = result;
  const reply = typeof notice === 'object' ? notice.reply : undefined;
  const isExpected = (command !== undefined && !requestsChanges) || reply !== undefined;
  if (!isExpected || notice === 'none' || thread === undefined) return result;
  const { requester } = thread;
  const isAnswer = result.result === 'answered' || result.result === 'dry-run';
  const reaction = isAnswer ? undefined : 'confused';
  const text = notice === 'reaction' ? undefined : (reply ?? renderUnsent(result, requester));
  if (dryRun) return { draft: { text, reaction: requester.reactTo && reaction }, ...result };
  await notify(thread, reaction, text, access);
  return result;
}
