import type { WorkflowRun } from '../runner/workflow-run.ts';
import { type GitHubRepository, readRepositoryName } from '../text/identifiers.ts';

export interface GitHubPull extends GitHubRepository {
  readonly number: number;
}

/** The pull request that a URL names, if it is exactly one on the GitHub at `server`. */
export function readGitHubPull(link: string, server: string): GitHubPull | undefined {
  const url = URL.parse(link);
  const home = URL.parse(server);
  if (url === null || home === null || url.origin !== home.origin) return undefined;
  if (url.href !== `${url.origin}${url.pathname}`) return undefined;
  const [, name = '', digits] = /^\/(.+)\/pull\/([1-9]\d{0,14})$/.exec(url.pathname) ?? [];
  const repository = readRepositoryName(name);
  return repository && { ...repository, number: Number(digits) };
}

/** Reads `owner/name`, or the URL of a repository on the GitHub at `server`. */
export function readGitHubRepository(text: string, server: string): GitHubRepository | undefined {
  const name = text.startsWith(`${server}/`) ? text.slice(server.length + 1) : text;
  return readRepositoryName(name.replace(/\/$/, '').replace(/\.git$/, ''));
}

/** The texts that contain the name of this run's repository. */
export function namingTexts(texts: readonly string[], { repository }: WorkflowRun): string[] {
  return texts.filter((text) => text.toLowerCase().includes(repository.toLowerCase()));
}

/** The URL of a pull request in the repository of this run. */
export function pullUrl(number: number, { serverUrl, owner, repo }: WorkflowRun): string {
  return `${serverUrl}/${owner}/${repo}/pull/${number}`;
}

/** The URL of a commit in the repository of this run. */
export function commitUrl(sha: string, { serverUrl, owner, repo }: WorkflowRun): string {
  return `${serverUrl}/${owner}/${repo}/commit/${sha}`;
}
