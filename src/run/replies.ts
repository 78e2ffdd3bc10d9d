import { POST_SPAN } from '../intervals.ts';
import { isOver } from '../job/job-status.ts';
import { isResult, type RequestResult } from '../job/request-result.ts';
import { endedResult } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { NO_OWNERS } from '../pull-request/labels-and-reviewers.ts';
import { react, reply } from '../report/conversation.ts';
import { renderHelp, renderJobState, renderUnsent } from '../report/reply-text.ts';
import { type Command, parseCommand } from '../request/command.ts';
import { checkPermission, type GateRules } from '../request/gate.ts';
import { type Request, usesPhrase } from '../request/request.ts';
import { threadJob } from '../thread/choose-next.ts';
import { finishUnwatched } from '../thread/finish-requests.ts';
import { headBeforeOf, lastSent, type Note, originOf } from '../thread/note.ts';
import { readThread } from '../thread/read-notes.ts';
import type { ThreadContext } from '../thread/thread-context.ts';
import { readReplyInputs } from './inputs.ts';
import { openConversation, type StepContext } from './step-context.ts';

/** Replies to a request that ends without a job. In a dry run the summary shows the reply, and nothing is written. */
export async function endEarly(
  { conversation, request, inputs }: ReplyContext,
  result: RequestResult,
): Promise<RequestResult> {
  if (conversation === undefined || !usesPhrase(request)) return result;
  const { requester } = conversation;
  const reaction = result.result === 'answered' || result.result === 'dry-run' ? undefined : 'confused';
  const text = result.reply ?? renderUnsent(result, requester);
  if (inputs.dryRun) return { ...result, draft: { text, reaction: requester.reactTo && reaction } };
  if (reaction !== undefined) await react(conversation, reaction);
  if (text !== '') await reply(conversation, text);
  return result;
}

interface ReplyContext extends Pick<StepContext, 'request'> {
  readonly conversation: ReturnType<typeof openConversation>;
  readonly inputs: Pick<StepContext['inputs'], 'dryRun'>;
}

/** Only people who work on the repository get replies about its inputs, even if others may send requests. */
const WORKS_HERE: GateRules = { permission: 'triage', allowUsers: [], allowTeams: [], allowBots: [] };

/** Replies with the wrong inputs. A re-run doesn't repeat the reply. */
export async function refuseInputs(
  ports: Ports,
  request: Request,
  result: RequestResult,
): Promise<RequestResult> {
  const inputs = await readReplyInputs(ports.runner);
  if (inputs?.githubToken === undefined || !usesPhrase(request) || ports.workflowRun.attempt > 1)
    return result;
  // `timeout` may be the wrong input.
  const github = ports.openGitHub(inputs.githubToken, ports.startDeadline(POST_SPAN));
  const conversation = openConversation(ports, request, inputs, github);
  if (conversation === undefined || !(await checkPermission(request, WORKS_HERE, github)).allowed)
    return result;
  return endEarly({ conversation, request, inputs }, result);
}

/** Answers `--status`, `--help` and misspelt commands. Sends nothing. */
export async function answer(
  { conversation, inputs }: StepContext,
  command: Exclude<Command, { kind: 'instruction' }>,
): Promise<RequestResult> {
  if (command.kind === 'status' && conversation !== undefined)
    return inputs.dryRun ? DRY_STATUS : answerStatus(conversation, command.unsent);
  const problem = command.kind === 'mistake' ? command.problem : undefined;
  const reasonCode = problem === undefined ? 'help-shown' : 'command-mistake';
  const shown = conversation === undefined ? UNSAID : 'The help was shown. Nothing was sent.';
  const result = { result: 'answered', reasonCode, reason: problem ?? shown } as const;
  const dry = { result: 'dry-run', reasonCode: 'dry-run', reason: problem ?? DRY_HELP } as const;
  const reply = conversation && renderHelp(inputs.phrase, problem);
  return { ...(inputs.dryRun && conversation !== undefined ? dry : result), reply };
}

const DRY_HELP = 'Dry run: nothing was written. The summary shows the help.';

const DRY_STATUS: RequestResult = {
  result: 'dry-run',
  reasonCode: 'dry-run',
  reason: 'Dry run: nothing was read from the service or written. The state of the job would be shown.',
  reply: '',
};

const UNSAID = 'Nothing was sent, and the action cannot reply here.';

/** Replies with the job's current state, and finishes requests that no run watches. Sends nothing to the job. */
async function answerStatus(conversation: ThreadContext, unsent: string): Promise<RequestResult> {
  const { requester, tools } = conversation;
  const view = await readThread(conversation);
  if (isResult(view)) return view;
  const now = tools.time.now();
  const all = view.notes.map(({ note }) => note);
  // The reply itself notifies the requesters: all of them take part in the conversation.
  await finishUnwatched(view.notes, { ...conversation, notify: false });
  const known = threadJob(view);
  const seen = known && (await tools.service.getJob(known.jobId, 'read'));
  const job = seen?.ok ? seen.value : undefined;
  const readOnly = { ...conversation, marks: false, owners: NO_OWNERS, people: {} };
  // Right after a message, the job may still show the end of the previous turn.
  const end = known && job && isOver(job, known, tools.time.now()) ? endedResult(job) : undefined;
  const last = known && lastSent(all.filter(({ jobId }) => jobId === known.jobId));
  const origin = { ...originOf(all, known?.jobId), headBefore: headBeforeOf(last, job?.prLink) };
  const result = end && (await finishPullRequest(end, origin, readOnly));
  const reason =
    seen === undefined
      ? 'No job of this conversation is known.'
      : seen.ok
        ? `The job of this conversation is ${seen.value.status ?? 'without a status'}.`
        : `Job ${known?.jobId} could not be read: ${seen.failure.message}`;
  const state = {
    job,
    result,
    last: last?.requester,
    about: await readInstruction(last, conversation),
    elapsed: last?.sentAt && now - last.sentAt,
    notes: [...(job === undefined ? [reason] : []), ...(unsent === '' ? [] : [FLAG_ONLY])],
  };
  return {
    job,
    pullRequest: result?.pullRequest,
    reply: renderJobState(state, requester),
    result: 'answered',
    reasonCode: 'status-shown',
    reason,
  };
}

const FLAG_ONLY = 'The text after the flag was not sent.';

/** The instruction of an earlier request, if it was a comment in the conversation that still exists. */
async function readInstruction(
  note: Note | undefined,
  { phrase, github }: ThreadContext,
): Promise<string | undefined> {
  const from = note?.requester.reactTo;
  if (from?.kind !== 'issue-comment') return undefined;
  const comment = await github.comment(from.id);
  const command = comment.ok ? parseCommand(comment.value.body, phrase) : undefined;
  return command?.kind === 'instruction' ? command.instruction : undefined;
}
