import type { Log } from '../world/world.ts';
import { isLeftOpen, isRemaining, isUnknown, type JobRecord } from './outcome.ts';

/** What another run needs to go on with an entry. */
export type ResumeEntry =
  | { readonly name: string; readonly jobId: string }
  | { readonly name: string; readonly promptFile: string }
  | { readonly name: string; readonly prompt: string }
  | { readonly name: string; readonly result: 'unknown' };

/** The longest line that goes into the log whole. */
const LINE_LIMIT = 3_900;

/** What is left: open jobs to watch, entries to ask, and those that may have a job that nobody knows. */
export function resumeEntries(records: readonly JobRecord[]): ResumeEntry[] {
  return records.flatMap((record): ResumeEntry[] => {
    const { name, jobId, promptFile, prompt = '' } = record;
    if (isLeftOpen(record)) return [{ name, jobId }];
    if (isUnknown(record)) return [{ name, result: 'unknown' }];
    if (!isRemaining(record)) return [];
    return [promptFile === '' ? { name, prompt } : { name, promptFile }];
  });
}

/** Prints what is left as JSON, an entry a line, and each open job. What is too long for a log is in the file. */
export function printResume(records: readonly JobRecord[], file: string, log: Log): void {
  const left = resumeEntries(records);
  if (left.length === 0) return;
  const lines = left.map(toLine);
  const short = lines.filter((line) => line.length <= LINE_LIMIT);
  log.info(
    `To go on with what is left, give this as \`resume\` (or \`prompts-json\`), or ${file} as \`resume\`:`,
  );
  log.info('[');
  for (const [index, line] of short.entries()) log.info(`${line}${index < short.length - 1 ? ',' : ''}`);
  log.info(']');
  const missing = lines.length - short.length;
  if (missing > 0) log.warning(`${missing} of them are too long for the log; they are in ${file}.`);
}

/** JSON that a log shows unchanged: what is not seen, or would begin a command of the runner, is escaped. */
function toLine(entry: ResumeEntry): string {
  return JSON.stringify(entry)
    .replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('##[', '#\\u0023[');
}
