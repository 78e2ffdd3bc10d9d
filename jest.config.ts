import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const MEMORY = '/dev/shm';

/** Whether files may be kept in memory here: there is room, and what is written may be run. */
function takesFiles(): boolean {
  if (process.platform !== 'linux') return false;
  const mounted = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounted.find((line) => line.startsWith(`tmpfs ${MEMORY} `));
  if (options === undefined || /\bnoexec\b/.test(options)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > 2 ** 28;
}

// The tests write and remove thousands of small files. On a disk that is a tenth of their time.
if (process.env['TMPDIR'] === undefined && takesFiles()) {
  const folder = mkdtempSync(`${MEMORY}/docs-agent-tests-`);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

const config: Config = {
  testEnvironment: './__tests__/support/environment.ts',
  globalSetup: './__tests__/support/set-up.ts',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  // These need act: `npm run act`.
  testPathIgnorePatterns: process.env['ACT_LOGS'] ? ['/__tests__/(?!act/)'] : ['/__tests__/act/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  moduleNameMapper: {
    '^(?:@actions/|zod/)?(expressions|mini|undici|yaml)$': '<rootDir>/__tests__/support/shared-$1.cjs',
  },
  testTimeout: 120_000,
  // A worker and the step that it started take turns, so one worker more than there are cores.
  maxWorkers: availableParallelism() + 1,
  // The more memory a process holds, the longer it takes to start another one.
  workerIdleMemoryLimit: '300MB',
  // On a busy machine, the end of a large process takes more than the usual half second.
  workerGracefulExitTimeout: 20_000,
};

export default config;
