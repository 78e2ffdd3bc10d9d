/**
 * Runs the recipes under nektos/act, a runner that this project did not write, against the sandbox's service and GitHub: the
 * tests of `__tests__/act/`. Arguments go to jest. act is the one on the path, or is built with Go into a cache folder.
 * `--install` only does that. What act printed is in `build/act/`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
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

/** The version of an act; `undefined` when there is none. */
function versionOf(act: string): string | undefined {
  return /^act version v?([\d.]+)/.exec(
    spawnSync(act, ['--version'], { encoding: 'utf8' }).stdout ?? '',
  )?.[1];
}

function isNewEnough(version: string | undefined): boolean {
  return version !== undefined && version.localeCompare(OLDEST, 'en', { numeric: true }) >= 0;
}

/** The command that starts act. */
function findAct(): string | undefined {
  if (isNewEnough(versionOf('act'))) return 'act';
  const built = join(cache, process.platform === 'win32' ? 'act.exe' : 'act');
  if (versionOf(built) === VERSION) return built;
  console.log(`Building act ${VERSION} into ${cache} with Go; this takes up to two minutes, once.`);
  const env = { ...process.env, GOBIN: cache };
  const { status } = spawnSync('go', ['install', `github.com/nektos/act@v${VERSION}`], {
    env,
    stdio: 'inherit',
  });
  return status === 0 ? built : undefined;
}

/** Runs the tests; answers jest's exit code. */
function runTests(act: string): number {
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  console.log(`act ${versionOf(act)}; its logs are in ${logs}.`);
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  // The tests mostly wait, in real time.
  const options = ['--verbose', '--maxWorkers=4', '--testTimeout=180000', ...process.argv.slice(2)];
  const env = { ...process.env, ACT: act, ACT_LOGS: logs };
  return (
    spawnSync(process.execPath, [...node, 'node_modules/jest/bin/jest.js', ...options], {
      env,
      stdio: 'inherit',
    }).status ?? 1
  );
}

/** What was not run as it is, by recipe. */
function printReplaced(): void {
  const file = join(logs, 'replaced.txt');
  if (!existsSync(file)) return;
  const lines = new Set(readFileSync(file, 'utf8').trim().split('\n'));
  console.log(
    `\nReplaced, since it needs the network or act does not have it:\n${[...lines].sort().join('\n')}`,
  );
}

const act = findAct();
if (act === undefined) {
  console.error(
    `act ${OLDEST} or newer was not found, and could not be built with Go. Install act (https://nektosact.com/installation/) or Go (https://go.dev/dl/), and run this again.`,
  );
  process.exitCode = 1;
} else if (!process.argv.includes('--install')) {
  process.exitCode = runTests(act);
  printReplaced();
}
