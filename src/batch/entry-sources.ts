import { tellProblems } from '../inputs/fields.ts';
import type { Files } from '../runner/workspace-files.ts';
import { parseJson } from '../text/json.ts';
import { cut } from '../text/line.ts';
import { BLANK, type Entry, type Found, leftToDo, recordSchema } from './entry.ts';
import { readPromptEntry, readPromptFiles } from './prompt-files.ts';
import { STATE_LIMIT } from './resume.ts';

const SOURCES = ['prompts', 'prompts-json', 'resume'] as const;
type Source = (typeof SOURCES)[number];

/** The entries, from the one input that names them, and everything that is wrong, in sentences. */
export async function readEntries(given: (name: Source) => string, files: Files) {
  const sources = SOURCES.filter((name) => given(name) !== '');
  const [source, ...more] = sources;
  if (source === undefined || more.length > 0) return { entries: [], problems: [tellChoice(sources)] };
  const found = await readSource(source, given(source), files);
  const entries = found.filter((each) => typeof each !== 'string');
  const problems = found.filter((each) => typeof each === 'string');
  const told = problems.map((problem) => `\`${source}\`: ${problem}.`);
  return { entries, problems: [...told, ...findTwins(entries)] };
}

function tellChoice(given: readonly Source[]): string {
  return given.length === 0
    ? '`prompts`, `prompts-json` and `resume` are all empty. Give the entries by one of them.'
    : `${given.map((name) => `\`${name}\``).join(' and ')} are given together. Give one.`;
}

async function readSource(source: Source, text: string, files: Files): Promise<Found[]> {
  if (source === 'prompts') return readPromptFiles(text, files);
  if (source === 'prompts-json' || /^[[{"]/.test(text)) return readEntryList(text, files);
  const file = await files.readInput(text, STATE_LIMIT);
  return file.ok ? readEntryList(file.text, files) : [`${cut(text, 200)} ${file.problem}`];
}

/** Names that more than one entry has, as sentences. */
function findTwins(entries: readonly Entry[]): string[] {
  const places = Map.groupBy(entries, ({ record }) => record.name);
  return [...places]
    .filter(([, twins]) => twins.length > 1)
    .map(([name, twins]) => {
      const files = twins.map(({ record }) => record.promptFile).filter((file) => file !== '');
      const where = files.length > 0 ? ` (${files.join(', ')})` : '';
      return `${twins.length} entries have the name \`${name}\`${where}. Give each one of its own.`;
    });
}

/**
 * Reads a JSON array of entries: `{name, prompt}` or `{name, promptFile}` to ask, `{name, jobId}` to watch, and
 * everything that the file of an earlier run holds.
 */
export async function readEntryList(text: string, files: Pick<Files, 'readInput'>): Promise<Found[]> {
  const list = parseJson(text);
  if (list === undefined) return ['is no JSON'];
  if (!Array.isArray(list)) return ['must be a JSON array'];
  if (list.length === 0) return ['is an empty array'];
  const items = list.map((item, index) => readItem(item, `entry ${index + 1}`, files));
  return (await Promise.all(items)).flat();
}

/** The output `jobs` of an earlier run leaves prompts out. */
const IN_FILE = '. The `file` of the earlier run has the prompt';

const FATE_UNKNOWN =
  'An earlier run asked for this job and does not know whether it was created. It is not asked again. ' +
  "Look at the project's jobs in the service's dashboard, then give the entry its `jobId`, or no `result`.";

/** The problems begin with the entry's number. */
async function readItem(item: unknown, subject: string, files: Pick<Files, 'readInput'>): Promise<Found[]> {
  const { success, data: record, error } = recordSchema.safeParse(item);
  if (!success) return tellProblems(subject, error);
  const wrong = (problem: string) => [`${subject} ${problem}`];
  const { name, promptFile, jobId, prompt = '' } = record;
  // What an earlier run said of it is over, but for an end.
  const fresh = { ...BLANK, name, promptFile, jobId };
  switch (leftToDo(record)) {
    case 'nothing':
      return [{ record: { ...record, prompt: undefined } }];
    case 'watch':
      if (prompt !== '') return wrong('has both `prompt` and `jobId`. Give one');
      return [{ record: fresh }];
    case 'find out':
      return [{ record: { ...fresh, result: 'unknown', reason: FATE_UNKNOWN } }];
    case 'ask':
      if (promptFile !== '' && prompt !== '') return wrong('has both `prompt` and `promptFile`. Give one');
      if (promptFile !== '')
        return readPromptEntry(promptFile, files, name, `${subject} names the file ${promptFile}`);
      if (prompt === '') return wrong(`has neither \`prompt\` nor \`jobId\`${record.result && IN_FILE}`);
      if (prompt.trim() === '') return wrong('has a blank `prompt`');
      return [{ record: { ...fresh, prompt }, words: prompt }];
  }
}
