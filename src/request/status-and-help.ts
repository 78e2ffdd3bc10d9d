import { type Command, parseCommand } from '../event/command.ts';
import type { GitHub } from '../github/github.ts';
import { isOver } from '../job/job-status.ts';
import { endedResult } from '../job/to-result.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { dry, isResult, type RequestResult, unsent } from '../model/request-result.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { renderHelp, renderJobState } from '../report/reply-text.ts';
import type { Job } from '../service/job.ts';
import { threadJob } from '../thread/choose-next.ts';
import { finishRequests } from '../thread/finish-requests.ts';
import { headsOf, type Note, notesWithJob, originOf, withLink } from '../thread/note.ts';
import { readThread, type Thread } from '../thread/thread.ts';
import type { Step } from './step.ts';

type Reply = Exclude<Command, { kind: 'instruction' | 'skip' }>;

/** Answers `--status`, `--help` and misspelt commands. Sends nothing. */
export async function answerCommand(
  command: Reply,
  thread: Thread | undefined,
  step: Step,
): Promise<RequestResult> {
  const { access, inputs } = step;
  const { dryRun, triggerPhrase } = inputs;
  if (command.kind === 'status') {
    if (thread === undefined) return { result: 'answered', reasonCode: 'status-shown', reason: UNKNOWN };
    if (dryRun) return { ...dry('the state of the job would be shown.'), notice: 'none' };
    return answerStatus(thread, command.unsent, step);
  }
  const problem = command.kind === 'mistake' ? command.problem : undefined;
  const reasonCode = problem === undefined ? 'help-shown' : 'command-mistake';
  if (thread === undefined) return { result: 'answered', reasonCode, reason: problem ?? UNSAID };
  const notice = { reply: renderHelp(triggerPhrase, access.workflowRun.actionUrl, problem) };
  if (dryRun) return { ...dry(problem ?? 'the help would be shown.'), notice };
  return { result: 'answered', reasonCode, reason: problem ?? SHOWN, notice };
}

const SHOWN = 'The help was shown. Nothing was sent.';
const UNKNOWN = 'With `comment: never`, the action knows no job of this conversation. Nothing was sent.';
const UNSAID = 'Nothing was sent, and the action cannot reply here.';

/** Replies with the job's current state, and finishes requests that no run watches. Sends nothing to the job. */
async function answerStatus(
  thread: Thread,
  text: string,
  { access, inputs, rules }: Step,
): Promise<RequestResult> {
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
