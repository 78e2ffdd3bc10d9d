import type { GitHub } from '../github/github.ts';
import type { Reaction, ReactionTarget } from '../github/reactions.ts';
import type { Answer, Failure } from '../http/failure.ts';
import type { Outcome, Result } from '../job/request-result.ts';
import type { Clock } from '../runner/clock.ts';
import type { Log } from '../runner/runner.ts';
import { type Occasion, renderReply } from './status.ts';

/** Where and to whom a request is answered. */
export interface Audience {
  readonly github: GitHub;
  /** The issue or pull request whose conversation holds the answer. */
  readonly thread: number;
  readonly reactTo?: ReactionTarget;
  readonly occasion: Occasion;
  /** Who is told of the end of a long job by a reply of its own; an edit notifies nobody. */
  readonly notify?: string;
  readonly clock: Clock;
  readonly log: Log;
  /** When the step started. */
  readonly startedAt: number;
}

/** A job that took longer ends with a reply, in milliseconds. */
const LONG_JOB = 120_000;

const REACTIONS: Readonly<Partial<Record<Result, Reaction>>> = {
  'pull-request': 'rocket',
  'no-pull-request': 'confused',
  archived: 'confused',
  timeout: 'confused',
  interrupted: 'confused',
  failed: '-1',
  error: '-1',
};

const ENDS: ReadonlySet<Result> = new Set([
  'pull-request',
  'no-pull-request',
  'archived',
  'failed',
  'timeout',
]);

/** Leaves a reaction on the request, where it takes one. */
export async function react(
  { github, reactTo, log }: Pick<Audience, 'github' | 'reactTo' | 'log'>,
  content: Reaction,
): Promise<void> {
  if (reactTo === undefined) return;
  warn(await github.react(reactTo, content), 'The reaction could not be left', log);
}

/** Shows the end where people look besides the status comment: a reaction, and a reply when it took long. */
export async function announceEnd(audience: Audience, outcome: Outcome): Promise<void> {
  const { github, clock, log, startedAt, thread, notify } = audience;
  const reaction = REACTIONS[outcome.result];
  if (reaction !== undefined) await react(audience, reaction);
  const long = clock.now() - startedAt > LONG_JOB;
  if (notify === undefined || !long || !ENDS.has(outcome.result)) return;
  const reply = await github.createComment(thread, renderReply(outcome, notify, audience.occasion));
  warn(reply, 'The reply to who asked could not be written', log);
}

/** Says something in a comment of its own. */
export async function say({ github, thread, log }: Audience, text: string): Promise<void> {
  warn(await github.createComment(thread, text), 'The answer could not be written', log);
}

/** A refusal of GitHub is no failure of the job: said in the log, with the permission that is missing. */
export function warn(answer: Answer<unknown>, what: string, log: Log): void {
  if (!answer.ok) log.warning(`${what}: ${answer.failure.message}${permissionAdvice(answer.failure)}`);
}

/** What to check when GitHub says 403. */
function permissionAdvice({ kind, status }: Failure): string {
  if (kind !== 'refused' || status !== 403) return '';
  return ' If the conversation is not locked, the job needs the permission `issues: write`, on a pull request `pull-requests: write`.';
}
