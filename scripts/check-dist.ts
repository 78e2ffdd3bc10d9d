/** Proves that `dist/` is byte for byte what the sources give. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const fresh = mkdtempSync(join(root, 'build-'));

function listFiles(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), readFileSync(path)];
    }),
  );
}

try {
  execFileSync(process.execPath, [join(root, 'scripts/build.ts'), relative(root, fresh)], {
    stdio: 'inherit',
  });
  const committed = listFiles(join(root, 'dist'));
  const built = listFiles(fresh);
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
  rmSync(fresh, { recursive: true, force: true });
}
