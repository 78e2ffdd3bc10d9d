import { setImmediate as turn } from 'node:timers/promises';
import { createSleepers } from './sleepers.ts';
import type { Time } from './time.ts';
import { type TimedChild, timedChild } from './time-child.ts';

/** A Monday morning. */
const START = Date.UTC(2026, 0, 5, 9);

interface Event {
  readonly at: number;
  readonly order: number;
  readonly fire: () => Promise<void> | void;
  /** The process that waits. One message has the time and the end of the wait. */
  readonly child?: TimedChild;
}

/**
 * Time as a discrete-event simulation, shared with child processes. Time moves when all that could work waits for it: no
 * hold is taken, and each attached child is blocked. A child is blocked if it sleeps (a wait with `ref`) or has requests, and
 * the server holds all of its requests. Then time jumps to the end of the earliest wait. Waits end one at a time, so that two
 * that end together have an order. An endless loop stands still at the horizon, so many milliseconds from the start.
 */
export function virtualTime({ horizon = 7 * 86_400_000 } = {}): Time {
  const children = new Map<TimedChild, Map<number, number>>();
  const stalls = new Map<number, number>();
  let now = START;
  let order = 0;
  let holds = 0;
  const consider = repeater(step);
  const sleepers = createSleepers({ now: () => now, order: () => ++order, changed: consider });

  function obstacles(): string[] {
    const found = [...children.keys()].flatMap((child) => {
      const reason = occupation(child, stalls);
      return reason ? [`process ${child.pid} ${reason}`] : [];
    });
    if (holds > 0) found.push(`time is held by ${holds} caller(s)`);
    if (children.size === 0 && !sleepers.waiting()) found.push('no process waits');
    if (now - START >= horizon) found.push('the horizon is reached');
    return found;
  }

  function next(): Event | undefined {
    const events: Event[] = [...sleepers.all()];
    for (const [child, orders] of children) {
      for (const { id, at } of child.state()?.waits ?? []) {
        events.push({ at, order: orders.get(id) ?? 0, fire: () => child.setTime(now, id), child });
      }
    }
    return events.sort((a, b) => a.at - b.at || a.order - b.order)[0];
  }

  async function setAll(except?: TimedChild): Promise<void> {
    const others = [...children.keys()].filter((child) => child !== except);
    await Promise.all(others.map((child) => child.setTime(now)));
  }

  /** Moves time to the end of the next wait. Returns `false` if time has to stand still. */
  async function step(): Promise<boolean> {
    if (obstacles().length > 0) return false;
    // A child may have work now, from bytes or a signal that were on their way.
    await setAll();
    const event = next();
    if (obstacles().length > 0 || !event) return false;
    now = Math.max(now, event.at);
    // All children know the time before one acts on it.
    await setAll(event.child);
    await event.fire();
    return true;
  }

  return {
    virtual: true,
    now: () => now,
    sleep: sleepers.sleep,
    hold() {
      let held = 1;
      holds += held;
      return () => {
        holds -= held;
        held = 0;
        consider();
      };
    },
    async stalled(client, work) {
      if (client === undefined) return work();
      stalls.set(client, (stalls.get(client) ?? 0) + 1);
      // Children that have requests report nothing before that.
      void setAll();
      try {
        return await work();
      } finally {
        const left = (stalls.get(client) ?? 1) - 1;
        if (left > 0) stalls.set(client, left);
        else stalls.delete(client);
      }
    },
    nodeArguments() {
      const preload = new URL('./time-preload.mjs', import.meta.url);
      preload.searchParams.set('now', String(now));
      // The folder for each process's coverage, if it is measured.
      const coverage = process.env['ACTION_COVERAGE'];
      if (coverage) preload.searchParams.set('coverage', coverage);
      return ['--import', preload.href];
    },
    attach(process) {
      const child = timedChild(process, {
        changed() {
          const known = children.get(child);
          const waits = child.state()?.waits ?? [];
          children.set(child, new Map(waits.map(({ id }) => [id, known?.get(id) ?? ++order])));
          consider();
        },
        gone() {
          children.delete(child);
          consider();
        },
      });
      children.set(child, new Map());
    },
    explain() {
      const when = new Date(now).toISOString();
      const reasons = obstacles();
      if (reasons.length > 0) return `It is ${when}. Time stands still: ${reasons.join('; ')}.`;
      return next() ? `It is ${when}, time moves.` : `It is ${when}. Nothing is left to wait for.`;
    },
  };
}

/** Why this child is not blocked. `undefined` if it is. */
function occupation(child: TimedChild, stalls: ReadonlyMap<number, number>): string | undefined {
  const state = child.state();
  if (!state) return 'is starting';
  const working = state.requests.find(({ port }) => port === null || !stalls.has(port));
  if (working) return `waits for an answer of ${working.origin}`;
  if (state.requests.length === 0 && !state.waits.some((wait) => wait.ref)) return 'is working';
  return undefined;
}

/** Repeats a step while it makes progress, and after each call. Never runs two at a time. */
function repeater(step: () => Promise<boolean>): () => void {
  let pending = false;
  let running = false;
  async function run(): Promise<void> {
    running = true;
    while (pending) {
      pending = false;
      // Settled promises are handled before time moves.
      await turn();
      if (await step()) pending = true;
    }
    running = false;
  }
  return () => {
    pending = true;
    if (!running) void run();
  };
}
