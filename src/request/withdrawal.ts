import type { Request } from '../event/request.ts';
import { HEAD_LAG, WAITED } from '../model/intervals.ts';
import { type RequestResult, skipped } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { slept } from '../runner/clock.ts';

/**
 * The result if a person took back a request that had to wait, here or in GitHub's queue: the comment was deleted, or the review
 * dismissed. GitHub can return 404 for a moment.
 */
export async function findWithdrawal(
  request: Request,
  { github, clock, deadline, time }: Access,
): Promise<RequestResult | undefined> {
  const { comment, requestsChanges, thread } = request;
  if (comment === undefined || time.now() - Date.parse(comment.writtenAt) < WAITED) return undefined;
  const isGone = async () => {
    const read = await github.written(comment, thread?.number ?? 0);
    // GitHub itself can dismiss an approval after a push.
    const isDismissed = read.ok && requestsChanges && read.value.state === 'DISMISSED';
    return isDismissed || (!read.ok && read.failure.status === 404);
  };
  if (!(await isGone()) || !(await slept(HEAD_LAG, clock, deadline.stop)) || !(await isGone()))
    return undefined;
  return skipped(
    'request-deleted',
    'The comment was deleted, or the review dismissed, before the turn of this request came.',
  );
}
