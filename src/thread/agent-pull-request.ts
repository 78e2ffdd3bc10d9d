import { MOST_COMMENTS } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { TokenInput } from '../github/github-errors.ts';
import type { Answer, Failure } from '../http/failure.ts';
import { AGE_TOLERANCE } from '../intervals.ts';
import { type GitHubPull, readGitHubPull } from '../job/pull-request-link.ts';
import { JOB_ENDS, type RequestResult } from '../job/request-result.ts';
import {
  adviseAccess,
  giveOwner,
  type OwnerWishes,
  type Stakeholders,
  wishesAnything,
} from '../report/labels-and-reviewers.ts';
import { renderMadeBy } from '../report/reply-text.ts';
import type { Log } from '../runner/runner.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { Job } from '../service/job.ts';
import type { NotePlace, ServiceScope, SigningKey } from '../text/signed-note.ts';
import type { PullRequestState } from './choose-next.ts';
import { type JobOrigin, readMadeBy, writeMadeBy } from './note.ts';

/** How pull requests of our own jobs are recognized and marked. */
export interface Marking {
  readonly github: GitHub;
  readonly service: ServiceScope;
  readonly key: SigningKey;
  readonly workflowRun: Pick<WorkflowRun, 'repository' | 'repositoryId'>;
  readonly phrase: string;
}

/** What the pull requests of jobs get, and with which tokens. */
export interface PullRequestContext extends Omit<Marking, 'github'> {
  openGitHub(token: string, tokenInput: TokenInput): GitHub;
  readonly githubToken: string | undefined;
  /** For pull requests in another repository. */
  readonly prToken: string | undefined;
  readonly workflowRun: WorkflowRun;
  /** Whether they get a marker. */
  readonly marks: boolean;
  readonly wishes: OwnerWishes;
  readonly people: Stakeholders;
  readonly log: Log;
}

/** What GitHub answers about what a token does not reach; 301 when its repository was renamed. */
const BEYOND: ReadonlySet<number | undefined> = new Set([301, 403, 404, 410]);

/** Whether a pull request is still open; `unknown` when it is none on this server, or the token does not reach it. */
export async function pullRequestState(
  link: string,
  { github, serverUrl }: { readonly github: GitHub | undefined; readonly serverUrl: string },
  log: Log,
): Promise<Answer<PullRequestState>> {
  const pull = readGitHubPull(link, serverUrl);
  if (pull === undefined || github === undefined) return { ok: true, value: 'unknown' };
  const answer = await github.elsewhere(pull).pullRequest(pull.number);
  if (answer.ok) return { ok: true, value: answer.value.state };
  const { kind, status, message } = answer.failure;
  if (kind !== 'refused' || !BEYOND.has(status)) return answer;
  log.info(`The pull request ${link} is no longer reachable: ${message}`);
  return { ok: true, value: 'unknown' };
}

/** The job that made a pull request, by the newest marker in its conversation. */
export async function readMaker(pull: GitHubPull, marking: Marking): Promise<Answer<string | undefined>> {
  const place = await findPlace(pull, marking);
  return place.ok ? readMakerAt(pull, place.value, marking) : place;
}

async function readMakerAt(
  pull: GitHubPull,
  place: NotePlace,
  { github, key }: Marking,
): Promise<Answer<string | undefined>> {
  const comments = await github.elsewhere(pull).lastComments(pull.number, MOST_COMMENTS);
  if (!comments.ok) return comments;
  const makers = comments.value.items.flatMap((comment) => readMadeBy(comment, place, key) ?? []);
  return { ok: true, value: makers.at(-1) };
}

/** What the notes of a pull request are bound to. */
async function findPlace(
  pull: GitHubPull,
  { github, service, workflowRun: { repository, repositoryId } }: Marking,
): Promise<Answer<NotePlace>> {
  const place = { service, repositoryId, thread: pull.number };
  if (isInRepository(pull, repository)) return { ok: true, value: place };
  const answer = await github.elsewhere(pull).pullRequest(pull.number);
  return answer.ok ? { ok: true, value: { ...place, repositoryId: answer.value.base.repo.id } } : answer;
}

function isInRepository({ owner, repo }: GitHubPull, repository: string): boolean {
  return `${owner}/${repo}`.toLowerCase() === repository.toLowerCase();
}

