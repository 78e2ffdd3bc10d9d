import * as z from 'zod/mini';
import { PER_PAGE } from './answers.ts';
import type { Repository } from './octokit.ts';

const found = z.pipe(
  z.object({
    total_count: z.number(),
    incomplete_results: z.boolean(),
    items: z.array(z.object({ html_url: z.string() })),
  }),
  z.transform((raw) => ({
    total: raw.total_count,
    /** Whether GitHub ran out of time; then there may be more. */
    incomplete: raw.incomplete_results,
    /** Addresses of the newest hundred. */
    urls: raw.items.map((item) => item.html_url),
  })),
);

/** GitHub's search. It is about all repositories that the token reaches. */
export function openSearch({ ask }: Repository) {
  const order = { sort: 'created', order: 'desc', per_page: PER_PAGE, advanced_search: 'true' } as const;
  return {
    /** Issues and pull requests, the newest first. */
    search: (query: string) =>
      ask(async ({ rest }) =>
        found.parse((await rest.search.issuesAndPullRequests({ q: query, ...order })).data),
      ),
  };
}
