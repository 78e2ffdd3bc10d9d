import type { RequesterRef } from '../github/requester.ts';
import type { PullRequest } from '../model/pull-request-facts.ts';
import { leftJobOf, RESULTS, type RequestResult } from '../model/request-result.ts';
import type { Job } from '../service/job.ts';
import { OWN_COMMENT } from '../text/comment-text.ts';
import { code, factList, folded, link, plain, shorten } from '../text/markdown.ts';
import { clockTime, formatDuration } from '../text/time.ts';
import {
  factLine,
  factParts,
  isUnchanged,
  linkPullRequest,
  nameFiles,
  namePullRequest,
  shownFacts,
} from './pull-request-text.ts';

/** In bytes. GitHub refuses comments of more than 65,536 characters. */
const COMMENT_LIMIT = 65_000;

/** What every comment about a request needs. */
export interface CommentContext extends RequesterRef {
  /** Undefined if the step doesn't know it. */
  readonly phrase?: string | undefined;
}

/** Joins the paragraphs of a comment: marked as the action's, within GitHub's limit, and never a request itself. */
export function finishComment(parts: readonly string[], { phrase }: Pick<CommentContext, 'phrase'>): string {
  const text = parts.filter((part) => part !== '').join('\n\n');
  return `${shorten(phrase ? guardPhrase(text, phrase) : text, COMMENT_LIMIT)}\n\n${OWN_COMMENT}`;
}

/** How to request changes. Empty if no comment or review was the request: perhaps no workflow answers any. */
export function inviteTo(where: string, { at, phrase }: Pick<CommentContext, 'at' | 'phrase'>): string {
  const isWritten = at !== undefined && new URL(at).hash !== '';
  return isWritten ? `To request changes, ${howToRequest({ phrase }, where)}.` : '';
}

/** Like "comment here with `/docs` and what to change". */
function howToRequest({ phrase }: Pick<CommentContext, 'phrase'>, where = 'here'): string {
  return phrase
    ? `comment ${where} with ${code(phrase)} and what to change`
    : `send another request ${where}`;
}

/** No line of the action's comments begins with the phrase, whatever the phrase is. */
function guardPhrase(text: string, phrase: string): string {
  const begins = (line: string) => line.trimStart().toLowerCase().startsWith(phrase.toLowerCase());
  return text
    .split('\n')
    .map((line) => (begins(line) ? `&#8203;${line}` : line))
    .join('\n');
}

export interface Status {
  /** The instruction; foreign text. */
  readonly about?: string | undefined;
  /** When the step started, in epoch milliseconds. */
  readonly since?: number | undefined;
  /** Undefined while the request waits for its turn. */
  readonly job?: Job | undefined;
  readonly result?: RequestResult | undefined;
  /** Milliseconds from the step's start to the result; undefined if another run reports it. */
  readonly duration?: number | undefined;
  /** The action's own sentences for people. */
  readonly notes?: readonly string[] | undefined;
}

/** The first version of a request's comment. It stays true even if the run is killed, or never learns of the comment. */
export function renderPosted(context: CommentContext): string {
  const who = nameRequester(context);
  const requested = who && ` Requested by ${who}.`;
  return finishComment(
    [`**Starting…**${requested} ${link(context.run, 'The run')} shows the progress.`],
    context,
  );
}

/** The status comment: the outcome in its first line, then what reviewers need. The rest is folded. */
export function renderStatus(status: Status, context: CommentContext): string {
  const { result, job, notes = [], duration } = status;
  const details = factList([
    ['Requested by', nameRequester(context)],
    ...jobFacts(result ?? { job }, context),
    ['Duration', duration === undefined ? '' : formatDuration(duration)],
    ['Run', link(context.run, 'log')],
  ]);
  const isOpen = result === undefined || result.result === 'started';
  const parts = isOpen ? [stateLine(status, context)] : resultParts(result, context);
  const next = isOpen ? '' : whatNext(result, context);
  const more = [details, next].filter(Boolean).join('\n\n');
  return finishComment([...parts, ...notes.map(plain), folded('Details', more)], context);
}

/** What a status comment says if checks still fail. The person is mentioned. */
export function renderStillRed(
  reason: string,
  { by, phrase }: Pick<CommentContext, 'by' | 'phrase'>,
): string {
  const mention = by === undefined ? '' : `@${by} `;
  return `${mention}**Checks still fail:** ${plain(reason)} To go on, ${howToRequest({ phrase })}.`;
}

/** The outcome, with its link or its reason, then the facts of the pull request. */
export function resultParts(result: RequestResult, context: CommentContext): string[] {
  const { warning, links = [], reasonCode } = result;
  const facts = shownFacts(result);
  // Other reasons include the warning.
  const doubt = result.result === 'pull-request' ? warning : undefined;
  return [
    outcomeLine(result, context),
    doubt === undefined
      ? ''
      : `**Warning:** ${plain(doubt)} ${nameFiles(facts?.outsideFiles ?? [])}`.trimEnd(),
    reasonCode === 'branch-without-pull-request'
      ? links.map((url) => link(url, 'Open a pull request')).join('')
      : links.map((url) => `- ${link(url)}`).join('\n'),
    ...factParts(facts),
  ];
}

