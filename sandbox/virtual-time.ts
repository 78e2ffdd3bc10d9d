import { setImmediate as turn } from 'node:timers/promises';
import { createSleepers } from './sleepers.ts';
import type { ClientPort, Time } from './time.ts';
import { type TimedChild, timedChild } from './time-child.ts';

export interface VirtualTimeOptions {
  /** Where time begins, in milliseconds since 1970. Default: a Monday morning. */
  readonly start?: number;
  /** How far it may go, in milliseconds; a loop without end then stands still. Default: a week. */
  readonly horizon?: number;
}

interface Event {
  readonly at: number;
  readonly order: number;
  readonly fire: () => Promise<void> | void;
  /** Whose wait it is; telling it the time and that its wait is over is one message. */
  readonly child?: TimedChild;
}

/**
 * Time as a discrete-event simulation, shared with child processes. It moves only when somebody waits for it and
 * nobody has anything to do: no hold is taken, and every attached child is blocked, that is, it sleeps (a wait with
 * `ref`) or has a request, and all of its requests are held back on purpose. Then time jumps to the earliest wait of
 * anybody, one wait at a time, so that two that end together still have an order.
 */
export function virtualTime(options: VirtualTimeOptions = {}): Time {
  const { start = Date.UTC(2026, 0, 5, 9), horizon = 7 * 86_400_000 } = options;
  const children = new Map<TimedChild, Map<number, number>>();
  const stalls = new Map<ClientPort, number>();
  const deadOrigins = new Set<string>();
  let now = start;
  let order = 0;
  let holds = 0;
  const consider = repeater(step);
  const sleepers = createSleepers({ now: () => now, order: () => ++order, changed: consider });

  function obstacles(): string[] {
    const found = [...children.keys()].flatMap((child) => {
      const reason = occupation(child, stalls, deadOrigins);
      return reason ? [`process ${child.pid} ${reason}`] : [];
    });
    if (holds > 0) found.push(`${holds} hold(s) are taken`);
    if (children.size === 0 && !sleepers.waiting()) found.push('nobody waits');
    if (now - start >= horizon) found.push('the horizon is reached');
    return found;
  }

  function next(): Event | undefined {
    const events: Event[] = [...sleepers.all()];
    for (const [child, orders] of children) {
      for (const { id, at } of child.state()?.waits ?? []) {
        events.push({ at, order: orders.get(id) ?? 0, fire: () => child.tell(now, id), child });
      }
    }
    return events.sort((a, b) => a.at - b.at || a.order - b.order)[0];
  }

  async function tellAll(but?: TimedChild): Promise<void> {
    const told = [...children.keys()].filter((child) => child !== but);
    await Promise.all(told.map((child) => child.tell(now)));
  }

  /** Moves to the next wait if that is allowed; `false` when time has to stand still. */
  async function step(): Promise<boolean> {
    if (obstacles().length > 0) return false;
    // What was on its way to a child (bytes of an answer, a signal) may have given it something to do.
    await tellAll();
    const event = next();
    if (obstacles().length > 0 || !event) return false;
    now = Math.max(now, event.at);
    // Everybody knows the time before anybody acts on it.
    await tellAll(event.child);
    await event.fire();
    return true;
  }

  return {
    virtual: true,
    now: () => now,
    sleep: sleepers.sleep,
    hold() {
      const release = once(() => {
        holds -= 1;
        consider();
      });
      holds += 1;
      return release;
    },
    async stalled(client, work) {
      if (client === undefined) return work();
      stalls.set(client, (stalls.get(client) ?? 0) + 1);
      consider();
      try {
        return await work();
      } finally {
        const left = (stalls.get(client) ?? 1) - 1;
        if (left > 0) stalls.set(client, left);
        else stalls.delete(client);
      }
    },
    unreachable(origin) {
      deadOrigins.add(origin);
      consider();
      return () => deadOrigins.delete(origin);
    },
    nodeArguments() {
      const preload = new URL('./time-preload.mjs', import.meta.url);
      preload.searchParams.set('now', String(now));
      // Where each process writes down which code ran in it, when that is measured.
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
      return child;
    },
    explain() {
      const when = new Date(now).toISOString();
      const reasons = obstacles();
      if (reasons.length > 0) return `It is ${when}. Time stands still: ${reasons.join('; ')}.`;
      return next() ? `It is ${when}, time moves.` : `It is ${when}. Nothing is left to wait for.`;
    },
  };
}

/** What keeps this child from being blocked, or `undefined` when it is. */
function occupation(
  child: TimedChild,
  stalls: ReadonlyMap<ClientPort, number>,
  deadOrigins: ReadonlySet<string>,
): string | undefined {
  const state = child.state();
  if (!state) return 'is starting';
  const working = state.requests.find(({ origin, port }) =>
    port === null ? !deadOrigins.has(origin) : !stalls.has(port),
  );
  if (working) return `waits for an answer of ${working.origin}`;
  if (state.requests.length === 0 && !state.waits.some((wait) => wait.ref)) return 'is at work';
  return undefined;
}

/** Runs a step again and again while it makes progress, and after each call; never two at a time. */
function repeater(step: () => Promise<boolean>): () => void {
  let asked = false;
  let running = false;
  async function run(): Promise<void> {
    running = true;
    while (asked) {
      asked = false;
      // What was just settled is handled before time moves.
      await turn();
      if (await step()) asked = true;
    }
    running = false;
  }
  return () => {
    asked = true;
    if (!running) void run();
  };
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
