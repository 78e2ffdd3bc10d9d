import { COMMENT_LIMIT, SUMMARY_LIMIT, shorten } from '../report/shorten.ts';
import { cut } from '../text/line.ts';
import { code, codeBlock, grid, link, plain } from '../text/markdown.ts';
import { OWN_COMMENT } from '../text/marker.ts';
import { formatDuration } from '../text/time.ts';
import { type BatchResult, RESULTS } from './batch-result.ts';
import { isOpen, type JobRecord, leftToDo, type Standing, standingOf } from './entry.ts';
import { resumeEntries, toLines } from './resume.ts';

/** In the order in which they are counted. */
const SIGNS: Readonly<Record<Standing, string>> = {
  succeeded: '✅',
  failed: '❌',
  'at work': '⏳',
  skipped: '➖',
  'not asked': '⏸',
};

const COLUMNS = [
  { head: 'Name' },
  { head: 'Result' },
  { head: 'Pull request or job' },
  { head: 'Duration', align: 'right' },
  { head: 'Reason' },
] as const;

/** The most of a name that the table shows. */
const NAME_LIMIT = 80;
/** The most of a reason; a table that gets too long has shorter ones, so that every row is there. */
const REASON_LIMITS = [240, 80, 0] as const;
/** What a comment or a summary has besides the table, in bytes. */
const BESIDES = 1_000;

/** How many entries came how far, in words. */
export function countWords(records: readonly JobRecord[]): string {
  const groups = Object.groupBy(records, standingOf);
  const { watch, 'find out': findOut } = Object.groupBy(groups.failed ?? [], leftToDo);
  const count = (some: readonly JobRecord[] | undefined, words: string) =>
    some === undefined ? [] : [`${some.length} ${words}`];
  const doubts = [...count(watch, 'no longer watched'), ...count(findOut, 'of unknown fate')];
  const failed = doubts.length === 0 ? 'failed' : `failed (${doubts.join(', ')})`;
  const told = (Object.keys(SIGNS) as Standing[]).flatMap((standing) =>
    count(groups[standing], standing === 'failed' ? failed : standing),
  );
  return `${countEntries(records)}: ${told.join(', ')}.`;
}

/** How many they are. */
export function countEntries({ length }: readonly unknown[]): string {
  return length === 1 ? '1 entry' : `${length} entries`;
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
export function renderBatchSummary(outcome: BatchResult, duration: number): string {
  const { result, reason, records, drafts } = outcome;
  const parts = [`### Documentation agent, many jobs: ${RESULTS[result].title}`, plain(reason)];
  if (records.length > 0) parts.push(renderTable(records, SUMMARY_LIMIT / 2));
  parts.push(formatDuration(duration));
  const left = resumeEntries(records);
  if (drafts !== undefined) {
    parts.push(`This would be sent with ${code(`POST ${drafts.address}`)}, each by itself:`);
    for (const [name, text] of drafts.texts) parts.push(code(name), codeBlock(text));
  } else if (left.length > 0) {
    parts.push('To go on with what is left, give this as `resume`:', codeBlock(toLines(left)));
  }
  return shorten(`${parts.join('\n\n')}\n`, SUMMARY_LIMIT);
}

/** All entries, failures first, then what is open or left. `limit` is in bytes. */
function renderTable(records: readonly JobRecord[], limit: number): string {
  const sorted = records.toSorted((one, other) => rank(one) - rank(other));
  let table = '';
  for (const most of REASON_LIMITS) {
    const rows = sorted.map((record) => toCells(record, most));
    table = grid(COLUMNS, rows);
    if (Buffer.byteLength(table) <= limit) break;
  }
  return table;
}

/** Jobs that go on come before those that nobody has to look for. */
function rank(record: JobRecord): number {
  const standing = standingOf(record);
  if (standing === 'failed') return isOpen(record) ? 0 : 1;
  return { 'at work': 2, skipped: 2, 'not asked': 3, succeeded: 4 }[standing];
}

function toCells(record: JobRecord, reasonLimit: number): string[] {
  const { name, result, prLink, jobId, duration, reason } = record;
  // A success says all by its link.
  const why = result === 'pull-request' || reasonLimit === 0 ? '' : plain(cut(reason, reasonLimit));
  return [
    code(name, NAME_LIMIT),
    `${SIGNS[standingOf(record)]} ${result === '' ? 'its turn comes' : result.replaceAll('-', ' ')}`,
    prLink !== '' && leftToDo(record) !== 'watch' ? link(prLink) : code(jobId),
    duration === null ? '' : formatDuration(duration * 1000),
    why,
  ];
}
