import { viewOf } from '../../../src/thread/claim.ts';
import type { Reply } from '../../../src/thread/effects.ts';
import { step } from '../../../src/thread/protocol.ts';
import { basisOf } from '../../../src/thread/queueing.ts';
import type { State } from '../../../src/thread/state.ts';
import { rememberStep } from './numbers.ts';
import { type Fault, nameOf, type Run, type Sabotage, type Scenario, setRun, type World } from './world.ts';

/** One thing that can happen next, and the world after it. */
export interface Move {
  readonly label: string;
  readonly world: World;
}

/** What a scenario allows. */
export type Rules = Pick<Scenario, 'only' | 'sabotage' | 'alike'>;

/** A run of the world, about to get a reply. */
export interface Turn {
  readonly world: World;
  readonly index: number;
  readonly rules: Rules;
}

/** The move in which a run gets a reply; `after` is the world that the reply comes from. */
export function tell({ world, index, rules }: Turn, label: string, reply: Reply, after = world): Move {
  const run = after.runs[index];
  if (run === undefined) throw new Error('There is no such run.');
  const { sabotage = '' } = rules;
  const state = rememberStep(run.state, reply, sabotage, () => hear(run.state, reply, rules));
  return { label: `${nameOf(index)}: ${label}`, world: setRun(after, index, { state, ...endOf(state) }) };
}

/** The state after a reply, and after all that needs nothing from outside and may take any time. */
function hear(before: State, reply: Reply, rules: Rules): State {
  let state = goOn(before, reply, rules.sabotage);
  for (let local = ownReply(state, rules); local !== undefined; local = ownReply(state, rules)) {
    state = goOn(state, local, rules.sabotage);
  }
  return state;
}

/** Who could not close everything leaves it to the post step. */
function endOf({ effect, saved }: State): Partial<Run> {
  if (effect.kind !== 'finish') return {};
  return effect.closed ? { life: 'done' } : { life: 'crashed', post: saved.claims };
}

/** The same as a fault, none when there were enough of them. */
export function fault(turn: Turn, kind: Fault, label: string, reply: Reply, after = turn.world): Move[] {
  const next = spend(after, kind, turn.rules);
  return next === undefined ? [] : [tell(turn, label, reply, next)];
}

/** The world with one fault less to come. */
export function spend(world: World, kind: Fault, { only }: Rules): World | undefined {
  if (world.faults === 0 || (only !== undefined && !only.includes(kind))) return undefined;
  return { ...world, faults: world.faults - 1 };
}

function ownReply({ effect }: State, { sabotage }: Rules): Reply | undefined {
  if (effect.kind === 'save') return { kind: 'saved' };
  if (effect.kind !== 'sleep') return undefined;
  const settles = effect.why === 'settle' && sabotage !== 'no pause after a write of unknown fate';
  return settles ? undefined : { kind: 'woke' };
}

function goOn(state: State, reply: Reply, sabotage: Sabotage | undefined): State {
  switch (sabotage) {
    case 'no tickets':
      return JSON.parse(
        JSON.stringify(step(state, reply), (name, value) => (name === 'ticket' ? undefined : value)),
      );
    case 'nobody looks what happened in between':
      return step(forgetBasis(state, reply), reply);
    default:
      return step(state, reply);
  }
}

/** The state as if its threads had held from the beginning what this read shows. */
function forgetBasis(state: State, reply: Reply): State {
  const { effect } = state;
  if (state.phase !== 'claiming' || reply.kind !== 'comments' || effect.kind !== 'read') return state;
  const view = viewOf(reply.comments, reply.date);
  const seats = state.seats.map((seat) => (seat.thread === effect.thread ? { ...seat, view } : seat));
  const { effect: _, ...draft } = state;
  return { ...state, basis: basisOf({ ...draft, seats }) };
}
