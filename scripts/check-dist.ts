/** Checks that `dist/` is byte for byte what a build of the sources gives. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles } from '../sandbox/files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const fresh = mkdtempSync(join(root, 'build-'));

function readFiles(folder: string): Map<string, Buffer> {
  return new Map(listFiles(folder).map((file) => [file, readFileSync(join(folder, file))]));
}

try {
  execFileSync(process.execPath, [join(root, 'scripts/build.ts'), relative(root, fresh)], {
    stdio: 'inherit',
  });
  const committed = readFiles(join(root, 'dist'));
  const built = readFiles(fresh);
  const differing = [...new Set([...committed.keys(), ...built.keys()])].filter((path) => {
    const [before, after] = [committed.get(path), built.get(path)];
    return before === undefined || after === undefined || !before.equals(after);
  });
  if (differing.length > 0) {
    console.error(
      `dist/ is not what the sources give; run "npm run build" and commit. Differing: ${differing.join(', ')}`,
    );
    process.exitCode = 1;
  } else {
    console.log(`dist/ is what the sources give (${built.size} files).`);
  }
} finally {
  rmSync(fresh, { recursive: true, force: true, maxRetries: 5 });
}
