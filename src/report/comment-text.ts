import type { RequestResult } from '../job/request-result.ts';
import type { Job } from '../service/job.ts';
import { code, link, plain, table } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { jobRows, TITLES } from './job-rows.ts';
import { COMMENT_LIMIT, shorten } from './shorten.ts';

/** What every comment about a request needs to know. */
export interface Occasion {
  /** The login of who asked. */
  readonly asker?: string;
  /** The comment, review, line or issue that asked. */
  readonly askedAt?: string;
  /** The workflow run's address. */
  readonly runUrl: string;
  readonly phrase: string;
}

/** What the status comment shows. */
export interface Status {
  /** Our own words for the state while there is no outcome, like "at work". */
  readonly state: string;
  readonly jobId?: string;
  readonly job?: Job;
  readonly outcome?: RequestResult;
  /** Since the step's start, in milliseconds. */
  readonly duration: number;
  /** What a person should know besides, in our own words. */
  readonly notes?: readonly string[];
  /** Shown in the pull request's conversation while a request from elsewhere works on it. */
  readonly elsewhere?: boolean;
}

/** The one comment of a request: who asked for what, how far it came, and how to go on. */
export function renderStatus(status: Status, occasion: Occasion): string {
  const { outcome, job, jobId, notes = [] } = status;
  const asked = askedBy(occasion);
  const rows = [
    ['Asked', asked],
    ...jobRows(outcome ?? { ...(job && { job }), ...(jobId !== undefined && { jobId }) }),
    ['Duration', formatDuration(status.duration)],
    ['Run', link(occasion.runUrl, 'log')],
  ] as const;
  const title = outcome === undefined ? status.state : TITLES[outcome.result].toLowerCase();
  if (status.elsewhere)
    return finish(
      [`**Documentation agent: ${title}**, ${asked === '' ? link(occasion.runUrl) : `asked ${asked}`}.`],
      occasion,
    );
  return finish(
    [
      `**Documentation agent: ${title}**`,
      outcome === undefined ? '' : plain(outcome.reason),
      ...notes.map(plain),
      table(['', ''], rows),
      outcome === undefined ? '' : howToGoOn(outcome, occasion),
    ],
    occasion,
  );
}

/**
 * A status comment that its own run can't write any more, brought to say `outcome`. Who asked, and the run's address,
 * stay as they are.
 */
export function amendStatus(body: string, outcome: RequestResult, occasion: Occasion): string {
  const lines = body.split('\n');
  const title = `**Documentation agent: ${TITLES[outcome.result].toLowerCase()}**`;
  const asked = /^\*\*Documentation agent: [^*]*\*\*, (.*)$/.exec(lines[0] ?? '')?.[1];
  if (asked !== undefined) {
    const shown = ASKED.test(asked.replace(/^asked |\.$/g, '')) ? `, ${asked}` : '';
    return finish([`${title}${shown}`], occasion);
  }
  const cell = (name: string, shape: RegExp) => {
    const text = lines.find((line) => line.startsWith(`| ${name} | `))?.slice(name.length + 5, -2) ?? '';
    return shape.test(text) ? text : '';
  };
  const rows = [['Asked', cell('Asked', ASKED)], ...jobRows(outcome), ['Run', cell('Run', RUN)]] as const;
  return finish(
    [title, plain(outcome.reason), table(['', ''], rows), howToGoOn(outcome, occasion)],
    occasion,
  );
}

/** What we write of who asked, and of the run. Whoever may edit comments could have put anything in their place. */
const ASKED = /^(by `[\w[\]-]+`)?( ?in \[this request\]\(https?:\/\/[^\s()<>]+\))?$/;
const RUN = /^\[log\]\(https?:\/\/[^\s()<>]+\)$/;

/** Whether a status comment has no end yet. */
export function looksOpen(body: string): boolean {
  const [line = ''] = body.split('\n');
  const ends = Object.values(TITLES).map((title) => `**Documentation agent: ${title.toLowerCase()}**`);
  return !ends.some((end) => line.startsWith(end));
}

