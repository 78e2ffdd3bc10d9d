import { tellProblems } from '../inputs/schema-problems.ts';
import type { Files } from '../runner/workspace-files.ts';
import { parseJson } from '../text/json.ts';
import {
  BLANK,
  found,
  type JobRecord,
  joinEntries,
  leftToDo,
  type ReadEntries,
  recordSchema,
  refused,
  type Todo,
} from './entry.ts';
import { readPromptEntry } from './prompt-files.ts';

const FATE_UNKNOWN =
  'An earlier run asked for this job and does not know whether it was created. It is not asked again; ' +
  "look at the project's jobs in the service's dashboard, then give the entry its `jobId`, or no `result`.";

/**
 * Reads a JSON array of entries: `{name, prompt}` or `{name, promptFile}` to ask, `{name, jobId}` to watch, and
 * everything that the output `jobs` of an earlier run holds.
 */
export async function readEntryList(text: string, files: Pick<Files, 'readInput'>): Promise<ReadEntries> {
  const list = parseJson(text);
  if (list === undefined) return refused(['is no JSON']);
  if (!Array.isArray(list)) return refused(['must be a JSON array']);
  if (list.length === 0) return refused(['is an empty array']);
  return joinEntries(
    await Promise.all(list.map((item, index) => readItem(item, `entry ${index + 1}`, files))),
  );
}

/** The problems begin with the entry's number. */
async function readItem(
  item: unknown,
  subject: string,
  files: Pick<Files, 'readInput'>,
): Promise<ReadEntries> {
  const { success, data: record, error } = recordSchema.safeParse(item);
  if (!success) return refused(tellProblems(subject, error));
  const todo = leftToDo(record);
  const problem = sourceProblem(record, todo);
  if (problem !== undefined) return refused([`${subject} ${problem}`]);
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

/** What is wrong with where the instruction comes from. */
function sourceProblem({ prompt = '', promptFile }: JobRecord, todo: Todo): string | undefined {
  if (todo === 'watch' && prompt !== '') return 'has both `prompt` and `jobId`; give one';
  if (todo !== 'ask') return undefined;
  if (promptFile !== '') return prompt === '' ? undefined : 'has both `prompt` and `promptFile`; give one';
  if (prompt === '') return 'has neither `prompt` nor `jobId`';
  return prompt.trim() === '' ? 'has a blank `prompt`' : undefined;
}
