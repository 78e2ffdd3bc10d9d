import { describe, test } from '@jest/globals';

const here = process.platform === 'linux';

/** For tests that need the shell, signals or error messages of Linux. Other systems report them as skipped. */
export const onLinux = { describe: here ? describe : describe.skip, test: here ? test : test.skip };