/** The note at a pull request that a job made. */
export function renderOrigin(job: Job, occasion: Occasion): string {
  const how = `Where the documentation agent answers in this repository, a comment here that begins with ${code(occasion.phrase)} goes to that job.`;
  return finish(
    [`This pull request was made by the documentation agent, job ${code(job.id)}.`, how],
    occasion,
  );
}

/** How far the thread's job is, for who asked. */
export function renderJobState(
  seen: Pick<RequestResult, 'job' | 'pullRequest'>,
  note: string,
  occasion: Occasion,
): string {
  return finish([plain(note), seen.job === undefined ? '' : table(['', ''], jobRows(seen))], occasion);
}

/** The short reply that tells the asker of the end; the only text that mentions anybody. */
export function renderReply(outcome: RequestResult, asker: string, occasion: Occasion): string {
  const { pullRequest, result } = outcome;
  const what = pullRequest === undefined ? plain(outcome.reason) : link(pullRequest.link);
  return finish([`@${asker} ${TITLES[result]}: ${what}`], occasion);
}

/** One line that says why a request was refused. */
export function renderRefusal(reason: string, occasion: Occasion): string {
  return finish([`Not allowed: ${plain(reason)}`], occasion);
}

/** Says why nothing was sent, to who asked for it. */
export function renderUnsent({ reason, links = [] }: RequestResult, occasion: Occasion): string {
  const list = links.map((address) => `- ${link(address)}`).join('\n');
  return finish([`Nothing was sent: ${plain(reason.replace(/^not sent: /, ''))}`, list], occasion);
}

/** The answer to a question about the language of comments; `problem` is what was wrong with the request. */
export function renderHelp(occasion: Occasion, problem?: string): string {
  const { phrase } = occasion;
  return finish(
    [
      problem === undefined ? '' : `Nothing was sent: ${plain(problem)}`,
      'Begin a comment like one of these:',
      [
        `- ${code(`${phrase} Rewrite the quickstart for v2`)} asks the documentation agent. All lines are the instruction; later requests in this conversation go to the same job.`,
        `- ${code(`${phrase} --new`)} and an instruction starts a fresh job.`,
        `- ${code(`${phrase} --interrupt`)} and an instruction does not wait for the running turn to end.`,
        `- ${code(`${phrase} --status`)} shows how far the job is.`,
        `- ${code(`${phrase} --help`)} shows this.`,
      ].join('\n'),
    ],
    occasion,
  );
}

function askedBy({ asker, askedAt }: Occasion): string {
  const who = asker === undefined ? '' : `by ${code(asker)}`;
  const where = askedAt === undefined ? '' : `in ${link(askedAt, 'this request')}`;
  return [who, where].filter((part) => part !== '').join(' ');
}

function howToGoOn({ jobId, job, result }: RequestResult, { phrase }: Occasion): string {
  if ((job?.id ?? jobId) === undefined) return '';
  const status = `${code(`${phrase} --status`)} shows how far the job is`;
  if (result === 'timeout' || result === 'interrupted' || result === 'started') {
    return `The job goes on without being watched: ${status}, and a re-run of the workflow picks it up.`;
  }
  return `To go on, comment here with ${code(phrase)} and what to change; ${status}.`;
}

/** Our own comments carry a marker, so that none of them ever starts anything. */
const OWN_NOTE = '<!-- docs-agent-action:note -->';

function finish(parts: readonly string[], { phrase }: Occasion): string {
  const text = parts.filter((part) => part !== '').join('\n\n');
  return `${shorten(guardPhrase(text, phrase), COMMENT_LIMIT)}\n\n${OWN_NOTE}`;
}

/** Our own text never begins a line with the phrase, whatever the phrase is. */
function guardPhrase(text: string, phrase: string): string {
  const begins = (line: string) => line.trimStart().toLowerCase().startsWith(phrase.toLowerCase());
  return text
    .split('\n')
    .map((line) => (begins(line) ? `&#8203;${line}` : line))
    .join('\n');
}
