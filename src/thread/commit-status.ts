import type { Request } from '../event/request.ts';
import { permissionAdvice } from '../github/github-errors.ts';
import type { NewStatus, ReportedCheck } from '../github/reported-checks.ts';
import type { ContextMode } from '../inputs/fields.ts';
import type { Answer, Failure } from '../model/answer-or-failure.ts';
import { STATUS_PAUSE } from '../model/intervals.ts';
import { leftJobOf, type RequestResult } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { slept } from '../runner/clock.ts';
import { type CommitState, readStates, stateAfter, stateLeftOut } from './commit-state.ts';
import type { Note } from './note.ts';

/** What sets the status of a request's commit, if there is one. The request goes on without it. */
export type CommitStatus = Readonly<ReturnType<typeof openCommitStatus>>;

interface StatusRules {
  /** The name of the status. */
  readonly commitStatus?: string | undefined;
  readonly context: ContextMode;
  readonly dryRun: boolean;
}

/** The status of the commit that a request is about. Checks and replies are about none. */
export async function findCommit(
  request: Request,
  { commitStatus: status, dryRun }: StatusRules,
  access: Access,
): Promise<CommitStatus> {
  const sha = status === undefined || dryRun ? undefined : await findSha(request, access);
  return openCommitStatus(sha && status ? { sha, status } : undefined, access);
}

async function findSha(request: Request, { github, log }: Access): Promise<string | undefined> {
  const { checks, command, commit, thread } = request;
  const isReply = command !== undefined && command.kind !== 'instruction' && command.kind !== 'empty';
  if (checks !== undefined || isReply) return undefined;
  if (thread?.kind !== 'pull-request' || commit !== undefined) return commit;
  const pull = await github.pullRequest(thread.number);
  if (!pull.ok) log.warning(`The commit gets no status: ${pull.failure.message}`);
  return pull.ok ? pull.value.head.sha : undefined;
}

export function openCommitStatus(
  commit: Note['commit'],
  { github, log, workflowRun }: Pick<Access, 'github' | 'log' | 'workflowRun'>,
) {
  let isRefused = false;
  async function set(state: CommitState, target_url: string): Promise<void> {
    if (commit === undefined || isRefused) return;
    const status = { ...state, context: commit.status, target_url };
    const answer = await setNews(commit.sha, status, github, { evenUnread: true });
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

/** Reports the result on each merge that the request was about, after everything else. An open pull request is no merge. */
export async function reportOnMerges(
  end: RequestResult,
  { commit, isMerge, thread }: Request,
  { commitStatus, context, dryRun }: StatusRules,
  access: Access,
): Promise<RequestResult> {
  const isOpen = thread?.kind === 'pull-request' && !isMerge;
  if (commitStatus === undefined || dryRun || isOpen || end.merges === undefined) return end;
  // Without a context, the agent knows of none.
  const merges = end.merges.filter(({ leftOut }) => leftOut !== undefined || context !== 'none');
  const unset = await reportMerges({ ...end, merges }, commitStatus, commit, access);
  const note = `Merges without a commit status, because the step ended or GitHub refused it: ${unset.join(', ')}.`;
  return unset.length === 0 ? end : { ...end, notes: [...(end.notes ?? []), note] };
}

/**
 * Sets the status of each merge that a request was about, after its end. `reported` is the commit that has one already. Returns the
 * names of those without one, because GitHub refused it or the step ended.
 */
async function reportMerges(
  end: RequestResult,
  context: string,
  reported: string | undefined,
  { clock, deadline, github, log, workflowRun }: Access,
): Promise<readonly string[]> {
  const unset: string[] = [];
  let failure: Failure | undefined;
  for (const { name, sha, leftOut, state } of statesOf(end, workflowRun.serverUrl)) {
    if (sha === reported) continue;
    const target_url = (leftOut === undefined && end.pullRequest?.link) || workflowRun.url;
    const goesOn = failure === undefined && !deadline.stop.aborted;
    const set = goesOn
      ? await setNews(sha, { ...state, context, target_url }, github, { leftOut })
      : undefined;
    if (set?.ok === false) failure = set.failure;
    if (!set?.ok) unset.push(name);
    else if (set.value !== 'no news') await slept(STATUS_PAUSE, clock, deadline.stop);
  }
  if (failure !== undefined) log.warning(`Merges without a commit status: ${whyUnset(failure)}`);
  return unset;
}

function statesOf(end: RequestResult, home: string) {
  const ended = leftJobOf(end) === undefined ? stateAfter(end, home, true) : undefined;
  return (end.merges ?? []).flatMap((merge) => {
    const state = merge.leftOut === undefined ? ended : stateLeftOut(merge.code, merge.leftOut);
    return state === undefined ? [] : { ...merge, state };
  });
}

/** Sets it `evenUnread` if the request may have set one that must not stay pending. */
async function setNews(
  sha: string,
  status: NewStatus,
  github: Access['github'],
  { leftOut, evenUnread = false }: { readonly leftOut?: string | undefined; readonly evenUnread?: boolean },
): Promise<Answer<unknown>> {
  const known = status.state === 'pending' ? undefined : await github.statuses(sha, status.context);
  if (known?.ok === false && !evenUnread) return known;
  const isSet = !known?.ok || isNews(status, leftOut, known.value);
  return isSet ? github.setStatus(sha, status) : { ok: true, value: 'no news' };
}

/** A success stays until the agent works again. Documentation replaces one that isn't by `--skip`, and a rule nothing. */
function isNews(status: NewStatus, leftOut: string | undefined, listed: readonly ReportedCheck[]): boolean {
  const { state, description: title, target_url: url } = status;
  const [newest] = readStates(listed);
  const [own] = readStates([{ id: 0, status: '', conclusion: state, title, url }]);
  if (newest === undefined || own === undefined) return true;
  const isSame = newest.state === state && newest.code === own.code && newest.text === own.text;
  if (isSame || leftOut !== undefined) return false;
  return newest.state !== 'success' || (own.isDocumented && newest.code !== 'commit-skipped');
}

export function whyUnset(failure: Failure): string {
  const advice = permissionAdvice(failure, 'The job needs the permission `statuses: write`.');
  return `${failure.message} ${advice}`.trimEnd();
}
