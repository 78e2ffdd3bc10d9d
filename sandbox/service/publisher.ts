import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Agent, Task } from '../agent/agent.ts';
import { describe, slugOf, titleOf } from '../agent/writer.ts';
import { listFiles } from '../files.ts';
import { branchTip } from '../github/comparison.ts';
import { filesOf } from '../github/git-objects.ts';
import { type Files, importCommits, type NewCommit } from '../github/git-repository.ts';

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
  let last = '';
  /** Those of the last commit. */
  let files: Files = {};

  function begin(prompt: string): string {
    last = branchTip(target.gitDir, 'main') ?? '';
    files = filesOf(last);
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(checkout, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return `mintlify/${slugOf(titleOf(prompt)).slice(0, 40)}-${jobId.slice(0, 6)}`;
  }

  /** The changes since the last commit. */
  function readChanges(): NewCommit['files'] {
    const read = listFiles(checkout).map((name) => [name, readFileSync(path.join(checkout, name), 'utf8')]);
    const found: Files = Object.fromEntries(read);
    const names = Object.keys({ ...files, ...found }).filter((name) => files[name] !== found[name]);
    files = found;
    return Object.fromEntries(names.map((name) => [name, found[name] ?? null]));
  }

  return {
    /** Runs the agent, and publishes its changes. Returns `null` if the job has no pull request after that. */
    async turn(agent: Agent, { prompt, earlier }: Omit<Task, 'checkout'>, at: number) {
      branch ??= begin(prompt);
      const delivery = (await agent({ checkout, prompt, earlier })) ?? {};
      const { only, title = titleOf(prompt), draft = false } = delivery;
      const commit = { files: readChanges(), message: title, at, by: AUTHOR };
      const changed = Object.keys(commit.files).length > 0;
      if (!changed && only === undefined) return prLink;
      [last = last] = importCommits(target.gitDir, branch, last, changed ? [commit] : []);
      if (changed) target.pushed(last, branch);
      if (only === undefined)
        prLink ??= target.openPull({ title, head: branch, body: describe(prompt) }, draft);
      return prLink;
    },
    /** `null` before the first turn. */
    branch: () => branch ?? null,
    remove: () => rmSync(checkout, { recursive: true, force: true, maxRetries: 5 }),
  };
}
