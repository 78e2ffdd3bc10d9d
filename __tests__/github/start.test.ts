/** The start of GitHub's client, which reads the environment while it is loaded: each in a process of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openWireServer, type WireServer } from '../support/github.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'github-start-'));
let server: WireServer;

beforeAll(async () => {
  server = await openWireServer((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":7}'),
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** A process in this environment that asks GitHub something, and says the answer on its last line. */
function start(environment: Record<string, string>) {
  const script = `
    import { openPorts } from './src/ports.ts';
    const { ports, close } = openPorts();
    const github = ports.openGitHub('the-token', ports.startDeadline(60_000));
    console.log('\\n' + JSON.stringify(await github.permission('octocat')));
    await close();`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: { GITHUB_API_URL: server.origin, GITHUB_REPOSITORY: 'acme/product', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function ask(environment: Record<string, string>): Promise<unknown> {
  const said = await text(start(environment).stdout);
  return JSON.parse(said.trim().split('\n').at(-1) ?? '');
}

const unable = (words: string) => ({
  ok: false,
  failure: {
    ...{ kind: 'unreachable', code: 'github-unreachable', fate: 'not processed', transient: false },
    message: expect.stringMatching(
      `^GitHub's client does not start \\(.*${words}.*\\)\\. Check the proxy settings`,
    ),
  },
});

test('needs nothing but an address', async () => {
  expect(await ask({})).toMatchObject({ ok: true, value: { id: 7 } });
});

test('fails in words with an event file that is broken', async () => {
  const file = join(folder, 'event.json');
  writeFileSync(file, '{"action":');
  expect(await ask({ GITHUB_EVENT_PATH: file })).toEqual(unable('SyntaxError'));
});

test.each(['ghe.example', ''])('fails in words with the address "%s"', async (address) => {
  expect(await ask({ GITHUB_API_URL: address })).toEqual(unable('Invalid URL'));
});

test.each(['socks5://127.0.0.1:1080', 'ftp://proxy.example', 'http://'])(
  'fails in words with %s, which is no proxy',
  async (proxy) => {
    const answer = await ask({ GITHUB_API_URL: 'https://api.github.com', HTTPS_PROXY: proxy });
    const message = expect.stringContaining('proxy settings (HTTPS_PROXY, ');
    expect(answer).toMatchObject({ ok: false, failure: { message, transient: false } });
  },
);
