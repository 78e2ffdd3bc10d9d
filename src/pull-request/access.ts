import type { GitHub, OpenGitHub } from '../github/github.ts';
import { permissionAdvice } from '../github/github-errors.ts';
import type { GitHubPullRequest } from '../github/pull-requests.ts';
import type { JobTools } from '../job/watch.ts';
import type { Answer, Failure } from '../model/answer-or-failure.ts';
import { FACTS_SPAN, HEAD_LAG } from '../model/intervals.ts';
import { slept } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { GitHubRepository } from '../text/identifiers.ts';
import type { ServiceScope, SigningKey, ThreadRef } from '../text/signed-note.ts';
import { type GitHubPull, readGitHubPull } from './link.ts';

/** How to reach GitHub and the service. Notes of this project are bound to `scope`, and signed with `key`. */
export interface Access extends JobTools {
  /** For the repository of this run. */
  readonly github: GitHub;
  readonly openGitHub: OpenGitHub;
  readonly workflowRun: WorkflowRun;
  readonly scope: ServiceScope;
  readonly key: SigningKey;
}

/** A thread of this run's repository. */
export function threadOf(
  number: number,
  { scope, workflowRun }: Pick<Access, 'scope' | 'workflowRun'>,
): ThreadRef {
  return { service: scope, repositoryId: workflowRun.repositoryId, number };
}

export interface RepositoryAccess extends GitHubRepository {
  readonly github: GitHub;
  /** For reads that the result doesn't need: they may take five seconds in all. */
  hurried(): GitHub;
  /** Whether it is the repository of this run. */
  readonly isHere: boolean;
  readonly log: Log;
}

export interface PullRequestAccess extends GitHubPull, RepositoryAccess {
  /** Reads the pull request once. Later calls return the same result. */
  read(github: GitHub): Promise<Answer<GitHubPullRequest>>;
}

/** Returns why the pull request can't be accessed, if it can't. A read that finds the head `before` is repeated once. */
export function openPullRequest(link: string, access: Access, before = ''): PullRequestAccess | string {
  const { clock, deadline, workflowRun } = access;
  const { serverUrl } = workflowRun;
  const pull = readGitHubPull(link, serverUrl);
  if (pull === undefined) return `it is not one on ${serverUrl}`;
  const repository = openRepository(pull, access);
  let reading: Promise<Answer<GitHubPullRequest>> | undefined;
  const { number } = pull;
  async function read(github: GitHub) {
    const first = await github.pullRequest(number);
    if (!first.ok || first.value.head.sha !== before) return first;
    await slept(HEAD_LAG, clock, deadline.stop);
    const again = await github.pullRequest(number);
    return again.ok ? again : first;
  }
  return { ...repository, number, read: (github) => (reading ??= read(github)) };
}

/** Uses `pr-token`, if set, for another repository. */
export function openRepository(
  { owner, repo }: GitHubRepository,
  { workflowRun, openGitHub, log }: Pick<Access, 'workflowRun' | 'openGitHub' | 'log'>,
): RepositoryAccess {
  const isHere = `${owner}/${repo}`.toLowerCase() === workflowRun.repository.toLowerCase();
  const open = (span?: number) =>
    openGitHub(isHere ? 'github-token' : 'pr-token', span).elsewhere({ owner, repo });
  return { owner, repo, isHere, github: open(), hurried: () => open(FACTS_SPAN), log };
}

/**
 * Logs what failed and why, with advice: `invalid` if GitHub refuses the values, otherwise about a token that lacks a
 * permission. Documentation is often in a repository without access for the workflow's token, so a refusal there is a warning
 * only if an input requests what is missed.
 */
export function logFailure(
  what: string,
  failure: Failure,
  { isHere, github: { tokenInput }, log }: RepositoryAccess,
  isMissed = false,
  permission = PULL_REQUESTS,
  invalid = '',
): void {
  const { status, message } = failure;
  const isFar = !isHere && tokenInput !== 'pr-token';
  const level = !isMissed && isFar && (status === 403 || status === 404) ? 'info' : 'warning';
  const lacking = isFar
    ? `For another repository, set \`pr-token\` to a token with the permission ${permission} there.`
    : `The token in \`${tokenInput}\` needs the permission ${permission} there.`;
  const advice = status === 422 ? invalid : permissionAdvice(failure, lacking);
  log[level](`${what}: ${message} ${advice}`.trim());
}

/** For facts that a result can lack. Only debug logging mentions a missing optional permission. */
export function logUnread(
  what: string,
  { kind, status, message }: Failure,
  { log }: RepositoryAccess,
  isOptional = false,
): undefined {
  const level = isOptional && (status === 403 || status === 404) ? 'debug' : 'info';
  log[level](`${what} could not be read: ${kind === 'stopped' ? 'GitHub took too long.' : message}`);
}

export const PULL_REQUESTS = '`pull-requests: write`';
