import type { Action, ActionResult } from '../action.ts';
import type { Failure } from '../model/answer-or-failure.ts';
import { isResult } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import type { Job } from '../service/job.ts';
import { textAt } from '../text/json.ts';
import { type FinishReport, type FinishRules, finishRequests } from '../thread/finish-requests.ts';
import { describeUnverified, readRepositoryNotes } from '../thread/thread.ts';
import {
  type CollectResult,
  failed,
  renderCollectSummary,
  toCollectOutputs,
  toCollectResult,
} from './collect-result.ts';
import { readCollectInputs } from './inputs.ts';

/** Finishes the requests that no run watches. */
export const collectAction: Action = { main: runCollect };

async function runCollect(ports: Ports): Promise<ActionResult> {
  const result = await collect(ports);
  return {
    outputs: toCollectOutputs(result),
    // Some pull requests may be in a private repository, while this log is public.
    hidden: result.finished.some(({ end }) => end.pullRequest?.facts?.mayShow === false) ? ['finished'] : [],
    warnings: [],
    reason: result.reason,
    summary: renderCollectSummary(result, ports.workflowRun),
  };
}

async function collect(ports: Ports): Promise<CollectResult> {
  const inputs = await readCollectInputs(ports.runner);
  if (isResult(inputs)) return failed(inputs.reasonCode, inputs.reason);
  const { commitStatus, credentials, dryRun, prLabels, prPaths, prReviewers } = inputs;
  const deadline = ports.startDeadline(inputs.timeout);
  const tools = ports.openJobTools(credentials, deadline, 'auto');
  const access = ports.openAccess(inputs, tools);
  const rules: FinishRules = {
    marks: true,
    prLabels,
    prReviewers,
    prPaths,
    dryRun,
    commitStatus,
    waitsFor: (job) => isAbout(ports.event.payload, job),
  };
  const listed = await readRepositoryNotes(ports.clock.now() - inputs.since, access);
  const unverified = listed.ok ? listed.value.unverified : 0;
  if (unverified > 0) access.log.warning(describeUnverified(unverified));
  const report = listed.ok
    ? await finishRequests(listed.value.notes, rules, access)
    : { finished: [], open: 0, failure: unread(listed.failure) };
  const interrupted = deadline.stop.reason?.by === 'interrupt';
  return toCollectResult(report, { interrupted, dryRun });
}

const COMMENTS = "the repository's comments (`github-token`)";

/** Why the comments were not read. An interrupt stops reads, too, and is the result of the step. */
function unread({ kind, code, message }: Failure): FinishReport['failure'] {
  if (kind !== 'stopped') return { reasonCode: code, reason: `Could not read ${COMMENTS}: ${message}` };
  return { reasonCode: 'deadline', reason: `The step's deadline passed before ${COMMENTS} were read.` };
}

/** Whether the event is about the job's pull request, by branch or URL. */
function isAbout(payload: unknown, job: Job): boolean {
  const branch = textAt(payload, 'pull_request', 'head', 'ref');
  const url = textAt(payload, 'pull_request', 'html_url');
  return branch !== undefined && url !== undefined && (job.ref === branch || job.prLink === url);
}
