import type { RequestResult } from '../model/request-result.ts';
import { type AccessContext, logUnread, openRepository } from './access.ts';
import { readGitHubRepository } from './link.ts';

/**
 * Finds out why a completed job has no pull request, if its branch can be read: the agent changed nothing, or pushed commits
 * without opening one.
 */
export async function explainMissing(
  end: RequestResult,
  context: AccessContext & { readonly facts?: unknown },
): Promise<RequestResult> {
  const { event, serverUrl } = context.workflowRun;
  // Without facts, nothing shows the cause. On a schedule, it makes the step fail.
  if (context.facts === undefined && event !== 'schedule') return end;
  const { repository = '', ref, leftOut = [] } = end.job ?? {};
  const place = readGitHubRepository(repository, serverUrl);
  // A left-out field may be the link, which then exists.
  if (place === undefined || ref === undefined || ref.includes('..') || leftOut.length > 0) return end;
  const access = openRepository(place, context);
  const github = access.hurried();
  const home = await github.settings();
  if (home.ok && home.value.default_branch === ref) return end;
  const compared = home.ok ? await github.compare(home.value.default_branch, ref) : home;
  if (!compared.ok) return logUnread('The branch of the job', compared.failure, access, true) ?? end;
  if (compared.value.total_commits === 0)
    return { ...end, reasonCode: 'no-changes', reason: 'The agent changed nothing.' };
  const branch = ref.split('/').map(encodeURIComponent).join('/');
  return {
    ...end,
    reasonCode: 'branch-without-pull-request',
    reason: 'The agent pushed a branch but opened no pull request.',
    links: [`${serverUrl}/${place.owner}/${place.repo}/pull/new/${branch}`],
  };
}

/** A green run of a schedule is seen nowhere, so it fails if its own job left a branch without a pull request. */
export function failUnseen(end: RequestResult, { event }: AccessContext['workflowRun']): RequestResult {
  const isUnseen = event === 'schedule' && end.reasonCode === 'branch-without-pull-request';
  return isUnseen ? { ...end, result: 'failed' } : end;
}
