/** What `npm start -- --workflow` plays: a workflow file as somebody writes it, with its own values. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Conversation } from '../../sandbox/play/conversation.ts';
import { type PlayedWorkflow, playWorkflow } from '../../sandbox/play/workflow.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const start = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['sandbox/start.ts', '--workflow', ...words], { cwd: root });

/** The first workflow of README.md, as a reader copies it. */
const [, copied = ''] = readFileSync(`${root}/README.md`, 'utf8').match(/```yaml\n(.*?)```/s) ?? [];
const named = (text: string) => text.replaceAll('OWNER/REPO', 'acme/docs-agent-action');
const own = named(copied);
const recipe = (name: string) => named(readFileSync(`${root}/examples/${name}.yml`, 'utf8'));
const results = ({ steps }: PlayedWorkflow) => steps.map(({ result }) => result.outputs['result']);
const said = (thread: Conversation | undefined) =>
  (thread?.entries ?? []).flatMap((entry) => (entry.kind === 'words' ? [[entry.by.login, entry.body]] : []));

describe('the first workflow of README.md', () => {
  test('brings a pull request for a comment, and names what has to be set up', async () => {
    const played = await playWorkflow({ text: own, seed: 'first workflow' });
    const { settings, hints, started, steps, thread, pull, problems } = played;
    expect(settings.expected).toEqual({
      ...{ secrets: ['DOCS_API_KEY'], variables: ['DOCS_API_URL', 'DOCS_PROJECT_ID'] },
    });
    expect(settings.missing).toEqual({ secrets: [], variables: [] });
    expect(started).toEqual(['docs']);
    expect(steps[0]?.result.outputs).toMatchObject({
      result: 'pull-request',
      prLink: 'https://github.com/acme/docs/pull/2',
    });
    expect(said(thread).at(-1)?.[1]).toMatch(/^@ann \*\*Pull request ready:\*\* /);
    expect(pull?.title).toBe('Rewrite the quickstart for v2');
    expect(hints).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('starts nothing for another comment, which is said', async () => {
    const { hints, started, steps, pull } = await playWorkflow({ text: own, words: 'Looks good' });
    expect({ started, steps, pull }).toEqual({ started: [], steps: [], pull: undefined });
    expect(hints).toEqual(['GitHub starts no job of it for this event: check the `if:` of its jobs.']);
  });

  test('starts nothing for an event that it does not name, which is said', async () => {
    const { hints, started } = await playWorkflow({ text: own, cause: 'schedule' });
    expect(started).toEqual([]);
    expect(hints).toEqual([
      expect.stringMatching(/^GitHub starts no run of it for schedule\. .*issue_comment/),
    ]);
  });

  test('with `OWNER/REPO` left in it, that is said', async () => {
    const { steps, hints } = await playWorkflow({ text: copied });
    expect(steps).toHaveLength(1);
    expect(hints).toEqual(['`OWNER/REPO` stands for the repository of this action; write its name there.']);
  });
});

describe('what is wrong in a workflow shows as it would on GitHub:', () => {
  const given = (name: string, value: string) => (text: string) =>
    text.replace(new RegExp(`${name}: .*`), `${name}: ${value}`);

  test.each<[string, (text: string) => string, RegExp]>([
    [
      'a required input is missing',
      (text) => text.replace(/ +project-id: .*\n/, ''),
      /`project-id` is empty/,
    ],
    ['the address is missing', (text) => text.replace(/ +base-url: .*\n/, ''), /`base-url` is/],
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
    ['the key is empty', given('api-key', '""'), /`api-key` is empty/],
    ['the key is another one', given('api-key', 'mint_of_somebody_else'), /rejected|401/],
    [
      'the name of a secret is misspelt',
      (text) => text.replace('secrets.DOCS_API_KEY', 'secrets.DOCS_API_KYE'),
      /`api-key` is empty.* Empty here: the secret DOCS_API_KYE \(`--secret DOCS_API_KYE`\)\./,
    ],
    [
      'a secret is looked for among the variables',
      (text) => text.replace('secrets.DOCS_API_KEY', "vars['DOCS_API_KEY']"),
      /`api-key` is empty.* Empty here: the variable DOCS_API_KEY/,
    ],
    [
      'two variables are mixed up',
      (text) => text.replace('vars.DOCS_API_URL', 'vars.DOCS_PROJECT_ID'),
      /`base-url` must be an address/,
    ],
    ['the address has no scheme', given('base-url', 'api.mintlify.com'), /`base-url` must be an address/],
    [
      'the address has a path that the service lacks',
      given('base-url', 'https://api.mintlify.com/docs'),
      /404.*took the place of https:\/\/api\.mintlify\.com\/docs/,
    ],
    [
      "a file is missing that another's step would bring",
      (text) =>
        `${text.replace('steps:', 'steps:\n      - uses: actions/checkout@v7')}\n          rules-file: rules.md\n`,
      /`rules-file`.* Not run here, so what they bring is missing: `actions\/checkout@v7`\./,
    ],
    [
      'a variable of the job is the input of another name',
      (text) => text.replace('    steps:', '    env: { INPUT_PROJEKT-ID: x }\n    steps:'),
      /`projekt-id` is no input/,
    ],
  ])('%s', async (_what, edit, words) => {
    const { hints, steps, pull } = await playWorkflow({ text: edit(own) });
    expect(steps.map(({ result }) => result.outcome)).toEqual(['failure']);
    expect(hints.join(' ')).toMatch(words);
    expect(hints.join(' ')).not.toMatch(/127\.0\.0\.1|localhost/);
    expect(pull).toBeUndefined();
  });

  test('a context that does not exist is refused', async () => {
    const text = own.replace('secrets.DOCS_API_KEY', 'secret.DOCS_API_KEY');
    await expect(playWorkflow({ text })).rejects.toThrow(/Unrecognized named-value: 'secret'/);
  });

  test('a job without permissions writes nothing, and the one that it lacks is named', async () => {
    const text = own.replace(/ {4}permissions:\n(?: {6}.*\n){2}/, '');
    const { hints, thread } = await playWorkflow({ text });
    expect(hints.join(' ')).toContain('`issues: write`');
    expect(said(thread).map(([login]) => login)).not.toContain('github-actions[bot]');
  });

  test('an input that nobody knows is warned of', async () => {
    const { hints, steps } = await playWorkflow({
      text: own.replace('project-id:', 'colour: blue\n          project-id:'),
    });
    expect(steps.map(({ result }) => result.outcome)).toEqual(['success']);
    expect(hints.join(' ')).toMatch(/`colour` is no input of this action/);
  });
});

describe('values of one’s own', () => {
  test('names of one’s own hold what their place needs', async () => {
    const text = own
      .replace('secrets.DOCS_API_KEY', 'secrets.AGENT_KEY')
      .replace('vars.DOCS_API_URL', 'vars.AGENT_URL')
      .replace('vars.DOCS_PROJECT_ID', 'vars.AGENT_PROJECT');
    const played = await playWorkflow({
      ...{ text, secrets: ['agent_key'], variables: ['AGENT_URL', 'AGENT_PROJECT=guides'] },
    });
    expect(results(played)).toEqual(['pull-request']);
    expect(played.hints).toEqual([]);
  });

  test('an address and a project in the file count, and the sandbox says whose place it took', async () => {
    const text = own
      .replace(/base-url: .*/, 'base-url: https://api.mintlify.com')
      .replace(/project-id: .*/, 'project-id: guides');
    const played = await playWorkflow({ text });
    expect(results(played)).toEqual(['pull-request']);
    expect(played.hints).toEqual([
      "The sandbox's service took the place of https://api.mintlify.com. Check that host yourself.",
    ]);
  });
});

describe('what happens', () => {
  test.each([
    ['label', 'by-label', 'label "needs documentation" by ann, whose role is write'],
    ['push', 'on-merge', 'push to main by ann, whose role is write: #1 is merged'],
    ['schedule', 'weekly-refresh', 'schedule "17 5 * * 1"'],
    ['dispatch', 'ask', 'form by ann, whose role is write\nprompt: Rewrite the quickstart for v2'],
  ] as const)('a %s brings the pull request of %s.yml', async (cause, name, told) => {
    const played = await playWorkflow({ text: recipe(name), cause });
    expect(played.told).toContain(told);
    expect(results(played)).toEqual(['pull-request']);
    expect(played.pull?.by.login).toBe('docs-agent[bot]');
  });

  test('a push to another branch than those of the file starts nothing', async () => {
    const text = recipe('on-merge').replace('branches: [main]', 'branches: [master]');
    expect((await playWorkflow({ text, cause: 'push' })).started).toEqual([]);
  });

  test.each([
    ['writer', 'pull-request'],
    ['triager', 'denied'],
    ['reader', 'denied'],
  ] as const)('a comment of a %s: %s', async (by, result) => {
    expect(results(await playWorkflow({ text: own, by }))).toEqual([result]);
  });

  test('a form with an input that has to be filled in names it', async () => {
    const { hints } = await playWorkflow({ text: recipe('follow-up'), cause: 'dispatch' });
    expect(hints.join(' ')).toContain("Left empty here, while GitHub's form asks for it: job-id.");
  });
});

test('each step that is left out is named, scripts too', async () => {
  const { hints } = await playWorkflow({ text: recipe('chained'), cause: 'dispatch' });
  expect(hints.at(-1)).toMatch(
    /^Not run here.*: `slackapi\/slack-github-action@\w+`, `run: for _ in 1 2 3 4 5 6; do`\.$/,
  );
});

test.each(['on: issue_comment', 'on: [push, issue_comment]'])('`%s` is understood', async (on) => {
  const jobs = 'jobs: { hello: { runs-on: ubuntu-latest, steps: [{ run: echo hello }] } }';
  const { started, hints } = await playWorkflow({ text: `${on}\n${jobs}\n` });
  expect(started).toEqual(['hello']);
  expect(hints).toEqual([
    expect.stringContaining('No step of ours ran'),
    'Not run here, so what they bring is missing: `run: echo hello`.',
  ]);
});

describe('npm start -- --workflow', () => {
  test('plays a file, and shows the thread', async () => {
    const { stdout } = await start('examples/asked-in-a-comment.yml', '/docs', 'Explain keys');
    expect(stdout).toContain('secrets    DOCS_API_KEY\n  variables  DOCS_API_URL, DOCS_PROJECT_ID\n');
    expect(stdout).toContain('docs: pull-request, A pull request was created.');
    expect(stdout).toContain('│ /docs Explain keys\n');
    expect(stdout).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  test('plays another event, person and secret', async () => {
    const file = 'examples/several-projects.yml';
    const more = ['--secret', 'GUIDES_API_KEY', '--var', 'GUIDES_PROJECT_ID=guides'];
    const { stdout } = await start(file, '/docs-guides Explain keys', '--as', 'triager', ...more);
    expect(stdout).toMatch(/secrets +GUIDES_API_KEY, REFERENCE_API_KEY \(empty here\)\n/);
    expect(stdout).toContain('comment by tom, whose role is triage');
    expect(stdout).toContain('guides: denied');
  });

  test.each([
    [['nothing.yml'], 'There is no file nothing.yml.'],
    [['biome.json'], 'A workflow has `on:` and `jobs:`.'],
    [[], '--workflow needs a file.'],
    [['biome.json', '--event', 'merge'], '--event is one of comment, label, schedule, push, dispatch.'],
    [['biome.json', '--as', 'owner'], '--as is one of writer, triager, reader.'],
    [['biome.json', '--event', 'push', '--as', 'reader'], "On GitHub, a reader can't cause a push."],
    [['biome.json', 'words', '--event', 'schedule'], '--event schedule takes no words.'],
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
