/** `npm start -- --workflow`: plays a workflow file with its own secrets and variables. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
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
import { processes } from '../support/shared.ts';

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

const playWorkflow = (options: WorkflowOptions) => play({ processes, workSeconds: 5, ...options });

/** The first workflow of README.md, as a reader copies it. */
const [, copied = ''] = readFileSync(`${root}/README.md`, 'utf8').match(/```yaml\n(.*?)```/s) ?? [];
const named = (text: string) => text.replaceAll('OWNER/REPO', 'acme/docs-agent-action');
const own = named(copied);
const recipe = (name: string) => named(readFileSync(`${root}/examples/${name}.yml`, 'utf8'));
const titles = ({ conversations }: PlayedWorkflow) => conversations.map(({ title }) => title);
const results = ({ steps }: PlayedWorkflow) => steps.map(({ result }) => result.outputs['result']);

test('plays the first workflow of README.md to its pull request', async () => {
  const played = await playWorkflow({ text: own });
  const names = {
    secrets: ['DOCS_API_KEY', 'DOCS_THREAD_SECRET'],
    variables: ['DOCS_API_URL', 'DOCS_PROJECT_ID'],
  };
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

test.each([
  ['push', 'push: { branches: [master] }'],
  ['pull_request (opened)', 'pull_request: { branches: master }'],
])('says for %s that the default branch of a play is `main`', async (happened, on) => {
  const text = recipe('on-merge').replace(/^on:\n(?: .*\n)+/m, `on: { ${on} }\n`);
  const { hints } = await playWorkflow({ text });
  expect(hints).toEqual([
    `GitHub starts no run for ${happened}: \`branches\` leaves out \`main\`, the default branch of each play. If \`master\` is yours, play a copy of the file with \`main\` in its place.`,
  ]);
});

test.each([
  ['{ schedule: [{ cron: 17 5 * * 1 }], push: }', /^schedule/],
  ['[push, release]', /^push/],
  ['{ push: , issue_comment: { types: [created] } }', /^comment/],
])('plays a comment or the first event of `on: %s`', async (on, description) => {
  const text = recipe('on-merge').replace(/^on:\n(?: .*\n)+/m, `on: ${on}\n`);
  const { runs } = await playWorkflow({ text });
  expect(runs).toMatchObject([{ description: expect.stringMatching(description) }]);
});

test('plays no file whose events the sandbox lacks', async () => {
  const text = recipe('on-merge').replace(/^on:\n(?: .*\n)+/m, 'on: [repository_dispatch]\n');
  await expect(playWorkflow({ text })).rejects.toThrow(
    "The sandbox can't play repository_dispatch. Play another event with `--event`.",
  );
});

test('names the expression that has no value', async () => {
  await expect(playWorkflow({ text: recipe('batch-matrix') })).rejects.toThrow(
    '`fromJSON(inputs.projects)`: Error parsing JSON',
  );
});

test('reports all mistakes of a file', async () => {
  const text = copied
    .replace(/ +project-id: .*\n/, '')
    .replace('secrets.DOCS_API_KEY', 'secrets.DOCS_API_KYE')
    .replace(/base-url: .*/, 'base-url: api.mintlify.com')
    .replace('steps:', 'steps:\n      - uses: actions/setup-node@v6');
  const played = await playWorkflow({ text });
  expect(played.steps.map(({ result }) => result.outcome)).toEqual(['failure']);
  expect(played.hints).toEqual([
    'The secret DOCS_API_KYE is empty here, so `api-key` is, too. Add `--secret DOCS_API_KYE` if your repository has it, otherwise check its name: DOCS_API_KEY.',
    expect.stringMatching(/^Not sent: `base-url` must be a URL.*`project-id` is empty[^`]*$/),
  ]);
  expect(played.leftOut).toEqual(['`actions/setup-node@v6`']);
  expect(played.advice.at(-1)).toBe('Replace `OWNER/REPO` with the repository of this action.');
  expect(titles(played)).toHaveLength(1);
});

test('names the permissions that a job lacks once, with the lines to add', async () => {
  const text = own.replace(/ {4}permissions:\n(?: {6}.*\n){2}/, '');
  const { hints, advice, conversations } = await playWorkflow({ text });
  expect(hints).toEqual([
    'Add to `permissions:` of the job `docs`: `issues: write` (comments on issues), `pull-requests: write` (comments on pull requests).',
  ]);
  expect(advice.join()).not.toContain('permissions');
  expect(JSON.stringify(conversations)).not.toContain('github-actions[bot]');
});

test('names an empty `pr-token` in place of what GitHub refuses', async () => {
  const text = recipe('monorepo-to-docs').replace(/pr-token: .*/, `pr-token: \${{ secrets.DOCS_PR_TOKEN }}`);
  const { hints, steps } = await playWorkflow({
    text,
    secrets: ['DOCS_APP_KEY'],
    variables: ['DOCS_APP_CLIENT_ID'],
  });
  expect(steps[0]?.result.annotations).not.toEqual([]);
  expect(hints).toEqual([
    expect.stringMatching(/^The secret DOCS_PR_TOKEN is empty here, so `pr-token` is, too\./),
  ]);
});

test('leaves out all that the action says about an empty secret', async () => {
  const text = own
    .replace('secrets.DOCS_API_KEY', 'secrets.DOCS_KEY')
    .replace('with:', 'with:\n          timeout: soon');
  const { hints } = await playWorkflow({ text });
  expect(hints).toEqual([
    expect.stringMatching(/^The secret DOCS_KEY is empty here, so `api-key` is, too\./),
    expect.stringMatching(/^`timeout` must be/),
  ]);
});

test.each([
  ['member.outputs.token', 'no step has the id `member`. You may have meant `members`.'],
  [
    'members.outputs.tokn',
    'actions/create-github-app-token has no output `tokn`. You may have meant `token`.',
  ],
])('names an output that is always empty, in place of what follows from it: %s', async (output, line) => {
  const app = `steps:
      - uses: actions/create-github-app-token@v3
        id: members
        with:
          client-id: any
          private-key: any
`;
  const text = own.replace('steps:\n', () => app).replace('secrets.DOCS_API_KEY', `steps.${output}`);
  const { hints } = await playWorkflow({ text });
  expect(hints).toEqual([`\`steps.${output}\` is always empty: ${line}`]);
});

test('names the inputs that may have been meant by unknown ones', async () => {
  const unknown = 'with:\n          promt: Rewrite\n          paths-allowed: docs/**';
  const { hints, steps } = await playWorkflow({ text: own.replace('with:', unknown) });
  expect(hints).toEqual([
    "Unexpected input(s) 'promt', 'paths-allowed', valid inputs are [base-url, api-key, project-id, …]. For `promt`, you may have meant `prompt`. For `paths-allowed`, you may have meant `paths` or `pr-paths`.",
    expect.stringMatching(/^Not sent: `paths-allowed` is not an input of this action\./),
  ]);
  expect(steps[0]?.result.log).toMatch(/^##\[warning\]Unexpected input.*'pr-paths'/);
});

test('says that the text of a comment has no phrase', async () => {
  const { hints } = await playWorkflow({ text: own, events: [{ words: 'Please rewrite it' }] });
  expect(hints).toEqual(["GitHub starts no job: the text doesn't begin with `/docs`."]);
});

describe('steps that the sandbox leaves out', () => {
  const options = { text: recipe('visitors-check-ai'), events: [{ cause: 'schedule' }] } as const;

  test('are named, with the steps that need them', async () => {
    const played = await playWorkflow(options);
    expect(results(played)).toEqual(['exported']);
    expect(played.hints).toEqual([]);
    expect(played.leftOut).toEqual([
      "`run: paths=$(jq -r '`",
      "`acme/docs-agent-action@v1`, because it needs `most.paths` of `run: paths=$(jq -r '`. To play it, add `--output most.paths=VALUE`.",
    ]);
  });

  test('have the outputs that the player gives', async () => {
    const played = await playWorkflow({ ...options, outputs: ['most.paths=/keys'], labels: ['read-by-ai'] });
    expect(results(played)).toEqual(['exported', 'pull-request']);
    expect(played.hints).toEqual([]);
  });
});

test('shows all pull requests, with their labels and reviewers', async () => {
  const labels = 'pr-labels: documentation\n          pr-reviewers: author\n          prompt';
  const text = recipe('on-merge')
    .replace(/pr-labels: on-merge/, '')
    .replace('prompt', labels);
  const alone = text.replace(/ +when-open: .*\n/, '');
  const { conversations } = await playWorkflow({
    text: alone,
    events: [{ cause: 'push' }, { cause: 'push' }],
  });
  const pulls = conversations.filter(({ by }) => by.type === 'Bot');
  const column = { labels: ['documentation'], reviewers: ['kim'] };
  expect(pulls).toEqual([expect.objectContaining({ column }), expect.objectContaining({ column })]);
});

test('creates no label without the permission', async () => {
  const text = recipe('weekly-digest').replace(/ +issues: write\n/, '');
  const { hints } = await playWorkflow({ text, events: [{ cause: 'schedule' }] });
  expect(hints).toEqual([
    expect.stringMatching(
      /the label `weekly-digest` does not exist .* For labels that your repository has, add `--label NAME`\.$/,
    ),
  ]);
});

describe('several events', () => {
  const twice = [{ cause: 'issue_comment' }, { cause: 'issue_comment', words: '/docs Shorter' }] as const;
  const overlapping = { overlap: true, workSeconds: 150 } as const;
  const requests = (played: PlayedWorkflow) => played.figures.created + played.figures.messages;

  test('follow one another, in the same issue', async () => {
    const played = await playWorkflow({ text: own, events: twice });
    expect(played.runs.map(({ waited }) => waited)).toEqual([0, 0]);
    expect(played.figures).toMatchObject({ created: 1, messages: 1 });
  });

  test('overlap: the second run waits for its turn', async () => {
    const played = await playWorkflow({ text: own, events: twice, ...overlapping });
    const [first, second] = played.runs;
    expect([first?.waited, Math.round((second?.waited ?? 0) / 60_000)]).toEqual([0, 2]);
    expect(requests(played)).toBe(2);
  });

  test('overlap: without `queue: max`, the third run replaces the second one', async () => {
    const text = own.replace(/ +queue: max.*\n/, '');
    const played = await playWorkflow({
      text,
      events: [...twice, { words: '/docs Longer' }],
      ...overlapping,
    });
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

describe('a team, as on docs/asking.md,', () => {
  const page = named(readFileSync(`${root}/docs/asking.md`, 'utf8'));
  const [, steps = ''] = /```yaml\n( +- uses: actions\/create-github-app-token.*?)```/s.exec(page) ?? [];
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
      as,
      secrets: ['DOCS_APP_KEY'],
      variables: ['DOCS_APP_CLIENT_ID'],
      outputs: [`team.logins=${members}`],
    });
    expect([results(played), played.hints, played.problems]).toEqual([[result], [], []]);
  });
});

test('plays a push for on-merge.yml', async () => {
  const played = await playWorkflow({ text: recipe('on-merge'), events: [{ cause: 'push' }] });
  expect(played.runs[0]?.description).toBe('push to main by ann, with the role write: #5 is merged');
  expect(results(played)).toEqual(['pull-request']);
});

describe('npm start -- --workflow', () => {
  test('ends in one line if git fails', async () => {
    const checkout = 'steps:\n      - uses: actions/checkout@v7\n        with:\n          ref: a..b';
    const refused = await start(written(own.replace('steps:', checkout))).catch((error) => error);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\n {2}git branch .*fatal: .*\n$/),
    });
  });

  test('plays another comment, person and secret, and shows the thread', async () => {
    const file = 'examples/several-projects.yml';
    const more = ['--secret', 'GUIDES_API_KEY', '--var', 'GUIDES_PROJECT_ID=guides'];
    const { stdout } = await start(file, '/docs-guides Explain keys', '--as', 'triage', ...more);
    expect(stdout).toMatch(/secrets +GUIDES_API_KEY, DOCS_THREAD_SECRET, REFERENCE_API_KEY \(empty here\)\n/);
    expect(stdout).toContain('comment by tom, with the role triage');
    expect(stdout).toMatch(/ guides +denied: /);
    expect(stdout).toMatch(/ tom.*: \/docs-guides Explain keys\n/);
  });

  const YAML = [
    ['    runs-on:', '   runs-on:', /:9:1: All mapping items must start at the same column/],
  ] as const;
  const WORDS = [
    ['issue_comment:', 'issue_coment:', /:3:3: Unexpected value 'issue_coment'/],
    ['secrets.DOCS', 'secret.DOCS', /:21:20: Unrecognized named-value: 'secret'/],
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

  test('names the event that lacks a part of an expression, and the place of one that is always empty', async () => {
    const text = own
      .replace(/issue_comment:\n.*/, 'issues:')
      .replace('api-key:', `commet: \${{ github.event.commet.body }}\n          api-key:`);
    const { stdout } = await start(written(text)).catch((error) => error);
    expect(stdout).toMatch(/: No event of `on:` \(issues\) has `comment`, so the expression is empty\.\n/);
    expect(stdout).toMatch(/docs\.yml:20:19: `commet` doesn't exist, so the expression is empty\./);
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
