import { permissionAdvice } from '../github/permission-advice.ts';
import type { NewStatus } from '../github/reported-checks.ts';
import type { Failure } from '../model/answer-or-failure.ts';
import { isFailure, leftJobOf, RESULTS, type RequestResult, traitsOf } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { shortName } from '../report/pull-request-text.ts';
import type { Note } from './note.ts';

/** No text here is foreign: everyone who reads the commit sees it. */
type State = Pick<NewStatus, 'state' | 'description'>;

export const WORKING: State = { state: 'pending', description: 'The agent works on the documentation' };

export const UNREPORTED: State = { state: 'error', description: 'No run reports the result of the job' };

/** The state after a request. Undefined if it stays as it is, and perhaps another run reports it: one can if notes know the job. */
function stateAfter(end: RequestResult, home: string, isRecorded = true): State | undefined {
  const { result, reasonCode, pullRequest, notice, outcome } = end;
  const { green, isRed } = traitsOf(end);
  if (leftJobOf(end) !== undefined) return isRecorded ? undefined : UNREPORTED;
  // Nothing was sent, so the state is that of an earlier request.
  if (result === 'interrupted' && outcome !== 'unknown') return undefined;
  if (isFailure(end) || result === 'archived' || isRed)
    return { state: 'error', description: `${RESULTS[result].title} (${reasonCode})` };
  if (pullRequest !== undefined) {
    const name = shortName(pullRequest.link, home) ?? 'The pull request';
    const how = pullRequest.facts?.closedAs === undefined ? 'is ready' : 'was closed';
    return { state: 'success', description: `${name} ${how}` };
  }
  return notice === 'none' || green === undefined ? undefined : { state: 'success', description: green };
}

/** What sets the status of a request's commit, if there is one. The request goes on without it. */
export type CommitStatus = Readonly<ReturnType<typeof openCommitStatus>>;

export function openCommitStatus(
  commit: Note['commit'],
  { github, log, workflowRun }: Pick<Access, 'github' | 'log' | 'workflowRun'>,
) {
  let isRefused = false;
  async function set(state: State, target_url: string): Promise<void> {
    if (commit === undefined || isRefused) return;
    const { sha, status: context } = commit;
    // `--skip` may have come meanwhile, and a request that sends nothing leaves a documented commit so.
    if (state !== WORKING && (await github.status(sha, context))?.conclusion === 'success') return;
    const answer = await github.setStatus(sha, { ...state, context, target_url });
    if (answer.ok) return;
    isRefused = answer.failure.kind === 'refused';
    log.warning(`The commit status could not be set: ${whyUnset(answer.failure)}`);
  }
  return {
    commit,
    set,
    /** Reports the end of the request. `at` is the URL of its status comment, or of its run. */
    async report(end: RequestResult, at: string, isRecorded = true): Promise<void> {
      const state = stateAfter(end, workflowRun.serverUrl, isRecorded);
      if (state !== undefined) await set(state, end.pullRequest?.link ?? at);
    },
  };
}

export function whyUnset(failure: Failure): string {
  const advice = permissionAdvice(failure, 'The job needs the permission `statuses: write`.');
  return `${failure.message} ${advice}`.trimEnd();
}
