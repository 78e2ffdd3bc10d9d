import * as z from 'zod/mini';
import { converted, id } from '../inputs/fields.ts';
import { withoutUnseen } from '../text/line.ts';
import { readUrl } from '../text/url.ts';

/** Each status of an entry with its sign, in the order of the tables. Entries that need attention come first. */
export const STATUSES = {
  'no longer watched': '❌',
  'of unknown outcome': '❌',
  failed: '❌',
  'in progress': '⏳',
  skipped: '➖',
  'not requested': '⏸',
  succeeded: '✅',
} as const;
export type EntryStatus = keyof typeof STATUSES;

/** All results of an entry (docs/batch.md, "Resume a run") with their status. */
const RESULT_STATUS = {
  'pull-request': 'succeeded',
  'no-pull-request': 'succeeded',
  archived: 'succeeded',
  failed: 'failed',
  timeout: 'no longer watched',
  interrupted: 'no longer watched',
  error: 'failed',
  unknown: 'of unknown outcome',
  asking: 'in progress',
  working: 'in progress',
  remaining: 'not requested',
  skipped: 'skipped',
  'dry-run': 'skipped',
} as const satisfies Readonly<Record<string, EntryStatus>>;
export const ENTRY_RESULTS = Object.keys(RESULT_STATUS) as (keyof typeof RESULT_STATUS)[];

/** The largest file of entries, in bytes. The number of entries has no limit, and instructions are long. */
export const ENTRIES_LIMIT = 16 * 1024 * 1024;

export const NAME_RULE = 'one line of 1 to 200 characters';

export const entryName = z.string(`must be ${NAME_RULE}`).check(z.refine(isName, `must be ${NAME_RULE}`));

function isName(text: string): boolean {
  const { length } = text.trim();
  return length > 0 && length <= 200 && withoutUnseen(text) === text && !/[\r\n\t]/.test(text);
}

const text = z._default(z.string('must be text'), '');

/** The format of an entry in inputs, the file and the output `jobs`. Unknown fields are empty. */
export const entrySchema = z.strictObject(
  {
    name: entryName,
    /** A path in the workspace. */
    promptFile: text,
    jobId: converted(z.pipe(text, id), (jobId) => jobId ?? ''),
    result: z._default(z.enum(['', ...ENTRY_RESULTS], 'is not a known result'), ''),
    reason: text,
    prLink: converted(text, (link) => readUrl(link) ?? ''),
    /** Seconds from the create, or the first check, to the end. */
    duration: z._default(z.nullable(z.number('must be a number')), null),
    /** When the job was created, in epoch milliseconds by GitHub's clock. */
    sentAt: z.optional(z.number()),
    /** A keyed hash of the instruction that the job was created with. */
    promptHash: z.optional(z.string()),
    /** The instruction without rules, as long as it certainly has no job. */
    prompt: z.optional(z.string('must be text')),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has the unknown key ${issue.keys.map((key) => `\`${key}\``).join(', ')}`
        : 'must be an object',
  },
);
export type Entry = Readonly<z.infer<typeof entrySchema>>;

export const BLANK: Omit<Entry, 'name'> = entrySchema.parse({ name: 'none' });

export function needsJob(entry: Entry): entry is Entry & { readonly prompt: string } {
  return entry.prompt !== undefined;
}

export function statusOf({ result, jobId }: Entry): EntryStatus {
  if (result === '') return jobId === '' ? 'not requested' : 'in progress';
  // The job could not be read, but may continue.
  if (result === 'error' && jobId !== '') return 'no longer watched';
  return RESULT_STATUS[result];
}

export function hasFailed(entry: Entry): boolean {
  return ['no longer watched', 'of unknown outcome', 'failed'].includes(statusOf(entry));
}

export function isNotRequested(entry: Entry): boolean {
  return statusOf(entry) === 'not requested';
}

/** What a later run does with the entry. A person has to `check` whether a job exists. */
export function nextStep(entry: Entry): 'nothing' | 'watch' | 'create' | 'check' {
  const { result, jobId } = entry;
  if (statusOf(entry) === 'succeeded' || result === 'failed' || result === 'skipped') return 'nothing';
  if (jobId !== '') return 'watch';
  return result === 'asking' || result === 'unknown' ? 'check' : 'create';
}

/** Whether the entry has a job whose end isn't known. */
export function isOpen(entry: Entry): boolean {
  return nextStep(entry) === 'watch';
}

/** The state of all entries. Only this table changes it, and calls `onChange` after each change. */
export function openEntryTable(initial: readonly Entry[], onChange?: () => void) {
  const entries: readonly Entry[] = initial.map((entry) => ({ ...entry }));
  return {
    entries,
    /** Changes several entries at once, since each change writes the whole file. */
    set(some: readonly Entry[], change: Partial<Entry>): void {
      for (const entry of some) Object.assign(entry, change);
      if (some.length > 0) onChange?.();
    },
    /** The entries for files, outputs and people. They include an instruction only if it has no file and no job. */
    records: (): Entry[] =>
      entries.map(({ prompt, ...entry }) =>
        entry.promptFile === '' && nextStep(entry) === 'create' ? { ...entry, prompt } : entry,
      ),
  };
}
