import { parseCommand } from '../event/command.ts';
import type { Request } from '../event/request.ts';
import type { GitHub } from '../github/github.ts';
import { isOwnBranch } from '../github/pull-requests.ts';
import { isOver } from '../job/job-status.ts';
import { endedResult } from '../job/to-result.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import {
  dry,
  isResult,
  type RequestResult,
  unsent,
  unsentByRead,
  unsentReason,
} from '../model/request-result.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { finishComment, renderJobState } from '../report/status-text.ts';
import type { Job } from '../service/job.ts';
import { textAt } from '../text/json.ts';
import { code, link, plain } from '../text/markdown.ts';
import { stateSkipped } from '../thread/commit-state.ts';
import { whyUnset } from '../thread/commit-status.ts';
import { finishRequests } from '../thread/finish-requests.ts';
import { headsOf, type Note, notesWithJob, originOf, withLink } from '../thread/note.ts';
import { readThread, type Thread, threadJob } from '../thread/thread.ts';
import type { Step } from './step.ts';

/**
 * Answers a request that sends nothing: `--status`, `--skip`, `--help`, a mistake, or one without an instruction. Undefined if
 * the request is to be sent, or watches a job.
 */
export async function answerCommand(
  request: Request,
  thread: Thread | undefined,
  step: Step,
): Promise<RequestResult | undefined> {
  const { jobId, prompt } = step.inputs;
  const { checks, command } = request;
  if (command === undefined)
    return [prompt, checks, jobId].every((one) => one === undefined) ? dry(SET_UP_ONLY) : undefined;
  // With `prompt`, the phrase alone is a request.
  if (command.kind === 'instruction' || (command.kind === 'empty' && prompt !== undefined)) return undefined;
  if (command.kind === 'skip') return skipCommit(request, command.unsent, step);
  if (command.kind === 'status') return answerStatus(command.unsent, thread, step);
  return showHelp(command.kind === 'mistake' ? command.problem : undefined, thread, step);
}

function showHelp(
  problem: string | undefined,
  thread: Thread | undefined,
  { access, inputs }: Step,
): RequestResult {
  const { dryRun, triggerPhrase } = inputs;
  const reasonCode = problem === undefined ? 'help-shown' : 'command-mistake';
  if (thread === undefined) return { result: 'answered', reasonCode, reason: problem ?? UNSAID };
  const notice = { reply: renderHelp(triggerPhrase, access.workflowRun.actionUrl, problem) };
  if (dryRun) return { ...dry(problem ?? 'the help would be shown.'), notice };
  return { result: 'answered', reasonCode, reason: problem ?? SHOWN, notice };
}

/** The help; `actionUrl` is the URL of the action's files, and `problem` what was wrong with the comment. */
export function renderHelp(phrase: string, actionUrl: string, problem?: string): string {
  return finishComment(
    [
      problem === undefined ? '' : `**Not sent:** ${plain(problem)}`,
      'Start a comment with one of these:',
      [
        `- ${code(`${phrase} Rewrite the quickstart for v2`)} sends an instruction to the documentation agent. All lines of the comment are the instruction. Later requests in this thread go to the same job. Nothing stops a job.`,
        `- ${code(`${phrase} --new`)} and an instruction starts a new job.`,
        `- ${code(`${phrase} --status`)} shows the state of the job.`,
        `- ${code(`${phrase} --skip`)} and a reason, on a pull request, reports its last commit as documented, if this repository uses a commit status.`,
        `- ${code(`${phrase} --help`)} shows this help.`,
      ].join('\n'),
      actionUrl && `If requests fail, ${link(`${actionUrl}/examples/check-set-up.yml`, 'check the set-up')}.`,
    ],
    { phrase },
  );
}

const SET_UP_ONLY = 'only the set-up was checked, since there is no instruction.';
const SHOWN = 'The help was shown. Nothing was sent.';
const UNKNOWN = 'With `comment: never`, the action knows no job of this conversation. Nothing was sent.';
const UNSAID = 'Nothing was sent, and the action cannot reply here.';

