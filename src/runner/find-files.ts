import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch/posix.js';

// Links to folders are not followed, because they may lead anywhere or in circles.
/** Sorted paths below `root`, with `/`. A file's last matching pattern decides. `!` excludes. A folder matches its files. */
export async function findFiles(root: string, lines: readonly string[]): Promise<string[]> {
  const patterns = lines.map(readPattern);
  const bases = patterns.filter(({ excludes }) => !excludes).map(({ base }) => base);
  const isWanted = (folder: string) =>
    bases.some((base) => base.startsWith(folder) || folder.startsWith(base));
  const found: string[] = [];

  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (!entry.isDirectory()) {
        if (patterns.findLast(({ fits }) => fits(path))?.excludes === false) found.push(path);
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
  // People may begin with `./`, or end a folder with a slash.
  const parts = rest.split('/').filter((part) => part !== '.' && part !== '');
  const glob = parts.join('/') || '**';
  const excludes = marks.length % 2 === 1;
  return {
    excludes,
    /** The folders before the first special character, like `docs/api/`. */
    base: /^[^*?[{(\\]*\//.exec(glob)?.[0] ?? '',
    // A name like `.gitkeep` is found only by a glob with its dot.
    fits: picomatch([glob, `${glob}/**`], { dot: excludes, nonegate: true }),
  };
}

/** Some file systems ignore case. Windows ignores trailing dots and spaces, and has short names and streams. */
export function isGitFolder(part: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/i.test(part);
}
