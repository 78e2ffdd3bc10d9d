/** The bytes that a runner downloads, and those of `dist/`. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packArchive } from '../../sandbox/archive.ts';
import { kilobytes, type Section } from './figures.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MOST_DIST = 3_200_000;
const MOST_ARCHIVE = 900_000;

/** The size of `dist/` in bytes. */
function distBytes(): number {
  const entries = readdirSync(join(ROOT, 'dist'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

export function measureBytes(): Section {
  const [dist, archive] = [distBytes(), gzipSync(packArchive()).length];
  const missed = [
    ...(dist > MOST_DIST ? [`dist/: ${kilobytes(dist)}, at most ${kilobytes(MOST_DIST)}`] : []),
    ...(archive > MOST_ARCHIVE ? [`archive: ${kilobytes(archive)}, at most ${kilobytes(MOST_ARCHIVE)}`] : []),
  ];
  const markdown = `\`dist/\` with its licences has ${kilobytes(dist)} (at most ${kilobytes(MOST_DIST)}), and the archive that a runner downloads ${kilobytes(archive)} (at most ${kilobytes(MOST_ARCHIVE)}).`;
  return { markdown, missed };
}
