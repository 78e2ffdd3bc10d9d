import { type GitHubPullRequest, isOwnBranch } from '../github/pull-requests.ts';
import {
  isFailure,
  leftJobOf,
  type RequestResult,
  skipped,
  unsent,
  unsentByRead,
} from '../model/request-result.ts';
import type { GitHubRepository } from '../text/identifiers.ts';
import { type Access, openRepository, type PullRequestAccess } from './access.ts';
import { pullUrl, readGitHubPull } from './link.ts';
import { type Marker, readMarkerAt } from './marker.ts';

/** How a run finds the open pull requests of the agent: by their labels. */
export interface OpenRule {
  readonly labels: readonly string[];
  /** Undefined for the repository of this run. */
  readonly repository: GitHubRepository | undefined;
}

export interface OpenPull extends Pick<Marker, 'jobId'> {
  readonly url: string;
}

/** Creates the labels that don't exist. Returns why nothing is sent, if that fails: later runs would find no pull request. */
export async function createLabels(rule: OpenRule, access: Access): Promise<RequestResult | undefined> {
  const { github, log } = openTarget(rule, access);
  for (const label of rule.labels) {
    const known = await github.label(label);
    if (known.ok) continue;
    if (known.failure.status !== 404) return unsentByRead(`the label \`${label}\``, known.failure);
    const created = await github.createLabel(label);
    if (created.ok) log.info(`Created the label \`${label}\`.`);
    // Another run may have created it at the same time, or it differs in letter case.
    else if (!created.failure.message.includes('already_exists')) {
      const { code, message } = created.failure;
      const advice = `Create it in the repository, or give the token in \`${github.tokenInput}\` the permission \`issues: write\`.`;
      const reason = `the label \`${label}\` does not exist and could not be created: ${message} ${advice}`;
      return unsent(code, reason);
    }
  }
  return undefined;
}

/** The open pull requests with all labels of the rule, newest first. Anyone can open one from a fork, so those don't count. */
export async function listLabeled(
  rule: OpenRule,
  access: Access,
): Promise<readonly GitHubPullRequest[] | RequestResult> {
  const { github } = openTarget(rule, access);
  const listed = await github.openPulls();
  const advice = `The token in \`${github.tokenInput}\` needs the permission \`pull-requests: read\`.`;
  if (!listed.ok) return unsentByRead('The open pull requests', listed.failure, advice);
  const wanted = rule.labels.map((label) => label.toLowerCase());
  return listed.value.items.filter((pull) => {
    const labels = new Set(pull.labels.map(({ name }) => name.toLowerCase()));
    return isOwnBranch(pull) && wanted.every((label) => labels.has(label));
  });
}

/** The newest of the pull requests that has our marker. */
export async function findMarked(
  pulls: readonly GitHubPullRequest[],
  rule: OpenRule,
  access: Access,
): Promise<OpenPull | RequestResult | undefined> {
  const { github } = openTarget(rule, access);
  for (const pull of pulls) {
    const thread = { service: access.scope, repositoryId: pull.base.repo.id, number: pull.number };
    const marker = await readMarkerAt(thread, github, access.key);
    const url = urlOf(pull, access);
    if (!marker.ok) return unsentByRead(`Which job created ${url}`, marker.failure);
    if (marker.value !== undefined) return { ...marker.value, url };
  }
  return undefined;
}

export function skipWhileOpen(pulls: readonly GitHubPullRequest[], access: Access): RequestResult {
  const links = pulls.map((pull) => urlOf(pull, access));
  const reason = `A pull request with these labels is open already: ${links.join(' ')}`;
  return skipped('pull-request-open', reason, links);
}

/** Fails a request whose pull request later runs can't find. Each of them would pay for another one. */
export async function checkFound(
  end: RequestResult,
  target: PullRequestAccess | undefined,
  isLabeled: boolean,
  openRule: OpenRule | undefined,
  access: Access,
): Promise<RequestResult> {
  if (openRule === undefined) return end;
  const { log, workflowRun } = access;
  const { owner, repo } = openRule.repository ?? workflowRun;
  const searched = `${owner}/${repo}`;
  const linked = readGitHubPull(end.pullRequest?.link ?? '', workflowRun.serverUrl);
  // The link may have a former name of the repository.
  const pull = await target?.read(target.github);
  const name = pull?.ok ? pull.value.base.repo.full_name : linked && `${linked.owner}/${linked.repo}`;
  const isNamed = name?.toLowerCase() === searched.toLowerCase();
  const home = isNamed ? undefined : await openTarget(openRule, access).github.settings();
  const isRenamed = home?.ok && home.value.full_name === name;
  if (isRenamed) log.warning(`${searched} was renamed. Set \`pr-repository: ${name}\`.`);
  const isThere = isNamed || isRenamed;
  if (isThere && isLabeled) return end;
  const warning = isThere
    ? `It has no label (${openRule.labels.join(', ')}), so the next run does not find it and requests another one.`
    : `It is not in ${searched}, where the next run looks for it. Set \`pr-repository\` to the repository of the documentation. Otherwise, the next run requests another one.`;
  const reasonCode = isFailure(end) ? end.reasonCode : isThere ? 'label-missing' : 'pull-request-elsewhere';
  return { ...end, reasonCode, reason: `${end.reason} ${warning}`, warning };
}

/** A job that continues without a run gets no labels, so later runs don't find its pull request. */
export function warnOfLeft(end: RequestResult, openRule: OpenRule | undefined): RequestResult {
  if (openRule === undefined || leftJobOf(end) === undefined) return end;
  const warning =
    'Its pull request gets no label, so the next run does not find it and may pay for another one.';
  return { ...end, reason: `${end.reason} ${warning}` };
}

function openTarget({ repository }: OpenRule, access: Access) {
  return openRepository(repository ?? access.workflowRun, access);
}

function urlOf({ base, number }: GitHubPullRequest, { workflowRun }: Access): string {
  const [owner = '', repo = ''] = base.repo.full_name.split('/');
  return pullUrl(number, { ...workflowRun, owner, repo });
}
