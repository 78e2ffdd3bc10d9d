import * as z from 'zod/mini';
import { id } from '../inputs/fields.ts';
import { withoutUnseen } from '../text/line.ts';
import { readUrl } from '../text/url.ts';

/** How far an entry came, with its sign, in the order of the tables: what a person has to look after comes first. */
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

/** The closed list of results of an entry (docs/batch.md, "Results"), each with its status. */
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

/** The largest file of entries that is read, in bytes: their number has no limit, and instructions are long. */
export const ENTRIES_LIMIT = 16 * 1024 * 1024;

export const NAME_RULE = 'one line of 1 to 200 characters';

export const entryName = z.string(`must be ${NAME_RULE}`).check(z.refine(isName, `must be ${NAME_RULE}`));

function isName(text: string): boolean {
  const { length } = text.trim();
  return length > 0 && length <= 200 && withoutUnseen(text) === text && !/[\r\n\t]/.test(text);
}

const text = z._default(z.string('must be text'), '');

type ObjectIssue = z.core.$ZodIssueInvalidType<unknown> | z.core.$ZodIssueUnrecognizedKeys;

/** The message for unknown keys; `otherwise` is the one for a value that is no object. */
export function unknownKeys(kind: string, otherwise: string): z.core.$ZodErrorMap<ObjectIssue> {
  return (issue) =>
    issue.code === 'unrecognized_keys'
      ? `has the unknown ${kind} ${issue.keys.map((key) => `\`${key}\``).join(', ')}`
      : otherwise;
}

/** An entry as inputs, the file and the output `jobs` have it. Unknown fields are empty. */
export const entrySchema = z.strictObject(
  {
    name: entryName,
    /** Below the workspace. */
    promptFile: text,
    jobId: z.pipe(
      z.pipe(text, id),
      z.transform((given) => given ?? ''),
    ),
    result: z._default(z.enum(['', ...ENTRY_RESULTS], 'is not a known result'), ''),
    reason: text,
    prLink: z.pipe(
      text,
      z.transform((link) => readUrl(link) ?? ''),
    ),
    /** Seconds from the create, or the first check, to the end. */
    duration: z._default(z.nullable(z.number('must be a number')), null),
    /** The instruction before variables and rules, while there is certainly no job for it. */
    prompt: z.optional(z.string('must be text')),
  },
  { error: unknownKeys('key', 'must be an object') },
);
export type Entry = Readonly<z.infer<typeof entrySchema>>;

/** An entry without its name, of which nothing is known. */
export const BLANK: Omit<Entry, 'name'> = entrySchema.parse({ name: 'none' });

/** Whether a job is to be created for the entry. */
export function isToCreate(entry: Entry): entry is Entry & { readonly prompt: string } {
  return entry.prompt !== undefined;
}

export function statusOf({ result, jobId }: Entry): EntryStatus {
  if (result === '') return jobId === '' ? 'not requested' : 'in progress';
  // The service did not show the job, which may go on.
  if (result === 'error' && jobId !== '') return 'no longer watched';
  return RESULT_STATUS[result];
}

export function hasFailed(entry: Entry): boolean {
  return ['no longer watched', 'of unknown outcome', 'failed'].includes(statusOf(entry));
}

export function isNotRequested(entry: Entry): boolean {
  return statusOf(entry) === 'not requested';
}

/** What a later run does about the entry; `find out` is for a person, since a job may exist. */
export function leftToDo(entry: Entry): 'nothing' | 'watch' | 'create' | 'find out' {
  const { result, jobId } = entry;
  if (statusOf(entry) === 'succeeded' || result === 'failed' || result === 'skipped') return 'nothing';
  if (jobId !== '') return 'watch';
  return result === 'asking' || result === 'unknown' ? 'find out' : 'create';
}

/** The state of all entries, and the only place that changes it. `onChange` is called after each change. */
export function openEntryTable(given: readonly Entry[], onChange?: () => void) {
  const entries: readonly Entry[] = given.map((entry) => ({ ...entry }));
  return {
    entries,
    /** Changes several entries at once, since each change writes the whole file. */
    set(some: readonly Entry[], change: Partial<Entry>): void {
      for (const entry of some) Object.assign(entry, change);
      if (some.length > 0) onChange?.();
    },
    /** The entries for files, outputs and people. Only an instruction without a file and without a job stays in them. */
    records: (): Entry[] =>
      entries.map(({ prompt, ...entry }) =>
        entry.promptFile === '' && leftToDo(entry) === 'create' ? { ...entry, prompt } : entry,
      ),
  };
}
