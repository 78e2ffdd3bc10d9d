import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Agent, Task } from '../agent/agent.ts';
import { describe, slugOf, titleOf } from '../agent/writer.ts';
import { git } from '../git.ts';
import { moveBranch } from '../github/git-repository.ts';

/** The documentation repository. */
export interface Target {
  /** The path of the bare repository. */
  readonly gitDir: string;
  /** Called after each push with a new commit. */
  readonly pushed: (sha: string, branch: string) => void;
  /** Opens a pull request into `main`, and returns its URL. */
  readonly openPull: (pull: Readonly<Record<'title' | 'head' | 'body', string>>, draft: boolean) => string;
}

const AUTHOR = 'mintlify[bot]';

/** The checkout and branch of a job. */
export function openWorkplace(jobId: string, target: Target) {
  const checkout = mkdtempSync(path.join(tmpdir(), 'sandbox-job-'));
  let branch: string | undefined;
  let prLink: string | null = null;

  async function begin(prompt: string): Promise<string> {
    await git(['worktree', 'add', '--quiet', '--detach', checkout, 'main'], { cwd: target.gitDir });
    return `mintlify/${slugOf(titleOf(prompt)).slice(0, 40)}-${jobId.slice(0, 6)}`;
  }

  return {
    /** Runs the agent, and publishes its changes. Returns `null` if the job has no pull request after that. */
    async turn(agent: Agent, { prompt, earlier }: Omit<Task, 'checkout'>, at: number) {
      branch ??= await begin(prompt);
      const delivery = (await agent({ checkout, prompt, earlier })) ?? {};
      const { only, title = titleOf(prompt), draft = false } = delivery;
      // It prints what changed.
      const changed = (await git(['add', '--all', '--verbose'], { cwd: checkout })) !== '';
      if (!changed && only === undefined) return prLink;
      const commit = ['-c', 'maintenance.auto=false', 'commit', '--quiet', '--message', title];
      if (changed) await git(commit, { cwd: checkout, author: AUTHOR, at });
      const head = path.join(target.gitDir, 'worktrees', path.basename(checkout), 'HEAD');
      const sha = readFileSync(head, 'utf8').trim();
      moveBranch(target.gitDir, branch, sha);
      if (changed) target.pushed(sha, branch);
      if (only === undefined)
        prLink ??= target.openPull({ title, head: branch, body: describe(prompt) }, draft);
      return prLink;
    },
    /** `null` before the first turn. */
    branch: () => branch ?? null,
    remove: () => rmSync(checkout, { recursive: true, force: true, maxRetries: 5 }),
  };
}
