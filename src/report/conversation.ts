import type { Outcome, Result } from '../outcome.ts';
import type { GitHub, Reaction, ReactionTarget } from '../world/github-port.ts';
import type { Answer, Clock, Failure, Job, Log } from '../world/world.ts';
import { type Occasion, renderReply, renderStatus, type Status } from './status.ts';

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

/** The answer to one request, as it is kept current. Nothing in it throws: the job goes on without a comment. */
export interface Conversation {
  readonly commentUrl: string | undefined;
  open(): Promise<void>;
  /** Shows the job as it was just seen: a change at once, progress at most every 20 s. */
  progress(job: Job): Promise<void>;
  close(outcome: Outcome): Promise<void>;
}

const PROGRESS_SPACING = 20_000;
/** A job that took longer ends with a reply. */
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

export function openConversation(audience: Audience): Conversation {
  const { github, clock, log, occasion } = audience;
  let comment: { readonly id: number; readonly url: string } | undefined;
  let shown = '';
  let shownAt = 0;
  const told = new Set<number | string>();

  async function show(status: Omit<Status, 'duration'>, signature: string): Promise<void> {
    if (comment === undefined) return;
    shown = signature;
    shownAt = clock.now();
    const body = renderStatus({ ...status, duration: shownAt - audience.startedAt }, occasion);
    const answer = await github.editComment(comment.id, body);
    if (answer.ok) return;
    const { failure } = answer;
    const trouble = failure.status ?? failure.kind;
    // Said once: the next edit that fails in the same way is no news.
    if (!told.has(trouble)) warn(answer, 'The status comment could not be edited', log);
    told.add(trouble);
    // Somebody deleted it. That is an answer, too; there will be no second one.
    if (trouble === 404 || trouble === 410) comment = undefined;
  }

  return {
    get commentUrl() {
      return comment?.url;
    },

    async open() {
      await react(audience, 'eyes');
      const body = renderStatus({ state: 'asking', duration: clock.now() - audience.startedAt }, occasion);
      const answer = await github.createComment(audience.thread, body);
      warn(answer, 'The status comment could not be written', log);
      if (answer.ok) comment = { id: answer.value.id, url: answer.value.url };
    },

    async progress(job) {
      const signature = JSON.stringify([job.id, job.status, job.prLink]);
      if (signature === shown && clock.now() - shownAt < PROGRESS_SPACING) return;
      await show({ state: 'at work', job }, signature);
    },

    async close(outcome) {
      await show({ state: '', outcome }, 'closed');
      const reaction = REACTIONS[outcome.result];
      if (reaction !== undefined) await react(audience, reaction);
      const long = clock.now() - audience.startedAt > LONG_JOB;
      if (audience.notify === undefined || !long || !ENDS.has(outcome.result)) return;
      const reply = await github.createComment(
        audience.thread,
        renderReply(outcome, audience.notify, occasion),
      );
      warn(reply, 'The reply to who asked could not be written', log);
    },
  };
}

/** Leaves a reaction on the request, where it takes one. */
export async function react(
  { github, reactTo, log }: Pick<Audience, 'github' | 'reactTo' | 'log'>,
  content: Reaction,
): Promise<void> {
  if (reactTo === undefined) return;
  warn(await github.react(reactTo, content), 'The reaction could not be left', log);
}

/** A refusal of GitHub is no failure of the job: said once in the log, with the permission that is missing. */
export function warn(answer: Answer<unknown>, what: string, log: Log): void {
  if (!answer.ok) log.warning(`${what}: ${answer.failure.message}${permissionAdvice(answer.failure)}`);
}

function permissionAdvice({ kind, status }: Failure): string {
  if (kind !== 'refused' || status !== 403) return '';
  return ' If the conversation is not locked, the job needs the permission `issues: write`, on a pull request `pull-requests: write`.';
}
