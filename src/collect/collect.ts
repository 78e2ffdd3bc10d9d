import type { TokenInput } from '../github/error-policy.ts';
import type { Ports, StepResult } from '../ports.ts';
import { type PullBranch, readPullBranch } from '../request/event-thread.ts';
import { readEvent } from '../runner/bootstrap.ts';
import type { Job } from '../service/job.ts';
import { githubTime, type ThreadTools } from '../thread/github-time.ts';
import { threadIn } from '../thread/history.ts';
import { type JobEnd, lookForEnd, waitForEnd } from '../thread/job-end.ts';
import { isUnwatched } from '../thread/note.ts';
import { repairLost } from '../thread/repair.ts';
import {
  type RepositoryNote,
  readRepositoryNotes,
  type UnwatchedJob,
  unwatchedJobs,
} from '../thread/repository-notes.ts';
import { signingKey } from '../thread/signing-key.ts';
import { type Telling, tellEnd } from '../thread/tell-end.ts';
import {
  type CollectResult,
  failed,
  type Tally,
  toCollectOutputs,
  toCollectResult,
} from './collect-result.ts';
import { readCollectInputs } from './inputs.ts';
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
  readonly dryRun: boolean;
  readonly tools: ThreadTools;
  /** All notes of the repository, the oldest first. */
  readonly notes: readonly RepositoryNote[];
  /** The pull request that the event is about, if any: its job may be about to end. */
  readonly event: PullBranch | undefined;
  readonly tally: Tally;
  telling(thread: number): Telling;
}

async function collect(ports: Ports): Promise<CollectResult> {
  const { inputs, problems } = readCollectInputs(ports.runner);
  if (inputs === undefined) return failed('input-invalid', `Nothing was looked at: ${problems.join(' ')}`);
  const { clock, random, workflowRun } = ports;
  const { log } = ports.runner;
  const deadline = ports.startDeadline(inputs.timeout);
  const github = ports.openGitHub(inputs.githubToken, deadline);
  const key = signingKey(inputs);
  const service = ports.spaceRequests()({ ...inputs, deadline });
  const time = githubTime(clock);
  const tools: ThreadTools = { clock, random, deadline, log, time, pollInterval: 'auto', service };
  const scope = { github, key, place: { service: inputs, repositoryId: workflowRun.repositoryId } };
  const listed = await readRepositoryNotes(scope, clock.now() - inputs.since, tools);
  if (!listed.ok) {
    const { code, message } = listed.failure;
    return failed(code, `The repository's comments could not be read: ${message}`);
  }
  const settling = {
    ...inputs,
    openGitHub: (token: string, tokenInput: TokenInput) => ports.openGitHub(token, deadline, tokenInput),
    workflowRun,
    service: inputs,
    key,
    log,
    marks: true,
    wishes: inputs,
  };
  const notify = inputs.notify === 'auto';
  const { dryRun, phrase } = inputs;
  const { stop } = deadline;
  const collecting: Collecting = {
    dryRun,
    notes: listed.value.notes,
    event: readPullBranch(readEvent().payload),
    tally: { finished: [], open: 0, failure: undefined },
    tools,
    telling(number) {
      const thread = threadIn(workflowRun, number, { github, service: inputs, key });
      return { thread, tools, notify, settling, phrase };
    },
  };
  await finishAll(collecting);
  const interrupted = stop.aborted && stop.reason.by === 'interrupt';
  return toCollectResult(collecting.tally, { interrupted, dryRun });
}

/** Looks at each job once, then sees to those that take longer: what may have ended, and what the event is about. */
async function finishAll(collecting: Collecting): Promise<void> {
  const { tools, notes, event, dryRun } = collecting;
  if (!dryRun) await repairAll(collecting);
  const later: [UnwatchedJob, Job][] = [];
  for (const each of unwatchedJobs(notes, tools.time.now())) {
    const end = await lookForEnd(each, tools);
    if (end.kind === 'in doubt' || (end.kind === 'at work' && isAbout(event, end.job)))
      later.push([each, end.job]);
    else await close(each, end, collecting);
  }
  // Each is told as soon as it ends: another one may take all the time that there is.
  await Promise.all(
    later.map(async ([each, job]) => close(each, await waitForEnd(each, job, tools), collecting)),
  );
}

/** Whoever was lost with its runner tells nothing any more: its comment is brought to say what is known. */
async function repairAll({ notes, tools, telling }: Collecting): Promise<void> {
  for (const standing of notes)
    if (isUnwatched(standing.note, tools.time.now()))
      await repairLost(telling(standing.place.thread), standing);
}

/** Tells the end of a job to all who wait for it. */
async function close({ jobId, requests, origin }: UnwatchedJob, end: JobEnd, collecting: Collecting) {
  const { dryRun, tally, telling } = collecting;
  if (end.kind === 'unseen') tally.failure ??= end;
  if (end.kind !== 'ended') {
    tally.open += requests.length;
    return;
  }
  const { result, pullRequest } = end.result;
  for (const request of requests) {
    const { thread } = request.place;
    const told = dryRun || (await tellEnd(request, end.result, origin, telling(thread)));
    if (told) tally.finished.push({ thread, jobId, result, prLink: pullRequest?.link ?? '' });
    else tally.open += 1;
  }
}

function isAbout(event: PullBranch | undefined, job: Job): boolean {
  return event !== undefined && (job.ref === event.branch || job.prLink === event.url);
}
