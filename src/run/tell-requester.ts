import { POST_SPAN } from '../intervals.ts';
import type { RequestResult } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { renderUnsent } from '../report/reply-text.ts';
import { type GateRules, refuseRequester } from '../request/gate.ts';
import { type Request, usesPhrase } from '../request/request.ts';
import { type Conversation, REACTIONS, react, reply } from '../thread/notify.ts';
import { readReplyInputs } from './inputs.ts';
import { findConversation } from './step.ts';

/**
 * Tells the requester how a request ended, with a reaction and a reply, unless a status comment does. Only requesters who
 * used the phrase expect that. In a dry run, the summary shows the reply, and nothing is written.
 */
export async function tellRequester(
  result: RequestResult,
  request: Request,
  conversation: Conversation | undefined,
): Promise<RequestResult> {
  const { commentUrl, notice } = result;
  if (!usesPhrase(request) || commentUrl !== undefined || notice === 'none' || conversation === undefined)
    return result;
  const { requester, dryRun } = conversation;
  const isAnswer = result.result === 'answered' || result.result === 'dry-run';
  const moment = isAnswer ? result.result : 'refused';
  const text = notice === 'reaction' ? undefined : (result.reply ?? renderUnsent(result, requester));
  if (dryRun) return { draft: { text, reaction: requester.reactTo && REACTIONS[moment] }, ...result };
  await react(conversation, moment);
  if (text !== undefined) await reply(conversation, text);
  return result;
}

/** Only people who work on the repository get replies about its inputs, even if others may send requests. */
const WORKS_HERE: GateRules = { permission: 'triage', allowUsers: [], allowTeams: [], allowBots: [] };

/** Tells a requester who works on the repository which inputs are wrong. A re-run doesn't repeat the reply. */
export async function tellWrongInputs(
  result: RequestResult,
  request: Request,
  ports: Ports,
): Promise<RequestResult> {
  const { runner, workflowRun } = ports;
  const inputs = await readReplyInputs(runner);
  if (inputs === undefined || workflowRun.attempt > 1 || !usesPhrase(request)) return result;
  const { githubToken } = inputs;
  // `timeout` may be the wrong input.
  const deadline = ports.startDeadline(POST_SPAN);
  const openGitHub = ports.connectGitHub({ githubToken }, deadline);
  const conversation = findConversation(request, inputs, openGitHub('github-token'), ports);
  if (conversation === undefined) return result;
  const refusal = await refuseRequester(request, WORKS_HERE, { openGitHub, deadline, log: runner.log });
  return refusal === undefined ? tellRequester(result, request, conversation) : result;
}
