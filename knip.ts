import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'src/skip-or-start.ts',
    'sandbox/git-host.ts',
    'sandbox/time-preload.mjs',
    'scripts/*.ts',
    'scripts/bench/meter.cjs',
    'scripts/bench/packages.mjs',
    '__tests__/**/*.test.ts',
  ],
  // A type may be exported for those who read a signature.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreBinaries: ['go', 'jq', 'mkfifo'],
  // Started by its path: it exports no command.
  ignoreDependencies: ['c8'],
  project: ['src/**/*.ts', 'sandbox/**/*.{ts,mjs}', 'scripts/**/*.{ts,cjs}', '__tests__/**/*.ts'],
};

export default config;
