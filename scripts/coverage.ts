/**
 * Measures which lines of `src/` run in the tests that run the actions, and holds the floors of `.c8rc.json`. The sandbox
 * then starts the sources in place of what was built from them, so that tests of the bundle's own files are left out.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tests = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const jest = [
  join(root, 'node_modules/jest/bin/jest.js'),
  '__tests__/bundle',
  '--testPathIgnorePatterns',
  'soak|frugal',
];

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/c8/bin/c8.js'), process.execPath, ...tests, ...jest, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ACTION_SOURCES: '1' } },
);
process.exitCode = status ?? 1;
