import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Agent, Task } from '../agent/agent.ts';
import { describe, slugOf, titleOf } from '../agent/writer.ts';
import { git } from '../git.ts';
import { moveBranch } from '../github/git-repository.ts';

/** The documentation repository, and the token that changes it. */
export interface Target {
  /** `owner/name` */
  readonly repository: string;
  /** The path of the bare repository. */
  readonly gitDir: string;
  /** The URL of GitHub's REST API. */
  readonly api: string;
  readonly token: string;
  /** Called after each push with a new commit. */
  readonly pushed: (sha: string, branch: string) => void;
}

/** The checkout and branch of a job. */
export interface Workplace {
  /** Runs the agent, and publishes its changes. Returns `null` if the job has no pull request after that. */
  turn(agent: Agent, task: Omit<Task, 'checkout'>, at: number): Promise<string | null>;
  /** The branch of the job. `null` before the first turn. */
  branch(): string | null;
  remove(): void;
}

const AUTHOR = 'mintlify[bot]';

export function openWorkplace(jobId: string, target: Target): Workplace {
  const checkout = mkdtempSync(path.join(tmpdir(), 'sandbox-job-'));
  let branch: string | undefined;
  let prLink: string | null = null;

  async function begin(prompt: string): Promise<string> {
    await git(['worktree', 'add', '--quiet', '--detach', checkout, 'main'], { cwd: target.gitDir });
    return `mintlify/${slugOf(titleOf(prompt)).slice(0, 40)}-${jobId.slice(0, 6)}`;
  }

  return {
    async turn(agent, { prompt, earlier }, at) {
      branch ??= await begin(prompt);
      const delivery = (await agent({ checkout, prompt, earlier })) ?? {};
      const { only, title = titleOf(prompt), draft = false } = delivery;
      // It prints what changed.
      const changed = (await git(['add', '--all', '--verbose'], { cwd: checkout })) !== '';
      if (!changed && only === undefined) return prLink;
      const commit = ['-c', 'maintenance.auto=false', 'commit', '--quiet', '--message', title];
      if (changed) await git(commit, { cwd: checkout, author: AUTHOR, at });
      const sha = (await git(['rev-parse', 'HEAD'], { cwd: checkout })).trim();
      moveBranch(target.gitDir, branch, sha);
      if (changed) target.pushed(sha, branch);
      if (only === undefined) prLink ??= await openPull(target, { title, head: branch, draft }, prompt);
      return prLink;
    },
    branch: () => branch ?? null,
    remove: () => rmSync(checkout, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function openPull(
  target: Target,
  pull: { readonly title: string; readonly head: string; readonly draft: boolean },
  prompt: string,
): Promise<string> {
  const body = describe(prompt);
  const response = await fetch(`${target.api}/repos/${target.repository}/pulls`, {
    method: 'POST',
    headers: {
      accept: 'application/vnd.github+json',
      'user-agent': 'docs-agent',
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...pull, base: 'main', body }),
  });
  const answer = (await response.json()) as { html_url?: string; message?: string };
  if (answer.html_url) return answer.html_url;
  throw new Error(`No pull request was opened: ${response.status} ${answer.message}`);
}
