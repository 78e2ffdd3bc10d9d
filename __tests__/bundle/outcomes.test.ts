/** What people read about the outcome of a request, with an agent that really changes files. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Agent, Delivery } from '../../sandbox/agent/agent.ts';
import { addDeployment } from '../../sandbox/github/deployment-routes.ts';
import { openScene } from '../support/scene.ts';

/** What the agent does in one turn. */
interface Turn extends Delivery {
  readonly files?: Readonly<Record<string, string>>;
}

/** A scene whose agent does one turn after the other, in the workflow's repository. */
async function openWorking(...turns: Turn[]) {
  const left = [...turns];
  const agent: Agent = async ({ checkout }) => {
    const { files = {}, ...delivery } = left.shift() ?? {};
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(checkout, name)), { recursive: true });
      writeFileSync(join(checkout, name), text);
    }
    return delivery;
  };
  const scene = await openScene({ jobs: 'working', documentation: 'acme/product', agent, workSeconds: 150 });
  const { store, server } = scene.sandbox.github;
  scene.repository.onPush = (sha) =>
    addDeployment(store, scene.repository, { sha, url: `https://${sha.slice(0, 7)}.preview.example` });
  const link = `${server}/acme/product/pull/3`;
  const diff = (path: string) => `${link}/files#diff-${createHash('sha256').update(path).digest('hex')}`;
  return { ...scene, link, diff };
}

