import { textAt } from '../github/payload.ts';
import { LONG_JOB } from '../intervals.ts';
import { isInTurn, isTooYoung } from '../job/completion.ts';
import { readLink } from '../job/pull-request-link.ts';
import type { RequestResult } from '../job/request-result.ts';
import { toResult } from '../job/to-result.ts';
import { type JobTools, watch } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { reactToEnd, warn } from '../report/audience.ts';
import { renderReply } from '../report/comment-text.ts';
import { readEvent } from '../runner/bootstrap.ts';
import type { StepResult } from '../runner/step-result.ts';
import type { Job } from '../service/job.ts';
import { type GitHubTime, githubTime } from '../thread/github-time.ts';
import { type Thread, threadIn } from '../thread/history.ts';
import { isLive, type Note, toOccasion } from '../thread/note.ts';
import { amendComment, repairLost } from '../thread/repair.ts';
import { replyOnce } from '../thread/reply-once.ts';
import { type RepositoryNote, readRepositoryNotes } from '../thread/repository-notes.ts';
import { type Settling, settlePullRequest } from '../thread/settle-pull-request.ts';
import { signingKey } from '../thread/signing-key.ts';
import { type CollectResult, type Finished, toCollectOutputs } from './collect-result.ts';
import { type CollectInputs, readCollectInputs } from './inputs.ts';
import { renderCollectSummary } from './summary.ts';

/** The main phase of the collect action: brings to their end the requests that nobody watches. */
export async function runCollect(ports: Ports): Promise<StepResult> {
  const result = await collect(ports);
  const failed = result.result === 'error' || result.result === 'interrupted';
  return {
    outputs: toCollectOutputs(result),
    warnings: [],
    word: { level: failed ? 'error' : 'info', text: result.reason },
    summary: renderCollectSummary(result, ports.workflowRun),
  };
}

/** What the requests are brought to their end with. */
interface Collecting {
  readonly ports: Ports;
  readonly inputs: CollectInputs;
  readonly tools: JobTools;
  readonly time: GitHubTime;
  readonly settling: Omit<Settling, 'people'>;
  /** Every note that was read, for when a job was asked first. */
  readonly notes: readonly RepositoryNote[];
}

async function collect(ports: Ports): Promise<CollectResult> {
  const read = readCollectInputs(ports.runner);
  if (!read.ok) return nothing('error', 'input-invalid', `not sent: ${read.problems.join(' ')}`);
  const { inputs } = read;
  const deadline = ports.startDeadline(inputs.timeout);
  const { clock, random, runner, workflowRun } = ports;
  const { log } = runner;
  const github = ports.openGitHub(inputs.githubToken, deadline);
  const key = signingKey(inputs);
  const time = githubTime(clock);
  const scope = { github, key, place: { service: inputs, repositoryId: workflowRun.repositoryId } };
  const listed = await readRepositoryNotes(scope, clock.now() - inputs.since, log);
  if (!listed.ok) {
    const { code, message } = listed.failure;
    return nothing('error', code, `The repository's comments could not be read: ${message}`);
  }
  time.learn(listed.value.date);
  const { notes } = listed.value;
  const service = ports.spaceRequests()({ ...inputs, deadline });
  const { phrase, prToken, githubToken, owner: wishes } = inputs;
  const settling = {
    openGitHub: (token: string) => ports.openGitHub(token, deadline),
    ...{ githubToken, prToken, workflowRun, service: inputs, key, phrase, marks: true, wishes, log },
  };
  const tools: JobTools = { service, clock, random, deadline, log, pollInterval: 'auto' };
  return finishAll({ ports, inputs, tools, time, settling, notes });
}

/** The pull request that the event is about, if any: its job may be about to end. */
interface EventPull {
  readonly url: string;
  /** The branch that is to be merged; foreign text. */
  readonly branch: string;
}

function readEventPull(): EventPull | undefined {
  const { payload } = readEvent();
  const url = textAt(payload, 'pull_request', 'html_url');
  const branch = textAt(payload, 'pull_request', 'head', 'ref');
  return url === undefined || branch === undefined ? undefined : { url, branch };
}

/** Goes through all notes that nobody watches, the oldest first. */
async function finishAll(collecting: Collecting): Promise<CollectResult> {
  const { tools, time, notes, inputs } = collecting;
  const event = readEventPull();
  const looks = new Map<string, Promise<Look>>();
  const finished: Finished[] = [];
  let open = 0;
  for (const standing of notes.filter(({ note }) => isUnwatched(note, time.now()))) {
    if (tools.deadline.stop.aborted) break;
    const end = await finishOne(collecting, standing, event, looks);
    if (typeof end === 'object' && 'reasonCode' in end) return { ...end, finished, open };
    if (end === 'open') open += 1;
    else if (end !== undefined) finished.push(end);
  }
  const stop = tools.deadline.stop.aborted ? tools.deadline.stop.reason : undefined;
  const left = open === 1 ? '1 is still at work' : `${open} are still at work`;
  const many = finished.length === 1 ? '1 request was' : `${finished.length} requests were`;
  const words = `${many} brought to an end, ${left}.`;
  if (stop?.by === 'interrupt')
    return {
      result: 'interrupted',
      reasonCode: 'interrupted',
      reason: `Interrupted: ${words}`,
      finished,
      open,
    };
  if (inputs.dryRun)
    return {
      result: 'dry-run',
      reasonCode: 'dry-run',
      reason: `Dry run, nothing was written: ${words}`,
      finished,
      open,
    };
  return finished.length === 0
    ? {
        result: 'nothing',
        reasonCode: 'nothing-to-collect',
        reason: `Nothing to collect; ${left}.`,
        finished,
        open,
      }
    : { result: 'collected', reasonCode: 'collected', reason: words, finished, open };
}

