import type { Files } from '../runner/workspace-files.ts';
import { BLANK, entryName, NAME, type ReadEntries } from './entry.ts';
import { readPromptFile } from './front-matter.ts';

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
  if (astray.length > 0) return wrong(astray.map((pattern) => `${pattern} leads out of the workspace`));
  const found = await files.find(patterns);
  if (found.length === 0) return wrong([`no file matches ${patterns.join(', ')}`]);
  const read = await Promise.all(found.map((path) => readPromptEntry(path, files)));
  return {
    entries: read.flatMap(({ entries }) => entries),
    problems: read.flatMap(({ problems }) => wrong(problems).problems),
  };
}

/**
 * The entry that a prompt file holds; its name is the given one, or the file's own, or its path. Problems begin with
 * `subject`.
 */
export async function readPromptEntry(
  path: string,
  files: Pick<Files, 'readInput'>,
  { name: given, subject = path }: { readonly name?: string; readonly subject?: string } = {},
): Promise<ReadEntries> {
  const text = await files.readInput(path);
  if (!text.ok) return { entries: [], problems: [`${subject} ${text.problem}`] };
  const read = await readPromptFile(text.text, subject);
  if (!read.ok) return { entries: [], problems: read.problems };
  const { timeout, skip, words } = read.file;
  const name = given ?? read.file.name ?? path;
  // A path is no name by itself where a resumed run would not take it for one.
  if (!entryName.safeParse(name).success)
    return {
      entries: [],
      problems: [`${subject} needs a \`name\` in front matter: its path is not ${NAME}`],
    };
  const record = { name, ...BLANK, promptFile: path };
  const skipped = { ...record, result: 'skipped', reason: 'Its front matter says `skip`.' } as const;
  return { entries: [skip ? { record: skipped } : { record, ask: { words, timeout } }], problems: [] };
}

function leavesWorkspace(pattern: string): boolean {
  const path = pattern.replace(/^[!\s]+/, '');
  return /^[/\\~]|^[A-Za-z]:/.test(path) || path.split(/[\\/]/).includes('..');
}

function wrong(problems: readonly string[]): ReadEntries {
  return { entries: [], problems: problems.map((problem) => `\`prompts\`: ${problem}.`) };
}
