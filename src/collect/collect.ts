import type { JobTools } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import { type PullBranch, readPullBranch } from '../request/event-thread.ts';
import { readEvent } from '../runner/bootstrap.ts';
import type { StepResult } from '../runner/step-result.ts';
import { githubTime } from '../thread/github-time.ts';
import { threadIn } from '../thread/history.ts';
import { findEnd, type JobEnd } from '../thread/job-end.ts';
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
  readonly event: PullBranch | undefined;
  /** What became of each job, which is looked at once. */
  readonly ends: Map<string, Promise<JobEnd>>;
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
    ...{ inputs, notes: listed.value.notes, event: readPullBranch(readEvent().payload), ends: new Map() },
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
  { inputs, tools, notes, ends, event, telling: open }: Collecting,
  standing: RepositoryNote,
): Promise<Finished | 'open' | { readonly broken: CollectResult } | undefined> {
  const { note, place } = standing;
  const { jobId } = note;
  const telling = open(place.thread);
  const { time } = telling;
  if (!isUnwatched(note, time.now())) return undefined;
  const asks = note.state === 'job' && jobId !== undefined;
  if (asks && !ends.has(jobId)) ends.set(jobId, findEnd(jobId, note.sentAt, event, { ...tools, time }));
  const end = asks ? await ends.get(jobId) : undefined;
  if (end?.kind === 'unseen') return { broken: failed(end.failure.code, end.reason) };
  if (!asks || end?.kind !== 'ended') {
    if (!inputs.dryRun) await repairLost(telling, standing, (current) => isUnwatched(current, time.now()));
    return asks ? 'open' : undefined;
  }
  const sends = notes.flatMap(({ note: other }) => (other.jobId === jobId ? (other.sentAt ?? []) : []));
  if (!inputs.dryRun) await tellEnd(standing, end.result, Math.min(...sends), telling);
  const { result, pullRequest } = end.result;
  return { thread: place.thread, jobId, result, prLink: pullRequest?.link ?? '' };
}
