import * as z from 'zod/mini';
import type { Answer } from '../answer-or-failure.ts';
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

const comparison = z.object({
  status: z.string(),
  total_commits: z.number(),
  /** Oldest first. A very long comparison has only the oldest hundred and the newest ones. */
  commits: z.array(commit),
  files: z._default(z.array(changedFile), []),
});

export interface Comparison extends Readonly<z.output<typeof comparison>> {
  /** Whether there may be more files than GitHub lists. */
  readonly filesCut: boolean;
}

/** A merged or open pull request that a commit belongs to. Title, body and branches are foreign text. */
export type KnownPull = Readonly<z.output<typeof knownPull>>;

const knownPull = z.object({
  number: z.number(),
  state: z.string(),
  title: z.string(),
  body: shapes.text,
  user: shapes.account,
  labels: z.array(z.object({ name: z.string() })),
  created_at: shapes.date,
  updated_at: shapes.date,
  merged_at: z.nullable(z.string()),
  /** The merge commit, the squashed commit, or the last rebased commit. */
  merge_commit_sha: z.nullable(z.string()),
  base: z.object({ ref: z.string(), repo: z.object({ full_name: z.string() }) }),
  head: z.object({ ref: z.string(), sha: z.string(), repo: z.nullable(z.object({ full_name: z.string() })) }),
});

export type Release = Readonly<z.output<typeof release>>;

const release = z.object({
  id: z.number(),
  tag_name: z.string(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  published_at: z.nullable(shapes.date),
});

/** Limits of the pages that are read. The previous release is among the newest ones. */
const MOST_PAGES = 30;
const MOST_RELEASE_PAGES = 3;
const FEW_PULLS = 20;

export function openChanges({ repository, call, list }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  const few = { ...repository, per_page: FEW_PULLS };
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

    /** Lists the pull requests of this repository that GitHub associates with a commit, including open ones. */
    pullsOf: async (sha: string): Promise<Answer<readonly KnownPull[]>> => {
      const ofCommit = { ...paged, commit_sha: sha };
      const listed = await list(knownPull, ({ repos }, page) =>
        repos.listPullRequestsAssociatedWithCommit({ ...ofCommit, page }),
      );
      if (!listed.ok) return listed;
      // A fork shares commits with its upstream repository.
      const own = `${repository.owner}/${repository.repo}`.toLowerCase();
      const isOwn = ({ base }: KnownPull) => base.repo.full_name.toLowerCase() === own;
      return { ok: true, value: listed.value.items.filter(isOwn) };
    },

    /**
     * Lists closed pull requests, the last updated ones first, until they explain all these commits or were not updated since
     * `time` (epoch milliseconds). Unlike `pullsOf`, it knows a merge at once.
     */
    closedPulls: (commits: readonly string[], time: number, base?: string) => {
      const query = {
        ...paged,
        state: 'closed',
        sort: 'updated',
        direction: 'desc',
        ...(base && { base }),
      } as const;
      const unexplained = new Set(commits);
      return list(
        knownPull,
        ({ pulls }, page) => pulls.list({ ...query, page }),
        MOST_PAGES,
        (page) => {
          for (const { merge_commit_sha: sha } of page) unexplained.delete(sha ?? '');
          return unexplained.size === 0 || (page.at(-1)?.updated_at ?? 0) < time;
        },
      );
    },

    /** Lists the open pull requests of a branch of this repository. */
    openPullsOf: (branch: string) => {
      const query = { ...few, head: `${repository.owner}:${branch}`, state: 'open' } as const;
      return list(knownPull, ({ pulls }, page) => pulls.list({ ...query, page }), 1);
    },

    /** Lists the newest releases, including drafts. `cut` if there are older ones. */
    releases: () =>
      list(release, ({ repos }, page) => repos.listReleases({ ...paged, page }), MOST_RELEASE_PAGES),
  };
}
