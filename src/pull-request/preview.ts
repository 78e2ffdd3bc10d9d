import type { GitHub } from '../github/github.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { PREVIEW_PAUSE, PREVIEW_SPAN } from '../model/intervals.ts';
import type { PullRequestFacts } from '../model/pull-request-facts.ts';
import type { RequestResult } from '../model/request-result.ts';
import { slept } from '../runner/clock.ts';
import { readUrl } from '../text/url.ts';
import { type Access, logUnread, openPullRequest, type RepositoryAccess } from './access.ts';

/** States of a deployment that may soon succeed. One that waits for an approval may take days. */
const IN_PROGRESS: ReadonlySet<string> = new Set(['queued', 'pending', 'in_progress']);

/** Adds the URL of the preview as it is now, after the labels. */
export async function addPreview(end: RequestResult, target: RepositoryAccess): Promise<RequestResult> {
  const { pullRequest } = end;
  if (pullRequest?.facts === undefined) return end;
  const found = await checkDeployments(pullRequest.facts, target.hurried());
  // Reading deployments needs a separate permission. Without it, there is no preview and no warning.
  if (!found.ok) return logUnread('The deployments', found.failure, target, true) ?? end;
  return { ...end, pullRequest: { ...pullRequest, facts: { ...pullRequest.facts, ...found.value } } };
}

/**
 * Waits for at most a minute for a deployment in progress. The result is reported before, since people don't need the preview
 * for it. Undefined if there is no preview then, or the step stops.
 */
export async function waitForPreview(end: RequestResult, access: Access): Promise<RequestResult | undefined> {
  const { link = '', facts } = end.pullRequest ?? {};
  const target = facts?.isDeploying ? openPullRequest(link, access) : '';
  if (typeof target === 'string') return undefined;
  const { clock, deadline, log } = access;
  log.info('A deployment of the pull request is in progress: waiting for its URL.');
  for (const until = clock.now() + PREVIEW_SPAN; clock.now() < until; ) {
    if (!(await slept(PREVIEW_PAUSE, clock, deadline.stop))) return undefined;
    const next = await addPreview(end, target);
    const { isDeploying, previewUrl } = next.pullRequest?.facts ?? {};
    if (!isDeploying || previewUrl !== undefined) return previewUrl === undefined ? undefined : next;
  }
  return undefined;
}

/** Each needs a request. */
const MOST_CHECKED = 5;

/**
 * The head commit's newest successful deployment. If the app that opened the pull request deploys it, other services don't count.
 */
async function checkDeployments(
  { headSha, openedBy }: PullRequestFacts,
  github: GitHub,
): Promise<Answer<Pick<PullRequestFacts, 'previewUrl' | 'isDeploying'>>> {
  const listed = await github.deployments(headSha);
  if (!listed.ok) return listed;
  let isDeploying = false;
  const { items } = listed.value;
  const own = items.filter(({ creator }) => openedBy !== undefined && creator?.id === openedBy);
  for (const { id } of (own.length > 0 ? own : items).slice(0, MOST_CHECKED)) {
    const statuses = await github.deploymentStatuses(id);
    if (!statuses.ok) return statuses;
    const [newest] = statuses.value.items;
    const url = newest?.state === 'success' ? readUrl(newest.environment_url ?? '') : undefined;
    if (url?.startsWith('https://')) return { ok: true, value: { previewUrl: url, isDeploying } };
    isDeploying ||= newest !== undefined && IN_PROGRESS.has(newest.state);
  }
  return { ok: true, value: { isDeploying } };
}
