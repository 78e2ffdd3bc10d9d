import * as z from 'zod/mini';
import { list, tellProblems, unknownKeys } from '../inputs/fields.ts';
import type { Files } from '../runner/workspace-files.ts';
import { parseJson } from '../text/json.ts';
import { cut } from '../text/line.ts';
import { BLANK, entryName, type JobRecord, leftToDo, NAME, recordSchema, STATE_LIMIT } from './entry.ts';

const SOURCES = ['prompts', 'prompts-json', 'resume'] as const;
type Source = (typeof SOURCES)[number];

/** An entry, or a problem as a sentence without its full stop. */
type Found = JobRecord | string;
type Reading = Pick<Files, 'readInput'>;

/** The entries, from the one input that names them, and all problems as sentences. */
export async function readEntries(given: (name: Source) => string, files: Files) {
  const [source, ...more] = SOURCES.filter((name) => given(name) !== '');
  const refuse = (problem: string) => ({ entries: [], problems: [problem] });
  if (source === undefined)
    return refuse('`prompts`, `prompts-json` and `resume` are all empty. Give the entries by one of them.');
  if (more.length > 0)
    return refuse(`\`${[source, ...more].join('` and `')}\` are given together. Give one.`);
  const found = await readSource(source, given(source), files);
  const entries = found.filter((each) => typeof each !== 'string');
  const problems = found.filter((each) => typeof each === 'string');
  const told = problems.map((problem) => `\`${source}\`: ${problem}.`);
  return { entries, problems: [...told, ...findTwins(entries)] };
}

