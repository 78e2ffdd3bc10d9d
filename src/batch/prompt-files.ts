import { Complaint, list, tellProblems } from '../inputs/fields.ts';
import type { Files } from '../runner/workspace-files.ts';
import { BLANK, entryName, type Found, NAME } from './entry.ts';
import { frontMatterSchema, splitFrontMatter } from './front-matter.ts';

/** The entries that glob patterns find, one pattern a line. */
export async function readPromptFiles(
  lines: string,
  files: Pick<Files, 'find' | 'readInput'>,
): Promise<Found[]> {
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

/**
 * The entry that a prompt file holds; its name is the given one, or the file's own, or its path. Problems begin with
 * `subject`.
 */
export async function readPromptEntry(
  path: string,
  files: Pick<Files, 'readInput'>,
  given?: string,
  subject = path,
): Promise<Found[]> {
  const wrong = (problem: string) => [`${subject} ${problem}`];
  const file = await files.readInput(path);
  if (!file.ok) return wrong(file.problem);
  const split = await splitFrontMatter(file.text);
  if (split instanceof Complaint) return wrong(split.words);
  const { success, data: head, error } = frontMatterSchema.safeParse(split.frontMatter);
  if (!success) return tellProblems(subject, error);
  const { words } = split;
  // An entry that is skipped may be a draft.
  if (words.trim() === '' && !head.skip) return wrong('is empty');
  const name = given ?? head.name ?? path;
  // A path is no name by itself where a resumed run would not take it for one.
  if (!entryName.safeParse(name).success)
    return wrong(`needs a \`name\` in front matter: its path is not ${NAME}`);
  const record = { ...BLANK, name, promptFile: path };
  if (!head.skip) return [{ record, words }];
  return [{ record: { ...record, result: 'skipped', reason: 'Its front matter says `skip`.' } }];
}
