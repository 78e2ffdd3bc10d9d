import { keyOf } from './key.ts';
import { brokenAtRest, brokenLaw } from './laws.ts';
import { movesOf } from './moves.ts';
import { settles } from './rest.ts';
import { firstWorld, type Scenario, type World } from './world.ts';

/** What a search found. */
export interface Finding {
  readonly states: number;
  /** How many of them are ends. */
  readonly ends: number;
  /** Whether all of it was seen. */
  readonly complete: boolean;
  /** The first broken law, and how it came to that. */
  readonly broken?: { readonly law: string; readonly story: readonly string[] };
}

interface Open {
  readonly world: World;
  readonly label: string;
  readonly next: Iterator<{ readonly label: string; readonly world: World }>;
}

/** Goes through everything that can happen, each state once, at most `limit` states. */
export function explore(scenario: Scenario, limit = Number.POSITIVE_INFINITY): Finding {
  const seen = new Set<string>();
  const calm = new Set<string>();
  let ends = 0;
  const path: Open[] = [];
  const found = (law: string, last?: string): Finding => {
    const story = [...path.slice(1).map(({ label }) => label), ...(last === undefined ? [] : [last])];
    return { states: seen.size, ends, complete: false, broken: { law, story } };
  };
  const open = (world: World, label: string, key: string) => {
    seen.add(`${world.faults} ${key}`);
    const moves = movesOf(world, scenario);
    path.push({ world, label, next: moves[Symbol.iterator]() });
    if (moves.length === 0) ends += 1;
    return (moves.length === 0 ? brokenAtRest(world) : undefined) ?? settles(world, key, scenario, calm);
  };

  const first = firstWorld(scenario);
  let law = open(first, '', keyOf(first));
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    if (law !== undefined) return found(law);
    const { value: move, done } = top.next.next();
    if (done === true) {
      path.pop();
      continue;
    }
    law = brokenLaw(top.world, move.world);
    if (law !== undefined) return found(law, move.label);
    const key = keyOf(move.world);
    if (seen.has(`${move.world.faults} ${key}`)) continue;
    if (seen.size >= limit) return { states: seen.size, ends, complete: false };
    law = open(move.world, move.label, key);
  }
  return { states: seen.size, ends, complete: true };
}
