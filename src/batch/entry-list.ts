import { tellProblems } from '../inputs/schema-problems.ts';
import type { Files } from '../runner/workspace-files.ts';
import {
  BLANK,
  type Entry,
  type JobRecord,
  leftToDo,
  type ReadEntries,
  recordSchema,
  type Todo,
} from './entry.ts';
import { readPromptEntry } from './prompt-files.ts';

const FATE_UNKNOWN =
  'An earlier run asked for this job and does not know whether it was created. It is not asked again; ' +
  "look at the project's jobs in the service's dashboard, then give the entry its `jobId`, or no `result`.";

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
  const read = await Promise.all(list.map((item, index) => readItem(item, `entry ${index + 1}`, files)));
  const problems = read.flatMap((one) => one.problems).map((problem) => `\`${input}\`: ${problem}.`);
  return { entries: read.flatMap(({ entries }) => entries), problems };
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

/** The problems begin with the entry's number. */
async function readItem(
  item: unknown,
  subject: string,
  files: Pick<Files, 'readInput'>,
): Promise<ReadEntries> {
  const { success, data: record, error } = recordSchema.safeParse(item);
  if (!success) return { entries: [], problems: tellProblems(subject, error) };
  const todo = leftToDo(record);
  const problem = sourceProblem(record, todo);
  if (problem !== undefined) return { entries: [], problems: [`${subject} ${problem}`] };
  const { name, promptFile, jobId, prompt: words = '' } = record;
  // What an earlier run said of it is over, but for an end.
  const fresh: JobRecord = { name, ...BLANK, promptFile, jobId };
  switch (todo) {
    case 'nothing':
      return found({ record: { ...record, prompt: undefined } });
    case 'watch':
      return found({ record: fresh });
    case 'find out':
      return found({ record: { ...fresh, result: 'unknown', reason: FATE_UNKNOWN } });
    case 'ask':
      if (promptFile === '') return found({ record: { ...fresh, prompt: words }, ask: { words } });
      return readPromptEntry(promptFile, files, { name, subject: `${subject} names the file ${promptFile}` });
  }
}

function found(entry: Entry): ReadEntries {
  return { entries: [entry], problems: [] };
}

/** What is wrong with where the instruction comes from. */
function sourceProblem({ prompt = '', promptFile }: JobRecord, todo: Todo): string | undefined {
  if (todo === 'watch' && prompt !== '') return 'has both `prompt` and `jobId`; give one';
  if (todo !== 'ask') return undefined;
  if (promptFile !== '') return prompt === '' ? undefined : 'has both `prompt` and `promptFile`; give one';
  if (prompt === '') return 'has neither `prompt` nor `jobId`';
  return prompt.trim() === '' ? 'has a blank `prompt`' : undefined;
}
