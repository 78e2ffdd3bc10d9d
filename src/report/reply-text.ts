import type { RequesterRef } from '../github/requester.ts';
import type { RequestResult } from '../model/request-result.ts';
import type { Job } from '../service/job.ts';
import { code, factList, folded, link, plain } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { type CommentContext, finishComment } from './own-comment.ts';
import { factLine, shownFacts } from './pull-request-text.ts';
import { firstLine, jobFacts, nameRequester, outcomeLine, resultParts } from './status-text.ts';

/** The contents of the reply to `--status`. */
export interface JobState {
  /** The job, and its result if it has ended. */
  readonly job?: Job | undefined;
  readonly result?: RequestResult | undefined;
  /** The action's own sentences, like why there is no job to show. */
  readonly notes: readonly string[];
  /** The newest request to the job; its text is foreign. */
  readonly last?: RequesterRef | undefined;
  readonly about?: string | undefined;
  /** Milliseconds since it was sent. */
  readonly elapsed?: number | undefined;
}

/** The state of the thread's job, and its last request. */
export function renderJobState(state: JobState, context: CommentContext): string {
  const { job, result, notes, last, about = '', elapsed } = state;
  const who = last === undefined ? '' : nameRequester(last);
  const ago = elapsed === undefined ? '' : `${formatDuration(elapsed)} ago`;
  const requested = [who && `by ${who}`, ago].filter(Boolean).join(', ');
  const parts = result === undefined ? ['**Working on it**'] : resultParts(result, context);
  return finishComment(
    [
      ...(job === undefined ? [] : parts),
      ...notes.map(plain),
      requested && `Requested ${requested}${about && `: ${firstLine(about)}`}`,
      job === undefined ? '' : folded('Details', factList(jobFacts(result ?? { job }, context))),
    ],
    context,
  );
}

/** The short reply that notifies the requester of the outcome. */
export function renderReply(result: RequestResult, requester: string, context: CommentContext): string {
  const facts = result.result === 'pull-request' ? factLine(shownFacts(result)) : '';
  return finishComment([`@${requester} ${outcomeLine(result, context)}`, facts], context);
}

/** The reply that explains why nothing was sent. */
export function renderUnsent(result: RequestResult, context: CommentContext): string {
  return finishComment(resultParts(result, context), context);
}

/** The help; `actionUrl` is the URL of the action's files, and `problem` what was wrong with the comment. */
export function renderHelp(phrase: string, actionUrl: string, problem?: string): string {
  return finishComment(
    [
      problem === undefined ? '' : `**Not sent:** ${plain(problem)}`,
      'Start a comment with one of these:',
      [
        `- ${code(`${phrase} Rewrite the quickstart for v2`)} sends an instruction to the documentation agent. All lines of the comment are the instruction. Later requests in this thread go to the same job. Nothing stops a job.`,
        `- ${code(`${phrase} --new`)} and an instruction starts a new job.`,
        `- ${code(`${phrase} --status`)} shows the state of the job.`,
        `- ${code(`${phrase} --skip`)} and a reason, on a pull request, reports its last commit as documented, if this repository uses a commit status.`,
        `- ${code(`${phrase} --help`)} shows this help.`,
      ].join('\n'),
      actionUrl && `If requests fail, ${link(`${actionUrl}/examples/check-set-up.yml`, 'check the set-up')}.`,
    ],
    { phrase },
  );
}