/** The outcome in one line, in the words of a status. */
function outcomeLine(result: RequestResult, context: CommentContext): string {
  const { pullRequest, reason } = result;
  return result.result === 'pull-request' && pullRequest !== undefined
    ? pullRequestLine(pullRequest, shownFacts(result), reason, context)
    : endLine(result, context);
}

function endLine(result: RequestResult, { phrase }: CommentContext): string {
  const { reason } = result;
  if (result.outcome === 'not sent' || result.result === 'dry-run')
    return plain(reason).replace(/^(?:Not sent|Dry run):/, '**$&**');
  const title = result.outcome === 'unknown' ? 'Outcome unknown' : RESULTS[result.result].title;
  const outcome = `**${title}:** ${plain(reason)}`;
  if (!phrase || leftJobOf(result) === undefined) return outcome;
  return `${outcome} ${WATCH_AGAIN} ${code(`${phrase} --status`)} checks it, and the next request here goes to it.`;
}

/** After the first request, people want to know whether their follow-up changed the pull request. */
function pullRequestLine(
  { link: url, operation, facts }: PullRequest,
  shown: ReturnType<typeof shownFacts>,
  reason: string,
  { run }: CommentContext,
): string {
  const name = namePullRequest(url, shown, run);
  const { update, closedAs } = facts ?? {};
  if (closedAs !== undefined)
    return `**${closedAs === 'merged' ? 'Merged too early' : 'Closed'}:** ${name}. ${plain(reason)}`;
  if (isUnchanged(facts)) return `**Nothing was pushed for this request:** ${name}`;
  if (update !== undefined) {
    const commits = shown?.commits;
    const counted = `, ${commits === 1 ? '1 commit' : `${commits} commits`} since the request`;
    const compared = shown && `, ${link(update.compareUrl, code(update.head.slice(0, 7)))}`;
    return `**Updated:** ${name}${commits === undefined ? '' : counted}${compared ?? ''}`;
  }
  if (operation !== 'created') return `**Finished:** ${name}`;
  return `**${shown?.draft ? 'Draft pull request ready' : 'Pull request ready'}:** ${name}`;
}

/** Like `ann (request)`, with a link. */
function nameRequester({ by, at }: RequesterRef): string {
  const where = at === undefined ? '' : link(at, 'request');
  if (by === undefined) return where;
  return where === '' ? code(by) : `${code(by)} (${where})`;
}

/** The known fields of a job by name; unknown ones are empty. */
export function jobFacts(
  { job, jobId, pullRequest }: Pick<RequestResult, 'job' | 'jobId' | 'pullRequest'>,
  { run }: CommentContext,
): (readonly [string, string])[] {
  return [
    ['Pull request', pullRequest === undefined ? '' : linkPullRequest(pullRequest.link, run)],
    ['Job', code(job?.id ?? jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Model', code(job?.model ?? '')],
    ['Repository', code(job?.repository ?? '')],
    ['Branch', code(job?.ref ?? '')],
  ];
}

/** The request, its start, and what updates the comment. */
function stateLine({ job, about = '', since, result }: Status, { run, phrase }: CommentContext): string {
  const instruction = firstLine(about);
  const [title, queued] =
    job === undefined
      ? ['Waiting for its turn', '']
      : [RESULTS.started.title, " Further requests here wait in GitHub's queue."];
  const begun = since === undefined ? '' : `, since ${clockTime(since)}`;
  const who =
    result === undefined
      ? `${link(run, 'The run')} updates this comment.${queued}`
      : `No run watches the job. ${whatUpdates(phrase)}`;
  return `**${title}${instruction && ':'}**${instruction && ` ${instruction}`}${begun}. ${who}`;
}

function firstLine(instruction: string): string {
  return code(instruction.trim().split('\n', 1)[0] ?? '', 120);
}

/** What updates the comment of a job that no run watches. */
function whatUpdates(phrase: CommentContext['phrase']): string {
  const status = phrase ? `, by ${code(`${phrase} --status`)}` : '';
  return `This comment is updated by the next request here${status}, and, when the pull request opens, by the collect action if this repository runs it.`;
}

const WATCH_AGAIN = 'Re-run the workflow to watch the job again.';

function whatNext(result: RequestResult, { at, phrase }: CommentContext): string {
  if (leftJobOf(result) !== undefined) return whatUpdates(phrase);
  const invitation = inviteTo('here', { at, phrase });
  if ((result.job?.id ?? result.jobId) === undefined || invitation === '') return '';
  return phrase ? `${invitation} ${code(`${phrase} --status`)} checks the job.` : invitation;
}

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
  const links = result.links?.map((url) => `- ${link(url)}`) ?? [];
  return finishComment([endLine(result, context), links.join('\n')], context);
}
