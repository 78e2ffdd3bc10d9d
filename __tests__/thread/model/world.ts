/** A world in which several runs live in one process: time that a scheduler orders, and runs that are cut off anywhere. */
import type fc from 'fast-check';
import { type Chance, chanceOf } from '../../../sandbox/soak/chance.ts';
import type { Clock } from '../../../src/runner/clock.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** One process: the main or the post step of a run. */
export interface Actor {
  readonly name: string;
  /** False when it was cut off: it makes no further progress. */
  alive: boolean;
  /** It came to its end by itself. */
  over: boolean;
  /** How many times it stood between itself and the world so far: before something is taken, and before it is answered. */
  points: number;
  /** Called at each of them, with their number; may cut it off. */
  readonly atPoint: (point: number) => void;
  /** Requests in a row of which it does not know what became. */
  doubts: number;
}

/** What became of something that was to change the world. */
export type Fate = 'answered' | 'unknown' | 'cut off';

export interface World {
  readonly chance: Chance;
  now(): number;
  /** A number that is higher each time: what happened before what, also within one moment. */
  tick(): number;
  clockOf(actor: Actor): Clock;
  /** Something that happens without anybody's doing. */
  later(ms: number, happen: () => void): void;
  /** Comes to where something is taken or answered. False when it was cut off there. */
  reach(actor: Actor, label: string): Promise<boolean>;
  /**
   * A change on its way. One of unknown fate, or of an actor that is cut off, happens at once, within 10 s or never.
   *
   * @param happen told whether an answer is going to tell of it
   */
  change(actor: Actor, label: string, happen: (answered: boolean) => void): Promise<Fate>;
  /** Plays until nobody waits for anything. */
  play(): Promise<void>;
}

interface Event {
  readonly at: number;
  readonly actor: Actor | undefined;
  readonly fire: () => void;
}

/** How many requests in a row may have an unknown fate: `PATIENCE` of the status comment is above it. */
const MOST_DOUBTS = 3;

/** Time moves in whole seconds. What falls into one second happens in any order: the scheduler's. */
export function openWorld(
  scheduler: fc.Scheduler,
  { seed, doubtful, isPrompt }: { seed: number; doubtful: number; isPrompt: boolean },
): World {
  const chance = chanceOf(`thread ${seed}`);
  const events = new Set<Event>();
  let now = Date.UTC(2026, 4, 1, 12);
  let ticks = 0;

  function at(ms: number, actor: Actor | undefined, fire: () => void) {
    const event = { at: now + Math.ceil(Math.max(0, ms) / SECOND) * SECOND, actor, fire };
    events.add(event);
    return { cancel: () => events.delete(event) };
  }

  const clockOf = (actor: Actor): Clock => ({
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const wait = at(ms, actor, () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        });
        const stop = () => {
          wait.cancel();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', stop, { once: true });
      });
    },
    guard: (ms, expired) => at(ms, actor, expired),
  });

  async function reach(actor: Actor, label: string): Promise<boolean> {
    const slow = isPrompt ? [0, 0, 1] : [1, 2, 3, chance.whole(4, 10)];
    const delay = chance.pick([0, 0, 0, 0, 0, 0, ...slow]);
    if (delay > 0) await clockOf(actor).sleep(delay * SECOND);
    await scheduler.schedule(Promise.resolve(), `${actor.name}: ${label}`);
    if (!actor.alive) return false;
    actor.points += 1;
    actor.atPoint(actor.points);
    return actor.alive;
  }

  /** The earliest that concerns anybody who is there. */
  function next(): Event | undefined {
    let first: Event | undefined;
    for (const event of events) {
      if (event.actor?.over || event.actor?.alive === false) events.delete(event);
      else if (first === undefined || event.at < first.at) first = event;
    }
    return first;
  }

  const later: World['later'] = (ms, happen) => void at(ms, undefined, happen);
  return {
    ...{ chance, clockOf, later, reach },
    now: () => now,
    tick: () => ++ticks,
    async change(actor, label, happen) {
      const reached = await reach(actor, label);
      const doubted = actor.doubts < MOST_DOUBTS && chance.happens(doubtful / 100);
      actor.doubts = doubted ? actor.doubts + 1 : 0;
      const known = reached && !doubted;
      const fate = known ? 'at once' : chance.pick(['at once', 'late', 'never']);
      if (fate === 'at once') happen(known);
      if (fate === 'late') later(chance.whole(1, 10) * SECOND, () => happen(known));
      if (!reached || !(await reach(actor, `${label}, answer`))) return 'cut off';
      return known ? 'answered' : 'unknown';
    },
    async play() {
      for (;;) {
        // Whoever has something to do does it without waiting for time or for the scheduler.
        await new Promise((resolve) => setImmediate(resolve));
        if (scheduler.count() > 0) {
          await scheduler.waitOne();
          continue;
        }
        const event = next();
        if (event === undefined) return;
        events.delete(event);
        now = event.at;
        event.fire();
      }
    },
  };
}

/** Where an actor that was cut off stays. */
export function forever(): Promise<never> {
  return new Promise(() => {
    // Nothing more comes from it.
  });
}
