import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git } from '../git.ts';

/** Contents by path. */
export type Files = Readonly<Record<string, string>>;

export interface NewCommit {
  /** Contents by path. `null` deletes a file. */
  readonly files: Readonly<Record<string, string | null>>;
  readonly message: string;
  /** The login of the author. Default: one that GitHub doesn't know. */
  readonly by?: string | undefined;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Another parent. The files are still those of the first one with the changes. */
  readonly merges?: string | undefined;
}

/** Makes a bare repository with one commit on `main`, without the process of `git init`, and returns its path. */
export async function createRepository(gitDir: string, files: Files, at: number): Promise<string> {
  for (const name of ['objects', 'refs/heads']) mkdirSync(path.join(gitDir, name), { recursive: true });
  writeFileSync(path.join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  await importCommits(gitDir, 'refs/heads/main', undefined, [{ files, message: 'Begin\n', at }]);
  return gitDir;
}

/** Starts the branch again, at a commit or without history, and adds commits to it. */
export async function importCommits(
  gitDir: string,
  ref: string,
  from: string | undefined,
  commits: readonly NewCommit[],
): Promise<void> {
  const parent = from === undefined ? '' : `from ${from}\n`;
  const input = [`reset ${ref}\n${parent}\n`, ...commits.map((commit) => describe(ref, commit))].join('');
  await git(['fast-import', '--quiet', '--force'], { cwd: gitDir, input });
}

/** Lets a branch end at a commit, without the process of `git update-ref`. */
export function moveBranch(gitDir: string, branch: string, sha: string): void {
  const file = path.join(gitDir, 'refs/heads', branch);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${sha}\n`);
}

/** A commit for `git fast-import`. */
function describe(ref: string, { files, message, at, by = 'Sandbox', merges }: NewCommit): string {
  const block = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const changes = Object.entries(files).map(([name, content]) =>
    content === null ? `D ${name}\n` : `M 100644 inline ${name}\n${block(content)}`,
  );
  const who = `<sandbox@localhost> ${Math.floor(at / 1000)} +0000`;
  const merge = merges === undefined ? '' : `merge ${merges}\n`;
  return `commit ${ref}\nauthor ${by} ${who}\ncommitter Sandbox ${who}\n${block(message)}${merge}${changes.join('')}\n`;
}