/** Whether a request is open, and no run is going to tell its end. */
function isUnwatched(note: Note, now: number): boolean {
  const open = note.state === 'waiting' || note.state === 'sending' || note.state === 'job';
  return open && (note.left === true || !isLive(note, now));
}

/** A look at a job; undefined when the service does not know it. */
type Look = { readonly job: Job | undefined } | { readonly broken: CollectResult };

async function lookAt(jobId: string, sentAt: number | undefined, { tools }: Collecting): Promise<Look> {
  const answer = await tools.service.getJob(jobId, 'read');
  if (answer.ok) return { job: answer.value };
  const { status, code, message } = answer.failure;
  if (status !== 404)
    return { broken: nothing('error', code, `Job ${jobId} could not be looked at: ${message}`) };
  return { job: isTooYoung(sentAt, tools.clock.now()) ? { id: jobId, raw: { id: jobId } } : undefined };
}

/** What became of one request: brought to its end, still open, none of our business, or a failure that ends all. */
async function finishOne(
  collecting: Collecting,
  standing: RepositoryNote,
  event: EventPull | undefined,
  looks: Map<string, Promise<Look>>,
): Promise<Finished | 'open' | CollectResult | undefined> {
  const { inputs, tools, time } = collecting;
  const { note } = standing;
  const repairing = { thread: threadOf(collecting, standing), log: tools.log, phrase: inputs.phrase };
  const repairOnly = () =>
    inputs.dryRun
      ? undefined
      : repairLost(repairing, standing, (current) => isUnwatched(current, time.now()));
  const { jobId } = note;
  if (note.state !== 'job' || jobId === undefined) {
    await repairOnly();
    return undefined;
  }
  const sentAt = note.sentAt === undefined ? undefined : time.toLocal(note.sentAt);
  const look = looks.get(jobId) ?? lookAt(jobId, sentAt, collecting);
  looks.set(jobId, look);
  const seen = await look;
  if ('broken' in seen) return seen.broken;
  const result = await judge(seen.job, jobId, sentAt, event, tools);
  if (result === undefined) {
    await repairOnly();
    return 'open';
  }
  if (!inputs.dryRun) await tellEnd(collecting, standing, result);
  return {
    thread: standing.place.thread,
    jobId,
    result: result.result,
    prLink: result.pullRequest?.link ?? '',
  };
}

/** How the job ended; undefined when it has not. The event's own job is waited for, since its pull request comes first. */
async function judge(
  job: Job | undefined,
  jobId: string,
  sentAt: number | undefined,
  event: EventPull | undefined,
  tools: JobTools,
): Promise<RequestResult | undefined> {
  if (job === undefined) {
    const reason = `The service does not know job ${jobId} any more.`;
    return { result: 'error', reasonCode: 'job-unknown', reason, jobId };
  }
  const meant = event !== undefined && (job.ref === event.branch || readLink(job.prLink) === event.url);
  const running = isInTurn(job, sentAt, tools.clock.now());
  if (running && !meant) return undefined;
  const sent = sentAt === undefined ? undefined : ({ kind: 'message', at: sentAt, before: job } as const);
  const watched = await watch(job, running ? sent : undefined, tools);
  return watched.kind === 'ended' ? toResult({ ...watched, activity: true }, undefined) : undefined;
}

/** Does what a run that waited would have done; the comment comes last, so that a run that is cut off is made up for. */
async function tellEnd(
  collecting: Collecting,
  standing: RepositoryNote,
  result: RequestResult,
): Promise<void> {
  const { inputs, tools, time, notes, settling } = collecting;
  const { note, id } = standing;
  const { asked, jobId, sentAt = time.now() } = note;
  const thread = threadOf(collecting, standing);
  const { log } = tools;
  if (result.result === 'pull-request') {
    const asker = asked.by === undefined ? undefined : { login: asked.by, type: asked.person ? 'User' : '' };
    const first = Math.min(
      ...notes.flatMap(({ note: other }) => (other.jobId === jobId && other.sentAt) || []),
    );
    const createdAt = result.job?.createdAt === undefined ? time.toLocal(first) : undefined;
    await settlePullRequest(result, { createdAt }, { ...settling, people: { asker } });
  }
  await reactToEnd({ github: thread.github, asked, log }, result);
  const told = inputs.notify === 'auto' && asked.person && time.now() - sentAt > LONG_JOB;
  if (told && asked.by !== undefined) {
    const text = renderReply(result, asked.by, toOccasion(asked, inputs.phrase));
    warn(await replyOnce(thread, standing, text), 'The reply to who asked could not be written', log);
  }
  await amendComment({ thread, log, phrase: inputs.phrase }, id, (current) =>
    current.state === 'job' && current.jobId === jobId
      ? { note: { ...current, state: 'ended', left: undefined }, result }
      : undefined,
  );
}

function threadOf({ ports, inputs, settling }: Collecting, { place }: RepositoryNote): Thread {
  const github = settling.openGitHub(inputs.githubToken);
  return threadIn(ports.workflowRun, place.thread, { github, service: inputs, key: settling.key });
}

function nothing(result: 'error', reasonCode: ReasonCode, reason: string): CollectResult {
  return { result, reasonCode, reason, finished: [], open: 0 };
}
