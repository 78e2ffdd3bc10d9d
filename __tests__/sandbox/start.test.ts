/** `npm start` as somebody meets it first: its help, and plays that go well. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START = fileURLToPath(new URL('../../sandbox/start.ts', import.meta.url));
const start = (...words: string[]) => promisify(execFile)(process.execPath, [START, ...words], { cwd: ROOT });
const folder = mkdtempSync(join(tmpdir(), 'start-'));
const page = join(folder, 'page.html');
afterAll(() => rmSync(folder, { recursive: true }));

test('--help answers with all plays', async () => {
  const { stdout } = await start('--help');
  expect(stdout).toMatch(/^Usage:\n {2}npm start /);
  for (const play of ['--page', '--no-waiting', '--workflow', '--merge', 'your own prompt'])
    expect(stdout).toContain(play);
});

test('two plays at once are refused, with the usage', async () => {
  await expect(start('--merge', '--page')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('--merge and --page are given together; give one.\n\nUsage:'),
  });
});

const PAGE = ['--page', page];
const PLAYS: readonly (readonly string[])[] = [
  [],
  PAGE,
  ['--no-waiting'],
  ['--workflow', 'examples/asked-in-a-comment.yml'],
  ['Explain keys'],
  ['--merge'],
];
const outputs = new Map<readonly string[], string>();
beforeAll(async () => {
  // Side by side: those in real time mostly wait.
  await Promise.all(PLAYS.map(async (words) => outputs.set(words, (await start(...words)).stdout)));
});

test.each(PLAYS.map((words) => [words]))(
  'npm start -- %j brings a pull request, and shows no warning and no secret',
  (words) => {
    const printed = outputs.get(words) ?? '';
    expect(printed).toContain('https://github.com/acme/docs/pull/');
    expect(printed).toMatch(/pull-request|collected/);
    expect(printed).not.toMatch(/warning/i);
    expect(printed).not.toMatch(/ghs_\w|(?:api-key|token): (?!\*\*\*)/);
    // Loopback addresses stand only next to the URL that people know.
    const local = printed.split('\n').filter((line) => /127\.0\.0\.1|localhost/.test(line));
    const known = /^ {2}\S+ +https:\/\/\S+, (?:its API )?played at http:\/\/127\.0\.0\.1:\d+\S*$/;
    expect(local.filter((line) => !known.test(line))).toEqual([]);
  },
);

test('--page says where the page is', () => {
  expect(outputs.get(PAGE)).toContain(`  The page: ${pathToFileURL(page)}\n`);
});
