/** `npm start -- --workflow`: plays a workflow file with its own secrets and variables. */
import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  type PlayedWorkflow,
  playWorkflow as play,
  type WorkflowOptions,
} from '../../sandbox/play/workflow.ts';
import { onLinux } from '../support/on-linux.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const start = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['sandbox/start.ts', '--workflow', ...words], {
    cwd: root,
    timeout: 60_000,
  });

function written(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'workflow-')), 'docs.yml');
  writeFileSync(file, text);
  return file;
}

const playWorkflow = (options: WorkflowOptions) => play({ workSeconds: 5, ...options });

/** The first workflow of README.md, as a reader copies it. */
const [, copied = ''] = readFileSync(`${root}/README.md`, 'utf8').match(/```yaml\n(.*?)```/s) ?? [];
const named = (text: string) => text.replaceAll('OWNER/REPO', 'acme/docs-agent-action');
const own = named(copied);
const recipe = (name: string) => named(readFileSync(`${root}/examples/${name}.yml`, 'utf8'));
const titles = ({ conversations }: PlayedWorkflow) => conversations.map(({ title }) => title);
const results = ({ steps }: PlayedWorkflow) => steps.map(({ result }) => result.outputs['result']);

test('plays the first workflow of README.md to its pull request', async () => {
  const played = await playWorkflow({ text: own });
  expect(played.setup).toEqual([
    'secret `DOCS_API_KEY`',
    'secret `DOCS_THREAD_SECRET`',
    'variable `DOCS_API_URL`',
    'variable `DOCS_PROJECT_ID`',
    'label `docs-agent`',
  ]);
  expect(results(played)).toEqual(['pull-request']);
  expect(titles(played)).toEqual(['The quickstart still shows version 1', 'Rewrite the quickstart for v2']);
  expect([played.hints, played.problems]).toEqual([[], []]);
});

