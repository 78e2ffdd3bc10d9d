import { COMMIT_OUTDATED } from '../checks/decide-checks.ts';
import { hasTrait } from '../event/events.ts';
import type { Turn } from '../job/job-status.ts';
import { type JobTools, resumeTurn } from '../job/watch.ts';
import { type RequestResult, unsent } from '../model/request-result.ts';
import type { PullRequestState } from '../pull-request/read-facts.ts';
import type { Job } from '../service/job.ts';
import { namesJob, type ThreadRequest, type ToSend } from '../thread/choose-next.ts';
import { hasLaterTurn, headsOf, type Note, withLink } from '../thread/note.ts';

/** How a re-run without a thread ends, if it could send twice and a person can start a new run instead. */
export function refuseRepeat(
  { attempt, instruction }: ThreadRequest,
  event: string,
): RequestResult | undefined {
  return attempt > 1 && instruction !== undefined && hasTrait(event, 'by-hand') ? UNREPEATABLE : undefined;
}

const UNREPEATABLE = unsent(
  're-run-refused',
  'a re-run could send it twice, because without a thread the action knows no job of the earlier attempt. Start a new run with the **Run workflow** form. To watch the job of the earlier attempt, set `job-id` to its ID from the log, without a prompt.',
);

/**
 * The part of the note that names what is sent, or why nothing is sent: red checks are sent only while their commit is the head.
 * `outdated` if the request has to choose a job again. `pull` was just read.
 */
export function claimSend(next: ToSend, pull: PullRequestState | undefined, request: ThreadRequest) {
  const { checks } = request;
  const { head, mergesItself, state } = pull ?? {};
  if (state === 'closed' && !namesJob(request)) return 'outdated';
  if (mergesItself && state === 'open')
    return unsent(
      'auto-merge-on',
      `auto-merge is on for ${next.pullRequest}, so GitHub could merge the change before anyone reads it. ${SWITCH_OFF}`,
    );
  if (checks !== undefined && head !== checks)
    return head === undefined && next.kind === 'message' ? HEAD_UNREAD : COMMIT_OUTDATED;
  const isNew = next.kind === 'create';
  return {
    jobId: isNew ? undefined : next.before.id,
    continuesPullRequest: isNew ? next.continuesPullRequest : head && next.pullRequest,
    headBefore: head,
  };
}

const SWITCH_OFF = 'Switch auto-merge off first, then repeat the request.';
const HEAD_UNREAD = unsent('github-refused', 'the pull request of the checks could not be read.');

export interface StartedJob {
  readonly kind: 'started';
  readonly job: Job;
  readonly turn: Turn;
  /** The job got another request since, whose end is not that of this one. */
  readonly isEarlierTurn?: boolean | undefined;
  /** What the request's note says about the send. */
  readonly noted: Pick<Note, 'sentAt' | 'created' | 'continuesPullRequest' | 'headBefore' | 'headAfter'>;
  /** All notes of the thread, as read before the send. */
  readonly notes: readonly Note[];
}

export function resumeJob(earlier: Note, seen: Job, notes: readonly Note[], tools: JobTools): StartedJob {
  const job = withLink(seen, notes);
  const { continuesPullRequest } = earlier;
  const turn = earlier.state === 'ended' ? earlier : resumeTurn(earlier, job, tools);
  const noted = { continuesPullRequest, ...headsOf(earlier, job.prLink, notes) };
  return { kind: 'started', job, turn, isEarlierTurn: hasLaterTurn(earlier, notes), noted, notes };
}
