import type { Request } from '../event/request.ts';
import { isPerson } from '../github/account.ts';
import type { ReactionTarget } from '../github/requester.ts';
import { type Access, threadOf } from '../pull-request/access.ts';
import { pullUrl } from '../pull-request/link.ts';
import type { CommentContext } from '../report/own-comment.ts';
import type { ThreadRef } from '../text/signed-note.ts';

/** Where a request is reported, and who requested what. */
export interface Thread extends ThreadRef {
  readonly requester: CommentContext;
  /** The URL of the pull request that the request is on. */
  readonly pullRequest?: string | undefined;
  /** Comment only if the agent changed something. */
  readonly onlyWhenChanged?: boolean | undefined;
}

interface ThreadRules {
  readonly comment: 'auto' | 'when-changed' | 'never';
  readonly issueNumber?: number | undefined;
  readonly triggerPhrase: string;
}

/** The thread of a request, or of the pull request that its change is about. Undefined if the action must not or can't comment. */
export function openThread(
  request: Request,
  { comment, issueNumber, triggerPhrase }: ThreadRules,
  access: Access,
  pull?: number,
): Thread | undefined {
  const { requestsChanges, sender, thread } = request;
  const { workflowRun } = access;
  const number = issueNumber ?? pull ?? thread?.number;
  if (number === undefined || comment === 'never') return undefined;
  const isOnPull = thread?.kind === 'pull-request' && thread.number === number;
  const requester = {
    by: sender?.login,
    person: isPerson(sender),
    at: pull === undefined ? request.url : pullUrl(pull, workflowRun),
    reactTo: reactionTarget(request),
    review: requestsChanges,
    run: workflowRun.url,
    phrase: triggerPhrase,
  };
  return {
    ...threadOf(number, access),
    requester,
    pullRequest: isOnPull ? pullUrl(number, workflowRun) : undefined,
    // A push, a release or a schedule has no requester in the thread.
    onlyWhenChanged: comment === 'when-changed' && !hasThread(request),
  };
}

/** Whether people read of the request in a thread. A push, a release or a schedule has none, and checks have their pull request's. */
export function hasThread({ thread, checks }: Request): boolean {
  return thread !== undefined || checks !== undefined;
}

/** Where to add a reaction. Reviews can't have any, and GitHub stores those to a pull request on its issue. */
export function reactionTarget({ thread, comment }: Request): ReactionTarget | undefined {
  if (comment === undefined) return thread && { kind: 'issue', number: thread.number };
  const { kind, id } = comment;
  return kind === 'review' ? undefined : { kind, id };
}
