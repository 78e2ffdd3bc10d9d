import { ownRepository } from '../conversation/memory.ts';
import { markPullRequest } from '../conversation/pull-request.ts';
import type { GitHub } from '../github/github.ts';
import type { Ports } from '../ports.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Job } from '../service/job.ts';
import { readPullAddress } from '../thread/conversations.ts';
import type { BatchInputs } from './inputs.ts';

/**
 * Ties each job's pull request to it, so that requests there are messages to the job; undefined without
 * a token.
 */
export function openMarks(
  { place, runner, openGitHub }: Pick<Ports, 'place' | 'runner' | 'openGitHub'>,
  { githubToken, key, phrase, ...service }: BatchInputs,
  deadline: Deadline,
  github: GitHub | undefined,
): ((job: Job) => Promise<void>) | undefined {
  if (githubToken === undefined) return undefined;
  const repository = ownRepository(place, github ?? openGitHub(githubToken, deadline), service);
  return async (job) => {
    if (readPullAddress(job.prLink ?? '', place.serverUrl) === undefined) return;
    await markPullRequest(job, repository, key, { runUrl: place.url, phrase }, runner.log);
  };
}
