import type { Reaction } from '../github/comments.ts';
import { POST_SPAN } from '../intervals.ts';
import { hasEnded } from '../job/job-status.ts';
import { isResult, type RequestResult, unsent } from '../job/request-result.ts';
import { endOf } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { type Conversation, react, say } from '../report/conversation.ts';
import { renderHelp, renderJobState, renderRefusal, renderUnsent } from '../report/reply-text.ts';
import { type Command, parseCommand } from '../request/command.ts';
import { checkPermission, type Decision, type GateRules } from '../request/gate.ts';
import { isAddressed, type Request } from '../request/request.ts';
import { threadJob } from '../thread/choose-next.ts';
import { finishRequests } from '../thread/finish-requests.ts';
import { isUnwatched, lastSent, type Note, originOf } from '../thread/note.ts';
import { readReplyInputs } from './inputs.ts';
import {
  openConversation,
  readConversation,
  type StepContext,
  type StepConversation,
} from './step-context.ts';

/** Who asked in words is told why nothing was sent. */
export async function endUnsent(step: StepContext, result: RequestResult): Promise<RequestResult> {
  const { conversation, request } = step;
  if (conversation === undefined || request.command === undefined) return result;
  return reply(step, conversation, result, renderUnsent(result, conversation.context), 'confused');
}

/** A refusal shows as a reaction to who used the phrase, and as a line to who works on the repository. */
export async function refuse(step: StepContext, decision: Decision): Promise<RequestResult> {
  const { request, conversation } = step;
  const { reason } = decision;
  if (decision.failed) return unsent(decision.failed, reason);
  const result = { result: 'denied', reasonCode: 'not-permitted', reason } as const;
  if (conversation === undefined || !isAddressed(request)) return result;
  const text = decision.mayHearWhy ? renderRefusal(reason, conversation.context) : undefined;
  return reply(step, conversation, result, text, 'confused');
}

/** Only people who work on the repository hear of its inputs, whoever else may request something. */
const WORKS_HERE: GateRules = { permission: 'triage', allowUsers: [], allowTeams: [], allowBots: [] };

/** Tells the requester which inputs are wrong. A re-run would only tell the same again. */
export async function refuseInputs(
  ports: Ports,
  request: Request,
  result: RequestResult,
): Promise<RequestResult> {
  const inputs = await readReplyInputs(ports.runner);
  if (inputs?.githubToken === undefined || !isAddressed(request) || ports.workflowRun.attempt > 1)
    return result;
  // `timeout` may be what is wrong.
  const github = ports.openGitHub(inputs.githubToken, ports.startDeadline(POST_SPAN));
  const conversation = openConversation(ports, request, inputs, github);
  if (conversation === undefined || !(await checkPermission(request, WORKS_HERE, github)).allowed)
    return result;
  return reply({ inputs }, conversation, result, renderUnsent(result, conversation.context), 'confused');
}

/** Answers in the conversation. In a dry run the summary shows the answer, and nothing is written. */
async function reply(
  { inputs }: { readonly inputs: Pick<StepContext['inputs'], 'dryRun'> },
  conversation: Omit<Conversation, 'notify'>,
  result: RequestResult,
  text: string | undefined,
  reaction?: Reaction,
): Promise<RequestResult> {
  if (inputs.dryRun)
    return { ...result, draft: { text, reaction: conversation.requester.reactTo && reaction } };
  if (reaction !== undefined) await react(conversation, reaction);
  if (text !== undefined) await say(conversation, text);
  return result;
}

const DRY_HELP = 'Dry run: nothing was written. The summary shows the help.';

const DRY_STATUS: RequestResult = {
  result: 'dry-run',
  reasonCode: 'dry-run',
  reason: 'Dry run: nothing was read from the service or written. The state of the job would be shown.',
};

const UNSAID = 'Nothing was shown, since nothing may be written here, and nothing was sent.';

/** Questions, and mistakes in the language of comments, send nothing. */
export async function answer(
  step: StepContext,
  command: Exclude<Command, { kind: 'ask' }>,
): Promise<RequestResult> {
  const { conversation, inputs } = step;
  if (command.kind === 'status' && conversation !== undefined)
    return inputs.dryRun ? DRY_STATUS : answerStatus(step, conversation, command.unsent);
  const problem = command.kind === 'mistake' ? command.problem : undefined;
  const reasonCode = problem === undefined ? 'help-shown' : 'command-mistake';
  const shown = conversation === undefined ? UNSAID : 'The help was shown. Nothing was sent.';
  const result = { result: 'answered', reasonCode, reason: problem ?? shown } as const;
  if (conversation === undefined) return result;
  const dry = { result: 'dry-run', reasonCode: 'dry-run', reason: problem ?? DRY_HELP } as const;
  return reply(step, conversation, inputs.dryRun ? dry : result, renderHelp(conversation.context, problem));
}

/** Answers with the job's state now, and finishes requests that no run watches. Nothing is sent to the job. */
async function answerStatus(
  step: StepContext,
  conversation: StepConversation,
  unsent: string,
): Promise<RequestResult> {
  const { tools } = step;
  const view = await readConversation(conversation, tools);
  if (isResult(view)) return view;
  const { notes, now } = view;
  const unwatched = notes.filter(({ note }) => isUnwatched(note, now));
  const all = notes.map(({ note }) => note);
  const { finishing } = conversation;
  // The answer itself tells the requesters: all of them are in the conversation.
  await finishRequests(unwatched, all, { ...finishing, notify: false });
  const known = threadJob(view);
  const seen = known && (await tools.service.getJob(known.jobId, 'read'));
  const job = seen?.ok ? seen.value : undefined;
  const readOnly = { ...finishing, marks: false, owners: NO_OWNERS, people: {} };
  const result =
    job && hasEnded(job) ? await finishPullRequest(endOf(job), originOf(all, job.id), readOnly) : undefined;
  const last = known && lastSent(all.filter(({ jobId }) => jobId === known.jobId));
  const reason =
    seen === undefined
      ? 'No job of this conversation is known.'
      : seen.ok
        ? `The job of this conversation is ${seen.value.status ?? 'without a status'}.`
        : `Job ${known?.jobId} could not be looked at: ${seen.failure.message}`;
  const text = renderJobState(
    {
      ...{ job, result, last: last?.requester, about: await readInstruction(last, conversation) },
      elapsed: last?.sentAt && now - last.sentAt,
      notes: [...(job === undefined ? [reason] : []), ...(unsent === '' ? [] : [FLAG_ONLY])],
    },
    conversation.context,
  );
  await say(conversation, text);
  return {
    ...{ job, pullRequest: result?.pullRequest },
    ...{ result: 'answered', reasonCode: 'status-shown', reason },
  };
}

const NO_OWNERS = { prLabels: [], prReviewers: [], prAssignees: [] };
const FLAG_ONLY = 'The text after the flag was not sent.';

/** The instruction of an earlier request, if it was a comment in the conversation and is still there. */
async function readInstruction(
  note: Note | undefined,
  { context: { phrase }, github }: StepConversation,
): Promise<string | undefined> {
  const from = note?.requester.reactTo;
  if (from?.kind !== 'issue-comment') return undefined;
  const comment = await github.comment(from.id);
  const command = comment.ok ? parseCommand(comment.value.body, phrase) : undefined;
  return command?.kind === 'ask' ? command.instruction : undefined;
}
