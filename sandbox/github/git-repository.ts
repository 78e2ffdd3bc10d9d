import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gitShare } from '../git.ts';
import { readCommit, readTree, writeCommit, writeFile, writeTree } from './git-objects.ts';

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

/** Makes a bare repository with one commit on `main`, and returns its path. */
export function createRepository(gitDir: string, files: Files, at: number): string {
  mkdirSync(gitDir, { recursive: true });
  symlinkSync(gitShare.objects(), path.join(gitDir, 'objects'), 'junction');
  writeFileSync(path.join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  importCommits(gitDir, 'main', undefined, [{ files, message: 'Begin', at }]);
  return gitDir;
}

/** Starts the branch again, at the commit with this id or without history, adds commits to it, and returns their ids. */
export function importCommits(
  gitDir: string,
  branch: string,
  from: string | undefined,
  commits: readonly NewCommit[],
): string[] {
  const files = new Map(from === undefined ? [] : readTree(readCommit(from).tree));
  const added: string[] = [];
  for (const { files: changes, message, at, by, merges } of commits) {
    for (const [name, content] of Object.entries(changes))
      if (content === null) files.delete(name);
      else files.set(name, writeFile(content));
    const parents = [added.at(-1) ?? from, merges].filter((id) => id !== undefined);
    added.push(writeCommit({ tree: writeTree(files), parents, author: by, at, message: `${message}\n` }));
  }
  moveBranch(gitDir, branch, added.at(-1) ?? from ?? '');
  return added;
}

/** Lets a branch end at a commit. */
export function moveBranch(gitDir: string, branch: string, sha: string): void {
  const file = path.join(gitDir, 'refs/heads', branch);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${sha}\n`);
}
