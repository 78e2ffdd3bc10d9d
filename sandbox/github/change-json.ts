import type { GitCommit, GitComparison } from './comparison.ts';
import { date, type Urls, userJson } from './json.ts';
import type { Release, Repository } from './store.ts';
import { fileJson } from './thread-json.ts';

/** Comparisons, commits and releases as GitHub's REST API shows them. */

/** The most files of a comparison that GitHub lists, on its first page only. */
const MOST_FILES = 300;

/** The most commits of a comparison without pages: the newest. */
const MOST_COMMITS = 250;

/** The requested page. `undefined` for none. */
export type Page = { readonly page: number; readonly size: number } | undefined;

export function comparisonJson({ ahead, behind, commits, files }: GitComparison, page: Page) {
  const shown = page
    ? commits.slice((page.page - 1) * page.size, page.page * page.size)
    : commits.slice(-MOST_COMMITS);
  return {
    status: statusOf(ahead, behind),
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: shown.map(commitJson),
    ...((page?.page ?? 1) === 1 && {
      files: files.slice(0, MOST_FILES).map(({ patch, ...file }) => ({
        ...fileJson(file),
        ...(patch !== undefined && { patch }),
      })),
    }),
  };
}

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

/** By an author that GitHub doesn't know. */
export function commitJson({ sha, parents, message, date: when }: GitCommit) {
  return {
    sha,
    author: null,
    committer: null,
    commit: { message, committer: { name: 'Sandbox', date: when } },
    parents: parents.map((parent) => ({ sha: parent })),
  };
}

export function releaseJson(urls: Urls, { fullName }: Repository, release: Release) {
  const { id, tag, name, notes, prerelease, author, publishedAt } = release;
  return {
    id,
    tag_name: tag,
    name,
    body: notes,
    draft: false,
    prerelease,
    html_url: `${urls.server}/${fullName}/releases/tag/${encodeURIComponent(tag)}`,
    created_at: date(publishedAt),
    published_at: date(publishedAt),
    author: userJson(author),
  };
}
