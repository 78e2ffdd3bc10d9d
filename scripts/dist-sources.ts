/** Records which sources `dist/` was built from. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, listFiles } from '../sandbox/files.ts';

/** What the build reads in addition to `src/`. */
const OTHERS = [
  ...['action.yml', 'collect/action.yml', 'release-check/action.yml', 'visitors/action.yml'],
  ...['package-lock.json', 'scripts/build.ts', 'tsconfig.build.json', 'tsconfig.json'],
];

/** The file of `dist/` with the hash of its sources. */
export const SOURCES_FILE = 'sources.sha256';

export function hashSources(root: string): string {
  const sources = listFiles(join(root, 'src')).filter((file) => file.endsWith('.ts'));
  return `${hashFiles(root, [...OTHERS, ...sources.map((file) => `src/${file}`)])}\n`;
}

/** Throws unless `dist/` was built from the sources as they are now. */
export function refuseStaleDist(root: string): void {
  const file = join(root, 'dist', SOURCES_FILE);
  const built = existsSync(file) ? readFileSync(file, 'utf8').replace('\r', '') : '';
  if (built !== hashSources(root)) throw new Error('dist/ is older than src/: run npm run build');
}
