import type { Request } from '../event/request.ts';
import type { GitHub } from '../github/github.ts';
import { isOwnBranch } from '../github/pull-requests.ts';
import { dry, isResult, type RequestResult, unsentByRead, unsentReason } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { textAt } from '../text/json.ts';
import { code } from '../text/markdown.ts';
import { stateSkipped } from '../thread/commit-state.ts';
import { type CommitStatus, openCommitStatus, reportMerges, whyUnset } from '../thread/report-on-commit.ts';
import { type GateRules, refuseRequester } from './gate.ts';
import type { Inputs } from './inputs.ts';
import type { Step } from './step.ts';

/** The status of the commit that a request is about. Checks and replies are about none. */
export async function findCommit(
  request: Request,
  { commitStatus: status, dryRun }: Inputs,
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

/** Reports the result on each merge that the request was about, after everything else. An open pull request is no merge. */
export async function reportOnMerges(
  end: RequestResult,
  { commit, isMerge, thread }: Request,
  { access, inputs }: Step,
): Promise<RequestResult> {
  const { commitStatus, context, dryRun } = inputs;
  const isOpen = thread?.kind === 'pull-request' && !isMerge;
  if (commitStatus === undefined || dryRun || isOpen || end.merges === undefined) return end;
  // Without a context, the agent knows of none.
  const merges = end.merges.filter(({ leftOut }) => leftOut !== undefined || context !== 'none');
  const unset = await reportMerges({ ...end, merges }, commitStatus, commit, access);
  const note = `Merges without a commit status, because the step ended or GitHub refused it: ${unset.join(', ')}.`;
  return unset.length === 0 ? end : { ...end, notes: [...(end.notes ?? []), note] };
}

/** Reports the commit that the requester saw as documented, for their reason. Sends nothing to the service. */
export async function skipCommit(request: Request, reason: string, step: Step): Promise<RequestResult> {
  const { access, inputs, ports } = step;
  const { commitStatus: context, dryRun, triggerPhrase } = inputs;
  const { comment, sender, thread, url = access.workflowRun.url } = request;
  const refused = await refuseRequester(request, WRITERS, access);
  if (refused !== undefined)
    return refused.reasonCode === 'not-permitted' ? { ...refused, reason: WRITERS_ONLY } : refused;
  if (context === undefined) return refuse('`--skip` sets a commit status, and `commit-status` names none.');
  if (reason === '')
    return refuse(`\`--skip\` needs a reason, like ${code(`${triggerPhrase} --skip Only tests`)}.`);
  if (thread?.kind !== 'pull-request' || comment === undefined)
    return refuse('`--skip` works only on pull requests.');
  const { payload } = ports.event;
  // A review may be submitted after commits that its author didn't see.
  const seen = textAt(payload, 'review', 'commit_id') ?? textAt(payload, 'comment', 'commit_id');
  const sha = seen ?? (await findHead(thread.number, Date.parse(comment.writtenAt), access.github));
  if (isResult(sha)) return sha;
  const what = `${code(context)} of commit ${code(sha.slice(0, 7))}`;
  if (dryRun) return dry(`the status ${what} would be green.`);
  const state = stateSkipped(sender?.login ?? '', reason);
  const set = await access.github.setStatus(sha, { ...state, context, target_url: url });
  if (!set.ok) {
    const problem = `the status ${what} could not be set: ${whyUnset(set.failure)}`;
    return { result: 'error', reasonCode: set.failure.code, ...unsentReason(problem) };
  }
  const done = `The status ${what} is green. Later commits need their own.`;
  return { result: 'answered', reasonCode: 'commit-skipped', reason: done };
}

/** Roles by `allow-users` don't count. */
const WRITERS: GateRules = { permission: 'write', allowUsers: [], allowBots: [] };
const WRITERS_ONLY =
  '`--skip` needs write access to the repository, whatever `permission` and `allow-users` are.';

function refuse(reason: string): RequestResult {
  return { result: 'answered', reasonCode: 'skip-refused', reason };
}

/** The head of a pull request, if it was the head when a comment was written (epoch milliseconds): dates of commits are anyone's. */
async function findHead(number: number, writtenAt: number, github: GitHub): Promise<string | RequestResult> {
  const pull = await github.pullRequest(number);
  if (!pull.ok) return unsentByRead('the pull request', pull.failure);
  const { head } = pull.value;
  if (!isOwnBranch(pull.value)) return refuse(OF_FORK);
  const pushes = await github.lastPush(`refs/heads/${head.ref}`);
  if (!pushes.ok) return unsentByRead('the last push', pushes.failure, 'The job needs `contents: read`.');
  const [last] = pushes.value.items;
  // GitHub's times are whole seconds.
  return last?.after === head.sha && last.timestamp < writtenAt ? head.sha : refuse(MOVED);
}

const OF_FORK = 'The pull request is from a fork, so it is unknown what was pushed when. No status was set.';
const MOVED =
  'The pull request may have got other commits since the comment, so no status was set. Look at them, and comment again.';
