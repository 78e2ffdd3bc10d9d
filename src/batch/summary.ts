import { COMMENT_LIMIT, SUMMARY_LIMIT, shorten } from '../report/own-comment.ts';
import type { Runner } from '../runner/runner.ts';
import { OWN_COMMENT } from '../text/comment-text.ts';
import { cut, withoutUnseen } from '../text/line.ts';
import { code, codeBlock, grid, link, plain } from '../text/markdown.ts';
import { numbered } from '../text/shell-safe.ts';
import { formatDuration } from '../text/time.ts';
import { BATCH_RESULTS, type BatchResult } from './batch-result.ts';
import { type Entry, type EntryStatus, isOpen, nextStep, STATUSES, statusOf } from './entry.ts';

const COLUMNS = [
  'Name',
  'Result',
  'Pull request or job',
  { head: 'Duration', align: 'right' },
  'Reason',
] as const;

const IN_ORDER = Object.keys(STATUSES) as EntryStatus[];

/** Like `3 entries: 1 failed, 2 succeeded.` */
export function countByStatus(entries: readonly Entry[]): string {
  const groups = Object.groupBy(entries, statusOf);
  const counts = IN_ORDER.flatMap((status) => (groups[status] ? `${groups[status].length} ${status}` : []));
  return `${countEntries(entries)}: ${counts.join(', ')}.`;
}

export function countEntries({ length }: readonly unknown[]): string {
  return length === 1 ? '1 entry' : `${length} entries`;
}

export interface CommentFacts {
  readonly title: string;
  /** In milliseconds. */
  readonly duration?: number;
  readonly runUrl: string;
  /** How many entries are not known any more. */
  readonly more?: number;
}

export function renderComment(
  entries: readonly Entry[],
  { title, duration, runUrl, more = 0 }: CommentFacts,
  limit = COMMENT_LIMIT,
): string {
  const text = [
    `**Documentation batch: ${title}**`,
    plain(`${countByStatus(entries)}${more > 0 ? ` ${more} more are not shown.` : ''}`),
    renderTable(entries, entries.length > 50 ? 80 : 240),
    `${duration === undefined ? '' : `${formatDuration(duration)} · `}${link(runUrl, 'log')}`,
  ].join('\n\n');
  return `${shorten(text, limit - OWN_COMMENT.length - 2)}\n\n${OWN_COMMENT}`;
}

/** `duration` is that of the step, in milliseconds. */
export function renderBatchSummary(outcome: BatchResult, duration: number): string {
  const { result, reason, entries, url } = outcome;
  const parts = [`### Documentation batch: ${BATCH_RESULTS[result].title}`, plain(reason)];
  if (entries.length > 0) parts.push(renderTable(entries, 240));
  parts.push(formatDuration(duration));
  const left = resumeEntries(entries);
  if (url !== undefined) {
    parts.push(`The action would send these instructions to ${code(url)}, each as a job:`);
    for (const { name, result, prompt = '' } of entries)
      if (result === 'dry-run') parts.push(code(name), codeBlock(prompt));
  } else if (left.length > 0) {
    parts.push('To continue with the rest, pass this as `resume`:', codeBlock(toLines(left)));
  }
  return shorten(`${parts.join('\n\n')}\n`, SUMMARY_LIMIT);
}

/** In the order of {@link STATUSES}, so that cutting a long text removes entries that need no attention. */
function renderTable(entries: readonly Entry[], longestReason: number): string {
  const groups = Object.groupBy(entries, statusOf);
  const sorted = IN_ORDER.flatMap((status) => groups[status] ?? []);
  return grid(
    COLUMNS,
    sorted.map((entry) => {
      const { name, result, prLink, jobId, duration, reason } = entry;
      return [
        code(name, 80),
        `${STATUSES[statusOf(entry)]} ${result === '' ? 'not started' : result.replaceAll('-', ' ')}`,
        prLink !== '' && !isOpen(entry) ? link(prLink) : code(jobId),
        duration === null ? '' : formatDuration(duration * 1000),
        // A success needs only its link.
        result === 'pull-request' ? '' : plain(cut(reason, longestReason)),
      ];
    }),
  );
}

/** The entries that another run has to continue, as JSON. */
function resumeEntries(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => {
    const next = nextStep(entry);
    const { name, promptFile, jobId, prompt } = entry;
    if (next === 'watch') return toLine({ name, jobId });
    if (next === 'check') return toLine({ name, result: 'unknown' });
    return next === 'create' ? toLine(promptFile === '' ? { name, prompt } : { name, promptFile }) : [];
  });
}

/** A JSON array with one entry on each line, which is easy to read, compare and cut. */
export function toLines(entries: readonly string[]): string {
  return `[\n${entries.map((entry) => `  ${entry}`).join(',\n')}\n]`;
}

export function printResume(
  entries: readonly Entry[],
  file: string,
  { log, print }: Pick<Runner, 'log' | 'print'>,
): void {
  const left = resumeEntries(entries);
  if (left.length === 0) return;
  log.info(`To continue with the rest, pass ${file} or this as \`resume\`:`);
  for (const line of toLines(left).split('\n')) print(line);
}

/** Escapes invisible characters and workflow commands in the JSON, so that the log shows it unchanged. */
function toLine(entry: object): string {
  return JSON.stringify(entry)
    .replace(/[^ -~]/gu, (sign) => (withoutUnseen(sign) === sign ? sign : numbered(sign)))
    .replaceAll('##[', '#\\u0023[');
}
