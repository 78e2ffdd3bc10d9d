import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: ['src/index.ts', 'src/entry/*.ts', 'sandbox/start.ts', 'scripts/*.ts', '__tests__/**/*.test.ts'],
  project: ['src/**/*.ts', 'sandbox/**/*.{ts,mjs}', 'scripts/**/*.ts', '__tests__/**/*.ts'],
};

export default config;
