import * as z from 'zod/mini';
import { dateOf, moment, PER_PAGE, readPages } from './answers.ts';
import type { Repository } from './octokit.ts';

const pullRequest = z.object({
  state: z.enum(['open', 'closed']),
  merged: z.boolean(),
  created_at: moment,
  head: z.object({ ref: z.string() }),
  html_url: z.string(),
});

const review = z.object({ body: z.nullable(z.string()) });

const assigned = z.object({ assignees: z.nullish(z.array(z.object({ login: z.string() }))) });

/** A file of a pull request or of a comparison. Names and patch are foreign text. */
export type ChangedFile = Readonly<z.output<typeof changedFile>>;

export const changedFile = z.pipe(
  z.object({
    filename: z.string(),
    /** GitHub's word, like `modified`. */
    status: z.string(),
    additions: z.number(),
    deletions: z.number(),
    previous_filename: z.optional(z.string()),
    /** Missing for binary and very large files. */
    patch: z.optional(z.string()),
  }),
  // A file that was renamed had another path before.
  z.transform(({ filename: path, previous_filename: before, ...raw }) => ({ ...raw, path, before })),
);

/** A person, or a team of the organization that owns the repository, by its short name. */
export type Reviewer = { readonly reviewers: [string] } | { readonly team_reviewers: [string] };

/** Pull requests by their number: what they are, what was said about their lines, and who looks after them. */
export function openPullRequests({ at, ask }: Repository) {
  return {
    /** Moments are epoch milliseconds by GitHub's clock; `date` is when it answered. The branch is foreign text. */
    pullRequest: (number: number) =>
      ask(async ({ rest }) => {
        const reply = await rest.pulls.get({ ...at, pull_number: number });
        const { created_at: createdAt, head, html_url: url, ...pull } = pullRequest.parse(reply.data);
        return { ...pull, createdAt, headRef: head.ref, url, date: dateOf(reply) };
      }),

    changedFiles: (number: number) =>
      ask(({ paginate, rest }) => {
        const query = { ...at, pull_number: number, per_page: PER_PAGE };
        return readPages(changedFile, paginate.iterator(rest.pulls.listFiles, query));
      }),

    /** A submitted review. */
    review: (number: number, id: number) =>
      ask(async ({ rest }) => {
        const reply = await rest.pulls.getReview({ ...at, pull_number: number, review_id: id });
        return { body: review.parse(reply.data).body ?? '' };
      }),

    /** All comments on lines, as GitHub lists them. */
    lineComments: (number: number) =>
      ask(({ paginate, rest }) => {
        const query = { ...at, pull_number: number, per_page: PER_PAGE };
        return readPages(z.unknown(), paginate.iterator(rest.pulls.listReviewComments, query));
      }),

    addLabels: (number: number, labels: readonly string[]) =>
      ask<unknown>(({ rest }) => rest.issues.addLabels({ ...at, issue_number: number, labels: [...labels] })),

    requestReview: (number: number, reviewer: Reviewer) =>
      ask<unknown>(({ rest }) => rest.pulls.requestReviewers({ ...at, pull_number: number, ...reviewer })),

    /** Answers who is assigned now: GitHub leaves out those it cannot assign, without a word. */
    assign: (number: number, logins: readonly string[]) =>
      ask(async ({ rest }) => {
        const reply = await rest.issues.addAssignees({ ...at, issue_number: number, assignees: [...logins] });
        return (assigned.parse(reply.data).assignees ?? []).map(({ login }) => login);
      }),
  };
}
