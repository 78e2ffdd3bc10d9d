import type { Action, ActionResult } from '../action.ts';
import { isListCut, isResult } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { metadataOf } from '../pull-request/labels-and-reviewers.ts';
import { readEvent } from '../runner/bootstrap.ts';
import type { Job } from '../service/job.ts';
import { textAt } from '../text/json.ts';
import { finishRequests } from '../thread/finish-requests.ts';
import { readRepositoryNotes } from '../thread/read-notes.ts';
import type { FinishContext } from '../thread/thread-context.ts';
import { careForOpen, unread } from './care.ts';
import {
  type CollectResult,
  failed,
  listOpen,
  renderCollectSummary,
  toCollectOutputs,
  toCollectResult,
} from './collect-result.ts';
import { readCollectInputs } from './inputs.ts';

/** Finishes the requests that no run watches. */
export const collectAction: Action = { needsRun: true, main: runCollect };

async function runCollect(ports: Ports): Promise<ActionResult> {
  const result = await collect(ports);
  const broken = result.result === 'error' || result.result === 'interrupted';
  return {
    outputs: toCollectOutputs(result),
    hidden: result.care?.pulls.every(({ mayShow }) => mayShow) === false ? ['openPullRequests'] : [],
    warnings: isListCut(listOpen(result.care)) ? [CUT] : [],
    conclusion: { level: broken ? 'error' : 'info', text: result.reason },
    summary: renderCollectSummary(result, ports.workflowRun),
  };
}

const CUT = 'The output `openPullRequests` is cut at 64 KiB. The summary lists all of them.';

async function collect(ports: Ports): Promise<CollectResult> {
  const inputs = await readCollectInputs(ports.runner);
  if (isResult(inputs)) return failed(inputs.reasonCode, inputs.reason);
  const { clock, workflowRun } = ports;
  const { credentials, dryRun, key, prPaths, service, triggerPhrase: phrase } = inputs;
  const deadline = ports.startDeadline(inputs.timeout);
  const tools = ports.openJobTools(credentials, deadline, { pollInterval: 'auto', isSpaced: true });
  const { name, payload } = readEvent();
  const context: FinishContext = {
    github: ports.openGitHub(inputs.githubToken, deadline),
    openGitHub: ports.connectGitHub(inputs, deadline),
    workflowRun,
    tools,
    service,
    key,
    phrase,
    marks: true,
    metadata: metadataOf(inputs),
    facts: { prPaths, waitsForPreview: false },
    dryRun,
    waitsFor: (job) => isAbout(payload, job),
  };
  const listed = await readRepositoryNotes(context, clock.now() - inputs.since);
  const report = listed.ok
    ? await finishRequests(listed.value.notes, context)
    : { finished: [], open: 0, failure: unread(COMMENTS, listed.failure) };
  const { closeAfter, listOpen: repositories, remindAfter } = inputs;
  const isCare = repositories.length > 0 && CARE_EVENTS.has(name);
  const care = isCare ? await careForOpen(repositories, { ...context, remindAfter, closeAfter }) : undefined;
  const interrupted = deadline.stop.reason?.by === 'interrupt';
  return toCollectResult(report, care, { interrupted, dryRun });
}

const COMMENTS = "the repository's comments (`github-token`)";

/** On an event of a pull request, its author waits for the run. */
const CARE_EVENTS: ReadonlySet<string> = new Set(['schedule', 'workflow_dispatch']);

/** Whether the event is about the job's pull request, by branch or URL. */
function isAbout(payload: unknown, job: Job): boolean {
  const branch = textAt(payload, 'pull_request', 'head', 'ref');
  const url = textAt(payload, 'pull_request', 'html_url');
  return branch !== undefined && url !== undefined && (job.ref === branch || job.prLink === url);
}
