/** `npm start` as somebody meets it first: its help, and runs that go well. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const START = fileURLToPath(new URL('../../sandbox/start.ts', import.meta.url));
const start = (...words: string[]) => promisify(execFile)(process.execPath, [START, ...words]);

test.each(['--help', '-h'])('%s answers', async (flag) => {
  expect((await start(flag)).stdout).toMatch(/^Usage:\n {2}npm start /);
});

test.each([[['Explain keys']], [['--merge']]])(
  '%j shows no warning',
  async (words) => {
    const { stdout } = await start(...words);
    expect(stdout).toContain('pull-request');
    expect(stdout).not.toMatch(/warning/i);
  },
  60_000,
);
