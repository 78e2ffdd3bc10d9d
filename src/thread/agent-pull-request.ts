import { MOST_COMMENTS } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer } from '../http/failure.ts';
import { AGE_TOLERANCE } from '../intervals.ts';
import { type GitHubPull, readGitHubPull } from '../job/pull-request-link.ts';
import { renderMadeBy } from '../report/reply-text.ts';
import type { Log } from '../runner/runner.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { Job } from '../service/job.ts';
import type { PullRequestState } from './choose-next.ts';
import { readMadeBy, writeMadeBy } from './made-by.ts';
import type { NotePlace } from './note.ts';
import type { ServiceScope, SigningKey } from './signed-note.ts';

/** What it takes to recognize and to mark the pull requests of our own jobs. */
export interface Marking {
  readonly github: GitHub;
  readonly service: ServiceScope;
  readonly key: SigningKey;
  /** The repository of the run. */
  readonly workflowRun: Pick<WorkflowRun, 'repository' | 'repositoryId'>;
  readonly phrase: string;
}

/** What GitHub says about things that a token does not reach; 301 when their repository was renamed. */
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

/** Whether a pull request is in the repository of the run. */
export function isInRepository({ owner, repo }: GitHubPull, repository: string): boolean {
  return `${owner}/${repo}`.toLowerCase() === repository.toLowerCase();
}

/** What the notes of a pull request are bound to: its repository's id, which stays when the repository is renamed. */
export async function findPlace(
  pull: GitHubPull,
  { github, service, workflowRun }: Marking,
): Promise<Answer<NotePlace>> {
  const { repository, repositoryId } = workflowRun;
  const placeIn = (id: number) =>
    ({ ok: true, value: { service, repositoryId: id, thread: pull.number } }) as const;
  if (isInRepository(pull, repository)) return placeIn(repositoryId);
  const answer = await github.elsewhere(pull).pullRequest(pull.number);
  return answer.ok ? placeIn(answer.value.base.repo.id) : answer;
}

/** The job that made a pull request, by the newest note in its conversation; undefined when none says so. */
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
  const makers = comments.value.items.flatMap(({ id, body }) => readMadeBy(body, id, place, key) ?? []);
  return { ok: true, value: makers.at(-1) };
}

/** What a job says of itself whose link names a pull request. */
interface OwnershipClaim {
  readonly jobId: string;
  /** When it was created (epoch milliseconds), or a moment after which it is not taken to be, where one is known. */
  readonly createdAt: number | undefined;
  /** Whether it was created to continue that pull request. */
  readonly goesOn: boolean;
  /** Whether this run created it, so that no marker of it can be there. */
  readonly isNew: boolean;
}

const NO_MARKER = { ok: true, value: undefined } as const;

/**
 * Finds out whether the pull request that a job's link names is the job's own: it is younger than the job, or one
 * that a job of ours made and this one was asked to go on with: the service may have named any. `createdAt` is when the job
 * was created (epoch milliseconds), or a moment after which it is not taken to be, where one is known.
 *
 * @returns `marked` when its conversation says so already; why it may be somebody else's
 */
export async function judgeOwnership(
  pull: GitHubPull,
  place: NotePlace,
  { jobId, createdAt, goesOn, isNew }: OwnershipClaim,
  marking: Marking,
): Promise<Answer<'marked' | 'own' | { readonly foreign: string }>> {
  const isUnmarked = isNew && !goesOn;
  const maker = isUnmarked ? NO_MARKER : await readMakerAt(pull, place, marking);
  if (!maker.ok) return maker;
  if (maker.value === jobId) return { ok: true, value: 'marked' };
  if (goesOn && maker.value !== undefined) return { ok: true, value: 'own' };
  if (createdAt === undefined)
    return { ok: true, value: { foreign: 'it is not known when the job was created' } };
  const answer = await marking.github.elsewhere(pull).pullRequest(pull.number);
  if (!answer.ok) return answer;
  const younger = answer.value.created_at >= createdAt - AGE_TOLERANCE;
  return { ok: true, value: younger ? 'own' : { foreign: 'it is older than the job is known to be' } };
}

/**
 * Leaves the note "made by this job" at a pull request: its merge starts nothing then, and requests there are messages to
 * the job. Posted first and signed by an edit, so that it names its own comment.
 */
export async function markPullRequest(
  pull: GitHubPull,
  place: NotePlace,
  job: Job,
  marking: Marking,
): Promise<Answer<unknown>> {
  const github = marking.github.elsewhere(pull);
  const text = renderMadeBy(job, marking.phrase);
  const posted = await github.createComment(pull.number, text);
  if (!posted.ok) return posted;
  const { id } = posted.value;
  return github.editComment(id, `${text}\n${writeMadeBy(job.id, id, place, marking.key)}`);
}
