import { FAILSAFE_SCHEMA, loadAll } from 'js-yaml';
import * as z from 'zod/mini';
import { boolean, noteUnused, quoteProblem } from '../inputs/fields.ts';
import { readList } from '../inputs/list.ts';
import type { Runner } from '../runner/runner.ts';
import type { Files } from '../runner/workspace-files.ts';
import { splitFrontMatter } from '../text/front-matter.ts';
import { parseJson } from '../text/json.ts';
import { cut } from '../text/line.ts';
import {
  BLANK,
  ENTRIES_LIMIT,
  type Entry,
  entryName,
  entrySchema,
  NAME_RULE,
  needsJob,
  nextStep,
} from './entry.ts';
import { jsonProblem } from './json-problem.ts';

const SOURCES = ['prompts', 'prompts-json', 'resume'] as const;
type EntrySource = (typeof SOURCES)[number];

/** An entry, or a problem as a sentence without a full stop. */
type Found = Entry | string;
/** `log` has notes about what is left out of files. */
type Reader = Pick<Files, 'readInput'> & Pick<Runner, 'log'>;
type Finder = Files & Reader;

/** Reads the entries from the one input that contains them, and all problems as sentences. */
export async function readEntries(input: (name: EntrySource) => string, files: Finder) {
  const [source, ...others] = SOURCES.filter((name) => input(name) !== '');
  if (source === undefined || others.length > 0)
    return { entries: [], problems: ['Set one of `prompts`, `prompts-json` and `resume`.'] };
  const found = await readSource(source, input(source), files);
  const entries = found.filter((each) => typeof each !== 'string');
  const wrong = found.filter((each) => typeof each === 'string');
  const problems = wrong.map((problem) => `\`${source}\`: ${problem}.`);
  return { entries, problems: [...problems, ...findEmpty(entries), ...findDuplicates(entries)] };
}

async function readSource(source: EntrySource, text: string, files: Finder): Promise<Found[]> {
  if (source === 'prompts') return readPromptFiles(text, files);
  if (source === 'prompts-json' || /^[[{"]/.test(text)) return readEntryList(text, files);
  const file = await files.readInput(text, ENTRIES_LIMIT);
  return file.ok ? readEntryList(file.value, files) : [`${cut(text, 200)} ${file.failure}`];
}

/** The service accepts no empty instruction, and rules alone request nothing. */
function findEmpty(entries: readonly Entry[]): string[] {
  const empty = entries.filter((entry) => needsJob(entry) && entry.prompt.trim() === '');
  return empty.map(({ name }) => `The instruction of \`${name}\` is empty.`);
}

function findDuplicates(entries: readonly Entry[]): string[] {
  const duplicates = [...Map.groupBy(entries, ({ name }) => name)].filter(([, same]) => same.length > 1);
  return duplicates.map(
    ([name, { length }]) => `${length} entries are named \`${name}\`. Names must be unique.`,
  );
}

/** Reads the JSON array of `prompts-json`, or of an earlier run's file. */
export async function readEntryList(text: string, files: Reader): Promise<Found[]> {
  const items = parseJson(text);
  if (!Array.isArray(items) || items.length === 0)
    return [
      `must be a JSON array of at least one entry${items === undefined ? `. ${jsonProblem(text)}` : ''}`,
    ];
  const found = items.map((item, index) => readItem(item, `entry ${index + 1}`, files));
  return (await Promise.all(found)).flat();
}

const OUTCOME_UNKNOWN =
  'An earlier run sent this request, and it is unknown whether there is a job. It is not sent again. ' +
  "Check the project's jobs in the service's dashboard, then set the entry's `jobId`, or remove its `result`.";

const NO_PROMPTS = 'The output `jobs` has no prompts, so pass the `file` of the earlier run';

async function readItem(item: unknown, subject: string, files: Reader): Promise<Found[]> {
  const { success, data: entry, error } = entrySchema.safeParse(item);
  if (!success) return listProblems(subject, error);
  const { name, promptFile, jobId, sentAt, promptHash, prompt = '' } = entry;
  // Only a final result of an earlier run is kept.
  const reset = { ...BLANK, name, promptFile, jobId };
  switch (nextStep(entry)) {
    case 'nothing':
      return [{ ...entry, prompt: undefined }];
    case 'watch':
      return prompt === ''
        ? [{ ...reset, sentAt, promptHash }]
        : [`${subject} has both \`prompt\` and \`jobId\``];
    case 'check':
      return [{ ...reset, result: 'unknown', reason: OUTCOME_UNKNOWN }];
    case 'create':
      if ((promptFile === '') === (prompt === ''))
        return [`${subject} needs one of \`prompt\`, \`promptFile\` and \`jobId\`. ${NO_PROMPTS}`];
      if (promptFile === '') return [{ ...reset, prompt }];
      return readPromptEntry(promptFile, files, name, `${subject} names the file ${promptFile}, which`);
  }
}

async function readPromptFiles(globs: string, files: Finder): Promise<Found[]> {
  const patterns = readList(globs);
  const wrong = patterns.map(quoteProblem).find((problem) => problem !== undefined);
  if (wrong !== undefined) return [wrong];
  const paths = await files.find(patterns);
  if (paths.length === 0) return [`no file in the workspace matches ${patterns.join(', ')}`];
  return (await Promise.all(paths.map((path) => readPromptEntry(path, files)))).flat();
}

const frontMatterSchema = z.looseObject({
  name: z.optional(entryName),
  skip: z._default(boolean, false),
});

/** Values stay text, since a name like `3.10` isn't a number. A string is a problem. */
function readYaml(yaml: string): unknown {
  try {
    const [keys, ...more] = loadAll(yaml, { schema: FAILSAFE_SCHEMA });
    return more.length > 0 ? 'several documents' : (keys ?? {});
  } catch (error) {
    return String(Object(error).reason ?? error);
  }
}

/** Without `fixedName`, the name is in the front matter, or is the path. Problems begin with `subject`. */
export async function readPromptEntry(
  path: string,
  files: Reader,
  fixedName?: string,
  subject = path,
): Promise<Found[]> {
  const file = await files.readInput(path);
  if (!file.ok) return [`${subject} ${file.failure}`];
  const parts = splitFrontMatter(file.value);
  if (typeof parts === 'string') return [`${subject} ${parts}`];
  const keys = readYaml(parts.yaml);
  if (typeof keys === 'string') return [`${subject} has front matter that is not valid YAML (${keys})`];
  const { success, data, error } = frontMatterSchema.safeParse(keys);
  if (!success) return listProblems(subject, error);
  const { name: given, skip, ...unused } = data;
  noteUnused(path, Object.keys(unused), files.log);
  const name = fixedName ?? given ?? path;
  // A resumed run would not accept such a path as a name.
  if (!entryName.safeParse(name).success)
    return [`${subject} needs a \`name\` in front matter, because its path is not ${NAME_RULE}`];
  const entry = { ...BLANK, name, promptFile: path };
  if (skip) return [{ ...entry, result: 'skipped', reason: 'Its front matter sets `skip`.' }];
  return [{ ...entry, prompt: parts.body }];
}

function listProblems(subject: string, { issues }: z.core.$ZodError): string[] {
  return issues.map(({ path, message }) =>
    path.length === 0 ? `${subject} ${message}` : `${subject}: \`${path.join('.')}\` ${message}`,
  );
}
