import * as z from 'zod/mini';
import type { Answer } from '../answer.ts';
import { type Client, PER_PAGE, shapes } from './octokit.ts';
import { changedFile } from './pull-requests.ts';

const MOST_FILES = 300;

/** Of a very long comparison the first page, which holds the files, and the last ones are read. */
const LAST_PAGES = 9;

const commit = z.object({
  sha: z.string(),
  parents: z.array(z.object({ sha: z.string() })),
  commit: z.object({ message: z.string() }),
});

const comparison = z.object({
  status: z.string(),
  total_commits: z.number(),
  /** Oldest first; of a very long comparison the oldest hundred and the newest, with a gap between them. */
  commits: z.array(commit),
  files: z._default(z.array(changedFile), []),
});

export interface Comparison extends Readonly<z.output<typeof comparison>> {
  /** Whether there are as many files as GitHub lists at most; then there may be more. */
  readonly filesCut: boolean;
}

/** A merged or open pull request that a commit belongs to. Title, body and branches are foreign text. */
export type KnownPull = Readonly<z.output<typeof knownPull>>;

const knownPull = z.object({
  number: z.number(),
  title: z.string(),
  body: shapes.words,
  user: shapes.account,
  merged_at: z.nullable(z.string()),
  /** What the merge left on the branch: a merge commit, the squashed commit, or the last of the rebased ones. */
  merge_commit_sha: z.nullable(z.string()),
  base: z.object({ ref: z.string(), repo: z.object({ full_name: z.string() }) }),
  head: z.object({ ref: z.string(), repo: z.nullable(z.object({ full_name: z.string() })) }),
});

export type Release = Readonly<z.output<typeof release>>;

const release = z.object({
  id: z.number(),
  tag_name: z.string(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  published_at: z.nullable(shapes.moment),
});

/** The most pages of a branch's commits, and of releases: an earlier one is among the newest. */
const MOST_PAGES = 30;
const MOST_RELEASE_PAGES = 3;

export function openChanges({ repository, call, list }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  return {
    /** What `head` has that the point where it left `base` doesn't. Commits, branches or tags of this repository. */
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

    /** The commits of the default branch from a moment on (epoch milliseconds), the newest first. */
    commitsSince: (moment: number) => {
      const since = new Date(moment).toISOString();
      return list(commit, ({ repos }, pages) => pages(repos.listCommits, { ...paged, since }), MOST_PAGES);
    },

    /** Pull requests of this repository that GitHub ties to a commit, open ones too. */
    pullsOf: async (sha: string): Promise<Answer<readonly KnownPull[]>> => {
      const ofCommit = { ...paged, commit_sha: sha };
      const listed = await list(knownPull, ({ repos }, pages) =>
        pages(repos.listPullRequestsAssociatedWithCommit, ofCommit),
      );
      if (!listed.ok) return listed;
      // A fork's commits are also those of the repository that it came from.
      const own = `${repository.owner}/${repository.repo}`.toLowerCase();
      const isOwn = ({ base }: KnownPull) => base.repo.full_name.toLowerCase() === own;
      return { ok: true, value: listed.value.items.filter(isOwn) };
    },

    /** The newest releases, drafts too; `cut` when there are older ones. */
    releases: () => list(release, ({ repos }, pages) => pages(repos.listReleases, paged), MOST_RELEASE_PAGES),
  };
}
