/** GitHub's client reads the environment while it loads, so each start has its own process. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPeer, type Peer, sendJson } from '../support/peer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let peer: Peer;

beforeAll(async () => {
  peer = await openPeer({ respond: (response) => sendJson(response, { id: 7 }) });
});
afterAll(async () => {
  await peer[Symbol.asyncDispose]();
});

async function readPermission(environment: Record<string, string>): Promise<unknown> {
  const script = `
    import { openPorts } from './src/ports.ts';
    const { ports, close } = openPorts();
    const github = ports.openTokens({ githubToken: 'the-token' }, ports.startDeadline(60_000))('github-token');
    console.log('\\n' + JSON.stringify(await github.permission('octocat')));
    await close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: { GITHUB_API_URL: peer.url, GITHUB_REPOSITORY: 'acme/product', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = (await text(child.stdout)).trim().split('\n');
  return JSON.parse(lines.at(-1) ?? '');
}

const unable = (words: string) => ({
  ok: false,
  failure: {
    kind: 'unreachable',
    code: 'github-unreachable',
    outcome: 'not processed',
    transient: false,
    message: expect.stringMatching(
      `^GitHub's client does not start \\(.*${words}.*\\)\\. Check the proxy settings`,
    ),
  },
});

test('starts with nothing but a URL', async () => {
  expect(await readPermission({})).toMatchObject({ ok: true, value: { id: 7 } });
});

test.each([
  ['a broken event file', { GITHUB_EVENT_PATH: 'README.md' }, 'SyntaxError'],
  ['an invalid URL', { GITHUB_API_URL: 'ghe.example' }, 'Invalid URL'],
])('fails with a message for %s', async (_, environment, words) => {
  expect(await readPermission(environment)).toEqual(unable(words));
});

test('fails with a message for an invalid proxy', async () => {
  const answer = await readPermission({ GITHUB_API_URL: 'https://api.github.com', HTTPS_PROXY: 'http://' });
  const message = expect.stringContaining('proxy settings (HTTPS_PROXY, ');
  expect(answer).toMatchObject({ ok: false, failure: { message, transient: false } });
});
