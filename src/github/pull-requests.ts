import * as z from 'zod/mini';
import { type Client, PER_PAGE, shapes } from './octokit.ts';

/** The title is foreign text. What only informs people may be missing, in lists most of it. */
export type GitHubPullRequest = Readonly<z.output<typeof pullRequest>>;

const pullRequest = z.object({
  number: z.number(),
  state: z.enum(['open', 'closed']),
  created_at: shapes.date,
  title: z._default(z.string(), ''),
  labels: z._default(z.array(z.object({ name: z.string() })), []),
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

const deployment = z.object({ id: z.number() });

const deploymentStatus = z.object({
  state: z.string(),
  /** Foreign text. Empty or missing until the deployment has a URL. */
  environment_url: z.nullish(z.string()),
});

/** A commit has one or two deployments. */
const MOST_DEPLOYMENTS = 5;

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

export function openPullRequests({ repository, backwards, call, list, read }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  return {
    pullRequest: (pull_number: number) =>
      read(pullRequest, ({ pulls }) => pulls.get({ ...repository, pull_number })),

    /** Lists the open pull requests, newest first. */
    openPulls: () => {
      const query = { ...paged, state: 'open', sort: 'created', direction: 'desc' } as const;
      return list(pullRequest, ({ pulls }, page) => pulls.list({ ...query, page }));
    },

    changedFiles: (pull_number: number) =>
      list(changedFile, ({ pulls }, page) => pulls.listFiles({ ...paged, pull_number, page })),

    review: (pull_number: number, review_id: number) =>
      read(review, ({ pulls }) => pulls.getReview({ ...repository, pull_number, review_id })),

    /** Lists the comments on lines, oldest first. */
    lineComments: (pull_number: number) =>
      backwards(z.unknown(), ({ pulls }, page) => pulls.listReviewComments({ ...paged, pull_number, page })),

    deployments: (sha: string) => {
      const query = { ...repository, sha, per_page: MOST_DEPLOYMENTS };
      return list(deployment, ({ repos }, page) => repos.listDeployments({ ...query, page }), 1);
    },

    /** Lists only the newest status of a deployment. */
    deploymentStatuses: (deployment_id: number) => {
      const query = { ...repository, deployment_id, per_page: 1 };
      return list(deploymentStatus, ({ repos }, page) => repos.listDeploymentStatuses({ ...query, page }), 1);
    },

    addLabels: (issue_number: number, labels: readonly string[]) =>
      call<unknown>(({ issues }) => issues.addLabels({ ...repository, issue_number, labels: [...labels] })),

    label: (name: string) => call<unknown>(({ issues }) => issues.getLabel({ ...repository, name })),

    createLabel: (name: string) => call<unknown>(({ issues }) => issues.createLabel({ ...repository, name })),

    requestReview: (pull_number: number, reviewer: Reviewer) =>
      call<unknown>(({ pulls }) => pulls.requestReviewers({ ...repository, pull_number, ...reviewer })),
  };
}
