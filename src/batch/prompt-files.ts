import type { Files } from '../runner/workspace-files.ts';
import { type Entry, nameProblem, type ReadEntries } from './entry.ts';
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
  if (astray.length > 0) return problems(astray.map((pattern) => `${pattern} leads out of the workspace`));
  const found = await files.find(patterns);
  if (found.length === 0) return problems([`no file matches ${patterns.join(', ')}`]);
  const read = await Promise.all(found.map((path) => readEntry(path, files)));
  const entries = read.flatMap(({ entries: found }) => found);
  const wrong = [...read.flatMap(({ problems: more }) => more), ...entries.flatMap(pathProblem)];
  return { entries, problems: wrong.map((problem) => `\`prompts\`: ${problem}.`) };
}

/** A path is no name by itself where a resumed run would not take it for one. */
function pathProblem({ name }: Entry): string[] {
  const bad = nameProblem(name);
  return bad === undefined ? [] : [`${name} needs a \`name\` in front matter: its path is not ${bad}`];
}

/** The entry that a prompt file holds; its name is the file's path unless it says another. Problems follow a colon. */
export async function readEntry(path: string, files: Pick<Files, 'readInput'>): Promise<ReadEntries> {
  const text = await files.readInput(path);
  if (!text.ok) return { entries: [], problems: [`${path} ${text.problem}`] };
  const read = await readPromptFile(text.text);
  if (!read.ok) return { entries: [], problems: read.problems.map((problem) => `${path} ${problem}`) };
  const { name = path, timeout, skip, words } = read.file;
  const task: Entry['task'] = skip
    ? { kind: 'closed', as: { result: 'skipped', reason: 'Its front matter says `skip`.' } }
    : { kind: 'ask', words, ...(timeout !== undefined && { timeout }) };
  return { entries: [{ name, promptFile: path, task }], problems: [] };
}

function leavesWorkspace(pattern: string): boolean {
  const path = pattern.replace(/^[!\s]+/, '');
  return /^[/\\~]|^[A-Za-z]:/.test(path) || path.split(/[\\/]/).includes('..');
}

function problems(words: readonly string[]): ReadEntries {
  return { entries: [], problems: words.map((problem) => `\`prompts\`: ${problem}.`) };
}
