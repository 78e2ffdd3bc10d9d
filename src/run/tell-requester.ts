import { POST_SPAN } from '../intervals.ts';
import type { RequestResult } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { renderUnsent } from '../report/reply-text.ts';
import { type GateRules, refuseRequester } from '../request/gate.ts';
import { type Request, usesPhrase } from '../request/request.ts';
import { type Conversation, REACTIONS, react, reply } from '../thread/notify.ts';
import { readReplyInputs } from './inputs.ts';
import { findConversation, type Step } from './step.ts';

/**
 * Tells the requester how a request ended, with a reaction and a reply, unless a status comment does. Only requesters who
 * used the phrase expect that. In a dry run, the summary shows the reply, and nothing is written.
 *
 * @param step undefined if an input is wrong
 */
export async function tellRequester(
  result: RequestResult,
  ports: Ports,
  request: Request,
  step: Step | undefined,
): Promise<RequestResult> {
  const { commentUrl, notice } = result;
  if (!usesPhrase(request) || commentUrl !== undefined || notice === 'none') return result;
  const audience = step === undefined ? await findWorker(ports, request) : toAudience(step);
  if (audience === undefined) return result;
  const { conversation, dryRun } = audience;
  const { requester } = conversation;
  const isAnswer = result.result === 'answered' || result.result === 'dry-run';
  const moment = isAnswer ? result.result : 'refused';
  const text = notice === 'reaction' ? undefined : (result.reply ?? renderUnsent(result, requester));
  if (dryRun) return { draft: { text, reaction: requester.reactTo && REACTIONS[moment] }, ...result };
  await react(conversation, moment);
  if (text !== undefined) await reply(conversation, text);
  return result;
}

interface Audience {
  readonly conversation: Conversation;
  readonly dryRun: boolean;
}

function toAudience({ ports, request, inputs, github }: Step): Audience | undefined {
  const conversation = findConversation(request, inputs, github, ports);
  return conversation && { conversation, dryRun: inputs.dryRun };
}

/** Only people who work on the repository get replies about its inputs, even if others may send requests. */
const WORKS_HERE: GateRules = { permission: 'triage', allowUsers: [], allowTeams: [], allowBots: [] };

/** A requester who may hear which inputs are wrong. A re-run doesn't repeat the reply. */
async function findWorker(ports: Ports, request: Request): Promise<Audience | undefined> {
  const { runner, workflowRun } = ports;
  const inputs = await readReplyInputs(runner);
  if (inputs === undefined || workflowRun.attempt > 1) return undefined;
  const { dryRun, githubToken } = inputs;
  // `timeout` may be the wrong input.
  const deadline = ports.startDeadline(POST_SPAN);
  const openGitHub = ports.connectGitHub({ githubToken }, deadline);
  const conversation = findConversation(request, inputs, openGitHub('github-token'), ports);
  if (conversation === undefined) return undefined;
  const refusal = await refuseRequester(request, WORKS_HERE, { openGitHub, deadline, log: runner.log });
  return refusal === undefined ? { conversation, dryRun } : undefined;
}
