import type { Runner } from '../runner/runner.ts';
import { LONGEST_LINE, withoutUnseen } from '../text/line.ts';
import { isLeftOpen, isRefused, isRemaining, isUnknown, type JobRecord } from './batch-result.ts';

/** What another run needs to go on with an entry. */
export type ResumeEntry =
  | { readonly name: string; readonly jobId: string }
  | { readonly name: string; readonly promptFile: string }
  | { readonly name: string; readonly prompt: string }
  | { readonly name: string; readonly result: 'unknown' };

/** The largest file with the state of jobs that is read, in bytes: entries have no number, and instructions are long. */
export const STATE_LIMIT = 16 * 1024 * 1024;

/** What is left: open jobs to watch, entries to ask, and those that may have a job that nobody knows. */
export function resumeEntries(records: readonly JobRecord[]): ResumeEntry[] {
  return records.flatMap((record): ResumeEntry[] => {
    const { name, jobId, promptFile, prompt = '' } = record;
    if (isLeftOpen(record)) return [{ name, jobId }];
    if (isUnknown(record)) return [{ name, result: 'unknown' }];
    if (!isRemaining(record) && !isRefused(record)) return [];
    return [promptFile === '' ? { name, prompt } : { name, promptFile }];
  });
}

/** Prints what is left as JSON, an entry a line. What is too long for a log is in the file. */
export function printResume(
  records: readonly JobRecord[],
  file: string,
  { log, print }: Pick<Runner, 'log' | 'print'>,
): void {
  const left = resumeEntries(records);
  if (left.length === 0) return;
  const lines = left.map(toLine);
  const short = lines.filter((line) => line.length < LONGEST_LINE);
  log.info(
    `To go on with what is left, give this as \`resume\` (or \`prompts-json\`), or ${file} as \`resume\`:`,
  );
  print('[');
  for (const [index, line] of short.entries()) print(`${line}${index < short.length - 1 ? ',' : ''}`);
  print(']');
  const missing = lines.length - short.length;
  if (missing > 0) log.warning(`${missing} of them are too long for the log; they are in ${file}.`);
}

/** The same as one text, for a block of code. */
export function resumeText(left: readonly ResumeEntry[]): string {
  return `[\n${left.map((entry) => `  ${toLine(entry)}`).join(',\n')}\n]`;
}

/** JSON that is shown unchanged: what is not seen, or would begin a command of the runner, is escaped. */
function toLine(entry: ResumeEntry): string {
  return [...JSON.stringify(entry)]
    .map((sign) => (withoutUnseen(sign) === sign ? sign : escapeUnits(sign)))
    .join('')
    .replaceAll('##[', '#\\u0023[');
}

function escapeUnits(sign: string): string {
  return [...Array(sign.length).keys()]
    .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}
