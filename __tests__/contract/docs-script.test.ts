/** `npm run docs` leaves no input out. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const READ = [
  ...['README.md', 'action.yml', 'batch', 'collect', 'docs', 'examples', 'package.json'],
  ...['scripts/docs.ts', 'src/reason-codes.ts', 'visitors'],
];

test('it refuses an input that belongs to no group', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    for (const path of READ) cpSync(join(root, path), join(folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const check = () =>
      spawnSync(process.execPath, ['scripts/docs.ts', '--check'], { cwd: folder, encoding: 'utf8' });
    expect(check()).toMatchObject({ status: 0, stderr: '' });
    const action = readFileSync(join(folder, 'action.yml'), 'utf8');
    writeFileSync(
      join(folder, 'action.yml'),
      action.replace('inputs:\n', 'inputs:\n  left-out:\n    description: x\n'),
    );
    const { status, stderr } = check();
    expect(stderr).toContain('left-out is in action.yml, but in no group of inputs.');
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
