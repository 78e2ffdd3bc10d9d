import { describe, test } from '@jest/globals';

const here = process.platform === 'linux';

/** What needs Linux: its shell, its signals, or its words for errors. Elsewhere these are skipped, and reported so. */
export const onLinux = { describe: here ? describe : describe.skip, test: here ? test : test.skip };
