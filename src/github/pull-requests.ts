import * as z from 'zod/mini';
import type { Answer } from '../model/answer-or-failure.ts';
import { type Client, PER_PAGE, shapes } from './octokit.ts';

/**
 * A pull request, as lists have it. Title, body and branches are foreign text. What only informs people may be missing, and in
 * lists the counts are.
 */
export type GitHubPullRequest = Readonly<z.output<typeof pullRequest>>;

const pullRequest = z.object({
  number: z.number(),
  state: z.enum(['open', 'closed']),
  title: z._default(z.string(), ''),
  body: z._default(shapes.text, ''),
  user: shapes.account,
  labels: z._default(z.array(z.object({ name: z.string() })), []),
  draft: z._default(z.boolean(), false),
  /** Null if auto-merge is off. */
  auto_merge: z._default(z.nullable(z.unknown()), null),
  created_at: shapes.date,
  updated_at: shapes.date,
  merged_at: z.nullable(z.string()),
  /** The merge commit, the squashed commit, or the last rebased commit. */
  merge_commit_sha: z.nullable(z.string()),
  /** The branch's repository is null if it was deleted. */
  head: z.object({
    ref: z._default(z.string(), ''),
    sha: shapes.sha,
    repo: z.nullable(z.object({ full_name: z.string() })),
  }),
  base: z.object({
    ref: z._default(z.string(), ''),
    sha: z.optional(z.string()),
    repo: z.object({ id: z.number(), full_name: z.string(), private: z.boolean() }),
  }),
  commits: z.optional(z.number()),
  additions: z.optional(z.number()),
  deletions: z.optional(z.number()),
  changed_files: z.optional(z.number()),
});

const review = z.object({
  user: shapes.account,
  /** Like `CHANGES_REQUESTED`. */
  state: z.string(),
  body: shapes.text,
});

/** A file of a pull request or of a comparison. Names and patch are foreign text. */
export type ChangedFile = Readonly<z.output<typeof changedFile>>;

export const changedFile = z.object({
  filename: z.string(),
  previous_filename: z.optional(z.string()),
  status: z.string(),
  additions: z.optional(z.number()),
  deletions: z.optional(z.number()),
  /** Missing for binary and very large files. */
  patch: z.optional(z.string()),
});

/** The most files of a pull request that GitHub lists. */
export const MOST_LISTED = 3_000;

const MOST_PAGES = 30;

/** A person by login, or a team of the repository's organization by slug. */
export type Reviewer = { readonly reviewers: [string] } | { readonly team_reviewers: [string] };

/** The two repositories of a pull request, as far as their names are known. */
interface Sides {
  readonly head: { readonly repo: { readonly full_name: string } | null };
  readonly base: { readonly repo: { readonly full_name: string } };
}

/** False for a pull request from a fork, which anyone can open. */
export function isOwnBranch({ head, base }: Sides): boolean {
  return head.repo?.full_name === base.repo.full_name;
}

export function openPullRequests({ repository, call, list, read }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  return {
    pullRequest: (pull_number: number) =>
      read(pullRequest, ({ pulls }) => pulls.get({ ...repository, pull_number })),

    /** Newest first. */
    openPulls: () => {
      const query = { ...paged, state: 'open', sort: 'created', direction: 'desc' } as const;
      return list(pullRequest, ({ pulls }, page) => pulls.list({ ...query, page }));
    },

    /** Lists the pull requests of this repository that GitHub associates with a commit, including open ones. */
    pullsOf: async (sha: string): Promise<Answer<readonly GitHubPullRequest[]>> => {
      const ofCommit = { ...paged, commit_sha: sha };
      const listed = await list(pullRequest, ({ repos }, page) =>
        repos.listPullRequestsAssociatedWithCommit({ ...ofCommit, page }),
      );
      if (!listed.ok) return listed;
      // A fork shares commits with its upstream repository.
      const own = `${repository.owner}/${repository.repo}`.toLowerCase();
      const isOwn = ({ base }: GitHubPullRequest) => base.repo.full_name.toLowerCase() === own;
      return { ok: true, value: listed.value.items.filter(isOwn) };
    },

    /**
     * Lists closed pull requests, the last updated ones first, until they were not updated since `time` (epoch milliseconds), or
     * explain all of these commits. Unlike `pullsOf`, it knows a merge at once.
     */
    closedPulls: (time: number, commits: readonly string[]) => {
      const order = { state: 'closed', sort: 'updated', direction: 'desc' } as const;
      const query = { ...paged, ...order };
      const unexplained = new Set(commits);
      return list(
        pullRequest,
        ({ pulls }, page) => pulls.list({ ...query, page }),
        MOST_PAGES,
        (page) => {
          for (const { merge_commit_sha: sha } of page) unexplained.delete(sha ?? '');
          return unexplained.size === 0 || (page.at(-1)?.updated_at ?? 0) < time;
        },
      );
    },

    openPullsOf: (branch: string) => {
      const query = { ...paged, head: `${repository.owner}:${branch}`, state: 'open' } as const;
      return list(pullRequest, ({ pulls }, page) => pulls.list({ ...query, page }), 1);
    },

    changedFiles: (pull_number: number, most?: number) =>
      list(changedFile, ({ pulls }, page) => pulls.listFiles({ ...paged, pull_number, page }), most),

    review: (pull_number: number, review_id: number) =>
      read(review, ({ pulls }) => pulls.getReview({ ...repository, pull_number, review_id })),

    addLabels: (issue_number: number, labels: readonly string[]) =>
      call<unknown>(({ issues }) => issues.addLabels({ ...repository, issue_number, labels: [...labels] })),

    label: (name: string) => call<unknown>(({ issues }) => issues.getLabel({ ...repository, name })),

    createLabel: (name: string) => call<unknown>(({ issues }) => issues.createLabel({ ...repository, name })),

    requestReview: (pull_number: number, reviewer: Reviewer) =>
      call<unknown>(({ pulls }) => pulls.requestReviewers({ ...repository, pull_number, ...reviewer })),
  };
}
