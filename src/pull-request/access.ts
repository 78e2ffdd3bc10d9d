import type { Failure } from '../answer.ts';
import type { GitHub } from '../github/github.ts';
import type { TokenInput } from '../github/github-errors.ts';
import type { Log } from '../runner/runner.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { type GitHubPull, isInRepository, readGitHubPull } from './link.ts';

/** The tokens that may reach a pull request. */
export interface AccessContext {
  openGitHub(token: string, tokenInput: TokenInput): GitHub;
  readonly githubToken: string | undefined;
  /** For pull requests in another repository. */
  readonly prToken: string | undefined;
  readonly workflowRun: WorkflowRun;
  readonly log: Log;
}

/** A pull request, and how it is reached. */
export interface PullRequestAccess extends GitHubPull {
  /** GitHub for the repository of the pull request. */
  readonly github: GitHub;
  /** The input that holds the token, for advice. */
  readonly tokenInput: TokenInput;
  /** Whether it is in the repository of this run. */
  readonly own: boolean;
  readonly log: Log;
}

/** Another repository is reached by `pr-token` if that is given. The answer may be why the pull request is out of reach. */
export function openAccess(
  link: string,
  { githubToken, prToken, workflowRun, openGitHub, log }: AccessContext,
): PullRequestAccess | string {
  const { serverUrl, repository } = workflowRun;
  const pull = readGitHubPull(link, serverUrl);
  if (pull === undefined) return `it is not one on ${serverUrl}`;
  const own = isInRepository(pull, repository);
  const other = prToken !== undefined && (!own || githubToken === undefined);
  const tokenInput = other ? 'pr-token' : 'github-token';
  const token = other ? prToken : githubToken;
  if (token === undefined) return `\`${tokenInput}\` is empty`;
  const github = openGitHub(token, tokenInput).elsewhere(pull);
  return { ...pull, own, tokenInput, github, log };
}

/** The access for labels, assignees and reviewers: `pr-token`, if it is given, since the workflow's token can't request teams. */
export function openOwnerAccess(
  access: PullRequestAccess,
  { prToken, openGitHub }: AccessContext,
): PullRequestAccess {
  if (prToken === undefined || access.tokenInput === 'pr-token') return access;
  return { ...access, tokenInput: 'pr-token', github: openGitHub(prToken, 'pr-token').elsewhere(access) };
}

/** Documentation often lives where the workflow's token does not reach, or moved: nothing that anybody has to look at. */
export function logFailure(
  what: string,
  failure: Failure,
  access: PullRequestAccess,
  isMissed = false,
): void {
  const { own, tokenInput, log } = access;
  const { status, message } = failure;
  const isFar = !own && tokenInput !== 'pr-token' && (status === 403 || status === 404);
  const level = !isMissed && (status === 301 || isFar) ? 'info' : 'warning';
  log[level](`${what}: ${message} ${adviseAccess(failure, '`pull-requests: write`', access)}`.trim());
}

/** What a token lacks that was refused; empty when it was refused for something else. */
export function adviseAccess(
  { status }: Failure,
  permission: string,
  { tokenInput, own }: PullRequestAccess,
): string {
  if (status !== 403 && status !== 404) return '';
  const other =
    own || tokenInput === 'pr-token' ? '' : ' For another repository, give a token in `pr-token`.';
  return `The token in \`${tokenInput}\` needs the permission ${permission} there.${other}`;
}
