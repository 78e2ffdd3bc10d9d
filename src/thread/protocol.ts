import { claimTurn } from './claiming.ts';
import type { Effect, Plan, Reply } from './effects.ts';
import { learn } from './learn.ts';
import { ask } from './moves.ts';
import { queue } from './queueing.ts';
import type { Draft, State } from './state.ts';
import { leave, work } from './working.ts';

/** Begins a run's part in its thread. */
export function begin(plan: Plan): State {
  const { thread, request, nonce } = plan;
  const claim = { nonce, request, state: 'waiting', deadline: 0 } as const;
  return advance({
    plan,
    phase: 'queueing',
    seats: thread === undefined ? [] : [{ thread, claim, written: 'no', failures: 0 }],
    leaving: [],
    saved: { claims: [], reached: { kind: 'claimed' } },
    barred: [],
    spent: [],
    deadline: 0,
    loose: false,
  });
}

/** Goes on with the reply to `state.effect`. A reply that doesn't fit is a defect of the driver. */
export function step(state: State, reply: Reply): State {
  if (!FITS[reply.kind].includes(state.effect.kind)) {
    throw new Error(`"${reply.kind}" is no reply to "${state.effect.kind}".`);
  }
  return advance(learn(state, reply));
}

/** Which effects a reply can answer. */
const FITS: Readonly<Record<Reply['kind'], readonly Effect['kind'][]>> = {
  saved: ['save'],
  comments: ['read'],
  unreadable: ['read'],
  written: ['write'],
  edited: ['edit'],
  unsure: ['write', 'edit'],
  refused: ['write', 'edit'],
  woke: ['sleep'],
  looked: ['look'],
  unseen: ['look'],
  sent: ['send'],
  'not sent': ['send'],
  lost: ['send'],
  ended: ['watch'],
  left: ['watch'],
  stopped: ['sleep', 'look', 'read'],
};

/** Applies the protocol's rules until one of them needs something from outside. */
function advance(draft: Draft): State {
  let next: Draft | State = draft;
  while (next.effect === undefined) next = applyRule(next);
  return next;
}

function applyRule(draft: Draft): Draft | State {
  const [leaver] = draft.leaving;
  if (leaver !== undefined) return leave(draft, leaver);
  if (draft.ending !== undefined)
    return ask(draft, { kind: 'finish', ending: draft.ending, closed: !draft.loose });
  if (draft.phase === 'claiming' && draft.errand !== undefined) return claimTurn(draft, draft.errand);
  return draft.phase === 'working' ? work(draft) : queue(draft);
}
