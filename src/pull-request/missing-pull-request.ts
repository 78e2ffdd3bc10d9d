import type { RequestResult } from '../model/request-result.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { type Access, logUnread, openRepository } from './access.ts';
import { readGitHubRepository } from './link.ts';

/**
 * Finds out why a completed job has no pull request, if its branch can be read: the agent changed nothing, or pushed commits
 * without opening one.
 */
export async function explainMissing(end: RequestResult, access: Access): Promise<RequestResult> {
  const { serverUrl } = access.workflowRun;
  const { repository = '', ref, leftOut = [] } = end.job ?? {};
  const home = readGitHubRepository(repository, serverUrl);
  // A left-out field may be the link, which then exists.
  if (home === undefined || ref === undefined || ref.includes('..') || leftOut.length > 0) return end;
  const target = openRepository(home, access);
  const github = target.hurried();
  const read = await github.settings();
  if (read.ok && read.value.default_branch === ref) return end;
  const compared = read.ok ? await github.compare(read.value.default_branch, ref) : read;
  if (!compared.ok) return logUnread('The branch of the job', compared.failure, target, true) ?? end;
  if (compared.value.total_commits === 0)
    return { ...end, reasonCode: 'no-changes', reason: 'The agent changed nothing.' };
  const branch = ref.split('/').map(encodeURIComponent).join('/');
  return {
    ...end,
    reasonCode: 'branch-without-pull-request',
    reason: 'The agent pushed a branch but opened no pull request.',
    links: [`${serverUrl}/${home.owner}/${home.repo}/pull/new/${branch}`],
  };
}

/** A green run of a schedule is seen nowhere, so it fails if its own job left a branch without a pull request. */
export function failUnseen(end: RequestResult, { event }: WorkflowRun): RequestResult {
  const isUnseen = event === 'schedule' && end.reasonCode === 'branch-without-pull-request';
  return isUnseen ? { ...end, result: 'failed' } : end;
}
