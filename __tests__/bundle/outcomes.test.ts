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
});

test('a question on the pull request itself is not answered with a pull request that is ready', async () => {
  await using scene = await openWorking({ files: { 'a.md': 'one\n' } }, {});
  await scene.ask('/docs Rewrite the quickstart');
  const pull = scene.repository.threads.get(3);
  const question = scene.comment('/docs Is it right?', { ...(pull && { on: pull }) });
  await scene.run({}, { event: question.event });
  const [, status = ''] = scene.comments(pull);
  const name = `Rewrite the quickstart ([\`acme/product#3\`](${scene.link}))`;
  const words = `**Nothing was pushed for this request:** ${name}\n\n<details><summary>Details`;
  expect(status.startsWith(words)).toBe(true);
  expect(question.reactions()).toEqual(['eyes', 'confused']);
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
