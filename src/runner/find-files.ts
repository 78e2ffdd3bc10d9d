import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch/posix.js';

// Links to folders are not followed, since they may lead anywhere or in circles.
/** Sorted paths below `root`, with `/`. The last pattern that matches a file decides, `!` excludes, a folder is all in it. */
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

function readPattern(line: string) {
  const [, marks = '', rest = ''] = /^(!*)\s*(.*)$/.exec(line.trim()) ?? [];
  // People write `./` at the beginning, or a slash at the end of a folder.
  const parts = rest.split('/').filter((part) => part !== '.' && part !== '');
  const glob = parts.join('/') || '**';
  return {
    takesAway: marks.length % 2 === 1,
    /** The folders before its first special character, like `docs/api/`. */
    base: /^[^*?[{(\\]*\//.exec(glob)?.[0] ?? '',
    fits: picomatch([glob, `${glob}/**`], { dot: true, nonegate: true }),
  };
}

/** Some file systems ignore case. Windows ignores dots and spaces at the end, and has short names and streams. */
export function isGitFolder(part: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/i.test(part);
}
