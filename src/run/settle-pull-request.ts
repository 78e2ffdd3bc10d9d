import type { GitHub } from '../github/github.ts';
import { type GitHubPull, readGitHubPull } from '../job/pull-request-link.ts';
import type { RequestResult } from '../job/request-result.ts';
import { giveOwner, wishesAnything } from '../report/labels-and-reviewers.ts';
import { judgeOwnership, type Marking, markPullRequest } from '../thread/agent-pull-request.ts';
import { signingKey } from '../thread/signing-key.ts';
import type { Informed, StepContext } from './step-context.ts';

/** What it takes to see to a job's pull request. */
export interface Settling {
  readonly step: StepContext;
  readonly informed: Informed;
  /** When this run created the job, by our clock. */
  readonly createdAt: number | undefined;
  /** The open pull request that the job was asked to go on with. */
  readonly goesOnWith: string | undefined;
}

/**
 * Sees to the pull request of a job that ended: the note that says who made it, labels, reviewers and assignees. Only what
 * is the job's own gets any of it: a link alone could lead to anybody's. Nothing of it changes the result.
 */
export async function settlePullRequest(result: RequestResult, settling: Settling): Promise<void> {
  const { ports, inputs } = settling.step;
  const { log } = ports.runner;
  const { job, pullRequest } = result;
  const wishes = wishesAnything(inputs.owner);
  if (pullRequest === undefined || job === undefined || (inputs.comment === 'never' && !wishes)) return;
  const pull = readGitHubPull(pullRequest.link, ports.workflowRun.serverUrl);
  if (pull === undefined) {
    if (wishes) log.warning(`${NOTHING_GIVEN}: it is not one on ${ports.workflowRun.serverUrl}.`);
    return;
  }
  const access = await openFor(pull, settling.step);
  if (access.github === undefined) {
    if (wishes) log.warning(`${NOTHING_GIVEN}: \`${access.token}\` is empty.`);
    return;
  }
  const { phrase } = inputs;
  const { serverUrl } = ports.workflowRun;
  const marking = { github: access.github, service: inputs, key: signingKey(inputs), serverUrl, phrase };
  const { createdAt = Date.parse(job.createdAt ?? ''), goesOnWith } = settling;
  const age = Number.isNaN(createdAt) ? undefined : createdAt;
  const owned = await judgeOwnership(
    pull,
    { jobId: job.id, createdAt: age, goesOn: goesOnWith === pullRequest.link },
    marking,
  );
  if (owned.kind === 'unreadable')
    return log.warning(`Whether ${pullRequest.link} is the job's own could not be read: ${owned.failure.message}`);
  if (owned.kind === 'foreign')
    return log.warning(
      `${pullRequest.link} is left as it is, without a note, labels, reviewers or assignees: ${owned.why}, so it may not be the job's own.`,
    );
  if (owned.kind === 'own' && inputs.comment !== 'never') await mark(pull, result, marking, settling);
  if (wishes) await give(pull, access, settling);
}

const NOTHING_GIVEN = 'The pull request gets no labels, reviewers or assignees';

/** GitHub for a pull request, and the input that holds the token. */
interface Access {
  readonly token: 'github-token' | 'pr-token';
  readonly own: boolean;
  readonly github: GitHub | undefined;
}

/** Another repository is reached by `pr-token`, where that is given. */
async function openFor(
  { owner, repo }: GitHubPull,
  { ports, inputs, deadline, github }: StepContext,
): Promise<Access> {
  const { githubToken, prToken } = inputs;
  const own = `${owner}/${repo}`.toLowerCase() === ports.workflowRun.repository.toLowerCase();
  if (prToken !== undefined && (!own || githubToken === undefined))
    return { token: 'pr-token', own, github: await ports.openGitHub(prToken, deadline) };
  const opened = githubToken && (github ?? (await ports.openGitHub(githubToken, deadline)));
  return { token: 'github-token', own, github: opened || undefined };
}

async function mark(
  pull: GitHubPull,
  { job }: RequestResult,
  marking: Marking,
  { step }: Settling,
): Promise<void> {
  const answer = job && (await markPullRequest(pull, job, marking));
  if (answer === undefined || answer.ok) return;
  const { status, message } = answer.failure;
  const advice = status === 403 ? ' The job needs the permission `pull-requests: write`.' : '';
  step.ports.runner.log.warning(
    `The pull request could not be marked as made by this job, so its merge may ask for documentation again: ${message}${advice}`,
  );
}

async function give(pull: GitHubPull, { github, token, own }: Access, { step, informed }: Settling) {
  if (github === undefined) return;
  const { asked, inputs, ports } = step;
  const people = { asker: asked.sender, author: informed.author };
  await giveOwner(pull, inputs.owner, people, { github, token, own, log: ports.runner.log });
}
