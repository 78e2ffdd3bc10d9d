/**
 * Runs the tests in `__tests__/act/`: the recipes under nektos/act, a runner of another project, against the sandbox's service
 * and GitHub. Arguments go to jest. Uses the act on the path, or builds act with Go into a cache folder. `--install` only does
 * that. The logs of act are in `build/act/`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version that is built. */
const VERSION = '0.2.89';
/** The first version that passed these tests. */
const OLDEST = '0.2.87';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const logs = resolve('build/act');
const cache = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  `docs-agent-action/act-${VERSION}`,
);

/** The version of act in a folder, or on the path. `undefined` if there is none. */
function versionIn(folder?: string): string | undefined {
  const act = folder === undefined ? 'act' : join(folder, 'act');
  const { stdout } = spawnSync(act, ['--version'], { encoding: 'utf8' });
  return /^act version v?([\d.]+)/.exec(stdout ?? '')?.[1];
}

/** Builds act into the cache folder, if Go is installed. */
function build(): boolean {
  if (spawnSync('go', ['version']).status !== 0) return false;
  console.log(`Building act ${VERSION} into ${cache} with Go, which takes up to two minutes.`);
  const env = { ...process.env, GOBIN: cache };
  const { status } = spawnSync('go', ['install', `github.com/nektos/act@v${VERSION}`], {
    env,
    stdio: 'inherit',
  });
  return status === 0;
}

/** Puts act on the path, and returns its version. `undefined` if there is none and it can't be built. */
function provideAct(): string | undefined {
  const installed = versionIn();
  if (installed !== undefined && installed.localeCompare(OLDEST, 'en', { numeric: true }) >= 0)
    return installed;
  if (versionIn(cache) !== VERSION && !build()) return undefined;
  process.env['PATH'] = [cache, process.env['PATH']].join(delimiter);
  return VERSION;
}

/** Runs the tests, and returns jest's exit code. */
function runTests(): number {
  rmSync(logs, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(logs, { recursive: true });
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  // The tests mostly wait.
  const options = ['--verbose', '--maxWorkers=4', '--testTimeout=180000', ...process.argv.slice(2)];
  const jest = [...node, 'node_modules/jest/bin/jest.js', ...options];
  const env = { ...process.env, ACT_LOGS: logs };
  return spawnSync(process.execPath, jest, { env, stdio: 'inherit' }).status ?? 1;
}

/** Prints what was not run as it is in the recipes. */
function printReplaced(): void {
  const file = join(logs, 'replaced.txt');
  if (!existsSync(file)) return;
  const lines = new Set(readFileSync(file, 'utf8').trim().split('\n'));
  console.log(
    `\nReplaced, since it needs the network or act does not have it:\n${[...lines].sort().join('\n')}`,
  );
}

const version = provideAct();
if (version === undefined) {
  console.error(
    `act ${OLDEST} or newer was not found, and Go could not build it. Install act (https://nektosact.com/installation/) or Go (https://go.dev/dl/), and run this again.`,
  );
  process.exitCode = 1;
} else if (!process.argv.includes('--install')) {
  console.log(`act ${version}; its logs are in ${logs}.`);
  process.exitCode = runTests();
  printReplaced();
}
