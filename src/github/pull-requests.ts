import * as z from 'zod/mini';
import { MOST_COMMENTS } from './comments.ts';
import { type Client, PER_PAGE, shapes } from './octokit.ts';

/** The title is foreign text. What only informs people may be missing. */
export type GitHubPullRequest = Readonly<z.output<typeof pullRequest>>;

const pullRequest = z.object({
  state: z.enum(['open', 'closed']),
  created_at: shapes.date,
  updated_at: z.optional(shapes.date),
  title: z._default(z.string(), ''),
  draft: z._default(z.boolean(), false),
  /** The branch's repository is null if it was deleted. */
  head: z.object({ sha: shapes.sha, repo: z.nullable(z.object({ full_name: z.string() })) }),
  base: z.object({
    sha: z.optional(z.string()),
    repo: z.object({ id: z.number(), full_name: z.string(), private: z.boolean() }),
  }),
  commits: z.optional(z.number()),
  additions: z.optional(z.number()),
  deletions: z.optional(z.number()),
  changed_files: z.optional(z.number()),
});

const review = z.object({ body: shapes.text, /** Like `CHANGES_REQUESTED`. */ state: z.string() });

/** GitHub describes these lists as possibly null. */
const orEmpty = <T>(item: z.ZodMiniType<T>) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  );

/** An open pull request. Its title is foreign text. */
export type ListedPull = Readonly<z.output<typeof listedPull>>;

const listedPull = z.object({
  number: z.number(),
  title: z._default(z.string(), ''),
  created_at: shapes.date,
  updated_at: z.optional(shapes.date),
  labels: orEmpty(z.object({ name: z.string() })),
  requested_reviewers: orEmpty(shapes.account),
  requested_teams: orEmpty(z.object({ slug: z.string().check(z.regex(/^[\w.-]+$/)) })),
  head: z.object({ sha: shapes.sha }),
  base: z.object({ repo: z.object({ id: z.number(), private: z.boolean() }) }),
});

export type SubmittedReview = Readonly<z.output<typeof submittedReview>>;

const submittedReview = z.object({
  user: shapes.account,
  state: z.string(),
  /** Missing until the review is submitted. */
  submitted_at: z.optional(shapes.date),
});

/** When a commit was made, also after a rebase. */
export const committed = z.object({
  committer: z.nullable(z.object({ date: z.optional(shapes.date) })),
});

export type PullCommit = Readonly<z.output<typeof pullCommit>>;

const pullCommit = z.object({
  /** Undefined if GitHub doesn't know the person's address. */
  author: shapes.account,
  committer: shapes.account,
  commit: committed,
});

export type Check = Readonly<z.output<typeof check>>;

const check = z.object({ status: z.string(), conclusion: z.nullable(z.string()) });

const found = z.object({
  total_count: z.number(),
  /** GitHub ran out of time, so there may be more. */
  incomplete_results: z.boolean(),
  items: z.array(z.object({ html_url: z.string() })),
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

const deployment = z.object({ id: z.number() });

const deploymentStatus = z.object({
  id: z.number(),
  state: z.string(),
  /** Foreign text. Empty or missing until the deployment has a URL. */
  environment_url: z.nullish(z.string()),
});

/** A commit has one or two deployments, and a deployment a few statuses. */
const MOST_DEPLOYMENTS = 5;
const MOST_STATUSES = 30;

/** A person by login, or a team of the repository's organization by slug. */
export type Reviewer = { readonly reviewers: [string] } | { readonly team_reviewers: [string] };

export function openPullRequests({ repository, call, read, list, newest }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  return {
    pullRequest: (number: number) =>
      read(pullRequest, ({ pulls }) => pulls.get({ ...repository, pull_number: number })),

    /** Lists the newest hundred open pull requests. `cut` if there are more. */
    openPulls: () => {
      const query = { ...paged, state: 'open', sort: 'created', direction: 'desc' } as const;
      return list(listedPull, ({ pulls }, page) => pulls.list({ ...query, page }), 1);
    },

    /** Lists the oldest hundred reviews. `cut` if there are more. */
    reviews: (number: number) =>
      list(
        submittedReview,
        ({ pulls }, page) => pulls.listReviews({ ...paged, pull_number: number, page }),
        1,
      ),

    /** Lists the oldest hundred commits. `cut` if there are more. */
    commits: (number: number) =>
      list(pullCommit, ({ pulls }, page) => pulls.listCommits({ ...paged, pull_number: number, page }), 1),

    /** Reads the newest hundred checks of a commit. */
    checks: (sha: string) =>
      read(z.object({ check_runs: z.array(check) }), ({ checks }) =>
        checks.listForRef({ ...paged, ref: sha }),
      ),

    closePull: (number: number) =>
      call<unknown>(({ pulls }) => pulls.update({ ...repository, pull_number: number, state: 'closed' })),

    changedFiles: (number: number) =>
      list(changedFile, ({ pulls }, page) => pulls.listFiles({ ...paged, pull_number: number, page })),

    review: (number: number, id: number) =>
      read(review, ({ pulls }) => pulls.getReview({ ...repository, pull_number: number, review_id: id })),

    /** Lists the newest comments on lines, oldest first. `cut` if there are older ones. */
    lineComments: (number: number) =>
      newest(
        z.unknown(),
        'last page',
        ({ pulls }, page) => pulls.listReviewComments({ ...paged, pull_number: number, page }),
        MOST_COMMENTS,
      ),

    commentsOfReview: (number: number, id: number) =>
      list(z.unknown(), ({ pulls }, page) =>
        pulls.listCommentsForReview({ ...paged, pull_number: number, review_id: id, page }),
      ),

    deployments: (sha: string) =>
      list(
        deployment,
        ({ repos }, page) => repos.listDeployments({ ...repository, sha, per_page: MOST_DEPLOYMENTS, page }),
        1,
      ),

    /** Lists the statuses of a deployment, newest first. */
    deploymentStatuses: (id: number) =>
      list(
        deploymentStatus,
        ({ repos }, page) =>
          repos.listDeploymentStatuses({ ...repository, deployment_id: id, per_page: MOST_STATUSES, page }),
        1,
      ),

    addLabels: (number: number, labels: readonly string[]) =>
      call<unknown>(({ issues }) =>
        issues.addLabels({ ...repository, issue_number: number, labels: [...labels] }),
      ),

    requestReview: (number: number, reviewer: Reviewer) =>
      call<unknown>(({ pulls }) =>
        pulls.requestReviewers({ ...repository, pull_number: number, ...reviewer }),
      ),

    /** Returns the logins of all assignees. GitHub silently leaves out people that it can't assign. */
    assign: (number: number, logins: readonly string[]) =>
      call(async ({ issues }) => {
        const query = { ...repository, issue_number: number, assignees: [...logins] };
        const { data } = await issues.addAssignees(query);
        return (data.assignees ?? []).map(({ login }) => login);
      }),

    /** Searches all repositories that the token can access. Lists the newest hundred. */
    search: (query: string) => {
      const newest = { sort: 'created', order: 'desc', per_page: PER_PAGE } as const;
      return read(found, ({ search }) =>
        search.issuesAndPullRequests({ q: query, ...newest, advanced_search: 'true' }),
      );
    },
  };
}
