import * as z from 'zod/mini';
import { MOST_COMMENTS } from './comments.ts';
import { PER_PAGE, type Repository, read, readPages, shapes } from './octokit.ts';
import { idAt } from './payload.ts';

const pullRequest = z.object({ state: z.enum(['open', 'closed']), created_at: shapes.moment });

const review = z.object({ body: shapes.words });

const assigned = z.object({ assignees: z.nullish(z.array(z.object({ login: z.string() }))) });

const found = z.object({
  total_count: z.number(),
  /** Whether GitHub ran out of time; then there may be more. */
  incomplete_results: z.boolean(),
  items: z.array(z.object({ html_url: z.string() })),
});

/** A file of a pull request or of a comparison. Names and patch are foreign text. */
export type ChangedFile = Readonly<z.output<typeof changedFile>>;

export const changedFile = z.object({
  filename: z.string(),
  /** What a file that was renamed was called. */
  previous_filename: z.optional(z.string()),
  /** GitHub's word, like `modified`. */
  status: z.string(),
  additions: z.number(),
  deletions: z.number(),
  /** Missing for binary and very large files. */
  patch: z.optional(z.string()),
});

/** A person, or a team of the organization that owns the repository, by its short name. */
export type Reviewer = { readonly reviewers: [string] } | { readonly team_reviewers: [string] };

/** Pull requests: which there are, what was said about their lines, and who looks after them. */
export function openPullRequests({ at, ask }: Repository) {
  return {
    /** Whether it is open, and when it was opened, in epoch milliseconds by GitHub's clock. */
    pullRequest: (number: number) =>
      ask(({ rest }) => read(pullRequest, rest.pulls.get({ ...at, pull_number: number }))),

    changedFiles: (number: number) =>
      ask(({ paginate, rest }) => {
        const query = { ...at, pull_number: number, per_page: PER_PAGE };
        return readPages(changedFile, paginate.iterator(rest.pulls.listFiles, query));
      }),

    /** A submitted review. */
    review: (number: number, id: number) =>
      ask(({ rest }) => read(review, rest.pulls.getReview({ ...at, pull_number: number, review_id: id }))),

    /** The newest comments on lines, as GitHub lists them, oldest first. */
    lineComments: (number: number) =>
      ask(async ({ paginate, rest }) => {
        const newest = { sort: 'created', direction: 'desc', per_page: PER_PAGE } as const;
        const query = { ...at, ...newest, pull_number: number };
        const pages = paginate.iterator(rest.pulls.listReviewComments, query);
        const { items, date } = await readPages(z.unknown(), pages, MOST_COMMENTS / PER_PAGE);
        // A comment that was written meanwhile moves others onto the next page, where they come again.
        const byId = new Map(items.map((comment) => [idAt(comment, 'id'), comment]));
        return { items: [...byId.values()].reverse(), date };
      }),

    addLabels: (number: number, labels: readonly string[]) =>
      ask<unknown>(({ rest }) => rest.issues.addLabels({ ...at, issue_number: number, labels: [...labels] })),

    requestReview: (number: number, reviewer: Reviewer) =>
      ask<unknown>(({ rest }) => rest.pulls.requestReviewers({ ...at, pull_number: number, ...reviewer })),

    /** Answers who is assigned now: GitHub leaves out those it cannot assign, without a word. */
    assign: (number: number, logins: readonly string[]) =>
      ask(async ({ rest }) => {
        const query = { ...at, issue_number: number, assignees: [...logins] };
        const { assignees } = await read(assigned, rest.issues.addAssignees(query));
        return (assignees ?? []).map(({ login }) => login);
      }),

    /** Searches issues and pull requests of all repositories that the token reaches; names the newest hundred. */
    search: (query: string) =>
      ask(({ rest }) => {
        const newest = { sort: 'created', order: 'desc', per_page: PER_PAGE } as const;
        const search = { q: query, ...newest, advanced_search: 'true' };
        return read(found, rest.search.issuesAndPullRequests(search));
      }),
  };
}
