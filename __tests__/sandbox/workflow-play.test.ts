/** What `npm start -- --workflow` plays: a workflow file as somebody writes it, for a comment. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Words } from '../../sandbox/play/conversation.ts';
import { playWorkflow } from '../../sandbox/play/workflow.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const start = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['sandbox/start.ts', '--workflow', ...words], { cwd: root });
const REQUEST = '/docs Rewrite the quickstart for v2';

/** The first workflow of README.md, as a reader copies it. */
const [, copied = ''] = readFileSync(`${root}/README.md`, 'utf8').match(/```yaml\n(.*?)```/s) ?? [];
const own = copied.replace('OWNER/REPO@v1', 'acme/docs-agent-action@v1');

describe('the first workflow of README.md', () => {
  test('brings a pull request for a comment, and names what has to be set up', async () => {
    const { needs, hints, started, steps, issue, pull, problems } = await playWorkflow({
      text: own,
      comment: REQUEST,
      seed: 'first workflow',
    });
    expect(needs).toEqual({ secrets: ['DOCS_API_KEY'], variables: ['DOCS_API_URL', 'DOCS_PROJECT_ID'] });
    expect(started).toEqual(['docs']);
    expect(steps[0]?.result.outputs).toMatchObject({
      result: 'pull-request',
      prLink: 'https://github.com/acme/docs/pull/2',
    });
    const words = issue.entries.filter((entry): entry is Words => entry.kind === 'words');
    expect(words.at(-1)?.body).toMatch(/^@ann Pull request ready: /);
    expect(pull?.title).toBe('Rewrite the quickstart for v2');
    expect(hints).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('starts nothing for another comment, which is said', async () => {
    const { hints, started, steps, pull } = await playWorkflow({ text: own, comment: 'Looks good' });
    expect({ started, steps, pull }).toEqual({ started: [], steps: [], pull: undefined });
    expect(hints).toEqual([
      'GitHub starts no job of it for this comment: look at `on:` and at the `if:` of its jobs.',
    ]);
  });

  test('with `OWNER/REPO` left in it, that is said', async () => {
    const { steps, hints } = await playWorkflow({ text: copied, comment: REQUEST });
    expect(steps).toHaveLength(1);
    expect(hints).toEqual(['`OWNER/REPO` stands for the repository of this action; write its name there.']);
  });
});

describe('what is wrong in a workflow shows as it would on GitHub:', () => {
  const play = (edit: (text: string) => string) => playWorkflow({ text: edit(own), comment: REQUEST });

  test.each<[string, (text: string) => string, RegExp]>([
    [
      'a required input is missing',
      (text) => text.replace(/ +project-id: .*\n/, ''),
      /`project-id` is empty/,
    ],
    [
      'a required input is misspelt',
      (text) => text.replace('project-id:', 'projekt-id:'),
      /`projekt-id` is no input of this action, but `project-id` is/,
    ],
    [
      'the input of a secret is misspelt',
      (text) => text.replace('api-key:', 'api_key:'),
      /`api_key` is no input of this action, but `api-key` is/,
    ],
    [
      "a file is missing that another's step would bring",
      (text) =>
        `${text.replace('steps:', 'steps:\n      - uses: actions/checkout@v7')}\n          rules-file: rules.md\n`,
      /`rules-file`.* Not run here, so what they bring is missing: actions\/checkout@v7\./,
    ],
  ])('%s', async (_what, edit, words) => {
    const { hints, steps, pull } = await play(edit);
    expect(steps.map(({ result }) => result.outcome)).toEqual(['failure']);
    expect(hints.join(' ')).toMatch(words);
    expect(pull).toBeUndefined();
  });

  test('a job without permissions writes nothing, and the one that it lacks is named', async () => {
    const { hints, issue } = await play((text) => text.replace(/ {4}permissions:\n(?: {6}.*\n){2}/, ''));
    expect(hints.join(' ')).toContain('`issues: write`');
    expect(issue.entries.flatMap((entry) => (entry.kind === 'words' ? entry.by.login : []))).not.toContain(
      'github-actions[bot]',
    );
  });

  test('an input that nobody knows is warned of', async () => {
    const { hints, steps } = await play((text) =>
      text.replace('project-id:', 'colour: blue\n          project-id:'),
    );
    expect(steps.map(({ result }) => result.outcome)).toEqual(['success']);
    expect(hints.join(' ')).toMatch(/`colour` is no input of this action/);
  });
});

test.each(['on: issue_comment', 'on: [push, issue_comment]'])('`%s` is understood', async (on) => {
  const jobs = 'jobs: { hello: { runs-on: ubuntu-latest, steps: [{ run: echo hello }] } }';
  const { started, hints } = await playWorkflow({ text: `${on}\n${jobs}\n`, comment: REQUEST });
  expect(started).toEqual(['hello']);
  expect(hints).toEqual(['No step of it uses an action of this repository; one that does has `base-url`.']);
});

describe('npm start -- --workflow', () => {
  test('plays a file, and shows the thread', async () => {
    const { stdout } = await start('examples/asked-in-a-comment.yml', '/docs', 'Explain keys');
    expect(stdout).toContain('secrets    DOCS_API_KEY\n  variables  DOCS_API_URL, DOCS_PROJECT_ID\n');
    expect(stdout).toContain('docs: pull-request, A pull request was created.');
    expect(stdout).toContain('│ /docs Explain keys\n');
    expect(stdout).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  test.each([
    [['nothing.yml'], 'There is no file nothing.yml.'],
    [['biome.json'], 'A workflow has `on:` and `jobs:`.'],
    [[], '--workflow needs a file.'],
  ])('%j is refused in one sentence', async (words, complaint) => {
    const refused = await start(...words).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    );
    expect(refused?.code).toBe(1);
    expect(refused?.stderr).toContain(complaint);
    expect(refused?.stderr).not.toMatch(/^ +at /m);
  });
});
