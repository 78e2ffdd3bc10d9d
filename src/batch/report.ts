import { COMMENT_LIMIT, SUMMARY_LIMIT, shorten } from '../report/shorten.ts';
import { cut } from '../text/line.ts';
import { code, codeBlock, grid, link, plain } from '../text/markdown.ts';
import { OWN_COMMENT } from '../text/marker.ts';
import { formatDuration } from '../text/time.ts';
import {
  type BatchOutcome,
  type BatchResult,
  type EntryResult,
  hasFailed,
  hasSucceeded,
  isLeftOpen,
  isRemaining,
  isUnknown,
  type JobRecord,
} from './batch-result.ts';
import { resumeEntries, resumeText } from './resume.ts';

const TITLES: Readonly<Record<BatchResult, string>> = {
  completed: 'all jobs ended',
  incomplete: 'jobs remain',
  failed: 'a job failed',
  timeout: 'the deadline passed',
  interrupted: 'interrupted',
  denied: 'denied',
  skipped: 'skipped',
  'dry-run': 'dry run, nothing was sent',
  error: 'error',
};

/** What a result is called in the table. */
const WORDS: Readonly<Record<EntryResult | '', string>> = {
  'pull-request': '✅ pull request',
  'no-pull-request': '✅ no pull request',
  archived: '✅ archived',
  failed: '❌ failed',
  timeout: '❌ not ended in time',
  interrupted: '❌ interrupted',
  error: '❌ error',
  unknown: '❌ fate unknown',
  asking: '⏳ asking',
  working: '⏳ at work',
  remaining: '⏸ remains',
  skipped: '➖ skipped',
  'dry-run': '➖ dry run',
  '': '⏳ its turn comes',
};

/** The most of a name that the table shows. */
const NAME_LIMIT = 80;
/** The most of a reason; a table that gets too long has shorter ones, so that every row is there. */
const REASON_LIMITS = [240, 80, 0] as const;
/** What a comment or a summary has besides the table, in bytes. */
const BESIDES = 1_000;

export function titleOf(result: BatchResult): string {
  return TITLES[result];
}

/** How many entries came how far, in words. */
export function countWords(records: readonly JobRecord[]): string {
  const count = (test: (record: JobRecord) => boolean) => records.filter(test).length;
  const doubts = [
    [count((record) => hasFailed(record) && isLeftOpen(record)), 'no longer watched'],
    [count((record) => hasFailed(record) && isUnknown(record)), 'of unknown fate'],
  ] as const;
  const doubt = doubts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const parts = [
    [count(hasSucceeded), 'succeeded'],
    [count(hasFailed), `failed${doubt.length > 0 ? ` (${doubt.join(', ')})` : ''}`],
    [count(({ result }) => result === 'working' || result === 'asking'), 'at work'],
    [count(({ result }) => result === 'skipped'), 'skipped'],
    [count(isRemaining), 'not asked'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return `${records.length} ${records.length === 1 ? 'entry' : 'entries'}: ${told.join(', ') || 'nothing yet'}.`;
}

/** The status comment. */
export function renderComment(
  records: readonly JobRecord[],
  { title, duration, runUrl }: { readonly title: string; readonly duration: number; readonly runUrl: string },
): string {
  const text = [
    `**Documentation agent, many jobs: ${title}**`,
    plain(countWords(records)),
    renderTable(records, COMMENT_LIMIT - BESIDES),
    `${formatDuration(duration)} · ${link(runUrl)}`,
  ].join('\n\n');
  return `${shorten(text, COMMENT_LIMIT - OWN_COMMENT.length - 2)}\n\n${OWN_COMMENT}`;
}

/** The job summary. `duration` is the step's, in milliseconds. */
export function renderBatchSummary(outcome: BatchOutcome, duration: number): string {
  const { records, drafts } = outcome;
  const left = resumeEntries(records);
  const parts = [
    `### Documentation agent, many jobs: ${titleOf(outcome.result)}`,
    plain(outcome.reason),
    ...(records.length > 0 ? [renderTable(records, SUMMARY_LIMIT / 2)] : []),
    formatDuration(duration),
    ...(left.length === 0 || drafts !== undefined
      ? []
      : ['To go on with what is left, give this as `resume`:']),
    ...(left.length === 0 || drafts !== undefined ? [] : [codeBlock(resumeText(left))]),
  ];
  if (drafts !== undefined) {
    parts.push(`This would be sent with ${code(`POST ${drafts.address}`)}, each by itself:`);
    for (const { name, text } of drafts.texts) parts.push(code(name), codeBlock(text));
  }
  return shorten(`${parts.join('\n\n')}\n`, SUMMARY_LIMIT);
}

/** All entries, failures first, then what is open or left. `limit` is in bytes. */
function renderTable(records: readonly JobRecord[], limit: number): string {
  const columns = [
    { head: 'Name' },
    { head: 'Result' },
    { head: 'Pull request or job' },
    { head: 'Duration', align: 'right' },
    { head: 'Reason' },
  ] as const;
  const sorted = records.toSorted((one, other) => rank(one) - rank(other));
  let table = '';
  for (const most of REASON_LIMITS) {
    table = grid(
      columns,
      sorted.map((record) => toCells(record, most)),
    );
    if (Buffer.byteLength(table) <= limit) break;
  }
  return table;
}

/** Jobs that go on come before those that nobody has to look for. */
function rank(record: JobRecord): number {
  if (hasFailed(record)) return isLeftOpen(record) || isUnknown(record) ? 0 : 1;
  if (hasSucceeded(record)) return 4;
  return isRemaining(record) ? 3 : 2;
}

function toCells(record: JobRecord, reasonLimit: number): string[] {
  const { name, result, prLink, jobId, duration, reason } = record;
  const where = prLink !== '' && !isLeftOpen(record) ? link(prLink) : code(jobId);
  // A success says all by its link.
  const why = result === 'pull-request' || reasonLimit === 0 ? '' : plain(cut(reason, reasonLimit));
  return [
    code(name, NAME_LIMIT),
    WORDS[result],
    where,
    duration === null ? '' : formatDuration(duration * 1000),
    why,
  ];
}

/** One entry a line: easy to read, to compare and to cut. */
export function toFile(records: readonly unknown[]): string {
  return `[\n${records.map((record) => `  ${JSON.stringify(record)}`).join(',\n')}\n]\n`;
}