const recipes = globSync('*.yml', { cwd: `${root}/examples` }).map((file) => file.replace('.yml', ''));
/** With its commented lines in use. */
const complete = (name: string) => recipe(name).replaceAll(/^( {4,})# (?=[a-z-]+: )/gm, '$1');

test.each(recipes)('%s.yml plays if its commented lines are in use', async (name) => {
  const { hints, problems } = await playWorkflow({ text: complete(name) });
  expect([hints, problems]).toEqual([[], []]);
});

test.each([
  [{ cause: 'schedule' }, /^GitHub starts no run for schedule: the workflow's `on:` has issue_comment\.$/],
  [{ words: 'Please rewrite it' }, /^GitHub starts no job: the `if:` of each job is false\.$/],
] as const)('says where an event ends that starts nothing, which is not wrong: %j', async (event, note) => {
  const { runs, hints } = await playWorkflow({ text: own, events: [event] });
  expect(runs).toMatchObject([{ note: expect.stringMatching(note), play: { started: [] } }]);
  expect(hints).toEqual([]);
});

test.each([
  ['push: { branches: [master] }', 'push to master by ann, with the role write'],
  ['pull_request: { branches: master }', '#5 is opened by ann, with the role write'],
])('plays a branch that the filter names, and says so: %s', async (on, event) => {
  const text = recipe('on-merge').replace(/^on:\n(?: .*\n)+/m, `on: { ${on} }\n`);
  const played = await playWorkflow({ text });
  expect(played.runs.map(({ description }) => description)).toEqual([event]);
  expect(results(played)).toEqual(['pull-request']);
  expect(played.undecided).toEqual(['whether the repository has the branch `master`']);
});

test.each([
  ['{ schedule: [{ cron: 17 5 * * 1 }], push: }', /^schedule/],
  ['{ push: , issue_comment: { types: [created] } }', /^comment/],
])('plays a comment or the first event of `on: %s`', async (on, description) => {
  const text = `on: ${on}\njobs: { docs: { steps: [{ run: make }] } }`;
  const { runs } = await playWorkflow({ text });
  expect(runs).toMatchObject([{ description: expect.stringMatching(description) }]);
});

test.each(['before-merge', 'on-merge'])('shows the commit status of %s', async (name) => {
  const text = recipe(name).replace(/# (?=statuses: write|commit-status:)/g, '');
  const { conversations, used } = await playWorkflow({ text });
  const ready = expect.stringMatching(
    /^documentation success: acme\/docs#\d+ is ready \(pull-request-created\)$/,
  );
  expect(conversations.map(({ column }) => column.statuses)).toContainEqual([ready]);
  expect(used).toContain('docs statuses: write');
});

describe('several events', () => {
  const twice = [{ cause: 'issue_comment' }, { cause: 'issue_comment', words: '/docs Shorter' }] as const;
  const overlapping = { overlap: true, workSeconds: 150 } as const;
  const requests = (played: PlayedWorkflow) => played.figures.created + played.figures.messages;

  test('overlap: the second run waits for the first one', async () => {
    const played = await playWorkflow({ text: own, events: twice, ...overlapping });
    expect(played.runs.map(({ fate }) => fate)).toEqual([undefined, undefined]);
    expect(requests(played)).toBe(2);
  });

  test('overlap: without `queue: max`, the third run replaces the second one', async () => {
    const text = own.replace(/ +queue: max.*\n/, '');
    const events = [...twice, { words: '/docs Longer' }];
    const played = await playWorkflow({ text, events, ...overlapping });
    expect(played.runs.map(({ fate }) => fate)).toEqual([undefined, 'replaced', undefined]);
    expect(played.hints).toEqual([]);
    expect(requests(played)).toBe(2);
  });

  test('overlap: `cancel-in-progress` cancels the run at work', async () => {
    const text = own.replace('queue: max', 'cancel-in-progress: true');
    const played = await playWorkflow({ text, events: twice, ...overlapping });
    expect(played.runs.map(({ fate }) => fate)).toEqual(['cancelled', undefined]);
  });
});

describe('a team, as on docs/requests.md,', () => {
  const page = named(readFileSync(`${root}/docs/requests.md`, 'utf8'));
  const [, steps = ''] = /```yaml\n( +- id: team.*?)```/s.exec(page) ?? [];
  const members = ['rob', 'cat', 'owl'];

  onLinux.test('is listed by a script', () => {
    const folder = mkdtempSync(join(tmpdir(), 'team-'));
    const [first, ...second] = members.map((login) => ({ login }));
    const pages = [[first], second].map((logins) => JSON.stringify(logins)).join('');
    const gh = `#!/bin/sh
[ "$GH_TOKEN $1 $2 $3 $4" = 'app api --paginate orgs/acme/teams/docs-writers/members --jq' ] || exit 1
echo '${pages}' | jq -r "$5"`;
    writeFileSync(join(folder, 'gh'), gh, { mode: 0o755 });
    const { run } = parse(steps).find(({ id }: { readonly id?: string }) => id === 'team');
    const output = join(folder, 'output');
    const env = { PATH: `${folder}:${process.env['PATH']}`, GH_TOKEN: 'app', GITHUB_OUTPUT: output };
    execFileSync('bash', ['-e', '-c', run], { env });
    expect(readFileSync(output, 'utf8')).toBe(`logins=${members}\n`);
  });

  test.each([
    ['read', 'pull-request'],
    ['triage', 'denied'],
  ])('lets a member request: the role %s ends with %s', async (as, result) => {
    const [before = '', allowing = ''] = steps.split(/^ +- uses: acme.*\n.*\n/m);
    const text = own
      .replace('steps:\n', () => `steps:\n${before}`)
      .replace(/ with:\n(?= +base)/, (line) => line + allowing);
    const played = await playWorkflow({
      text,
      as: [as],
      outputs: [`team.logins=${members}`],
    });
    expect([results(played), played.hints, played.problems]).toEqual([[result], [], []]);
  });
});

test.each([
  ['ask', { as: ['read'] }, "the role read isn't enough to cause workflow_dispatch."],
  [
    'before-merge',
    { events: [{ cause: 'pull_request', type: 'locked' }] },
    'opened, merged, synchronize, labeled, closed',
  ],
])("refuses what %s.yml can't play: %j", async (name, options, complaint) => {
  await expect(playWorkflow({ text: recipe(name), ...options })).rejects.toThrow(complaint);
});

describe('npm start -- --workflow', () => {
  const YAML = [
    ['    runs-on:', '   runs-on:', /:10:4: All mapping items must start at the same column/],
  ] as const;
  const WORDS = [
    ['issue_comment:', 'issue_coment:', /:3:3: Unexpected value 'issue_coment'/],
    ['secrets.DOCS', 'secret.DOCS', /:27:20: Unrecognized named-value: 'secret'/],
  ] as const;

  test.each([[YAML], [WORDS]])(
    'names the places of mistakes for which GitHub refuses the file: %j',
    async (mistakes) => {
      const text = mistakes.reduce((right, [part, wrong]) => right.replace(part, wrong), copied);
      const refused = await start(written(text)).catch((error) => error);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('GitHub refuses this file:\n');
      for (const [, , place] of mistakes) expect(refused.stderr).toMatch(place);
    },
  );

  test('exits with 1, and names an unknown event, and expressions that lack a part or are always empty', async () => {
    const text = own
      .replace(/issue_comment:\n.*/, 'issues:\n  pull_request_comment:')
      .replace('api-key:', `commet: \${{ github.event.commet.body }}\n          api-key:`);
    const { code, stdout } = await start(written(text)).catch((error) => error);
    expect(code).toBe(1);
    expect(stdout).toContain('GitHub has no event `pull_request_comment`');
    expect(stdout).toMatch(/: `comment` doesn't exist, so the expression is empty\./);
    expect(stdout).toMatch(/docs\.yml:27:\d+: `commet` doesn't exist/);
  });

  test.each([
    // A merge needs `contents: write`: https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request
    [`run: gh pr merge 5 -R a/b, env: { GH_TOKEN: '${'$'}{{ github.token }}' }`, 'needs `contents: write`.'],
    ['uses: actions/create-github-app-token@v3', '`private-key` is empty.'],
  ])('names what is wrong with the step `%s`', async (step, line) => {
    const text = own.replace('steps:', () => `steps:\n      - { ${step} }`);
    expect((await playWorkflow({ text })).hints).toEqual([expect.stringContaining(line)]);
  });

  test.each([
    [['nothing.yml'], "nothing.yml doesn't exist."],
    [['examples'], 'examples is a folder.'],
    [['examples/ask.yml', '--secret', 'KEY'], 'KEY needs a value, like KEY=value.'],
    [['examples/ask.yml', '--public', 'all'], '--public must be code or docs.'],
  ])('refuses %j in one sentence', async (words, complaint) => {
    const refused = await start(...words).catch((error: { code: number; stderr: string }) => error);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(complaint) });
    expect(refused.stderr).not.toMatch(/^ +at /m);
  });
});
