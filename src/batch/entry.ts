import * as z from 'zod/mini';
import { id, unknownKeys } from '../inputs/fields.ts';
import { withoutUnseen } from '../text/line.ts';
import { readUrl } from '../text/url.ts';

/** The closed list of what may be said of one entry of a batch, and what it counts as. */
const STANDINGS = {
  'pull-request': 'succeeded',
  'no-pull-request': 'succeeded',
  archived: 'succeeded',
  failed: 'failed',
  timeout: 'failed',
  interrupted: 'failed',
  error: 'failed',
  unknown: 'failed',
  asking: 'at work',
  working: 'at work',
  remaining: 'not asked',
  skipped: 'skipped',
  'dry-run': 'skipped',
} as const;
export type Standing = (typeof STANDINGS)[keyof typeof STANDINGS];
export const ENTRY_RESULTS = Object.keys(STANDINGS) as (keyof typeof STANDINGS)[];

/** The largest file of states that is read, in bytes: entries have no number, and instructions are long. */
export const STATE_LIMIT = 16 * 1024 * 1024;

/** What a name is. */
export const NAME = 'one line of 1 to 200 characters';

export const entryName = z.string(`must be ${NAME}`).check(z.refine(isName, `must be ${NAME}`));

function isName(text: string): boolean {
  const { length } = text.trim();
  const plain = withoutUnseen(text) === text && !/[\r\n\t]/.test(text);
  return plain && length > 0 && length <= 200;
}

const text = z._default(z.string('must be text'), '');

/** An entry as the output `jobs` and the file have it, and as inputs may give it: all that is not known is left out. */
export const recordSchema = z.strictObject(
  {
    name: entryName,
    /** Below the workspace. */
    promptFile: text,
    jobId: z.pipe(
      z.pipe(text, id),
      z.transform((given) => given ?? ''),
    ),
    result: z._default(z.enum(['', ...ENTRY_RESULTS], 'is none that there is'), ''),
    reason: text,
    prLink: z.pipe(
      text,
      z.transform((link) => readUrl(link) ?? ''),
    ),
    /** Seconds from the create, or the first look, to the end; null while there is none. */
    duration: z._default(z.nullable(z.number('must be a number')), null),
    /**
     * The instruction before variables and rules; without it there is no job to create. Files and outputs have it only
     * where it is in no file, and as long as there surely is no job for it.
     */
    prompt: z.optional(z.string('must be text')),
  },
  unknownKeys('key', 'must be an object'),
);
export type JobRecord = Readonly<z.infer<typeof recordSchema>>;

/** A record, but for its name, of which nothing is known. */
export const BLANK: Omit<JobRecord, 'name'> = recordSchema.parse({ name: 'nobody' });

/** Whether a job is to be created for the entry. */
export function isToAsk(entry: JobRecord): entry is JobRecord & { readonly prompt: string } {
  return entry.prompt !== undefined;
}

/** Whether the entry's job goes on, and is to be watched only. */
export function isToWatch(entry: JobRecord): boolean {
  return !isToAsk(entry) && leftToDo(entry) === 'watch';
}

/** How far an entry came; an empty result means that its turn is yet to come. */
export function standingOf({ result, jobId }: JobRecord): Standing {
  if (result !== '') return STANDINGS[result];
  return jobId === '' ? 'not asked' : 'at work';
}

export function hasFailed(record: JobRecord): boolean {
  return standingOf(record) === 'failed';
}

/**
 * What is left to do about an entry that nobody works on any more: to watch its job, which goes on; to ask for one, since
 * there surely is none; or to find out whether there is one.
 */
export function leftToDo(record: JobRecord): 'nothing' | 'watch' | 'ask' | 'find out' {
  const { result, jobId } = record;
  if (standingOf(record) === 'succeeded' || result === 'failed' || result === 'skipped') return 'nothing';
  if (jobId !== '') return 'watch';
  return result === 'asking' || result === 'unknown' ? 'find out' : 'ask';
}

/** Whether a job goes on unwatched, or may. */
export function isOpen(record: JobRecord): boolean {
  return ['watch', 'find out'].includes(leftToDo(record));
}

/** The state of all entries: the one place that changes it. `changed` is called after each change. */
export function openEntryTable(given: readonly JobRecord[], changed?: () => void) {
  const entries: readonly JobRecord[] = given.map((entry) => ({ ...entry }));
  return {
    entries,
    /** The same for all of `some`, as one change: each change writes all entries. */
    set(some: readonly JobRecord[], change: Partial<JobRecord>): void {
      for (const entry of some) Object.assign(entry, change);
      if (some.length > 0) changed?.();
    },
    /** What files, outputs and people get to see. */
    records: (): JobRecord[] =>
      entries.map(({ prompt, ...record }) =>
        record.promptFile === '' && leftToDo(record) === 'ask' ? { ...record, prompt } : record,
      ),
  };
}
