import type { BranchCommit, Comparison } from '../github/commits-and-releases.ts';
import type { GitHub } from '../github/github.ts';
import type { ChangedFile, KnownPull } from '../github/pull-requests.ts';
import { isResult, type RequestResult, skipped } from '../request-result.ts';
import { type Merged, unreadPulls } from './merged-pull-requests.ts';

/** Merged pull requests that need no documentation: those with a label, by an author, or with words in the title. */
export interface PullRule {
  readonly kind: string;
  /** In lower case. */
  readonly value: string;
}

const KINDS: Readonly<Record<string, (pull: KnownPull, value: string) => boolean>> = {
  label: ({ labels }, value) => labels.some(({ name }) => name.toLowerCase() === value),
  author: ({ user }, value) => user?.login.toLowerCase() === value,
  title: ({ title }, value) => title.toLowerCase().includes(value),
};

/** A comparison, and the pull requests that were merged in it. */
interface ComparedMerges {
  readonly comparison: Comparison;
  readonly merged: Merged;
}

/** The files of at most this many pull requests are read. */
const MOST_READ = 100;

/**
 * Leaves out merged pull requests that need no documentation, with their commits and files. A file counts if a pull request
 * that counts changed it, or if it is unknown who did. Skips the change if nothing is left.
 *
 * @param line the branch's own commits, newest first
 */
export async function leaveOutIgnored(
  { comparison, merged }: ComparedMerges,
  line: readonly BranchCommit[],
  rules: readonly PullRule[],
  github: GitHub,
): Promise<ComparedMerges | RequestResult> {
  const ignores = (pull: KnownPull) => rules.some(({ kind, value }) => KINDS[kind]?.(pull, value) === true);
  const kept = merged.pulls.filter((pull) => !ignores(pull));
  if (kept.length === merged.pulls.length) return { comparison, merged };
  const isKept = ({ sha }: BranchCommit) => {
    const pulls = merged.bySha.get(sha) ?? [];
    return pulls.length === 0 || pulls.some((pull) => !ignores(pull));
  };
  const keptLine = line.filter(isKept);
  if (keptLine.length === 0 && merged.complete) return skipped('change-ignored', IGNORED);
  const named = await readFileNames(kept, merged, github);
  if (isResult(named)) return named;
  const left = reachable(keptLine, line, comparison.commits);
  const counts = ({ filename, previous_filename: before = filename }: ChangedFile) =>
    named === undefined || named.has(filename) || named.has(before);
  return {
    merged: { ...merged, pulls: kept },
    comparison: {
      ...comparison,
      commits: comparison.commits.filter((commit) => left.has(commit.sha)),
      files: comparison.files.filter(counts),
    },
  };
}

const IGNORED = 'Only pull requests that `ignore-pulls` leaves out were merged.';

/** The files of these pull requests, also their former names. Undefined if others may have been changed, too. */
async function readFileNames(
  pulls: readonly KnownPull[],
  { direct, complete }: Merged,
  github: GitHub,
): Promise<ReadonlySet<string> | RequestResult | undefined> {
  if (direct > 0 || !complete || pulls.length > MOST_READ) return undefined;
  const names = new Set<string>();
  for (const { number } of pulls) {
    const files = await github.changedFiles(number);
    if (!files.ok) return unreadPulls(files.failure);
    for (const { filename, previous_filename: before = filename } of files.value.items)
      names.add(filename).add(before);
  }
  return names;
}

/** The commits of `some` of the branch's own commits, with those that they merged. */
function reachable(
  some: readonly BranchCommit[],
  line: readonly BranchCommit[],
  commits: readonly BranchCommit[],
): ReadonlySet<string> {
  const own = new Set(line.map(({ sha }) => sha));
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const found = new Set<string>();
  const next = [...some];
  for (let commit = next.pop(); commit !== undefined; commit = next.pop()) {
    if (found.has(commit.sha)) continue;
    found.add(commit.sha);
    next.push(...commit.parents.flatMap(({ sha }) => (own.has(sha) ? [] : (bySha.get(sha) ?? []))));
  }
  return found;
}
