import type { RequestResult, Result } from '../job/request-result.ts';
import type { Job } from '../service/job.ts';
import { code, factList, folded, link, plain } from '../text/markdown.ts';
import { clockTime, formatDuration } from '../text/time.ts';
import { type CommentContext, finishComment, postedMark } from './own-comment.ts';

/** What a result is called where people look. */
export const TITLES: Readonly<Record<Result, string>> = {
  'pull-request': 'Pull request ready',
  'no-pull-request': 'No pull request was opened',
  archived: 'The job was archived',
  failed: 'The job failed',
  timeout: 'The deadline passed',
  interrupted: 'Interrupted',
  started: 'Started',
  skipped: 'Skipped',
  denied: 'Denied',
  answered: 'Answered',
  'dry-run': 'Dry run: nothing was sent',
  error: 'Error',
};

/** What the status comment shows. */
export interface Status {
  /** What was asked; foreign text. */
  readonly about?: string | undefined;
  /** When the step started, in epoch milliseconds. */
  readonly since?: number | undefined;
  /** Undefined while the request waits for its turn. */
  readonly job?: Job | undefined;
  readonly result?: RequestResult | undefined;
  /** Since the step's start, in milliseconds; undefined when somebody else tells the end. */
  readonly duration?: number | undefined;
  /** What a person should know besides, in our own words. */
  readonly notes?: readonly string[] | undefined;
}

/**
 * The first words of a request's comment, true whatever happens next: an answer that gets lost, or a kill, leaves nothing
 * false behind. `mark` is hidden in it.
 */
export function renderPosted(context: CommentContext, mark: string): string {
  const by = askedBy(context);
  const words = `Asked${by === '' ? '' : ` ${by}`}. If nothing more stands here in a minute, ask again.`;
  return `${finishComment(['**Documentation agent**', words], context)}\n${postedMark(mark)}`;
}

/** The one comment of a request: what came of it in its first line, all else folded. */
export function renderStatus(status: Status, context: CommentContext): string {
  const { result, job, notes = [], duration } = status;
  const facts = [
    ['Asked', askedBy(context)],
    ...jobFacts(result ?? { job }),
    ['Duration', duration === undefined ? '' : formatDuration(duration)],
    ['Run', link(context.run, 'log')],
  ] as const;
  const first =
    result === undefined || result.result === 'started' ? stateLine(status, context) : resultLine(result);
  const details = [factList(facts), result && howToGoOn(result, context)].filter(Boolean).join('\n\n');
  return finishComment([first, ...notes.map(plain), folded('Details', details)], context);
}

/** What is known of a job, by name; what is not known is empty. */
export function jobFacts({
  job,
  jobId,
  pullRequest,
}: Pick<RequestResult, 'job' | 'jobId' | 'pullRequest'>): (readonly [string, string])[] {
  return [
    ['Pull request', pullRequest === undefined ? '' : linkPullRequest(pullRequest.link)],
    ['Job', code(job?.id ?? jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Model', code(job?.model ?? '')],
    ['Repository', code(job?.repository ?? '')],
    ['Branch', code(job?.ref ?? '')],
  ];
}

/** What was asked, since when, and who brings this up to date. */
function stateLine({ job, about = '', since, result }: Status, { run, phrase }: CommentContext): string {
  const title = job === undefined ? 'Waiting for its turn' : 'At work';
  const [first = ''] = about.trim().split('\n', 1);
  const what = first === '' ? '' : `: ${code(first, 120)}`;
  const begun = since === undefined ? '' : `, since ${clockTime(since)}`;
  const who =
    result === undefined
      ? `${link(run, 'The run')} brings this up to date.${job === undefined ? '' : QUEUED}`
      : `No run watches it. ${whoTells(phrase)}`;
  return `**${title}**${what}${begun}. ${who}`;
}

const QUEUED = " Further requests here wait in GitHub's queue.";

/** Who brings the comment of a job that nobody watches up to date. */
function whoTells(phrase: string): string {
  return `This is brought up to date when its pull request opens, where this repository runs the collect action, by the next request here, and by ${code(`${phrase} --status`)}.`;
}

/** The answer: the pull request, or what came in its place and why. */
export function resultLine({ result, reason, pullRequest, warning }: RequestResult): string {
  const title = TITLES[result];
  if (result !== 'pull-request' || pullRequest === undefined) return `**${title}.** ${plain(reason)}`;
  const doubt = warning === undefined ? '' : ` ${plain(warning)}`;
  return `**${title}:** ${linkPullRequest(pullRequest.link)}${doubt}`;
}

function askedBy({ by, at }: CommentContext): string {
  const who = by === undefined ? '' : `by ${code(by)}`;
  const where = at === undefined ? '' : `in ${link(at, 'this request')}`;
  return [who, where].filter((part) => part !== '').join(' ');
}

function howToGoOn({ jobId, job, result, fateUnknown }: RequestResult, { phrase }: CommentContext): string {
  if ((job?.id ?? jobId) === undefined) return '';
  const pickUp = 'A re-run of the workflow picks the job up.';
  if (result === 'started') return pickUp;
  // A re-run of what may have arrived sends nothing and picks nothing up.
  if (!fateUnknown && (result === 'timeout' || result === 'interrupted'))
    return `The job goes on without being watched. ${pickUp} ${whoTells(phrase)}`;
  return `To go on, comment here with ${code(phrase)} and what to change. ${code(`${phrase} --status`)} shows how far the job is.`;
}

/** A link to a pull request, shown as people write it on GitHub, like `acme/docs#2`; elsewhere as its address. */
export function linkPullRequest(address: string): string {
  const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d+)$/.exec(new URL(address).pathname) ?? [];
  return repository === undefined ? link(address) : link(address, code(`${repository}#${number}`));
}
