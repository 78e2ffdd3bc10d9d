import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git } from '../git.ts';

/** Contents by path. */
export type Files = Readonly<Record<string, string>>;

/** Makes a bare repository with one commit on `main`, and answers its path. */
export async function createRepository(gitDir: string, files: Files, at: number): Promise<string> {
  const checkout = mkdtempSync(path.join(tmpdir(), 'sandbox-checkout-'));
  try {
    await git(['init', '--quiet', '--bare', '--initial-branch=main', gitDir], { cwd: checkout });
    await git(['init', '--quiet', '--initial-branch=main'], { cwd: checkout });
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(checkout, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    await git(['add', '--all'], { cwd: checkout });
    await git(['commit', '--quiet', '--message', 'Begin'], { cwd: checkout, at });
    await git(['push', '--quiet', gitDir, 'main'], { cwd: checkout });
    return gitDir;
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}
