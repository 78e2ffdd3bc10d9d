import type { Action, ActionResult } from '../action.ts';
import { type Published, readRelease } from '../change/change-event.ts';
import { openRange } from '../change/last-success.ts';
import { NOTHING_MERGED } from '../change/merged-pull-requests.ts';
import { type Change, readChange } from '../change/read-change.ts';
import { RELEASE_CHECK_SPAN } from '../model/intervals.ts';
import { isResult, type RequestResult, stopped } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import { type ReleaseCheckInputs, readReleaseCheckInputs } from './inputs.ts';
import { readMerges } from './read-merges.ts';
import {
  failed,
  type ReleaseCheckResult,
  reasonOf,
  renderReleaseCheckSummary,
  toReleaseCheckOutputs,
  toReleaseCheckResult,
} from './release-check-result.ts';

/** Shows which merges of a release are documented. Reads only from GitHub. */
export const releaseCheckAction: Action = { main: runReleaseCheck };

async function runReleaseCheck(ports: Ports): Promise<ActionResult> {
  const { runner, workflowRun, event } = ports;
  const release = event.name === 'release' ? readRelease(event.payload) : undefined;
  const inputs = await readReleaseCheckInputs(runner, release !== undefined);
  const result = isResult(inputs) ? failed(inputs) : await checkRelease(release, inputs, ports);
  const isRed = !isResult(inputs) && inputs.failIfUndocumented && result.result === 'incomplete';
  return {
    outputs: toReleaseCheckOutputs(result, workflowRun),
    warnings: [],
    reason: reasonOf(result),
    ...(isRed && { level: 'error' }),
    summary: renderReleaseCheckSummary(result, workflowRun),
  };
}

async function checkRelease(
  release: Published | undefined,
  { commitStatus, ignorePulls, paths, range, ...tokens }: ReleaseCheckInputs,
  { clock, openTokens, runner: { log }, startDeadline, workflowRun }: Ports,
): Promise<ReleaseCheckResult> {
  const deadline = startDeadline(RELEASE_CHECK_SPAN);
  const openGitHub = openTokens(tokens, deadline);
  const github = openGitHub('github-token');
  const access = { github, openGitHub, workflowRun, log };
  const end = (unread: RequestResult) =>
    failed(deadline.stop.aborted ? stopped(deadline.stop.reason, ' before everything was read.') : unread);
  const sides = await openRange(range, clock.now(), workflowRun, github);
  const read = isResult(sides) ? sides : await readChange(release, sides, github, Number.POSITIVE_INFINITY);
  if (isResult(read) && read.reasonCode !== 'nothing-changed') return end(read);
  const change = isResult(read) || read === undefined ? EMPTY : read;
  const merges = await readMerges(change, commitStatus, { ignorePulls, paths }, access);
  return isResult(merges) ? end(merges) : toReleaseCheckResult(merges, change, commitStatus);
}

const EMPTY: Change = { notes: ['There is nothing new.'], merged: { ...NOTHING_MERGED, complete: true } };
