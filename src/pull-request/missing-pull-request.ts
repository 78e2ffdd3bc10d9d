import { isOwnBranch } from '../github/pull-requests.ts';
import { endedResult } from '../job/to-result.ts';
import type { RequestResult } from '../model/request-result.ts';
import { type Access, logUnread, openRepository } from './access.ts';
import { pullUrl, readGitHubRepository } from './link.ts';

/**
 * Finds out why a completed job has no pull request, if its branch can be read: the agent changed nothing, or pushed commits
 * without opening one. After a turn that changed nothing, the service leaves out the link of an open one.
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
  const open = await github.openPullsOf(ref);
  const pull = open.ok ? open.value.items.find(isOwnBranch) : undefined;
  if (end.job !== undefined && pull !== undefined)
    return endedResult({ ...end.job, prLink: pullUrl(pull.number, { ...access.workflowRun, ...home }) });
  const branch = ref.split('/').map(encodeURIComponent).join('/');
  return {
    ...end,
    reasonCode: 'branch-without-pull-request',
    reason: 'The agent pushed a branch but opened no pull request.',
    links: [`${serverUrl}/${home.owner}/${home.repo}/pull/new/${branch}`],
  };
}
