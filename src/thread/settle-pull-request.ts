import type { GitHub } from '../github/github.ts';
import type { Failure } from '../http/failure.ts';
import { type GitHubPull, readGitHubPull } from '../job/pull-request-link.ts';
import type { RequestResult } from '../job/request-result.ts';
import {
  adviseAccess,
  giveOwner,
  type OwnerWishes,
  type Stakeholders,
  wishesAnything,
} from '../report/labels-and-reviewers.ts';
import type { Log } from '../runner/runner.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { Job } from '../service/job.ts';
import { judgeOwnership, type Marking, markPullRequest } from './agent-pull-request.ts';
import type { ServiceScope } from './signed-note.ts';
import type { SigningKey } from './signing-key.ts';

/** What the pull requests of jobs get, and by whose hands. */
export interface Settling {
  openGitHub(token: string): GitHub;
  readonly githubToken: string | undefined;
  /** For pull requests in another repository. */
  readonly prToken: string | undefined;
  readonly workflowRun: WorkflowRun;
  readonly service: ServiceScope;
  readonly key: SigningKey;
  readonly phrase: string;
  /** Whether the note "made by this job" is left there. */
  readonly marks: boolean;
  readonly wishes: OwnerWishes;
  readonly people: Stakeholders;
  readonly log: Log;
}

/** What is known of how the job came about. */
export interface Origin {
  /** When this run created the job, by our clock. */
  readonly createdAt?: number | undefined;
  /** The open pull request that the job was asked to go on with. */
  readonly goesOnWith?: string | undefined;
}

/**
 * Sees to the pull request of a job that ended: the note that says who made it, labels, reviewers and assignees. Only what
 * is the job's own gets any of it: a link alone could lead to anybody's. Nothing of it changes the result.
 */
export async function settlePullRequest(
  { job, pullRequest }: RequestResult,
  origin: Origin,
  settling: Settling,
): Promise<void> {
  const { log, marks, workflowRun } = settling;
  const wishes = wishesAnything(settling.wishes);
  if (pullRequest === undefined || job === undefined || !(marks || wishes)) return;
  const { link } = pullRequest;
  const pull = readGitHubPull(link, workflowRun.serverUrl);
  const access = pull && openFor(pull, settling);
  if (access?.github === undefined) {
    const why =
      access === undefined ? `it is not one on ${workflowRun.serverUrl}` : `\`${access.token}\` is empty`;
    if (wishes) log.warning(`The pull request gets no labels, reviewers or assignees: ${why}.`);
    return;
  }
  const { github, token, own, number } = access;
  const { phrase, service, key } = settling;
  const marking: Marking = { github, service, key, serverUrl: workflowRun.serverUrl, phrase };
  const owned = await judgeOwnership(access, toMaker(job, link, origin), marking);
  if (owned.kind === 'unreadable') return tellUnreadable(owned.failure, link, access, wishes, log);
  if (owned.kind === 'foreign')
    return log.warning(
      `${link} is left as it is, without a note, labels, reviewers or assignees: ${owned.why}, so it may not be the job's own.`,
    );
  if (owned.kind === 'own' && marks) await mark(access, job, marking, log);
  const there = github.elsewhere(access);
  if (wishes) await giveOwner(number, settling.wishes, settling.people, { github: there, token, own, log });
}

function tellUnreadable(failure: Failure, link: string, access: Access, wishes: boolean, log: Log): void {
  const lost = wishes ? ', so it gets no labels, reviewers or assignees' : '';
  const level = wishes ? 'warning' : levelOf(failure, access);
  log[level](`Whether ${link} is the job's own could not be read${lost}: ${explain(failure, access)}`);
}

/** Documentation often lives where the workflow's token does not reach: nothing that anybody has to look at. */
function levelOf({ status }: Failure, { own, token }: Access): 'info' | 'warning' {
  return !own && token !== 'pr-token' && (status === 403 || status === 404) ? 'info' : 'warning';
}

function explain(failure: Failure, access: Access): string {
  return `${failure.message} ${adviseAccess(failure, '`pull-requests: write`', access)}`.trim();
}

/** A pull request, and how it is reached. */
interface Access extends GitHubPull {
  /** The input that holds the token. */
  readonly token: 'github-token' | 'pr-token';
  /** Whether it is in the repository of this run. */
  readonly own: boolean;
  readonly github: GitHub | undefined;
}

/** Another repository is reached by `pr-token`, where that is given. */
function openFor(pull: GitHubPull, { githubToken, prToken, workflowRun, openGitHub }: Settling): Access {
  const own = `${pull.owner}/${pull.repo}`.toLowerCase() === workflowRun.repository.toLowerCase();
  const other = prToken !== undefined && (!own || githubToken === undefined);
  const token = other ? prToken : githubToken;
  const github = token === undefined ? undefined : openGitHub(token);
  return { ...pull, token: other ? 'pr-token' : 'github-token', own, github };
}

function toMaker(job: Job, link: string, { createdAt, goesOnWith }: Origin) {
  const told = Date.parse(job.createdAt ?? '');
  return {
    jobId: job.id,
    // Our own clock counts first: the service's word would let it claim any pull request.
    createdAt: createdAt ?? (Number.isNaN(told) ? undefined : told),
    goesOn: goesOnWith === link,
  };
}

async function mark(access: Access, job: Job, marking: Marking, log: Log): Promise<void> {
  const answer = await markPullRequest(access, job, marking);
  if (answer.ok) return;
  log[levelOf(answer.failure, access)](
    `The pull request could not be marked as made by this job, so its merge may ask for documentation again: ${explain(answer.failure, access)}`,
  );
}
