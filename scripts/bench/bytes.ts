/** The bytes that a runner downloads, and those of `dist/`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packArchive } from '../../sandbox/archive.ts';
import { kilobytes, type Section, table } from './figures.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MOST_DIST = 3_200_000;
const MOST_ARCHIVE = 900_000;

/** The number of parts in the report. */
const LARGEST = 4;

/** A module in webpack's list, which can have several modules. */
interface Module {
  readonly name?: string;
  readonly size?: number;
  /** The files with the module. None for a module that is only listed. */
  readonly chunks?: readonly (string | number)[];
  readonly modules?: readonly Module[];
}

/** The size of `dist/` in bytes. */
function distBytes(): number {
  const entries = readdirSync(join(ROOT, 'dist'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** The bytes of each package. */
function shares(): [string, number][] {
  const folder = mkdtempSync(join(ROOT, 'build-'));
  try {
    execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts'), relative(ROOT, folder)]);
    const { modules } = JSON.parse(readFileSync(join(ROOT, 'build/stats.json'), 'utf8')) as Module;
    const sums = new Map<string, number>();
    for (const { name = '', size = 0 } of (modules ?? [])
      .filter(({ chunks = [] }) => chunks.length > 0)
      .flatMap(split)) {
      const part =
        /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ??
        (name.includes('/build/') ? "the action's own code" : undefined);
      if (part !== undefined) sums.set(part, (sums.get(part) ?? 0) + size);
    }
    return [...sums].sort(([, one], [, other]) => other - one);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function split(module: Module): readonly Module[] {
  return module.modules ?? [module];
}

export function measureBytes(): Section {
  const [dist, archive] = [distBytes(), gzipSync(packArchive()).length];
  const missed = [
    ...(dist > MOST_DIST ? [`dist/: ${kilobytes(dist)}, at most ${kilobytes(MOST_DIST)}`] : []),
    ...(archive > MOST_ARCHIVE ? [`archive: ${kilobytes(archive)}, at most ${kilobytes(MOST_ARCHIVE)}`] : []),
  ];
  const parts = shares();
  const whole = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  const largest = parts
    .slice(0, LARGEST)
    .map(([part, bytes]) => `${part} ${((100 * bytes) / whole).toFixed(0)} %`);
  const rows = [
    ['`dist/`, with licences', kilobytes(dist), `≤ ${kilobytes(MOST_DIST)}`],
    ['the archive that a runner downloads', kilobytes(archive), `≤ ${kilobytes(MOST_ARCHIVE)}`],
  ];
  const markdown = `${table(['Bytes', 'Size', 'Target'], rows)}\n\nThe largest parts of ${kilobytes(whole)} of code: ${largest.join(', ')}.`;
  return { markdown, missed };
}
