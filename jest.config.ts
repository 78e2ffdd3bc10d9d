import type { Config } from 'jest';

const config: Config = {
  testEnvironment: './__tests__/support/environment.ts',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  testTimeout: 60_000,
  // Tests of the bundle mostly wait for a child process, so that no core has to be kept free.
  maxWorkers: '100%',
  // The more memory a process holds, the longer it takes to start another one.
  workerIdleMemoryLimit: '100MB',
};

export default config;
