/** `npm start`, in processes of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const start = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['sandbox/start.ts', ...words], { cwd: ROOT });

test('--help lists the events and options', async () => {
  const { stdout } = await start('--help');
  expect(stdout).toMatch(/^Usage:\n {2}npm start /);
  for (const option of ['--workflow', '--event', '--as', '--public']) expect(stdout).toContain(option);
});

const THREAD: string[] = ['Rewrite the quickstart for v2'];
const VERBOSE = [
  '--verbose',
  '--workflow',
  'examples/no-waiting.yml',
  '--event',
  'comment',
  '--event',
  'pull_request',
];
const OWN = ['examples/first.yml', '/docs Explain keys', '--as', 'maintain'];
const PLAYS: readonly (readonly string[])[] = [THREAD, VERBOSE, OWN];
const outputs = new Map<readonly string[], string>();
beforeAll(async () => {
  // At the same time: those in real time mostly wait.
  await Promise.all(PLAYS.map(async (words) => outputs.set(words, (await start(...words)).stdout)));
});

test.each(PLAYS.map((words) => [words]))(
  'npm start -- %j shows a pull request, and neither a warning, a secret nor a hidden note',
  (words) => {
    const printed = outputs.get(words) ?? '';
    expect(printed).toMatch(/^── Pull request #\d in acme\/docs, (?:open|merged): /m);
    expect(printed).toMatch(/Pull request (?:ready|created)/);
    expect(printed).not.toMatch(/warning|<!--/i);
    expect(printed).not.toMatch(/ghs_\w|(?:api-key|token): (?!\*\*\*)/);
    expect(printed).not.toMatch(/127\.0\.0\.1|localhost|\b[0-9a-f]{40}\b/);
  },
);

test('npm start answers three comments, and makes one pull request of two requests', () => {
  const printed = outputs.get(THREAD) ?? '';
  const requests = [...printed.matchAll(/ ann[ 👀🚀]*: (\/docs.*)/gu)].map(([, words]) => words);
  expect(requests).toHaveLength(3);
  const commits = [...printed.matchAll(/ committed \w{7}: (.*)/g)].map(([, title]) => title);
  expect(commits).toEqual(['Rewrite the quickstart for v2', 'Shorter']);
  expect(printed).toMatch(/jobs created: 1, messages: 1, duplicates: 0/);
  expect(printed).not.toContain('What went wrong');
});

test('--workflow plays another comment and person, and shows the thread and what the repository needs', () => {
  const stdout = outputs.get(OWN);
  expect(stdout).toMatch(/needs secret `DOCS_API_KEY`, secret `DOCS_THREAD_SECRET`/);
  const [, who] = stdout?.match(/comment by (\w+), with the role maintain/) ?? [];
  expect(stdout).toMatch(new RegExp(` ${who}.*: /docs Explain keys\n`));
});

test('--verbose shows the log, the details and the targets of links', () => {
  const stdout = outputs.get(VERBOSE);
  expect(stdout).toMatch(/Log of ask.*\n\n {2}##\[group\]Run Documentation agent\n {2}with:\n/);
  expect(stdout).toContain('Requested by: ');
  expect(outputs.get(THREAD)).not.toContain('Requested by: ');
  expect(stdout).toMatch(/\[log\]\(https:\/\/github\.com\/acme\/docs\/actions\/runs\//);
  expect(stdout).not.toMatch(/127\.0\.0\.1|\b[0-9a-f]{40}\b/);
});
