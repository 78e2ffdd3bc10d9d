import type { RequestResult } from '../job/request-result.ts';
import { code, factList, linkList, plain } from '../text/markdown.ts';
import { type CommentContext, finishComment } from './own-comment.ts';
import { jobFacts, linkPullRequest, TITLES } from './status-text.ts';

/** How far the thread's job is, for who asked. */
export function renderJobState(
  seen: Pick<RequestResult, 'job' | 'pullRequest'>,
  note: string,
  context: CommentContext,
): string {
  return finishComment([plain(note), seen.job === undefined ? '' : factList(jobFacts(seen))], context);
}

/** The short reply that tells the requester of the end; the only text that mentions anybody. */
export function renderReply(outcome: RequestResult, requester: string, context: CommentContext): string {
  const { pullRequest, result } = outcome;
  const what = pullRequest === undefined ? plain(outcome.reason) : linkPullRequest(pullRequest.link);
  return finishComment([`@${requester} ${TITLES[result]}: ${what}`], context);
}

/** One line that says why a request was refused. */
export function renderRefusal(reason: string, context: CommentContext): string {
  return finishComment([`Not allowed: ${plain(reason)}`], context);
}

/** Says why nothing was sent, to who asked for it. */
export function renderUnsent({ reason, links = [] }: RequestResult, context: CommentContext): string {
  const why = `Nothing was sent: ${plain(reason.replace(/^not sent: /, ''))}`;
  return finishComment([why, linkList(links)], context);
}

/** The answer to a question about the language of comments; `problem` is what was wrong with the request. */
export function renderHelp(context: CommentContext, problem?: string): string {
  const { phrase } = context;
  return finishComment(
    [
      problem === undefined ? '' : `Nothing was sent: ${plain(problem)}`,
      'Begin a comment like one of these:',
      [
        `- ${code(`${phrase} Rewrite the quickstart for v2`)} asks the documentation agent. All lines are the instruction. Later requests in this conversation go to the same job.`,
        `- ${code(`${phrase} --new`)} and an instruction starts a fresh job.`,
        `- ${code(`${phrase} --status`)} shows how far the job is.`,
        `- ${code(`${phrase} --help`)} shows this.`,
      ].join('\n'),
    ],
    context,
  );
}
