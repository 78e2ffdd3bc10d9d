import type { Listing } from '../github/answers.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { Answer, Failure } from '../http/failure.ts';
import type { Clock } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Claim } from './claim.ts';
import { type Conversation, readComment, withClaim } from './conversations.ts';
import type { Effect, Ending, Plan, Reply, Saved } from './effects.ts';
import type { SigningKey } from './key.ts';
import { begin, step } from './protocol.ts';
import type { State } from './state.ts';

/** What the protocol's effects are carried out with. */
export interface Driving {
  readonly plan: Plan;
  /** The request's own conversation; those of pull requests are added when they are found. */
  readonly conversations: Map<string, Conversation>;
  readonly key: SigningKey;
  readonly clock: Clock;
  readonly deadline: Deadline;
  save(state: Saved): void;
  /** The text of the run's comment in a conversation, without the note; `ending` once the run closes. */
  text(conversation: Conversation, ending: Ending | undefined): string;
  /** The run's own comment was written. */
  wrote(conversation: Conversation, comment: Own): void;
  /** A conversation was read. */
  saw(conversation: Conversation, listing: Listing<ThreadComment>): Promise<void>;
  /** Some note in the conversation doesn't verify. */
  distrusted(): void;
  /** GitHub didn't do what it was asked for. */
  failed(what: string, failure: Failure): void;
  look(effect: Effect & { kind: 'look' }): Promise<Reply>;
  send(effect: Effect & { kind: 'send' }): Promise<Reply>;
  watch(effect: Effect & { kind: 'watch' }): Promise<Reply>;
}

/** A comment of the run, and the claim that it holds. */
export interface Own {
  readonly id: number;
  readonly url: string;
  readonly claim: Claim;
}

/** GitHub's time, as its answers tell it. */
export interface GitHubTime {
  learn(date: number): void;
  now(): number;
  /** A moment of GitHub's clock by ours. */
  toLocal(date: number): number;
}

export function githubTime(clock: Clock): GitHubTime {
  let ahead = 0;
  return {
    learn(date) {
      if (date > 0) ahead = date - clock.now();
    },
    now: () => clock.now() + ahead,
    toLocal: (date) => date - ahead,
  };
}

/** Plays the run's part in its thread to the end. */
export async function drive(driving: Driving, time: GitHubTime): Promise<Ending & { closed: boolean }> {
  let state = begin(driving.plan);
  let told = false;
  for (;;) {
    const { effect } = state;
    if (effect.kind === 'finish') return { ...effect.ending, closed: effect.closed };
    const reply = await carryOut(state, driving, time, !told);
    // From then on there is only closing left, and nothing more to stop.
    told ||= LAST.has(reply.kind);
    state = step(state, reply);
  }
}

const LAST: ReadonlySet<Reply['kind']> = new Set(['stopped', 'left', 'ended', 'not sent', 'lost']);

async function carryOut(
  { effect, ending }: State,
  driving: Driving,
  time: GitHubTime,
  mayStop: boolean,
): Promise<Reply> {
  const { stop } = driving.deadline;
  const stopped = (): Reply => ({
    kind: 'stopped',
    by: stop.reason?.by === 'interrupt' ? 'interrupt' : 'deadline',
  });
  const waits = effect.kind === 'read' || effect.kind === 'look' || effect.kind === 'sleep';
  if (waits && mayStop && stop.aborted) return stopped();
  switch (effect.kind) {
    case 'save':
      driving.save(effect.state);
      return { kind: 'saved' };
    case 'read':
      return (
        (await readThread(effect.thread, driving, time)) ?? (mayStop ? stopped() : { kind: 'unreadable' })
      );
    case 'write':
    case 'edit':
      return writeClaim(effect, ending, driving, time);
    case 'sleep':
      return (await sleep(effect.ms, driving, mayStop)) || !mayStop ? { kind: 'woke' } : stopped();
    case 'look': {
      const reply = await driving.look(effect);
      return reply.kind === 'unseen' && mayStop && stop.aborted ? stopped() : reply;
    }
    case 'send':
      return driving.send(effect);
    case 'watch':
      return driving.watch(effect);
    case 'finish':
      throw new Error('The end needs nothing done.');
  }
}

/** Whether the time went by; while the step closes only the end of the closing cuts it short. */
async function sleep(ms: number, { clock, deadline }: Driving, mayStop: boolean): Promise<boolean> {
  try {
    await clock.sleep(ms, mayStop ? deadline.stop : deadline.closing);
    return true;
  } catch {
    return false;
  }
}

/** Undefined when the step stopped meanwhile. */
async function readThread(thread: string, driving: Driving, time: GitHubTime): Promise<Reply | undefined> {
  const conversation = placeOf(thread, driving);
  const answer = await conversation.github.comments(conversation.number);
  if (!answer.ok) {
    if (answer.failure.kind === 'stopped') return undefined;
    driving.failed('The conversation could not be read', answer.failure);
    return { kind: 'unreadable' };
  }
  const { items, date } = answer.value;
  time.learn(date);
  await driving.saw(conversation, { items, date: time.now() });
  const read = items.map((item) => readComment(item, conversation, driving.key));
  if (read.some(({ unverified }) => unverified)) driving.distrusted();
  const left = driving.deadline.at - driving.clock.now();
  return { kind: 'comments', comments: read.map(({ comment }) => comment), date: time.now(), left };
}

async function writeClaim(
  effect: Effect & { kind: 'write' | 'edit' },
  ending: Ending | undefined,
  driving: Driving,
  time: GitHubTime,
): Promise<Reply> {
  const conversation = placeOf(effect.thread, driving);
  const { github, number } = conversation;
  const body = withClaim(driving.text(conversation, ending), effect.claim, conversation, driving.key);
  const answer =
    effect.kind === 'write'
      ? await github.createComment(number, body)
      : await github.editComment(effect.commentId, body);
  if (!answer.ok) return refusedWrite(answer, driving);
  const { id, url, date } = answer.value;
  time.learn(date);
  driving.wrote(conversation, { id, url, claim: effect.claim });
  return effect.kind === 'write' ? { kind: 'written', commentId: id } : { kind: 'edited' };
}

function refusedWrite({ failure }: Answer<unknown> & { ok: false }, driving: Driving): Reply {
  driving.failed('The status comment could not be written', failure);
  if (failure.fate === 'unknown') return { kind: 'unsure' };
  return { kind: 'refused', forbidden: failure.kind === 'refused' && failure.status === 403 };
}

function placeOf(thread: string, { conversations }: Driving): Conversation {
  const conversation = conversations.get(thread);
  if (conversation === undefined) throw new Error(`The conversation ${thread} is not known.`);
  return conversation;
}
