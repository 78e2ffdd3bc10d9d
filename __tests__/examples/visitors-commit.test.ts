/** The scripts of visitors-commit.yml, with git and a host that requires the token. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { git } from '../../sandbox/git.ts';
import { readWorkflow } from '../../sandbox/workflow/file.ts';
import { gitHost } from '../support/git-host.ts';
import { onLinux } from '../support/on-linux.ts';
import { openPeer, type Peer } from '../support/peer.ts';

const TOKEN = 'ghs_of_this_run';

interface ScriptStep {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const { keep: job } = readWorkflow('visitors-commit.yml').jobs;
const { env: jobEnv = {}, steps = [] } = job as unknown as {
  readonly env: Readonly<Record<string, string>>;
  readonly steps: readonly ScriptStep[];
};
const [fetching, pushing] = steps.filter(({ run }) => run !== undefined);

let folder: string;
let bare: string;
let checkout: string;
let server: Peer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commit-'));
  bare = join(folder, 'hosted/acme/product.git');
  mkdirSync(bare, { recursive: true });
  await git(['init', '--quiet', '--bare', '--initial-branch=main'], { cwd: bare });
  server = await openPeer(gitHost(join(folder, 'hosted'), TOKEN));
  const seed = join(folder, 'seed');
  await git(['init', '--quiet', '--initial-branch=main', seed], { cwd: folder });
  writeFileSync(join(seed, 'README.md'), 'Product\n');
  await git(['add', '.'], { cwd: seed });
  await git(['commit', '--quiet', '--message', 'Begin'], { cwd: seed });
  await git(['push', '--quiet', bare, 'main'], { cwd: seed });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Does what `actions/checkout` does without stored credentials. */
async function checkOut(): Promise<void> {
  checkout = mkdtempSync(join(folder, 'checkout-'));
  await git(['clone', '--quiet', bare, checkout], { cwd: folder });
  await git(['remote', 'set-url', 'origin', `${server.url}/acme/product.git`], { cwd: checkout });
}

/** Runs a step's script as the runner does. */
async function runScript({ run = '', env = {} }: ScriptStep = {}): Promise<number | null> {
  const values: Readonly<Record<string, string>> = {
    'github.server_url': server.url,
    'github.token': TOKEN,
    'steps.visitors.outputs.file': 'visitors.csv',
    'steps.visitors.outputs.dateFrom': '2026-10-01',
    'steps.visitors.outputs.dateTo': '2026-10-31',
  };
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, name: string) => values[name] ?? '');
  const given = Object.entries({ ...jobEnv, ...env }).map(([name, value]) => [name, fill(value)]);
  const none = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
  const child = spawn('bash', ['-e', '-c', run], {
    cwd: checkout,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: folder, ...none, ...Object.fromEntries(given) },
  });
  const [code] = await once(child, 'exit');
  return code;
}

/** The contents of all files of the checkout, with those of git. */
function allFiles(): string {
  const paths = readdirSync(checkout, { recursive: true, encoding: 'utf8' }).map((path) =>
    join(checkout, path),
  );
  return paths
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

onLinux.test('commits each export to the branch, and leaves no token in the checkout', async () => {
  for (const total of [10, 20]) {
    await checkOut();
    expect(await runScript(fetching)).toBe(0);
    writeFileSync(join(checkout, 'visitors.csv'), `path,total\n/,${total}\n`);
    expect(await runScript(pushing)).toBe(0);
    expect(allFiles()).not.toContain(TOKEN);
    expect(await git(['show', 'visitors:visitors.csv'], { cwd: bare })).toContain(`/,${total}`);
  }
  expect(await git(['log', '--format=%s', 'visitors'], { cwd: bare })).toMatch(
    /^(Visitors from 2026-10-01 up to 2026-10-31\s*){2}$/,
  );
  expect(await git(['ls-tree', '--name-only', 'visitors'], { cwd: bare })).toMatch(/^visitors\.csv\s*$/);
});

onLinux.test('commits nothing if the export is the same', async () => {
  for (let run = 0; run < 2; run += 1) {
    await checkOut();
    await runScript(fetching);
    writeFileSync(join(checkout, 'visitors.csv'), 'path,total\n');
    expect(await runScript(pushing)).toBe(0);
  }
  expect((await git(['rev-list', '--count', 'visitors'], { cwd: bare })).trim()).toBe('1');
});
