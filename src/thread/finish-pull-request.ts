import type { GitHub } from '../github/github.ts';
import type { TokenInput } from '../github/github-errors.ts';
import type { Answer, Failure } from '../http/failure.ts';
import { readGitHubPull } from '../job/pull-request-link.ts';
import { JOB_ENDS, type RequestResult } from '../job/request-result.ts';
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
import {
  findPlace,
  isInRepository,
  judgeOwnership,
  type Marking,
  markPullRequest,
} from './agent-pull-request.ts';
import type { JobOrigin } from './note.ts';
import type { ServiceScope, SigningKey } from './signed-note.ts';

/** What the pull requests of jobs get, and by whose hands. */
export interface PullRequestContext {
  openGitHub(token: string, tokenInput: TokenInput): GitHub;
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

/**
 * Sees to the pull request of a job that ended: the note that says who made it, also where the job failed behind it, and
 * labels, reviewers and assignees. Only what is the job's own gets any of it: a link alone could lead to anybody's. Nothing
 * of it changes the result.
 */
export async function finishPullRequest(
  { result, job, pullRequest }: RequestResult,
  origin: JobOrigin,
  context: PullRequestContext,
): Promise<void> {
  const { log, marks } = context;
  const wishes = result === 'pull-request' && wishesAnything(context.wishes);
  const due = JOB_ENDS.has(result) && (marks || wishes);
  if (pullRequest === undefined || job === undefined || !due) return;
  const { link } = pullRequest;
  const access = openFor(link, context);
  if (typeof access === 'string') {
    if (wishes) log.warning(`The pull request gets no labels, reviewers or assignees: ${access}.`);
    return;
  }
  const { github, token, own, number } = access;
  const marking: Marking = { ...context, github };
  const goesOn = origin.continuesPullRequest === link;
  const claim = { jobId: job.id, createdAt: beginningOf(job, origin), goesOn, isNew: origin.isNew === true };
  const place = await findPlace(access, marking);
  if (!place.ok) return tellUnreadable(place.failure, link, access, wishes, log);
  const owned = await judgeOwnership(access, place.value, claim, marking);
  if (!owned.ok) return tellUnreadable(owned.failure, link, access, wishes, log);
  if (typeof owned.value === 'object')
    return log.warning(
      `${link} is left as it is, without a note, labels, reviewers or assignees: ${owned.value.foreign}, so it may not be the job's own.`,
    );
  if (owned.value === 'own' && marks)
    tellUnmarked(await markPullRequest(access, place.value, job, marking), access, log);
  if (!wishes) return;
  const there = github.elsewhere(access);
  await giveOwner(number, context.wishes, context.people, { github: there, token, own, log });
}

/** The service's word would let it claim any pull request, so it counts only where nothing was sent to the job from here. */
function beginningOf({ createdAt = '' }: Job, { since }: JobOrigin): number | undefined {
  return since ?? (Date.parse(createdAt) || undefined);
}

function tellUnreadable(failure: Failure, link: string, access: Access, wishes: boolean, log: Log): void {
  const lost = wishes ? ', so it gets no labels, reviewers or assignees' : '';
  const level = wishes ? 'warning' : levelOf(failure, access);
  log[level](`Whether ${link} is the job's own could not be read${lost}: ${explain(failure, access)}`);
}

function tellUnmarked(marked: Answer<unknown>, access: Access, log: Log): void {
  if (marked.ok) return;
  log[levelOf(marked.failure, access)](
    `The pull request could not be marked as made by this job, so its merge may ask for documentation again: ${explain(marked.failure, access)}`,
  );
}

/** Documentation often lives where the workflow's token does not reach, or moved: nothing that anybody has to look at. */
function levelOf({ status }: Failure, { own, token }: Access): 'info' | 'warning' {
  if (status === 301) return 'info';
  return !own && token !== 'pr-token' && (status === 403 || status === 404) ? 'info' : 'warning';
}

function explain(failure: Failure, access: Access): string {
  return `${failure.message} ${adviseAccess(failure, '`pull-requests: write`', access)}`.trim();
}

/** A pull request, and how it is reached. */
type Access = Exclude<ReturnType<typeof openFor>, string>;

/** Another repository is reached by `pr-token`, where that is given. The answer may be why it is not reached. */
function openFor(link: string, { githubToken, prToken, workflowRun, openGitHub }: PullRequestContext) {
  const { serverUrl, repository } = workflowRun;
  const pull = readGitHubPull(link, serverUrl);
  if (pull === undefined) return `it is not one on ${serverUrl}`;
  /** Whether it is in the repository of this run. */
  const own = isInRepository(pull, repository);
  const other = prToken !== undefined && (!own || githubToken === undefined);
  /** The input that holds the token. */
  const input = other ? 'pr-token' : 'github-token';
  const token = other ? prToken : githubToken;
  if (token === undefined) return `\`${input}\` is empty`;
  return { ...pull, own, token: input, github: openGitHub(token, input) } as const;
}
