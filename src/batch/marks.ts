import { ownRepository } from '../conversation/memory.ts';
import { markPullRequest } from '../conversation/pull-request.ts';
import type { GitHub } from '../github/github-port.ts';
import type { Ports } from '../ports.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Job } from '../service/job.ts';
import { readPullAddress } from '../thread/conversations.ts';
import type { BatchInputs } from './inputs.ts';

/**
 * Ties each job's pull request to it, so that requests there are messages to the job; undefined without a token. GitHub's
 * client is large, and only loaded when there is a pull request on this server.
 */
export function openMarks(
  { workflowRun, runner, openGitHub }: Pick<Ports, 'workflowRun' | 'runner' | 'openGitHub'>,
  { githubToken, key, phrase, ...service }: BatchInputs,
  deadline: Deadline,
  github: GitHub | undefined,
): ((job: Job) => Promise<void>) | undefined {
  if (githubToken === undefined) return undefined;
  let opened = github && Promise.resolve(github);
  return async (job) => {
    if (readPullAddress(job.prLink ?? '', workflowRun.serverUrl) === undefined) return;
    opened ??= openGitHub(githubToken, deadline);
    const repository = ownRepository(workflowRun, await opened, service);
    await markPullRequest(job, repository, key, { runUrl: workflowRun.url, phrase }, runner.log);
  };
}
