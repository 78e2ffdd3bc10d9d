import { createHash } from 'node:crypto';
import { git } from '../git.ts';
import type { Repository, Thread } from './store.ts';

/** What git knows about a pull request. */
export interface PullFacts {
  readonly headSha: string;
  readonly baseSha: string;
  readonly commits: number;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** A name for a commit of a repository that has no files. */
function madeUpSha(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** The commit of a branch; `undefined` when there is no such branch. */
export async function branchSha({ gitDir }: Repository, branch: string): Promise<string | undefined> {
  if (!gitDir) return undefined;
  const ref = `refs/heads/${branch}`;
  const output = await git(['for-each-ref', '--format=%(objectname)', ref], { cwd: gitDir });
  return output.trim() || undefined;
}

export async function pullFacts(repository: Repository, { number, pull }: Thread): Promise<PullFacts> {
  const { gitDir } = repository;
  const { head = '', base = '', headSha: given } = pull ?? {};
  const headSha = given ?? (await branchSha(repository, head));
  const baseSha = await branchSha(repository, base);
  if (!gitDir || !headSha || !baseSha) {
    const shas = { headSha: headSha ?? madeUpSha(`head ${number}`), baseSha: baseSha ?? madeUpSha('base') };
    return { ...shas, commits: 1, files: 1, additions: 1, deletions: 0 };
  }
  const range = `${baseSha}...${headSha}`;
  const [count, numbers] = await Promise.all([
    git(['rev-list', '--count', `${baseSha}..${headSha}`], { cwd: gitDir }),
    git(['diff', '--numstat', range], { cwd: gitDir }),
  ]);
  const files = numbers.split('\n').filter((line) => line !== '');
  const sum = (column: number) =>
    files.reduce((total, line) => total + (Number(line.split('\t')[column]) || 0), 0);
  return {
    headSha,
    baseSha,
    commits: Number(count),
    files: files.length,
    additions: sum(0),
    deletions: sum(1),
  };
}

/** The changes of a pull request, as `git diff` shows them. */
export async function pullDiff(repository: Repository, { pull }: Thread): Promise<string> {
  const headSha = pull && (pull.headSha ?? (await branchSha(repository, pull.head)));
  if (!pull || !repository.gitDir || !headSha) return '';
  return git(['diff', `${pull.base}...${headSha}`], { cwd: repository.gitDir });
}
