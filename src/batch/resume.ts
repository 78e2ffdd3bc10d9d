import type { Runner } from '../runner/runner.ts';
import { LONGEST_LINE, withoutUnseen } from '../text/line.ts';
import { numbered } from '../text/shell-safe.ts';
import { type JobRecord, leftToDo } from './entry.ts';

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