describe('a pull request', () => {
  test('is shown with its title, preview and files, by `--status` too; the reply has the facts only', async () => {
    const files = { 'src/app.ts': 'one\n', 'guides/quickstart.md': 'one\ntwo\n' };
    await using scene = await openWorking({ files, title: 'A *new* quickstart', draft: true });
    const { link, diff } = scene;
    const step = await scene.ask('/docs Rewrite the quickstart');
    const { headSha = '' } = step.outputs;
    const name = `A \\*new\\* quickstart ([\`acme/product#3\`](${link}))`;
    const url = `https://${headSha.slice(0, 7)}.preview.example/`;
    const shown = [
      `**Draft pull request ready:** ${name}`,
      `Preview: [\`${url}\`](${url})`,
      '<details open><summary>2 files changed, +3 −0</summary>',
      `- [\`guides/quickstart.md\`](${diff('guides/quickstart.md')}) +2 −0\n- [\`src/app.ts\`](${diff('src/app.ts')}) +1 −0`,
      '</details>',
    ].join('\n\n');
    const [status, reply, ...others] = scene.comments();
    expect(status?.startsWith(`${shown}\n\n<details><summary>Details`)).toBe(true);
    expect(step.summary.startsWith(shown)).toBe(true);
    expect(reply).toMatch(
      /^@octocat \*\*Draft pull request ready:\*\* .*\n\n2 files changed, \+3 −0\. Preview: .*\n\n<!--/,
    );
    expect(others).toEqual([]);
    await scene.ask('/docs --status');
    const state = scene.comments().at(-1);
    expect(state?.startsWith(`${shown}\n\nRequested by \`octocat\``)).toBe(true);
  });

  test('gets a comment that names the request, the requester, and how to request changes', async () => {
    await using scene = await openWorking({ files: { 'a.md': 'one\n' } });
    const { id, event } = scene.comment('/docs Rewrite');
    await scene.run({}, { event });
    const pull = scene.repository.threads.get(3);
    expect(scene.comments(pull)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The documentation agent created this pull request for \\[a request\\]\\(\\S+/issues/1#issuecomment-${id}\\) by \`octocat\` \\(job \`\\w+\`\\)\\.\\n\\nTo request changes, comment here with \`/docs\``,
        ),
      ),
    ]);
  });

  test.each([
    ['private', 'public', false],
    ['public', 'public', true],
    ['private', 'private', true],
  ])('of a %s repository in a %s one: its comment names the request: %s', async (mine, theirs, names) => {
    const agent: Agent = async ({ checkout }) => {
      writeFileSync(join(checkout, 'a.md'), 'one\n');
      return undefined;
    };
    await using scene = await openScene({ jobs: 'working', agent });
    const { github } = scene.sandbox;
    const docs = github.repository('acme/docs');
    scene.repository.private = mine === 'private';
    docs.private = theirs === 'private';
    const permissions = { issues: 'write', pull_requests: 'write' } as const;
    github.addToken('ghs_docs', { login: 'docs[bot]', repositories: [docs.fullName], permissions });
    await scene.ask('/docs Rewrite', { inputs: { 'pr-token': 'ghs_docs' } });
    const [comment] = docs.comments;
    expect(comment?.text.body).toContain('The documentation agent created this pull request');
    expect(/acme\/product|octocat/.test(comment?.text.body ?? '')).toBe(names);
  });

  test('that changes hundreds of files with hostile names shows ten of them as text', async () => {
    const names = [
      '@octocat.md',
      '[a](https://evil.example).md',
      '<b>|`.md',
      `${'n'.repeat(200)}.md`,
      'a\u202eb.md',
    ];
    const more = Array.from({ length: 300 }, (_, index) => `z/${index}.txt`);
    const files = Object.fromEntries(
      [...names, ...more].map((name) => [name.replaceAll('/', '\u2215'), 'one\n']),
    );
    await using scene = await openWorking({ files, title: '<!-- @octocat' });
    await scene.ask('/docs Rewrite');
    const [status = ''] = scene.comments();
    const lines = status.split('\n').filter((line) => line.startsWith('- ') && line.includes('#diff-'));
    expect(lines).toHaveLength(10);
    expect(status).toContain('<details><summary>305 files changed, +305 −0</summary>');
    expect(status).toContain('\n- and 295 more\n');
    for (const line of lines)
      expect(line).toMatch(/^- \[(`+).{1,130}\1\]\(http\S+#diff-[0-9a-f]{64}\) \+1 −0$/u);
    expect(status).not.toContain('\u202e');
    expect(status.split('\n')[0]).not.toMatch(/<!--|@octocat/);
  });
});

test('a follow-up reports what it pushed, or that it pushed nothing, and no pull request as ready', async () => {
  await using scene = await openWorking({ files: { 'a.md': 'one\n' } }, { files: { 'a.md': 'two\n' } }, {});
  await scene.ask('/docs Rewrite the quickstart');
  const name = `Rewrite the quickstart ([\`acme/product#3\`](${scene.link}))`;
  const pull = scene.repository.threads.get(3);
  const second = await scene.ask('/docs Shorter, please');
  const { headSha = '' } = second.outputs;
  const [, , updated = ''] = scene.comments();
  expect(updated.split('\n')[0]).toBe(
    `**Updated:** ${name}, 1 commit, [\`${headSha.slice(0, 7)}\`](${/https?:\S+\/compare\/[0-9a-f]{40}\.\.\.[0-9a-f]{40}(?=\))/.exec(updated)?.[0]})`,
  );
  const question = scene.comment('/docs Is it right?', { ...(pull && { on: pull }) });
  await scene.run({}, { event: question.event });
  const [, unchanged = ''] = scene.comments(pull);
  const words = `**Nothing was pushed for this request:** ${name}\n\n<details><summary>Details`;
  expect(unchanged.startsWith(words)).toBe(true);
  expect(question.reactions()).toEqual(['eyes', 'confused']);
});

test.each<[string, Turn, RegExp]>([
  ['nothing', {}, /^\*\*No pull request:\*\* The job completed/],
  ['an empty branch', { only: 'branch' }, /^\*\*No pull request:\*\* The agent changed nothing\.\n/],
  [
    'a branch',
    { only: 'branch', files: { 'a.md': 'one\n' } },
    /^\*\*No pull request:\*\* The agent pushed a branch .*\n\n\[Open a pull request\]\(http\S+\/pull\/new\/\S+\)\n/,
  ],
])('an agent that pushes %s: the comment gives the reason', async (_name, turn, words) => {
  await using scene = await openWorking(turn);
  await scene.ask('/docs Rewrite');
  expect(scene.comments()[0]).toMatch(words);
});

test('a request that fails names no URL and no verb in the conversation; the log does', async () => {
  await using scene = await openScene();
  const { service } = scene.sandbox;
  const step = await scene.ask('/docs Rewrite', { inputs: { 'api-key': 'mint_wrong' } });
  const [status = ''] = scene.comments();
  expect(status).toMatch(/^\*\*Not sent:\*\* The service rejected the API key \(401 Unauthorized\)\. Check /);
  expect(status).not.toMatch(/\b(?:POST|GET)\b/);
  expect(status).not.toContain(service.url);
  expect(step.log).toContain(`[POST] ${service.url}`);
});
