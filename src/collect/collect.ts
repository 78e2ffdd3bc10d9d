import { textAt } from '../github/payload.ts';
import { isInTurn, isTooYoung } from '../job/completion.ts';
import { readLink } from '../job/pull-request-link.ts';
import type { RequestResult } from '../job/request-result.ts';
import { toResult } from '../job/to-result.ts';
import { type JobTools, watch } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import { readEvent } from '../runner/bootstrap.ts';
import type { StepResult } from '../runner/step-result.ts';
import type { Job } from '../service/job.ts';
import { githubTime } from '../thread/github-time.ts';
import { threadIn } from '../thread/history.ts';
import { isUnwatched } from '../thread/note.ts';
import { repairLost } from '../thread/repair.ts';
import { type RepositoryNote, readRepositoryNotes } from '../thread/repository-notes.ts';
import { signingKey } from '../thread/signing-key.ts';
import { type Telling, tellEnd } from '../thread/tell-end.ts';
import {
  type CollectResult,
  type Finished,
  failed,
  toCollectOutputs,
  toCollectResult,
} from './collect-result.ts';
import { type CollectInputs, readCollectInputs } from './inputs.ts';
import { renderCollectSummary } from './summary.ts';

/** The main phase of the collect action: brings to their end the requests that nobody watches. */
export async function runCollect(ports: Ports): Promise<StepResult> {
  const result = await collect(ports);
  const broken = result.result === 'error' || result.result === 'interrupted';
  return {
    outputs: toCollectOutputs(result),
    warnings: [],
    word: { level: broken ? 'error' : 'info', text: result.reason },
    summary: renderCollectSummary(result, ports.workflowRun),
  };
}

/** What the requests are brought to their end with. */
interface Collecting {
  readonly inputs: CollectInputs;
  readonly tools: JobTools;
  readonly notes: readonly RepositoryNote[];
  /** The pull request that the event is about, if any: its job may be about to end. */
  readonly event: EventPull | undefined;
  /** One look at each job. */
  readonly looks: Map<string, Promise<Look>>;
  telling(thread: number): Telling;
}

async function collect(ports: Ports): Promise<CollectResult> {
  const read = readCollectInputs(ports.runner);
  if (!read.ok) return failed('input-invalid', `not sent: ${read.problems.join(' ')}`);
  const { inputs } = read;
  const { clock, random, runner, workflowRun } = ports;
  const { log } = runner;
  const deadline = ports.startDeadline(inputs.timeout);
  const openGitHub = (token: string) => ports.openGitHub(token, deadline);
  const github = openGitHub(inputs.githubToken);
  const [key, time] = [signingKey(inputs), githubTime(clock)];
  const scope = { github, key, place: { service: inputs, repositoryId: workflowRun.repositoryId } };
  const listed = await readRepositoryNotes(scope, clock.now() - inputs.since, log);
  if (!listed.ok) {
    const { code, message } = listed.failure;
    return failed(code, `The repository's comments could not be read: ${message}`);
  }
  time.learn(listed.value.date);
  const { phrase, prToken, githubToken, owner: wishes } = inputs;
  const settling = {
    openGitHub,
    githubToken,
    prToken,
    workflowRun,
    service: inputs,
    key,
    phrase,
    wishes,
    log,
  };
  return finishAll({
    ...{ inputs, notes: listed.value.notes, event: readEventPull(), looks: new Map() },
    tools: {
      ...{ clock, random, deadline, log },
      pollInterval: 'auto',
      service: ports.spaceRequests()({ ...inputs, deadline }),
    },
    telling: (thread) => ({
      thread: threadIn(workflowRun, thread, { github, service: inputs, key }),
      ...{ log, phrase, time, notify: inputs.notify === 'auto', settling: { ...settling, marks: true } },
    }),
  });
}

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
  const { tools, notes, inputs } = collecting;
  const { stop } = tools.deadline;
  const finished: Finished[] = [];
  let open = 0;
  for (const standing of notes) {
    if (stop.aborted) break;
    const end = await finishOne(collecting, standing);
    if (typeof end === 'object' && 'broken' in end) return { ...end.broken, finished, open };
    if (end === 'open') open += 1;
    else if (end !== undefined) finished.push(end);
  }
  const interrupted = stop.aborted && stop.reason.by === 'interrupt';
  return toCollectResult(finished, open, interrupted ? 'interrupted' : inputs.dryRun ? 'dry-run' : undefined);
}

/** What became of one request: brought to its end, still open, none of our business, or a failure that ends all. */
async function finishOne(
  collecting: Collecting,
  standing: RepositoryNote,
): Promise<Finished | 'open' | { readonly broken: CollectResult } | undefined> {
  const { inputs, looks, notes } = collecting;
  const { note, place } = standing;
  const telling = collecting.telling(place.thread);
  const { time } = telling;
  if (!isUnwatched(note, time.now())) return undefined;
  const { jobId } = note;
  const known = note.state === 'job' && jobId !== undefined;
  const sentAt = note.sentAt === undefined ? undefined : time.toLocal(note.sentAt);
  const look = known ? (looks.get(jobId) ?? lookAt(jobId, sentAt, collecting.tools)) : undefined;
  if (known && look !== undefined) looks.set(jobId, look);
  const seen = await look;
  if (seen !== undefined && 'broken' in seen) return seen;
  const result = seen && known ? await judge(seen.job, jobId, sentAt, collecting) : undefined;
  if (result === undefined || jobId === undefined) {
    if (!inputs.dryRun) await repairLost(telling, standing, (current) => isUnwatched(current, time.now()));
    return known ? 'open' : undefined;
  }
  const sends = notes.flatMap(({ note: other }) => (other.jobId === jobId ? (other.sentAt ?? []) : []));
  if (!inputs.dryRun) await tellEnd(standing, result, Math.min(...sends), telling);
  return { thread: place.thread, jobId, result: result.result, prLink: result.pullRequest?.link ?? '' };
}

/** A look at a job; undefined when the service does not know it. */
type Look = { readonly job: Job | undefined } | { readonly broken: CollectResult };

async function lookAt(
  jobId: string,
  sentAt: number | undefined,
  { service, clock }: JobTools,
): Promise<Look> {
  const answer = await service.getJob(jobId, 'read');
  if (answer.ok) return { job: answer.value };
  const { status, code, message } = answer.failure;
  if (status !== 404) return { broken: failed(code, `Job ${jobId} could not be looked at: ${message}`) };
  return { job: isTooYoung(sentAt, clock.now()) ? { id: jobId, raw: { id: jobId } } : undefined };
}

/** How the job ended; undefined when it has not. The event's own job is waited for, since its pull request comes first. */
async function judge(
  job: Job | undefined,
  jobId: string,
  sentAt: number | undefined,
  { event, tools }: Collecting,
): Promise<RequestResult | undefined> {
  if (job === undefined) {
    const reason = `The service does not know job ${jobId} any more.`;
    return { result: 'error', reasonCode: 'job-unknown', reason, jobId };
  }
  const meant = event !== undefined && (job.ref === event.branch || readLink(job.prLink) === event.url);
  const running = isInTurn(job, sentAt, tools.clock.now());
  if (running && !meant) return undefined;
  const sent =
    running && sentAt !== undefined ? ({ kind: 'message', at: sentAt, before: job } as const) : undefined;
  const watched = await watch(job, sent, tools);
  return watched.kind === 'ended' ? toResult({ ...watched, activity: true }, undefined) : undefined;
}
