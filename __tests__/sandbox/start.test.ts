/** `npm start` as somebody meets it first: its help, and plays that go well. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START = fileURLToPath(new URL('../../sandbox/start.ts', import.meta.url));
const start = (...words: string[]) => promisify(execFile)(process.execPath, [START, ...words], { cwd: ROOT });
const folder = mkdtempSync(join(tmpdir(), 'start-'));
const page = join(folder, 'page.html');
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['--help', '-h'])('%s answers with all plays', async (flag) => {
  const { stdout } = await start(flag);
  expect(stdout).toMatch(/^Usage:\n {2}npm start /);
  for (const play of ['--page', '--no-waiting', '--workflow', '--merge', 'your own prompt'])
    expect(stdout).toContain(play);
});

test.each([
  [['--merge', '--page'], '--merge and --page are given together; give one.'],
  [['--no-waiting', 'Explain keys'], '--no-waiting takes no prompt.'],
  [['--event', 'push'], '--event goes with --workflow.'],
])('%j is refused, with the usage', async (words, complaint) => {
  await expect(start(...words)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${complaint}\n\nUsage:`),
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

describe.each(PLAYS.map((words) => [words]))('npm start -- %j', (words) => {
  let printed = '';
  beforeAll(() => {
    printed = outputs.get(words) ?? '';
  });

  test('brings a pull request, without a warning', () => {
    expect(printed).toContain('https://github.com/acme/docs/pull/');
    expect(printed).toMatch(/pull-request|collected/);
    expect(printed).not.toMatch(/warning/i);
  });

  test('names this machine only beside the address that people know', () => {
    const local = printed.split('\n').filter((line) => /127\.0\.0\.1|localhost/.test(line));
    const known = /^ {2}\S+ +https:\/\/\S+, (?:its API )?played at http:\/\/127\.0\.0\.1:\d+\S*$/;
    expect(local.filter((line) => !known.test(line))).toEqual([]);
  });

  test('ends with what to do next, in two lines', () => {
    const [empty, ...last] = printed.trimEnd().split('\n').slice(-3);
    expect(empty).toBe('');
    expect(last[0]).toMatch(/^ {2}Next: .*npm start -- --help/);
    expect(last[1]).toBe(
      '  For your own repository: the seven steps under "Your first workflow" in README.md.',
    );
  });

  test('prints no key and no token', () => {
    expect(printed).not.toMatch(/ghs_\w|(?:api-key|token): (?!\*\*\*)/);
  });
});

test('--page says where the page is', () => {
  expect(outputs.get(PAGE)).toContain(`  The page: ${pathToFileURL(page)}\n`);
});
