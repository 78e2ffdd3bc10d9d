import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files of a folder and of the folders in it, as sorted paths with slashes. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => relative(folder, file).split(sep).join('/')).sort();
}

/** A hash of names and contents. It ignores line ends, which Git can change. */
export function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(folder, file), 'latin1').replaceAll('\r\n', '\n');
    hash.update(`${file}\0${content.length}\0${content}`, 'latin1');
  }
  return hash.digest('hex');
}
