/** `npm start -- --workflow`: plays a workflow file with its own secrets and variables. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import {
  type PlayedWorkflow,
  playWorkflow as play,
  type WorkflowOptions,
} from '../../sandbox/play/workflow.ts';
import { processes } from '../support/shared.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const start = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['sandbox/start.ts', '--workflow', ...words], { cwd: root });

function written(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'workflow-')), 'docs.yml');
  writeFileSync(file, text);
  return file;
}

const playWorkflow = (options: WorkflowOptions) => play({ processes, ...options });

/** The first workflow of README.md, as a reader copies it. */
const [, copied = ''] = readFileSync(`${root}/README.md`, 'utf8').match(/```yaml\n(.*?)```/s) ?? [];
const named = (text: string) => text.replaceAll('OWNER/REPO', 'acme/docs-agent-action');
const own = named(copied);
const recipe = (name: string) => named(readFileSync(`${root}/examples/${name}.yml`, 'utf8'));
const titles = ({ conversations }: PlayedWorkflow) => conversations.map(({ title }) => title);
const results = ({ steps }: PlayedWorkflow) => steps.map(({ result }) => result.outputs['result']);

test('plays the first workflow of README.md to its pull request', async () => {
  const played = await playWorkflow({ text: own });
  const names = { secrets: ['DOCS_API_KEY'], variables: ['DOCS_API_URL', 'DOCS_PROJECT_ID'] };
  expect(played.settings.expected).toEqual(names);
  expect(played.settings.missing).toEqual({ secrets: [], variables: [] });
  expect(results(played)).toEqual(['pull-request']);
  expect(titles(played)).toEqual(['The quickstart still shows version 1', 'Rewrite the quickstart for v2']);
  expect([played.hints, played.problems]).toEqual([[], []]);
});

test('explains why an event starts no run', async () => {
  const { runs, hints } = await playWorkflow({ text: own, events: [{ cause: 'schedule' }] });
  expect(runs).toMatchObject([{ play: { started: [] } }]);
  expect(hints.join(' ')).toMatch(/no run for schedule/);
});

test('reports all mistakes of a file', async () => {
  const text = copied
    .replace(/ +project-id: .*\n/, '')
    .replace('secrets.DOCS_API_KEY', 'secrets.DOCS_API_KYE')
    .replace(/base-url: .*/, 'base-url: api.mintlify.com')
    .replace('steps:', 'steps:\n      - uses: actions/setup-node@v6');
  const played = await playWorkflow({ text });
  const { hints, advice, steps } = played;
  expect(steps.map(({ result }) => result.outcome)).toEqual(['failure']);
  for (const words of [
    /`project-id` is empty/,
    /`api-key` is empty.* Empty here: the secret DOCS_API_KYE \(`--secret DOCS_API_KYE`\)\./,
    /`base-url` must be a URL/,
    /Not run here, so their results are missing: `actions\/setup-node@v6`\./,
  ])
    expect(hints.join(' ')).toMatch(words);
  expect(hints.join(' ')).not.toMatch(/127\.0\.0\.1|localhost/);
  expect(advice.at(-1)).toBe('Replace `OWNER/REPO` with the repository of this action.');
  expect(titles(played)).toHaveLength(1);
});

test('reports the permission that a job lacks', async () => {
  const text = own.replace(/ {4}permissions:\n(?: {6}.*\n){2}/, '');
  const { hints, conversations } = await playWorkflow({ text });
  expect(hints.join(' ')).toContain('`issues: write`');
  expect(JSON.stringify(conversations)).not.toContain('github-actions[bot]');
});

test.each([
  ['read', 'denied'],
  ['stranger', 'denied'],
  ['team:acme/support', 'denied'],
  ['team:acme/docs-writers', 'pull-request'],
  ['maintain', 'pull-request'],
])("reads teams with an app's token: the request of %s ends with %s", async (as, result) => {
  const app = `
      - uses: actions/create-github-app-token@v3
        id: members
        with:
          client-id: \${{ vars.APP_ID }}
          private-key: \${{ secrets.APP_KEY }}
          permission-members: read
`;
  const team = `
          allow-teams: acme/docs-writers
          team-token: \${{ steps.members.outputs.token }}
`;
  const text = own.replace(/steps:\n/, `steps:${app}`).replace(/ with:\n(?= +base-url)/, ` with:${team}`);
  const played = await playWorkflow({ text, as, secrets: ['APP_KEY'], variables: ['APP_ID'] });
  expect(results(played)).toEqual([result]);
  expect([played.hints, played.problems]).toEqual([[], []]);
});

test('plays a push for on-merge.yml', async () => {
  const played = await playWorkflow({ text: recipe('on-merge'), events: [{ cause: 'push' }] });
  expect(played.runs[0]?.description).toBe('push to main by ann, with the role write: #5 is merged');
  expect(results(played)).toEqual(['pull-request']);
});

describe('npm start -- --workflow', () => {
  test('plays another comment, person and secret, and shows the thread', async () => {
    const file = 'examples/several-projects.yml';
    const more = ['--secret', 'GUIDES_API_KEY', '--var', 'GUIDES_PROJECT_ID=guides'];
    const { stdout } = await start(file, '/docs-guides Explain keys', '--as', 'triage', ...more);
    expect(stdout).toMatch(/secrets +GUIDES_API_KEY, REFERENCE_API_KEY \(empty here\)\n/);
    expect(stdout).toContain('comment by tom, with the role triage');
    expect(stdout).toMatch(/ guides +denied: /);
    expect(stdout).toMatch(/ tom.*: \/docs-guides Explain keys\n/);
  });

  test.each([
    ['    runs-on:', '   runs-on:', /:9:1: All mapping items must start at the same column/],
    ['issue_comment:', 'issue_coment:', /:3:3: Unexpected value 'issue_coment'/],
    ['secrets.DOCS', 'secret.DOCS', /:21:20: Unrecognized named-value: 'secret'/],
  ])(
    'names the place of a mistake for which GitHub refuses the file: %j as %j',
    async (right, wrong, place) => {
      const refused = await start(written(copied.replace(right, wrong))).catch((error) => error);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(place) });
      expect(refused.stderr).toContain('GitHub refuses this file:\n');
    },
  );

  test('names the place of an expression that is always empty', async () => {
    const text = own.replace('api-key:', `pr-token: \${{ steps.app.outputs.token }}\n          api-key:`);
    const { stdout } = await start(written(text));
    expect(stdout).toMatch(/docs\.yml:21:21: `app` doesn't exist, so the expression is empty\./);
  });

  test.each([
    [['nothing.yml'], "nothing.yml doesn't exist."],
    [['examples/on-merge.yml', '--as', 'read'], "On GitHub, the role read isn't enough to cause push."],
  ])('refuses %j in one sentence', async (words, complaint) => {
    const refused = await start(...words).catch((error: { code: number; stderr: string }) => error);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(complaint) });
    expect(refused.stderr).not.toMatch(/^ +at /m);
  });
});
