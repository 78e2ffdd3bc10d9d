import * as z from 'zod/mini';
import { type Client, PER_PAGE, shapes } from './octokit.ts';
import { changedFile } from './pull-requests.ts';

const MOST_FILES = 300;

/** A very long comparison is read from its first page, which contains the files, and its last pages. */
const LAST_PAGES = 9;

/** A commit of a branch. GitHub has only the dates in the commits. */
export type BranchCommit = Readonly<z.output<typeof commit>>;

const commit = z.object({
  sha: z.string(),
  parents: z.array(z.object({ sha: z.string() })),
  commit: z.object({
    message: z.string(),
    /** The date of the committer is also that of a rebase. */
    committer: z.nullable(z.object({ date: z.optional(shapes.date) })),
  }),
});

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
  /** Oldest first. A very long comparison has only the oldest hundred and the newest ones. */
  commits: z.array(commit),
  files: z._default(z.array(changedFile), []),
});

export interface Comparison extends Readonly<z.output<typeof comparison>> {
  readonly filesCut: boolean;
}

export type Release = Readonly<z.output<typeof release>>;

const release = z.object({
  id: z.number(),
  tag_name: z.string(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  published_at: z.nullable(shapes.date),
});

const MOST_PAGES = 30;
/** GitHub specifies no order of releases, so at least so many are read. */
const FEW_RELEASES = 300;

export function openCommitsAndReleases({ repository, call, list }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  return {
    /** Compares `head` with its merge base with `base`. Both are commits, branches or tags of this repository. */
    compare: (base: string, head: string) =>
      call(async ({ repos }): Promise<Comparison> => {
        const basehead = `${base}...${head}`;
        const readPage = async (page: number) =>
          comparison.parse((await repos.compareCommitsWithBasehead({ ...paged, basehead, page })).data);
        const first = await readPage(1);
        const commits = [...first.commits];
        const last = Math.ceil(first.total_commits / PER_PAGE);
        for (let page = Math.max(2, last - LAST_PAGES + 1); page <= last; page += 1)
          commits.push(...(await readPage(page)).commits);
        return { ...first, commits, filesCut: first.files.length >= MOST_FILES };
      }),

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
