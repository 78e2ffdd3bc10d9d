import * as z from 'zod/mini';
import type { Answer } from '../model/answer-or-failure.ts';
import { type Client, PER_PAGE, shapes } from './octokit.ts';
import { type ChangedFile, changedFile } from './pull-requests.ts';

/** The most files of a comparison or a commit. */
export const MOST_FILES = 300;

/** A very long comparison is read from its first page, which contains the files, and its last pages. */
const LAST_PAGES = 9;

/** A commit of a branch. GitHub has only the dates in the commits. */
export type BranchCommit = Readonly<z.output<typeof commit>>;

const commit = z.object({
  sha: z.string(),
  /** Undefined if GitHub knows no account with the author's email address. */
  author: z.optional(shapes.account),
  parents: z.array(z.object({ sha: z.string() })),
  commit: z.object({
    message: z.string(),
    /** The date of the committer is also that of a rebase. */
    committer: z.nullable(z.object({ date: z.optional(shapes.date) })),
  }),
});

const ofCommit = z.object({ ...commit.shape, files: z._default(z.array(changedFile), []) });

/**
 * The branch's own commits, newest first, which are the first parents. They include a merge commit, but not the commits that
 * it merged. If `head` is no commit of these, the last one is.
 */
export function firstParents(commits: readonly BranchCommit[], head: string | undefined): BranchCommit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const line: BranchCommit[] = [];
  let commit = bySha.get(head ?? '') ?? commits.at(-1);
  while (commit !== undefined) {
    line.push(commit);
    commit = bySha.get(commit.parents[0]?.sha ?? '');
  }
  return line;
}

const comparison = z.object({
  status: z.string(),
  total_commits: z.number(),
  merge_base_commit: z.object({ sha: z.string() }),
  /** Oldest first. A very long comparison has only the oldest hundred and the newest ones. */
  commits: z.array(commit),
  files: z._default(z.array(changedFile), []),
});

export interface Comparison extends Readonly<z.output<typeof comparison>> {
  readonly filesCut: boolean;
}

const tree = z.object({
  truncated: z.boolean(),
  tree: z.array(z.object({ path: z.string(), type: z.string(), sha: z.string() })),
});

const ref = z.object({ ref: z.string() });

export type Release = Readonly<z.output<typeof release>>;

const release = z.object({
  tag_name: z.string(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  published_at: z.nullable(shapes.date),
});

const MOST_PAGES = 30;
/** GitHub specifies no order of releases, so at least so many are read. */
const FEW_RELEASES = 300;

export function openCommitsAndReleases({ repository, call, list, read }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };

  /** The files of a commit. Undefined if they can't be read, or are over 100,000 or 7 MB, where GitHub cuts them. */
  async function readTree(tree_sha: string): Promise<ReadonlyMap<string, string> | undefined> {
    const found = await read(tree, ({ git }) => git.getTree({ ...repository, tree_sha, recursive: 'true' }));
    if (!found.ok || found.value.truncated) return undefined;
    const files = found.value.tree.filter(({ type }) => type !== 'tree');
    return new Map(files.map(({ path, sha }) => [path, sha]));
  }

  /** All files that differ between two commits, without their sizes and diffs. */
  async function changedPaths(base: string, head: string): Promise<ChangedFile[] | undefined> {
    const [before, after] = await Promise.all([readTree(base), readTree(head)]);
    if (before === undefined || after === undefined) return undefined;
    const statusOf = (path: string) =>
      after.has(path) ? (before.has(path) ? 'modified' : 'added') : 'removed';
    const paths = [...new Set([...before.keys(), ...after.keys()])];
    const changed = paths.filter((path) => before.get(path) !== after.get(path));
    return changed.map((filename) => ({ filename, status: statusOf(filename) }));
  }

  return {
    /** Compares `head` with its merge base with `base`. Both are commits, branches or tags of this repository. */
    compare: async (base: string, head: string): Promise<Answer<Comparison>> => {
      const compared = await call(async ({ repos }) => {
        const basehead = `${base}...${head}`;
        const readPage = async (page: number) =>
          comparison.parse((await repos.compareCommitsWithBasehead({ ...paged, basehead, page })).data);
        const first = await readPage(1);
        const commits = [...first.commits];
        const last = Math.ceil(first.total_commits / PER_PAGE);
        for (let page = Math.max(2, last - LAST_PAGES + 1); page <= last; page += 1)
          commits.push(...(await readPage(page)).commits);
        return { ...first, commits };
      });
      if (!compared.ok) return compared;
      const { value } = compared;
      const { files, commits, merge_base_commit: start } = value;
      if (files.length < MOST_FILES) return { ok: true, value: { ...value, filesCut: false } };
      const all = await changedPaths(start.sha, commits.at(-1)?.sha ?? head);
      const listed = new Set(files.flatMap(({ filename, previous_filename: old }) => [filename, old]));
      const others = all?.filter(({ filename }) => !listed.has(filename)) ?? [];
      return { ok: true, value: { ...value, files: [...files, ...others], filesCut: all === undefined } };
    },

    /** Lists all tags that begin with these characters, or all of them, like `refs/tags/v1.0`. */
    tags: (prefix: string) =>
      list(ref, ({ git }) => git.listMatchingRefs({ ...repository, ref: `tags/${prefix}` })),

    /** A commit with its first 300 files: of a merge commit, those that differ from its first parent. */
    commit: (ref: string) => read(ofCommit, ({ repos }) => repos.getCommit({ ...repository, ref })),

    /**
     * Lists the commits of a branch or commit, by default of the default branch, newest first, until a whole page is older
     * than `time` (epoch milliseconds). GitHub's own `since` would leave out everything below an older commit.
     */
    commitsBackTo: (time: number, sha?: string) =>
      list(
        commit,
        ({ repos }, page) => repos.listCommits({ ...paged, ...(sha && { sha }), page }),
        MOST_PAGES,
        (page) => page.every(({ commit: { committer } }) => (committer?.date ?? 0) < time),
      ),

    /** Lists releases, including drafts: 300, and beyond until one is wanted. `cut` if there are more than 3,000. */
    releases: (isWanted: (release: Release) => boolean) => {
      const read: Release[] = [];
      return list(
        release,
        ({ repos }, page) => repos.listReleases({ ...paged, page }),
        MOST_PAGES,
        (page) => read.push(...page) >= FEW_RELEASES && read.some(isWanted),
      );
    },
  };
}
