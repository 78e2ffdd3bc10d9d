/** What the action reports about a pull request when the agent really changes files. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Agent } from '../../sandbox/agent/agent.ts';
import { addDeployment } from '../../sandbox/github/deployment-routes.ts';
import { openScene } from '../support/scene.ts';

test('a report and `--status` show title, preview and files, and the reply shows only the facts', async () => {
  const agent: Agent = async ({ checkout }) => {
    for (const folder of ['src', 'guides']) mkdirSync(join(checkout, folder), { recursive: true });
    writeFileSync(join(checkout, 'src/app.ts'), 'one\n');
    writeFileSync(join(checkout, 'guides/quickstart.md'), 'one\ntwo\n');
    return { title: 'A *new* quickstart', draft: true };
  };
  const documentation = 'acme/product';
  await using scene = await openScene({ jobs: 'working', documentation, agent, workSeconds: 150 });
  // Each push gets a preview.
  scene.repository.onPush = (sha) => {
    const preview = { sha, url: `https://${sha.slice(0, 7)}.preview.example` };
    addDeployment(scene.sandbox.github.store, scene.repository, preview);
  };
  const link = scene.nextLink();
  const step = await scene.ask('/docs Rewrite the quickstart');
  const { headSha = '' } = step.outputs;
  const diff = (path: string) => `${link}/files#diff-${createHash('sha256').update(path).digest('hex')}`;
  const url = `https://${headSha.slice(0, 7)}.preview.example/`;
  const report = [
    `**Draft pull request ready:** A \\*new\\* quickstart ([acme/product#3](${link}))`,
    `Preview: [\`${url}\`](${url})`,
    '<details open><summary>2 files changed, +3 −0</summary>',
    `- [\`guides/quickstart.md\`](${diff('guides/quickstart.md')}) +2 −0\n- [\`src/app.ts\`](${diff('src/app.ts')}) +1 −0`,
    '</details>',
  ].join('\n\n');
  const [status, reply, ...others] = scene.comments();
  expect(status?.startsWith(`${report}\n\n<details><summary>Details`)).toBe(true);
  expect(step.summary.startsWith(report)).toBe(true);
  expect(reply).toMatch(
    /^@octocat \*\*Draft pull request ready:\*\* .*\n\n2 files changed, \+3 −0\. Preview: .*\n\n<!--/,
  );
  expect(others).toEqual([]);
  expect(scene.comments(scene.repository.threads.get(3))).toEqual([
    expect.stringMatching(
      /^The documentation agent created this pull request for \[a request\]\(\S+#issuecomment-\d+\) by `octocat` \(job `\w+`\)\.\n\nTo request changes, comment here with `\/docs`/,
    ),
  ]);
  await scene.ask('/docs --status');
  const state = scene.comments().at(-1);
  expect(state?.startsWith(`${report}\n\nRequested by \`octocat\``)).toBe(true);
});

test('a failure names no URL or HTTP method of the service in the conversation, but does so in the log', async () => {
  await using scene = await openScene();
  const { service } = scene.sandbox;
  const step = await scene.ask('/docs Rewrite', { inputs: { 'api-key': 'mint_wrong' } });
  const [status = ''] = scene.comments();
  expect(status).toMatch(/^\*\*Not sent:\*\* The service rejected the API key \(401 Unauthorized\)\. Check /);
  expect(status).not.toMatch(/\b(?:POST|GET)\b/);
  expect(status).not.toContain(service.url);
  expect(step.log).toContain(`[POST] ${service.url}`);
});

describe('the array outputs are `[]`', () => {
  const collect = ['collect', { finished: '[]', prLinks: '[]', open: '0' }] as const;
  test.each([
    [...collect, 'after a wrong input', { since: 'soon' }, 'error'],
    [...collect, 'in a run by Dependabot', { 'api-key': '' }, 'skipped'],
    [...collect, 'without the right to read comments', { 'github-token': 'expired' }, 'error'],
  ])('of %s, %j, %s', async (action, outputs, _when, inputs, result) => {
    await using scene = await openScene();
    const author = { login: 'dependabot[bot]', type: 'Bot' } as const;
    const event = scene.events.pull(scene.pull, 'opened', { ...scene.issue.user, ...author });
    const step = await scene.run(inputs, { action, event, context: { actor: author.login } });
    expect(step.outputs).toMatchObject({ ...outputs, result });
  });

  test('of collect if it is killed at once', async () => {
    await using scene = await openScene();
    const step = await scene.kill('github', { method: 'GET' }, {}, { action: 'collect' });
    expect(step.outputs).toMatchObject({ prLinks: '[]' });
  });
});
