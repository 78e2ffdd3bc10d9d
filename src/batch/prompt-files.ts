import * as z from 'zod/mini';
import { Complaint } from '../inputs/fields.ts';
import { tellProblems, unknownKeys } from '../inputs/schema-problems.ts';
import type { Files } from '../runner/workspace-files.ts';
import { parseDuration } from '../text/time.ts';
import { BLANK, entryName, found, joinEntries, NAME, type ReadEntries, refused } from './entry.ts';

/** The entries that glob patterns find, one pattern a line. */
export async function readPromptFiles(
  lines: string,
  files: Pick<Files, 'find' | 'readInput'>,
): Promise<ReadEntries> {
  const patterns = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const astray = patterns.filter(leavesWorkspace);
  if (astray.length > 0) return refused(astray.map((pattern) => `${pattern} leads out of the workspace`));
  const paths = await files.find(patterns);
  if (paths.length === 0) return refused([`no file matches ${patterns.join(', ')}`]);
  return joinEntries(await Promise.all(paths.map((path) => readPromptEntry(path, files))));
}

function leavesWorkspace(pattern: string): boolean {
  const path = pattern.replace(/^[!\s]+/, '');
  return /^[/\\~]|^[A-Za-z]:/.test(path) || path.split(/[\\/]/).includes('..');
}

/** YAML between two lines of `---` at the top of a file. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const FIRST_RULE = /^\uFEFF?---[ \t]*\r?\n/;
const NO_SPAN = 'must be a duration like `90s`, `30m` or `2h`';

const headSchema = z.strictObject(
  {
    // YAML makes a number of what looks like one.
    name: z.optional(
      z.pipe(z.pipe(z.union([z.string(), z.number()], 'must be text'), z.transform(String)), entryName),
    ),
    /** Milliseconds from the job's create. */
    timeout: z.optional(
      z.pipe(
        z.pipe(z.string(NO_SPAN), z.transform(parseDuration)),
        z.number(NO_SPAN).check(z.gt(0, NO_SPAN)),
      ),
    ),
    skip: z._default(z.boolean('must be `true` or `false`'), false),
  },
  unknownKeys('front matter key', 'has front matter that is no list of keys'),
);

/**
 * The entry that a prompt file holds; its name is the given one, or the file's own, or its path. Problems begin with
 * `subject`.
 */
export async function readPromptEntry(
  path: string,
  files: Pick<Files, 'readInput'>,
  given?: string,
  subject = path,
): Promise<ReadEntries> {
  const wrong = (problem: string) => refused([`${subject} ${problem}`]);
  const file = await files.readInput(path);
  if (!file.ok) return wrong(file.problem);
  const [frontMatter, yaml = ''] = FRONT_MATTER.exec(file.text) ?? [];
  if (frontMatter === undefined && FIRST_RULE.test(file.text))
    return wrong('has front matter that does not end');
  const read = await readYaml(yaml);
  if (read instanceof Complaint) return wrong(read.words);
  const { success, data: head, error } = headSchema.safeParse(read);
  if (!success) return refused(tellProblems(subject, error));
  const words = file.text.slice(frontMatter?.length ?? 0);
  // An entry that is skipped may be a draft.
  if (words.trim() === '' && !head.skip) return wrong('is empty');
  const name = given ?? head.name ?? path;
  // A path is no name by itself where a resumed run would not take it for one.
  if (!entryName.safeParse(name).success)
    return wrong(`needs a \`name\` in front matter: its path is not ${NAME}`);
  const record = { ...BLANK, name, promptFile: path };
  if (!head.skip) return found({ record, ask: { words, timeout: head.timeout } });
  return found({ record: { ...record, result: 'skipped', reason: 'Its front matter says `skip`.' } });
}

/** What the text holds, or a complaint. Several documents are a list of them, which is no front matter. */
async function readYaml(text: string): Promise<unknown> {
  if (text === '') return {};
  // Only batches with front matter need it.
  const { loadAll } = await import('js-yaml');
  try {
    const documents = loadAll(text);
    return documents.length > 1 ? documents : (documents[0] ?? {});
  } catch (error) {
    const { reason } = Object(error);
    const why = typeof reason === 'string' ? reason : error;
    return new Complaint(`has front matter that is no YAML (${why})`);
  }
}
