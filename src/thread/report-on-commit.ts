import { permissionAdvice } from '../github/permission-advice.ts';
import type { NewStatus } from '../github/reported-checks.ts';
import type { Failure } from '../model/answer-or-failure.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import { isFailure, leftJobOf, RESULTS, type RequestResult } from '../model/request-result.ts';
import type { AccessContext } from '../pull-request/access.ts';
import { shortName } from '../report/pull-request-text.ts';
import type { Log } from '../runner/runner.ts';
import type { Note } from './note.ts';

/** No text here is foreign: everyone who reads the commit sees it. */
type State = Pick<NewStatus, 'state' | 'description'>;

export const WORKING: State = { state: 'pending', description: 'The agent works on the documentation' };

export const UNREPORTED: State = { state: 'error', description: 'No run reports the result of the job' };

/** Why the change needs no documentation. */
const UNNEEDED: Readonly<Partial<Record<ReasonCode, string>>> = {
  'no-changes': 'No change needed',
  'no-pull-request': 'No change needed',
  'nothing-changed': 'Nothing new to document',
  'paths-unmatched': 'No file in paths changed',
  'change-ignored': 'Merged pull requests left out',
  'own-merge': 'Only pull requests of the agent were merged',
  'own-pull-request': 'A pull request of the agent',
};

/** The state after a request. Undefined if it stays as it is, and perhaps another run reports it: one can if notes know the job. */
function stateAfter(end: RequestResult, home: string, isRecorded = true): State | undefined {
  const { result, reasonCode, pullRequest, notice, outcome } = end;
  if (leftJobOf(end) !== undefined) return isRecorded ? undefined : UNREPORTED;
  // Nothing was sent, so the state is that of an earlier request.
  if (result === 'interrupted' && outcome !== 'unknown') return undefined;
  if (isFailure(end) || result === 'archived' || WITHOUT_RESULT.has(reasonCode))
    return { state: 'error', description: `${RESULTS[result].title} (${reasonCode})` };
  if (pullRequest !== undefined) {
    const name = shortName(pullRequest.link, home) ?? 'The pull request';
    const how = pullRequest.facts?.closedAs === undefined ? 'is ready' : 'was closed';
    return { state: 'success', description: `${name} ${how}` };
  }
  const description = notice === 'none' ? undefined : UNNEEDED[reasonCode];
  return description === undefined ? undefined : { state: 'success', description };
}

/** Nothing failed, but there is no documentation either. */
const WITHOUT_RESULT: ReadonlySet<ReasonCode> = new Set(['branch-without-pull-request', 'daily-limit']);

/** What sets the status of a request's commit, if there is one. The request goes on without it. */
export type CommitStatus = Readonly<ReturnType<typeof openCommitStatus>>;

type StatusContext = Pick<AccessContext, 'github' | 'workflowRun'> & {
  readonly tools: { readonly log: Log };
};

export function openCommitStatus(
  commit: Note['commit'],
  { github, tools: { log }, workflowRun }: StatusContext,
) {
  let isRefused = false;
  async function set(state: State, target_url: string): Promise<void> {
    if (commit === undefined || isRefused) return;
    const { sha, status: context } = commit;
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
