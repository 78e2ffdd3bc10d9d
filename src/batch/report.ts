import { COMMENT_LIMIT, SUMMARY_LIMIT, shorten } from '../report/shorten.ts';
import type { Runner } from '../runner/runner.ts';
import { OWN_COMMENT } from '../text/comment-text.ts';
import { cut, LONGEST_LINE, withoutUnseen } from '../text/line.ts';
import { code, codeBlock, grid, link, plain } from '../text/markdown.ts';
import { numbered } from '../text/shell-safe.ts';
import { formatDuration } from '../text/time.ts';
import { type BatchResult, RESULTS } from './batch-result.ts';
import { isOpen, type JobRecord, leftToDo, type Standing, standingOf } from './entry.ts';

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

export function countEntries({ length }: readonly unknown[]): string {
  return length === 1 ? '1 entry' : `${length} entries`;
}

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
  const { result, reason, records, address } = outcome;
  const parts = [`### Documentation agent, many jobs: ${RESULTS[result].title}`, plain(reason)];
  if (records.length > 0) parts.push(renderTable(records, SUMMARY_LIMIT / 2));
  parts.push(formatDuration(duration));
  const left = resumeEntries(records);
  if (address !== undefined) {
    parts.push(`This would be sent with ${code(`POST ${address}`)}, each by itself:`);
    for (const { name, result, prompt = '' } of records)
      if (result === 'dry-run') parts.push(code(name), codeBlock(prompt));
  } else if (left.length > 0) {
    parts.push('To go on with what is left, give this as `resume`:', codeBlock(toLines(left)));
  }
  return shorten(`${parts.join('\n\n')}\n`, SUMMARY_LIMIT);
}

/** All entries in at most `limit` bytes: a table that gets too long has shorter reasons, so that every row is there. */
function renderTable(records: readonly JobRecord[], limit: number): string {
  const sorted = records.toSorted((one, other) => rank(one) - rank(other));
  const render = (reasonLimit: number) =>
    grid(
      COLUMNS,
      sorted.map((record) => toCells(record, reasonLimit)),
    );
  const tables = [240, 80].values().map(render);
  return tables.find((table) => Buffer.byteLength(table) <= limit) ?? render(0);
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
    code(name, 80),
    `${SIGNS[standingOf(record)]} ${result === '' ? 'its turn comes' : result.replaceAll('-', ' ')}`,
    prLink !== '' && leftToDo(record) !== 'watch' ? link(prLink) : code(jobId),
    duration === null ? '' : formatDuration(duration * 1000),
    why,
  ];
}

/** What another run needs to go on with what is left, each entry as JSON. */
export function resumeEntries(records: readonly JobRecord[]): string[] {
  return records.flatMap(toResume).map(toLine);
}

function toResume(record: JobRecord): object[] {
  const { name, jobId, promptFile, prompt } = record;
  switch (leftToDo(record)) {
    case 'nothing':
      return [];
    case 'watch':
      return [{ name, jobId }];
    case 'find out':
      return [{ name, result: 'unknown' }];
    case 'ask':
      return [promptFile === '' ? { name, prompt } : { name, promptFile }];
  }
}

/** A JSON array of them, one a line: easy to read, to compare and to cut. */
export function toLines(entries: readonly string[]): string {
  return `[\n${entries.map((entry) => `  ${entry}`).join(',\n')}\n]`;
}

/** Prints what is left, an entry a line. What is too long for a log is in the file. */
export function printResume(
  records: readonly JobRecord[],
  file: string,
  { log, print }: Pick<Runner, 'log' | 'print'>,
): void {
  const left = resumeEntries(records);
  if (left.length === 0) return;
  const short = left.filter((line) => line.length < LONGEST_LINE);
  log.info(
    `To go on with what is left, give this as \`resume\` (or \`prompts-json\`), or ${file} as \`resume\`:`,
  );
  for (const line of toLines(short).split('\n')) print(line);
  const missing = left.length - short.length;
  if (missing > 0) log.warning(`${missing} of them are too long for the log. They are in ${file}.`);
}

/** JSON that is shown unchanged: what is not seen, or would begin a command of the runner, is escaped. */
function toLine(entry: object): string {
  return JSON.stringify(entry)
    .replace(/[^ -~]/gu, (sign) => (withoutUnseen(sign) === sign ? sign : numbered(sign)))
    .replaceAll('##[', '#\\u0023[');
}
