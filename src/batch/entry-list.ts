import { id } from '../inputs/fields.ts';
import { readLink } from '../job/pull-request-link.ts';
import type { Files } from '../runner/workspace-files.ts';
import { ENTRY_RESULTS, type EntryResult } from './batch-result.ts';
import { type Closed, type Entry, nameProblem, type ReadEntries, type Task } from './entry.ts';
import { readEntry } from './prompt-files.ts';

/** The fields of an entry; those after the first four are what the output `jobs` adds. */
const TEXTS = ['name', 'prompt', 'promptFile', 'jobId', 'result', 'reason', 'prLink'] as const;

type Texts = Readonly<Record<(typeof TEXTS)[number], string>> & { readonly duration?: number | null };

const EMPTY: Texts = {
  name: '',
  prompt: '',
  promptFile: '',
  jobId: '',
  result: '',
  reason: '',
  prLink: '',
};

/** An ended job stays as it was. */
const ENDED: ReadonlySet<string> = new Set<EntryResult>([
  'pull-request',
  'no-pull-request',
  'archived',
  'failed',
  'skipped',
]);

/**
 * Reads a JSON array of entries: `{name, prompt}` or `{name, promptFile}` to ask, `{name, jobId}` to watch, and
 * everything that the output `jobs` of an earlier run holds. Problems are sentences that begin with `input`.
 */
export async function readEntryList(
  input: string,
  text: string,
  files: Pick<Files, 'readInput'>,
): Promise<ReadEntries> {
  const list = parseList(text);
  if (typeof list === 'string') return { entries: [], problems: [`\`${input}\`: ${list}.`] };
  const read = await Promise.all(list.map((item) => readItem(item, files)));
  const told = read.flatMap(({ problems }, index) =>
    problems.map((problem) => `\`${input}\`: entry ${index + 1} ${problem}.`),
  );
  return { entries: read.flatMap(({ entries }) => entries), problems: told };
}

function parseList(text: string): readonly unknown[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is no JSON';
  }
  if (!Array.isArray(value)) return 'must be a JSON array';
  return value.length > 0 ? value : 'is an empty array';
}

async function readItem(item: unknown, files: Pick<Files, 'readInput'>): Promise<ReadEntries> {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return wrong('must be an object');
  const problems = checkFields(item as Readonly<Record<string, unknown>>);
  if (problems.length > 0) return { entries: [], problems };
  const fields: Texts = { ...EMPTY, ...item };
  const task = readTask(fields);
  if (typeof task === 'string') return wrong(task);
  const { name, promptFile } = fields;
  if (promptFile === '') return entry({ name, task });
  if (task.kind !== 'ask') return entry({ name, promptFile, task });
  const read = await readEntry(promptFile, files);
  if (read.problems.length > 0) {
    return { entries: [], problems: read.problems.map((problem) => `names the file ${problem}`) };
  }
  return { entries: read.entries.map((found) => ({ ...found, name })), problems: [] };
}

function checkFields(item: Readonly<Record<string, unknown>>): string[] {
  const known: readonly string[] = [...TEXTS, 'duration'];
  const unknown = Object.keys(item).filter((key) => !known.includes(key));
  const mistyped = TEXTS.filter((key) => item[key] !== undefined && typeof item[key] !== 'string');
  const { name, duration, result } = item;
  const badName = typeof name === 'string' ? nameProblem(name) : 'text';
  return [
    ...unknown.map((key) => `has the unknown key \`${key}\``),
    ...mistyped.filter((key) => key !== 'name').map((key) => `has a \`${key}\` that is no text`),
    ...(badName === undefined ? [] : [`has a \`name\` that is not ${badName}`]),
    ...(duration === undefined || duration === null || typeof duration === 'number'
      ? []
      : ['has a `duration` that is no number']),
    ...(typeof result === 'string' && result !== '' && !ENTRY_RESULTS.some((word) => word === result)
      ? ['has a `result` that is none']
      : []),
  ];
}

/** What is to be done, or what is wrong. A job that is known is watched; what may have a job is never asked again. */
function readTask(fields: Texts): Task | string {
  const { prompt, promptFile, jobId, result, duration } = fields;
  const checkedId = id.safeParse(jobId);
  if (!checkedId.success) return `has a \`jobId\` that ${checkedId.error.issues[0]?.message}`;
  if (ENDED.has(result)) return { kind: 'closed', as: toClosed(fields, duration) };
  if (jobId !== '') {
    return prompt === '' ? { kind: 'watch', jobId } : 'has both `prompt` and `jobId`; give one';
  }
  if (result === 'asking' || result === 'unknown') return { kind: 'closed', as: FATE_UNKNOWN };
  if (prompt !== '' && promptFile !== '') return 'has both `prompt` and `promptFile`; give one';
  if (promptFile !== '') return { kind: 'ask', words: '' };
  if (prompt === '') return 'has neither `prompt` nor `jobId`';
  return prompt.trim() === '' ? 'has a blank `prompt`' : { kind: 'ask', words: prompt };
}

const FATE_UNKNOWN: Closed = {
  result: 'unknown',
  reason:
    'An earlier run asked for this job and does not know whether it was created. It is not asked again; ' +
    "look at the project's jobs in the service's dashboard, then give the entry its `jobId`, or no `result`.",
};

function toClosed({ result, reason, jobId, ...fields }: Texts, duration: Texts['duration']): Closed {
  const prLink = readLink(fields.prLink);
  return {
    result: result as EntryResult,
    reason,
    ...(jobId !== '' && { jobId }),
    ...(prLink !== undefined && { prLink }),
    ...(typeof duration === 'number' && { duration }),
  };
}

function entry(one: Entry): ReadEntries {
  return { entries: [one], problems: [] };
}

function wrong(problem: string): ReadEntries {
  return { entries: [], problems: [problem] };
}