async function readSource(source: Source, text: string, files: Files): Promise<Found[]> {
  if (source === 'prompts') return readPromptFiles(text, files);
  if (source === 'prompts-json' || /^[[{"]/.test(text)) return readEntryList(text, files);
  const file = await files.readInput(text, STATE_LIMIT);
  return file.ok ? readEntryList(file.value, files) : [`${cut(text, 200)} ${file.failure}`];
}

function findTwins(entries: readonly JobRecord[]): string[] {
  const places = Map.groupBy(entries, ({ name }) => name);
  return [...places]
    .filter(([, twins]) => twins.length > 1)
    .map(([name, twins]) => {
      const files = twins.map(({ promptFile }) => promptFile).filter((file) => file !== '');
      const where = files.length > 0 ? ` (${files.join(', ')})` : '';
      return `${twins.length} entries have the name \`${name}\`${where}. Give each one of its own.`;
    });
}

/** Reads the JSON array of `prompts-json`, or of the file of an earlier run. */
export async function readEntryList(text: string, files: Reading): Promise<Found[]> {
  const items = parseJson(text);
  if (items === undefined) return ['is no JSON'];
  if (!Array.isArray(items)) return ['must be a JSON array'];
  if (items.length === 0) return ['is an empty array'];
  const found = items.map((item, index) => readItem(item, `entry ${index + 1}`, files));
  return (await Promise.all(found)).flat();
}

/** The output `jobs` of an earlier run leaves prompts out. */
const IN_FILE = '. The `file` of the earlier run has the prompt';

const FATE_UNKNOWN =
  'An earlier run asked for this job and does not know whether it was created. It is not asked again. ' +
  "Look at the project's jobs in the service's dashboard, then give the entry its `jobId`, or no `result`.";

async function readItem(item: unknown, subject: string, files: Reading): Promise<Found[]> {
  const { success, data: record, error } = recordSchema.safeParse(item);
  if (!success) return tellProblems(subject, error);
  const wrong = (problem: string) => [`${subject} ${problem}`];
  const { name, promptFile, jobId, prompt = '' } = record;
  // What an earlier run said of it is over, but for an end.
  const fresh = { ...BLANK, name, promptFile, jobId };
  switch (leftToDo(record)) {
    case 'nothing':
      return [{ ...record, prompt: undefined }];
    case 'watch':
      if (prompt !== '') return wrong('has both `prompt` and `jobId`. Give one');
      return [fresh];
    case 'find out':
      return [{ ...fresh, result: 'unknown', reason: FATE_UNKNOWN }];
    case 'ask':
      if (promptFile !== '' && prompt !== '') return wrong('has both `prompt` and `promptFile`. Give one');
      if (promptFile !== '')
        return readPromptEntry(promptFile, files, name, `${subject} names the file ${promptFile}`);
      if (prompt === '') return wrong(`has neither \`prompt\` nor \`jobId\`${record.result && IN_FILE}`);
      if (prompt.trim() === '') return wrong('has a blank `prompt`');
      return [{ ...fresh, prompt }];
  }
}

/** The entries that glob patterns find, one pattern a line. */
async function readPromptFiles(lines: string, files: Files): Promise<Found[]> {
  const patterns = list(lines, '\n').filter((line) => !line.startsWith('#'));
  const astray = patterns.filter(leavesWorkspace);
  if (astray.length > 0) return astray.map((pattern) => `${pattern} leads out of the workspace`);
  const paths = await files.find(patterns);
  if (paths.length === 0) return [`no file matches ${patterns.join(', ')}`];
  return (await Promise.all(paths.map((path) => readPromptEntry(path, files)))).flat();
}

function leavesWorkspace(pattern: string): boolean {
  const path = pattern.replace(/^[!\s]+/, '');
  return /^[/\\~]|^[A-Za-z]:/.test(path) || path.split(/[\\/]/).includes('..');
}

/** YAML between two lines of `---` at the top of a file; the second group is the last of these lines. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?\r?\n)?(---[ \t]*(?:\r?\n|$)))?/;

const frontMatterSchema = z.strictObject(
  {
    // YAML makes a number of what looks like one.
    name: z.optional(
      z.pipe(z.pipe(z.union([z.string(), z.number()], 'must be text'), z.transform(String)), entryName),
    ),
    skip: z._default(z.boolean('must be `true` or `false`'), false),
  },
  unknownKeys('front matter key', 'has front matter that is no list of keys'),
);

/** The entry of a prompt file; its name is `given`, or from the front matter, or the path. Problems begin with `subject`. */
export async function readPromptEntry(
  path: string,
  files: Reading,
  given?: string,
  subject = path,
): Promise<Found[]> {
  const wrong = (problem: string) => [`${subject} ${problem}`];
  const file = await files.readInput(path);
  if (!file.ok) return wrong(file.failure);
  const [head, yaml = '', end] = FRONT_MATTER.exec(file.value) ?? [];
  if (head !== undefined && end === undefined) return wrong('has front matter that does not end');
  const data = await readFrontMatter(yaml, subject);
  if (Array.isArray(data)) return data;
  const prompt = file.value.slice(head?.length);
  // An entry that is skipped may be a draft.
  if (prompt.trim() === '' && !data.skip) return wrong('is empty');
  const name = given ?? data.name ?? path;
  // A resumed run would not take such a path for a name.
  if (!entryName.safeParse(name).success)
    return wrong(`needs a \`name\` in front matter: its path is not ${NAME}`);
  const entry = { ...BLANK, name, promptFile: path };
  if (!data.skip) return [{ ...entry, prompt }];
  return [{ ...entry, result: 'skipped', reason: 'Its front matter says `skip`.' }];
}

/** The keys, or problems. Several documents are a list of them, which is no front matter. */
async function readFrontMatter(
  yaml: string,
  subject: string,
): Promise<z.infer<typeof frontMatterSchema> | string[]> {
  let documents: unknown[] = [];
  if (yaml !== '') {
    // Only batches with front matter need it.
    const { loadAll } = await import('js-yaml');
    try {
      documents = loadAll(yaml);
    } catch (error) {
      return [`${subject} has front matter that is no YAML (${Object(error).reason ?? error})`];
    }
  }
  const keys = documents.length > 1 ? documents : (documents[0] ?? {});
  const { success, data, error } = frontMatterSchema.safeParse(keys);
  return success ? data : tellProblems(subject, error);
}
