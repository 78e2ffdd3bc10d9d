import type { Answer } from '../answer-or-failure.ts';
import type { GitHub } from '../github/github.ts';
import { PREVIEW_PAUSE, PREVIEW_SPAN } from '../intervals.ts';
import type { PullRequestFacts } from '../job/pull-request-facts.ts';
import type { JobTools } from '../job/watch.ts';
import type { RequestResult } from '../request-result.ts';
import { slept } from '../runner/clock.ts';
import { readUrl } from '../text/url.ts';
import { logUnread, type RepositoryAccess } from './access.ts';
import type { FactsOptions } from './read-facts.ts';

/** States of a deployment that may soon succeed. One that waits for an approval may take days. */
const IN_PROGRESS: ReadonlySet<string> = new Set(['queued', 'pending', 'in_progress']);

/** Adds the URL of the preview, after the labels, because a deployment can take a minute. */
export async function addPreview(
  end: RequestResult,
  access: RepositoryAccess,
  options: FactsOptions | undefined,
  tools: JobTools,
): Promise<RequestResult> {
  const { pullRequest } = end;
  if (options === undefined || pullRequest?.facts === undefined) return end;
  const { facts } = pullRequest;
  const previewUrl = await findPreview(facts, options.waitsForPreview, access, tools);
  return { ...end, pullRequest: { ...pullRequest, facts: { ...facts, previewUrl } } };
}

/**
 * The URL of the head commit's newest successful deployment. If the app that opened the pull request deploys it, other
 * services don't count. Waits for at most a minute if none has succeeded and one is in progress.
 */
async function findPreview(
  facts: PullRequestFacts,
  waitsForPreview: boolean,
  access: RepositoryAccess,
  { clock, deadline }: JobTools,
): Promise<string | undefined> {
  const end = clock.now() + (waitsForPreview ? PREVIEW_SPAN : 0);
  for (;;) {
    const found = await checkDeployments(facts, access.hurried());
    // Reading deployments needs a separate permission. Without it, there is no preview and no warning.
    if (!found.ok) return logUnread('The deployments', found.failure, access, true);
    const { url, inProgress } = found.value;
    if (url !== undefined || !inProgress || clock.now() >= end) return url;
    access.log.info('A deployment of the pull request is in progress: waiting for its URL.');
    if (!(await slept(PREVIEW_PAUSE, clock, deadline.stop))) return undefined;
  }
}

/** Each needs a request. */
const MOST_CHECKED = 5;

async function checkDeployments(
  { headSha, appId }: PullRequestFacts,
  github: GitHub,
): Promise<Answer<{ readonly url: string | undefined; readonly inProgress: boolean }>> {
  const listed = await github.deployments(headSha);
  if (!listed.ok) return listed;
  let inProgress = false;
  const { items } = listed.value;
  const own = items.filter(({ creator }) => appId !== undefined && creator?.id === appId);
  for (const { id } of (own.length > 0 ? own : items).slice(0, MOST_CHECKED)) {
    const statuses = await github.deploymentStatuses(id);
    if (!statuses.ok) return statuses;
    const [newest] = statuses.value.items;
    const url = newest?.state === 'success' ? readUrl(newest.environment_url ?? '') : undefined;
    if (url?.startsWith('https://')) return { ok: true, value: { url, inProgress } };
    inProgress ||= newest !== undefined && IN_PROGRESS.has(newest.state);
  }
  return { ok: true, value: { url: undefined, inProgress } };
}
