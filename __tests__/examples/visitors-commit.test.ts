/** The script of visitors-commit.yml, with git. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { git } from '../../sandbox/git.ts';
import { readWorkflow } from '../../sandbox/workflow/file.ts';
import { onLinux } from '../support/on-linux.ts';

const { commit: job } = readWorkflow('visitors-commit.yml').jobs;
const { run: script = '' } = job?.steps?.find(({ run }) => run !== undefined) ?? {};

let folder: string;
let bare: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commit-'));
  bare = join(folder, 'product.git');
  await git(['init', '--quiet', '--bare', bare], { cwd: folder });
  // As the head of the recipe says.
  const seed = join(folder, 'seed');
  await git(['clone', '--quiet', bare, seed], { cwd: folder });
  await git(['switch', '--quiet', '--orphan', 'visitors'], { cwd: seed });
  await git(['commit', '--quiet', '--allow-empty', '--message', 'Keep visitors'], { cwd: seed });
  await git(['push', '--quiet', 'origin', 'visitors'], { cwd: seed });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Checks out the branch, downloads an export, and runs the script as the runner does. */
async function commitExport(csv: string): Promise<number | null> {
  const cwd = mkdtempSync(join(folder, 'checkout-'));
  await git(['clone', '--quiet', '--depth=1', '--branch=visitors', `file://${bare}`, cwd], { cwd: folder });
  writeFileSync(join(cwd, 'visitors.csv'), csv);
  const none = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const env = { PATH: process.env['PATH'], HOME: folder, ...none, PERIOD: '2026-10-01 up to 2026-10-31' };
  const child = spawn('bash', ['-e', '-c', script], { cwd, stdio: 'ignore', env });
  const [code] = await once(child, 'exit');
  return code;
}

onLinux.test('commits each export to the branch', async () => {
  for (const total of [10, 20]) {
    expect(await commitExport(`path,total\n/,${total}\n`)).toBe(0);
    expect(await git(['show', 'visitors:visitors.csv'], { cwd: bare })).toContain(`/,${total}`);
  }
  expect(await git(['log', '--format=%s', 'visitors'], { cwd: bare })).toBe(
    `${'Visitors from 2026-10-01 up to 2026-10-31\n'.repeat(2)}Keep visitors\n`,
  );
  expect(await git(['ls-tree', '--name-only', 'visitors'], { cwd: bare })).toBe('visitors.csv\n');
});

onLinux.test('commits nothing if the export is the same', async () => {
  for (let run = 0; run < 2; run += 1) expect(await commitExport('path,total\n')).toBe(0);
  expect((await git(['rev-list', '--count', 'visitors'], { cwd: bare })).trim()).toBe('2');
});
