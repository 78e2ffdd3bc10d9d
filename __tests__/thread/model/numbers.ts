import type { Comment } from '../../../src/thread/claim.ts';
import type { Reply } from '../../../src/thread/effects.ts';
import type { State } from '../../../src/thread/state.ts';

/** Equal things have equal numbers. */
const numbers = new Map<string, number>();
const ofStates = new WeakMap<State, number>();
const ofComments = new WeakMap<Comment, number>();
const steps = new Map<string, State>();

export function stateNumber(state: State): number {
  return ofStates.get(state) ?? remember(ofStates, state);
}

export function commentNumber(comment: Comment): number {
  return ofComments.get(comment) ?? remember(ofComments, comment);
}

/** The state after a reply, worked out once. */
export function rememberStep(state: State, reply: Reply, how: string, workOut: () => State): State {
  const told =
    reply.kind === 'comments'
      ? `${reply.comments.map(commentNumber)} ${reply.date} ${reply.left}`
      : JSON.stringify(reply);
  const key = `${stateNumber(state)} ${told} ${how}`;
  const next = steps.get(key) ?? workOut();
  steps.set(key, next);
  return next;
}

function remember<T extends object>(known: WeakMap<T, number>, thing: T): number {
  const text = JSON.stringify(thing);
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  known.set(thing, number);
  return number;
}
