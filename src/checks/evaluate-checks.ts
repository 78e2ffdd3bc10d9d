import { load } from 'js-yaml';
import type { CheckedCommit } from '../event/request.ts';
import { warnOfComment } from '../github/edit-comment.ts';
import { parseReported } from '../github/reported-checks.ts';
import { parseRun } from '../github/workflow-runs.ts';
import { findJob, watchJob } from '../job/watch.ts';
import { longerPause } from '../model/intervals.ts';
import {
  isJobEnd,
  isResult,
  type RequestResult,
  skipped,
  unsent,
  unsentByRead,
  unsentByStop,
  unsentReason,
} from '../model/request-result.ts';
import { type Access, threadOf } from '../pull-request/access.ts';
import { pullUrl } from '../pull-request/link.ts';
import { renderStillRed } from '../report/status-text.ts';
import { slept } from '../runner/clock.ts';
import { at } from '../text/json.ts';
import { replaceNote } from '../text/signed-note.ts';
import { writeNote } from '../thread/note.ts';
import { readThread, readUnchanged, type ThreadView } from '../thread/thread.ts';
import { type ChecksNeed, type ChecksView, decideChecks, isSent } from './decide-checks.ts';

interface ChecksInputs extends Pick<ChecksView, 'commitStatus'> {
  readonly dryRun: boolean;
  readonly checks?: ChecksView['counts'];
  readonly comment: string;
  readonly triggerPhrase: string;
  readonly issueNumber?: number | undefined;
}

/**
 * Reads what the decision about a checked commit needs. After each pause, everything is read again. If nothing is to be sent,
 * an earlier attempt may have sent something, in the pull request `named` by the event: it may be closed meanwhile.
 */
export async function evaluateChecks(
  { sha, event, check: json, pull: named }: CheckedCommit,
  own: ChecksView['own'],
  inputs: ChecksInputs,
  access: Access,
) {
  const run = event === 'workflow_run' ? parseRun(json) : undefined;
  const check = parseReported(event, json);
  if (run === undefined && check === undefined) return { end: UNREADABLE };
  const wait = openWait(access);
  const { checks: counts, commitStatus } = inputs;
  let known: Known | RequestResult = { sha, run, check, own, counts, commitStatus };
  while (!isResult(known)) {
    const next = decideChecks({ ...known, now: access.time.now() });
    if (next.kind === 'stop') {
      const { result } = next;
      const isNews = result.reasonCode === 'fix-limit' && !inputs.dryRun;
      if (isNews && known.thread !== undefined)
        await reportStillRed(known.thread, result.reason, inputs, access);
      return { end: result, pull: named };
    }
    if (next.kind === 'send') {
      const { pull, jobId, red } = next;
      return { pull, red, openPull: { jobId, url: pullUrl(pull, access.workflowRun) } };
    }
    known = await (next.kind === 'read' ? readPart(next, known, inputs, access) : wait(next.jobId, known));
  }
  return { end: known, pull: named };
}

type Known = Omit<ChecksView, 'now'>;

const UNREADABLE = skipped('payload-unreadable', 'The event lacks data of the check.');

/** Waits until the job has ended, if one is given, and for a growing pause. Afterwards, everything but the names is read again. */
function openWait(access: Access) {
  const { clock, deadline, log, time } = access;
  let pause = 0;
  return async (jobId: string | undefined, known: Known): Promise<Known | RequestResult> => {
    if (pause === 0) log.info(WAITING);
    pause = longerPause(pause);
    const { waitsSince = time.now() } = known;
    const job = jobId === undefined ? undefined : await findJob({ jobId }, access);
    const end = job === undefined || isResult(job) ? job : await watchJob(job, {}, access);
    if (end !== undefined && !isJobEnd(end)) return { ...end, ...unsentReason(end.reason) };
    const endedAt = end === undefined ? known.endedAt : time.now();
    if (!(await slept(pause, clock, deadline.stop)))
      return unsentByStop(deadline.stop.reason, 'the checks had ended and the pull request was marked.');
    const again = { pulls: undefined, thread: undefined, runs: undefined, reported: undefined };
    return { ...known, ...again, endedAt, waitsSince };
  };
}

const WAITING =
  "Waiting: a named check or the agent's job may be at work, or its run has not marked the pull request with this commit yet.";

async function readPart(
  need: ChecksNeed,
  known: Known,
  { comment, issueNumber }: ChecksInputs,
  access: Access,
) {
  const { github } = access;
  if (need.what === 'names') return { ...known, names: await readNames(access) };
  if (need.what === 'thread') {
    if (comment === 'never' || (issueNumber ?? need.pull) !== need.pull) return UNCOUNTED;
    const thread = await readThread(threadOf(need.pull, access), access);
    return isResult(thread) ? thread : { ...known, thread };
  }
  if (need.what === 'pulls') {
    const pulls = await github.pullsOf(known.sha);
    if (!pulls.ok) return unsentByRead('The pull request of the checks', pulls.failure);
    return { ...known, pulls: pulls.value };
  }
  if (need.what === 'reported') {
    const listed = await github.reportedChecks(known.sha);
    if (!listed.ok) return unsentByRead('The checks and statuses of the commit', listed.failure, NEEDS);
    return { ...known, reported: listed.value };
  }
  const runs = await github.runsOf(known.sha);
  if (!runs.ok) return unsentByRead('The workflow runs of the commit', runs.failure);
  return { ...known, runs: runs.value.workflow_runs };
}

const NEEDS = 'The job needs the permissions `checks: read` and `statuses: read`.';
const UNCOUNTED = unsent(
  'input-invalid',
  'The action counts messages about red checks by their status comments in the pull request. Remove `comment: never` and `issue-number`.',
);

/** The workflows that the running workflow names under `on.workflow_run`, because the event doesn't contain them. */
async function readNames({ github, log, workflowRun }: Access): Promise<readonly unknown[]> {
  const { workflowPath, workflowSha } = workflowRun;
  const file = await github.fileAt(workflowPath, workflowSha);
  const names = file.ok ? at(parseYaml(file.value), 'on', 'workflow_run', 'workflows') : undefined;
  if (!file.ok)
    log.warning(
      `The workflow file could not be read (${file.failure.message}), so no other workflow counts than that of this event. The step needs \`contents: read\`.`,
    );
  return [names ?? []].flat();
}

function parseYaml(text: string): unknown {
  try {
    return load(text);
  } catch {
    return undefined;
  }
}

/** Says once in the newest status comment that the checks still fail, and mentions the person who requested last. */
async function reportStillRed(
  { notes, marker }: ThreadView,
  reason: string,
  { triggerPhrase: phrase }: ChecksInputs,
  access: Access,
) {
  const { github, key, log } = access;
  const newest = notes.findLast(isSent);
  if (newest === undefined || newest.note.stillRed) return;
  const { id, note, thread } = newest;
  const person =
    (marker?.personAt && marker.by) ||
    notes.findLast(({ note: { requester, checks } }) => !checks && requester.person)?.note.requester.by;
  const old = await readUnchanged(newest, access);
  if (old === undefined) return;
  const body = replaceNote(old, writeNote({ ...note, stillRed: true }, id, thread, key));
  const edited = await github.editComment(id, `${renderStillRed(reason, { by: person, phrase })}\n\n${body}`);
  warnOfComment(edited, 'The status comment could not be edited', log);
}