/**
 * Marks the pull request of a job that ended, also of one that failed, and gives it labels, reviewers and assignees. Only the
 * job's own gets any of it: its link could lead to anybody's. Nothing of it changes the result.
 */
export async function finishPullRequest(
  { result, job, pullRequest }: RequestResult,
  origin: JobOrigin,
  context: PullRequestContext,
): Promise<void> {
  const { log, marks, people } = context;
  const wishes = result === 'pull-request' && wishesAnything(context.wishes);
  const due = JOB_ENDS.has(result) && (marks || wishes);
  if (pullRequest === undefined || job === undefined || !due) return;
  const { link } = pullRequest;
  const access = openFor(link, context);
  if (typeof access === 'string') {
    if (wishes) log.warning(`The pull request gets no labels, reviewers or assignees: ${access}.`);
    return;
  }
  const { github, own, number, token } = access;
  const marking = { ...context, github };
  const judged = await judgeOwnership(access, job, origin, marking);
  if (!judged.ok) {
    const lost = wishes ? ', so it gets no labels, reviewers or assignees' : '';
    const what = `Whether ${link} is the job's own could not be read${lost}`;
    return tell(what, judged.failure, access, log, wishes);
  }
  const { foreign, unmarked } = judged.value;
  if (foreign !== undefined)
    return log.warning(
      `${link} is left as it is, without a note, labels, reviewers or assignees: ${foreign}, so it may not be the job's own.`,
    );
  if (unmarked && marks) await markPullRequest(access, unmarked, job, marking, log);
  const there = { github: github.elsewhere(access), token, own, log };
  if (wishes) await giveOwner(number, context.wishes, people, there);
}

/** Whose a pull request is: why it may be somebody else's, or where the job's own lacks its marker. */
interface Ownership {
  readonly foreign?: string;
  readonly unmarked?: NotePlace;
}

/** The job's own is younger than the job, or one that our jobs made and this one was created to continue. */
async function judgeOwnership(
  pull: GitHubPull,
  job: Job,
  { since, continuesPullRequest, isNew }: JobOrigin,
  marking: Marking,
): Promise<Answer<Ownership>> {
  const found = await findPlace(pull, marking);
  if (!found.ok) return found;
  const unmarked = found.value;
  const continues = continuesPullRequest === job.prLink;
  // A job that this run created can have no marker yet, unless it continues what another one made.
  if (!isNew || continues) {
    const maker = await readMakerAt(pull, unmarked, marking);
    if (!maker.ok) return maker;
    if (maker.value === job.id) return { ok: true, value: {} };
    if (continues && maker.value !== undefined) return { ok: true, value: { unmarked } };
  }
  // The service's date would let it claim any pull request, so it counts only if nothing was sent to the job from here.
  const createdAt = since ?? Date.parse(job.createdAt ?? '');
  if (!createdAt) return { ok: true, value: { foreign: 'it is not known when the job was created' } };
  const answer = await marking.github.elsewhere(pull).pullRequest(pull.number);
  if (!answer.ok) return answer;
  const isYounger = answer.value.created_at >= createdAt - AGE_TOLERANCE;
  return {
    ok: true,
    value: isYounger ? { unmarked } : { foreign: 'it is older than the job is known to be' },
  };
}

/** Posts the marker first and signs it by an edit, so that it names its own comment. */
async function markPullRequest(
  access: Access,
  place: NotePlace,
  job: Job,
  { github, key, phrase }: Marking,
  log: Log,
): Promise<void> {
  const there = github.elsewhere(access);
  const text = renderMadeBy(job, phrase);
  const posted = await there.createComment(access.number, text);
  const marked = posted.ok
    ? await there.editComment(posted.value.id, `${text}\n${writeMadeBy(job.id, posted.value.id, place, key)}`)
    : posted;
  if (!marked.ok) tell(UNMARKED, marked.failure, access, log);
}

const UNMARKED =
  'The pull request could not be marked as made by this job, so its merge may ask for documentation again';

/** Documentation often lives where the workflow's token does not reach, or moved: nothing that anybody has to look at. */
function tell(what: string, failure: Failure, access: Access, log: Log, isMissed = false): void {
  const { own, token } = access;
  const { status, message } = failure;
  const isFar = !own && token !== 'pr-token' && (status === 403 || status === 404);
  const level = !isMissed && (status === 301 || isFar) ? 'info' : 'warning';
  log[level](`${what}: ${message} ${adviseAccess(failure, '`pull-requests: write`', access)}`.trim());
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
