import type { RequestResult } from '../job/request-result.ts';
import { code, factList, linkList, plain } from '../text/markdown.ts';
import { factLine, shownFacts } from './facts.ts';
import { type CommentContext, finishComment } from './own-comment.ts';
import { jobFacts, outcomeLine } from './status-text.ts';

/** The state of the thread's job, for the requester. */
export function renderJobState(
  seen: Pick<RequestResult, 'job' | 'pullRequest'>,
  note: string,
  context: CommentContext,
): string {
  return finishComment([plain(note), seen.job === undefined ? '' : factList(jobFacts(seen))], context);
}

/** The short reply that notifies the requester of the outcome; the only text that mentions anyone. */
export function renderReply(result: RequestResult, requester: string, context: CommentContext): string {
  const facts = result.result === 'pull-request' ? factLine(shownFacts(result)) : '';
  return finishComment([`@${requester} ${outcomeLine(result, context)}`, facts], context);
}

/** One line that says why a request was refused. */
export function renderRefusal(reason: string, context: CommentContext): string {
  return finishComment([`**Not allowed:** ${plain(reason)}`], context);
}

/** Tells the requester why nothing was sent. */
export function renderUnsent(result: RequestResult, context: CommentContext): string {
  const { reason, links = [] } = result;
  const unsent = /^not sent: /.test(reason) ? result : { ...result, reason: `not sent: ${reason}` };
  return finishComment([outcomeLine(unsent), linkList(links)], context);
}

/** The flags; `problem` is what was wrong with the request. */
export function renderHelp(context: CommentContext, problem?: string): string {
  const { phrase } = context;
  return finishComment(
    [
      problem === undefined ? '' : `**Not sent:** ${plain(problem)}`,
      'Start a comment with one of these:',
      [
        `- ${code(`${phrase} Rewrite the quickstart for v2`)} sends an instruction to the documentation agent. All lines of the comment are the instruction. Later requests in this thread go to the same job.`,
        `- ${code(`${phrase} --new`)} and an instruction starts a new job.`,
        `- ${code(`${phrase} --status`)} shows the state of the job.`,
        `- ${code(`${phrase} --help`)} shows this help.`,
      ].join('\n'),
    ],
    context,
  );
}
