import type { GitCommit, GitComparison } from './comparison.ts';
import { date, type Urls, userJson } from './json.ts';
import type { Release, Repository, User } from './store.ts';
import { fileJson } from './thread-json.ts';

/** Comparisons, commits and releases as GitHub's REST API shows them. */

/** The most files of a comparison that GitHub lists, on its first page only. */
const MOST_FILES = 300;

/** The most commits of a comparison without pages: the newest. */
const MOST_COMMITS = 250;

interface Compared {
  readonly base: string;
  readonly head: string;
  readonly baseSha: string;
  readonly headSha: string;
}

/** The requested page. `undefined` for none. */
export type Page = { readonly page: number; readonly size: number } | undefined;

export function comparisonJson(
  urls: Urls,
  repository: Repository,
  { base, head, baseSha, headSha }: Compared,
  { mergeBase, ahead, behind, commits, files }: GitComparison,
  page: Page,
) {
  const home = `${urls.server}/${repository.fullName}/compare/${base}...${head}`;
  const bare = (sha: string) =>
    commitJson(urls, repository, { sha, parents: [], date: date(0), message: '' });
  const shown = page
    ? commits.slice((page.page - 1) * page.size, page.page * page.size)
    : commits.slice(-MOST_COMMITS);
  return {
    url: `${urls.api}/repos/${repository.fullName}/compare/${base}...${head}`,
    html_url: home,
    permalink_url: home,
    diff_url: `${home}.diff`,
    patch_url: `${home}.patch`,
    base_commit: bare(baseSha),
    merge_base_commit: bare(mergeBase),
    status: statusOf(ahead, behind),
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: shown.map((commit) => commitJson(urls, repository, commit)),
    ...((page?.page ?? 1) === 1 && {
      files: files.slice(0, MOST_FILES).map(({ path, before, patch, ...file }) => ({
        ...fileJson(urls, repository, headSha, {
          ...file,
          filename: path,
          ...(before && { previous: before }),
        }),
        ...(patch !== undefined && { patch }),
      })),
    }),
  };
}

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

/** Without an account, GitHub doesn't know the author. */
export function commitJson(
  urls: Urls,
  { fullName }: Repository,
  commit: GitCommit,
  account?: User,
  committer = account,
) {
  const { api, server } = urls;
  const { sha, parents, message, date: when } = commit;
  const url = `${api}/repos/${fullName}/commits/${sha}`;
  const by = { name: 'Sandbox', email: 'sandbox@localhost', date: when };
  return {
    sha,
    node_id: `C_${sha.slice(0, 8)}`,
    url,
    comments_url: `${url}/comments`,
    html_url: `${server}/${fullName}/commit/${sha}`,
    author: account === undefined ? null : userJson(urls, account),
    committer: committer === undefined ? null : userJson(urls, committer),
    commit: {
      author: by,
      committer: by,
      message,
      comment_count: 0,
      url: `${api}/repos/${fullName}/git/commits/${sha}`,
      tree: { sha, url: `${api}/repos/${fullName}/git/trees/${sha}` },
    },
    parents: parents.map((parent) => ({ sha: parent, url: `${api}/repos/${fullName}/commits/${parent}` })),
  };
}

/** A branch without protection. */
export function branchJson(urls: Urls, repository: Repository, name: string, commit: GitCommit) {
  const url = `${urls.api}/repos/${repository.fullName}/branches/${encodeURIComponent(name)}`;
  return {
    name,
    commit: commitJson(urls, repository, commit),
    protected: false,
    _links: { self: url, html: `${urls.server}/${repository.fullName}/tree/${name}` },
    protection: { enabled: false },
    protection_url: `${url}/protection`,
  };
}

export function releaseJson(urls: Urls, repository: Repository, release: Release) {
  const { id, tag, name, notes, prerelease, author, publishedAt } = release;
  const url = `${urls.api}/repos/${repository.fullName}/releases/${id}`;
  return {
    id,
    node_id: `RE_${id}`,
    url,
    tag_name: tag,
    name,
    body: notes,
    draft: false,
    prerelease,
    html_url: `${urls.server}/${repository.fullName}/releases/tag/${encodeURIComponent(tag)}`,
    assets_url: `${url}/assets`,
    upload_url: `${url}/assets{?name,label}`,
    assets: [],
    tarball_url: `${url}/tarball`,
    zipball_url: `${url}/zipball`,
    target_commitish: 'main',
    created_at: date(publishedAt),
    published_at: date(publishedAt),
    author: userJson(urls, author),
  };
}
