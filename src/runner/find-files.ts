import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch/posix.js';

/**
 * The files below `root` that the patterns find, as paths below it with `/` between the parts, in order. The last
 * pattern that fits a file decides, and one with `!` in front takes away; a folder stands for all in it. Links to
 * folders are not followed, since they could lead anywhere and in circles, and `.git` is not looked into.
 */
export async function findFiles(root: string, lines: readonly string[]): Promise<string[]> {
  const patterns = lines.map(readPattern);
  const bases = patterns.filter(({ takesAway }) => !takesAway).map(({ base }) => base);
  const isWanted = (folder: string) =>
    bases.some((base) => base.startsWith(folder) || folder.startsWith(base));
  const found: string[] = [];

  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (!entry.isDirectory()) {
        if (patterns.findLast(({ fits }) => fits(path))?.takesAway === false) found.push(path);
      } else if (!isGitFolder(entry.name) && isWanted(`${path}/`)) {
        await walk(`${path}/`);
      }
    }
  }

  await walk('');
  return found.sort();
}

/** Reads one line of an input of globs. */
function readPattern(line: string) {
  const [, marks = '', rest = ''] = /^(!*)\s*(.*)$/.exec(line.trim()) ?? [];
  // Everybody writes `./` in front, or a slash after a folder.
  const parts = rest.split('/').filter((part) => part !== '.' && part !== '');
  const glob = parts.join('/') || '**';
  return {
    takesAway: marks.length % 2 === 1,
    /** The folders that it names before its first special character, like `docs/api/`. */
    base: /^[^*?[{(\\]*\//.exec(glob)?.[0] ?? '',
    fits: picomatch([glob, `${glob}/**`], { dot: true, nonegate: true }),
  };
}

/** Some file systems ignore case, Windows also dots and spaces at the end, and has short names and streams. */
export function isGitFolder(part: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/i.test(part);
}