/** Reports the commit that the requester saw as documented, for their reason. Sends nothing to the service. */
async function skipCommit(request: Request, reason: string, step: Step): Promise<RequestResult> {
  const { access, inputs, ports } = step;
  const { commitStatus: context, dryRun, triggerPhrase } = inputs;
  const { comment, sender, thread, url = access.workflowRun.url } = request;
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

function refuse(reason: string): RequestResult {
  return { result: 'answered', reasonCode: 'skip-refused', reason };
}

/** The head of a pull request, if it was the head when a comment was written (epoch milliseconds): dates of commits are anyone's. */
async function findHead(number: number, writtenAt: number, github: GitHub): Promise<string | RequestResult> {
  const pull = await github.pullRequest(number);
  if (!pull.ok) return unsentByRead('the pull request', pull.failure);
  const { head, merged_at: mergedAt } = pull.value;
  // A merge freezes the head, and may delete its branch.
  if (Date.parse(mergedAt ?? '') < writtenAt) return head.sha;
  if (!isOwnBranch(pull.value)) return refuse(OF_FORK);
  const pushes = await github.lastPush(`refs/heads/${head.ref}`);
  if (!pushes.ok) return unsentByRead('the last push', pushes.failure, 'The job needs `contents: read`.');
  const [last] = pushes.value.items;
  // GitHub's times are whole seconds.
  return last?.after === head.sha && last.timestamp < writtenAt ? head.sha : refuse(MOVED);
}

const OF_FORK =
  'The pull request is from a fork, so it is unknown what was pushed when. Comment again after its merge.';
const MOVED =
  'The pull request may have got other commits since the comment, so no status was set. Look at them, and comment again.';

/** Replies with the job's current state, and finishes requests that no run watches. Sends nothing to the job. */
async function answerStatus(
  text: string,
  thread: Thread | undefined,
  { access, inputs, rules }: Step,
): Promise<RequestResult> {
  if (thread === undefined) return { result: 'answered', reasonCode: 'status-shown', reason: UNKNOWN };
  if (inputs.dryRun) return { ...dry('the state of the job would be shown.'), notice: 'none' };
  const { deadline, github, service, time } = access;
  const view = await readThread(thread, access);
  if (isResult(view)) return view;
  const now = time.now();
  const all = view.notes.map(({ note }) => note);
  await finishRequests(view.notes, rules, access);
  const known = threadJob(view);
  const seen = known && (await service.getJob(known.jobId, 'read'));
  if (seen?.ok === false && deadline.stop.aborted) return unsent(seen.failure.code, seen.failure.message);
  const readOnly = { ...rules, marks: false, prLabels: [], prReviewers: [], openRule: undefined };
  const last = known && notesWithJob(all, known.jobId).at(-1);
  const job = seen?.ok ? withLink(seen.value, all) : undefined;
  // Right after a message, the job may still show the end of the previous turn.
  const end = known && job && isOver(job, known, time.now()) ? endedResult(job, last) : undefined;
  const origin = { ...originOf(all, known?.jobId ?? ''), ...headsOf(last, job?.prLink, all) };
  const result = end && (await finishPullRequest(end, origin, {}, readOnly, access));
  const reason = describeRead(known?.jobId, seen);
  const state = {
    job,
    result,
    last: last?.requester,
    about: await readEarlier(last, inputs.triggerPhrase, github),
    elapsed: last?.sentAt && now - last.sentAt,
    notes: [
      ...(job === undefined ? [reason] : []),
      ...(text === '' ? [] : ['The text after the flag was not sent.']),
    ],
  };
  const notice = { reply: renderJobState(state, { run: access.workflowRun.url, phrase: rules.phrase }) };
  const answer = { result: 'answered', reasonCode: 'status-shown', reason, notice } as const;
  return { ...answer, job, pullRequest: result?.pullRequest };
}

function describeRead(jobId = '', seen?: Answer<Job>): string {
  if (seen === undefined) return 'No job of this conversation is known.';
  if (!seen.ok) return `Job ${jobId} could not be read: ${seen.failure.message}`;
  return `The job of this conversation is ${seen.value.status ?? 'without a status'}.`;
}

/** The instruction of an earlier request, if it was a comment in the thread that was neither edited nor deleted. */
async function readEarlier(
  note: Note | undefined,
  phrase: string,
  github: GitHub,
): Promise<string | undefined> {
  const from = note?.requester.reactTo;
  if (from?.kind !== 'issue-comment') return undefined;
  const comment = await github.comment(from.id);
  if (!comment.ok || comment.value.updated_at !== comment.value.created_at) return undefined;
  const command = parseCommand(comment.value.body, phrase);
  return command?.kind === 'instruction' ? command.instruction : undefined;
}
