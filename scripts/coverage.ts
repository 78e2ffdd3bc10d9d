/**
 * Measures which lines of `src/` run in the tests that run the actions, and holds the floors of `.c8rc.json`. The sandbox
 * then starts a build with source maps in place of `dist/`, so that tests of the files of `dist/` are left out. So are those
 * that only repeat: tables of faults, many runs with random ones. Functions have no floor: how many of them are told
 * through source maps differs from run to run.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const build = join(root, 'build');
const dist = join(build, 'mapped');
for (const folder of [dist, join(build, 'coverage')]) rmSync(folder, { recursive: true, force: true });

buildSync({
  entryPoints: readdirSync(join(root, 'src/entry')).map((file) => join(root, 'src/entry', file)),
  outbase: join(root, 'src'),
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  sourcemap: 'linked',
  // Some packages are CommonJS, and ask for modules of Node by `require`.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});

const tests = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const jest = [
  join(root, 'node_modules/jest/bin/jest.js'),
  '__tests__/bundle',
  '--testPathIgnorePatterns',
  'egress|frugal|large|soak|faults-|threads-faults',
];

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/c8/bin/c8.js'), process.execPath, ...tests, ...jest, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ACTION_DIST: dist } },
);
process.exitCode = status ?? 1;
