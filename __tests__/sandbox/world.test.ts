/** `npm start -- --workflow`: the people, repositories and history that a workflow is played in. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { type PlayedWorkflow, playWorkflow, type WorkflowOptions } from '../../sandbox/play/workflow.ts';

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
const [, copied = ''] = readme.match(/```yaml\n(.*?)```/s) ?? [];
/** The first workflow of README.md, with more inputs. `on` replaces its event, and every event is a request then. */
function workflow(inputs: readonly string[], on?: string): string {
  const own = copied.replaceAll('OWNER/REPO', 'acme/docs-agent-action').replace(/ +pr-labels: .*\n/, '');
  const text = own.replace(/ with:\n/, ` with:\n${inputs.map((line) => `          ${line}\n`).join('')}`);
  if (on === undefined) return text;
  // Runs without a status comment, for example on a schedule, allow no `daily-limit`.
  const unlimited = text.replace(/ +daily-limit: .*\n/, '');
  const lasting = unlimited.replace(/^ {4}(?:if|concurrency):.*\n(?: {6}.*\n)*?(?= {4}\S)/gm, '');
  return lasting
    .replace(/^on:\n(?: .*\n)+/m, `on: ${on}\n`)
    .replace('permissions:\n', 'permissions:\n      contents: read\n')
    .replace(/ with:\n/, ' with:\n          prompt: Bring the pages up to date\n');
}

const play = (text: string, options: Partial<WorkflowOptions> = {}): Promise<PlayedWorkflow> =>
  playWorkflow({ workSeconds: 5, text, ...options });
const outputs = ({ steps }: PlayedWorkflow) => steps.map(({ result }) => result.outputs);

describe('people', () => {
  test.each([
    ['maintain', 'pull-request'],
    ['write', 'denied'],
    ['stranger', 'denied'],
    ['cat', 'pull-request'],
    ['owl', 'denied'],
  ])('a request by %s ends with %s', async (as, result) => {
    const text = workflow(['permission: maintain', 'allow-users: cat:7', 'pr-reviewers: owl']);
    const played = await play(text, { as: [as] });
    expect(outputs(played)).toMatchObject([{ result }]);
  });

  test.each([
    ['pull_request', 'skipped', 'without secrets'],
    ['pull_request_target', 'denied', 'with secrets'],
  ] as const)('a %s from the fork of a stranger ends with %s, %s', async (cause, result, _secrets) => {
    const played = await play(workflow([], cause), { as: ['stranger'], events: [{ cause }] });
    expect(played.runs[0]?.description).toBe('#5 is opened by eve, who has no role');
    expect(outputs(played)).toMatchObject([{ result }]);
  });
});

test.each(['1d', '7d', 'v1.0.0...main'])(
  'the history has merges in the range %s that touch `paths`',
  async (range) => {
    const inputs = [`range: ${range}`, 'paths: packages/*/src/**', 'pr-reviewers: author'];
    const cause = range === 'v1.0.0...main' ? 'release' : 'schedule';
    const played = await play(
      workflow(inputs, `{ schedule: [{ cron: 17 5 * * 1 }], release: { types: [published] } }`),
      { events: [{ cause }] },
    );
    expect(outputs(played)).toMatchObject([{ result: 'pull-request' }]);
    expect(played.conversations.at(-1)?.column.reviewers).toEqual(['kim']);
  },
);

describe('a second repository', () => {
  const repository = 'pr-repository: acme/docs';
  const inputs = [repository, `pr-token: \${{ steps.app.outputs.token }}`, 'pr-labels: documentation'];
  const withApp = (text: string, repositories = 'docs') =>
    text.replace(
      'steps:\n',
      `steps:
      - uses: actions/create-github-app-token@v3
        id: app
        with:
          client-id: \${{ vars.APP_ID }}
          private-key: \${{ secrets.APP_KEY }}
          owner: acme
          repositories: ${repositories}
`,
    );

  test('has the pull requests of the agent, which the token of an app finds', async () => {
    const push = { cause: 'push' } as const;
    const played = await play(withApp(workflow([...inputs, 'when-open: message'], 'push')), {
      events: [push, push],
    });
    expect(outputs(played)).toMatchObject([{ prOperation: 'created' }, { prOperation: 'updated' }]);
    const [code, , draft] = played.conversations;
    expect(code?.repository).toBe('acme/product');
    expect(draft).toMatchObject({ repository: 'acme/docs', column: { labels: ['documentation'] } });
    expect(draft?.pull?.head).toMatch(/^mintlify\//);
  });

  test('is not found with no token, which is named alone', async () => {
    const played = await play(workflow([repository, 'pr-labels: documentation'], 'push'));
    expect(outputs(played)).toMatchObject([{ result: 'error' }]);
    expect(played.hints).toEqual([expect.stringMatching(/`pr-repository` needs `pr-token`/)]);
  });

  test('is not reached by an app that has another name for it', async () => {
    const { hints } = await play(withApp(workflow(inputs, 'push'), 'dcos'));
    expect(hints.join()).toMatch(/acme\/docs/);
  });
});

describe('a checkout', () => {
  const rules = ['rules-file: .github/docs-rules.md'];
  const checkOut = (text: string) => text.replace('steps:\n', 'steps:\n      - uses: actions/checkout@v7\n');

  test('fills the workspace', async () => {
    const played = await play(checkOut(workflow(rules, 'workflow_dispatch')));
    expect(outputs(played)).toMatchObject([{ result: 'pull-request' }]);
    expect(played.handedOn).toEqual([]);
  });

  test('is missing if the workspace is empty', async () => {
    const { hints } = await play(workflow(rules, 'workflow_dispatch'));
    expect(hints.join()).toContain('the workspace is empty, so a step with `actions/checkout` is missing');
  });

  test('of a private repository needs the permission', async () => {
    const { hints } = await play(checkOut(workflow(rules)));
    expect(hints.join()).toMatch(/actions\/checkout@v7` fails: .*`contents: read`/);
  });
});
