import { setImmediate as turn } from 'node:timers/promises';
import type { SleepOptions, Time, TimedStep } from './time.ts';

/** A Monday morning. */
const START = Date.UTC(2026, 0, 5, 9);

interface Sleep {
  /** When it ends, in milliseconds since 1970. */
  readonly at: number;
  readonly order: number;
  readonly ref: boolean;
  readonly end: () => void;
}

/**
 * Time as a discrete-event simulation. Time moves when all that could work waits for it: no hold is taken, and each step
 * sleeps (with `ref`) or has requests, all of which the server holds. Then time jumps to the end of the earliest sleep. Sleeps
 * end one at a time, so that two that end together have an order. An endless loop stands still at the horizon, so many
 * milliseconds from the start.
 */
export function virtualTime({ horizon = 7 * 86_400_000 } = {}): Time {
  /** The sleeps of the sandbox, and those of each step. */
  const own = new Set<Sleep>();
  const steps = new Map<Set<Sleep>, Map<string, () => void>>();
  const stalls = new Map<string, number>();
  let [now, order, names, holds] = [START, 0, 0, 0];
  const consider = repeater(step);
  const all = () => [own, ...steps.keys()].flatMap((sleeps) => [...sleeps]);

  function obstacles(): string[] {
    const found = [...steps].flatMap(([sleeps, requests]) => {
      const open = [...requests.keys()].filter((name) => !stalls.has(name));
      if (open.length > 0) return [`a step waits for an answer to ${open.join(' and ')}`];
      return requests.size > 0 || [...sleeps].some(({ ref }) => ref) ? [] : ['a step is working'];
    });
    if (holds > 0) found.push(`time is held by ${holds} caller(s)`);
    if (steps.size === 0 && ![...own].some(({ ref }) => ref))
      found.push('neither a step runs nor the test sleeps');
    if (now - START >= horizon) found.push('the horizon is reached');
    return found;
  }

  /** Moves time to the end of the next sleep. Returns `false` if time has to stand still. */
  async function step(): Promise<boolean> {
    if (obstacles().length > 0) return false;
    // What is on its way has its effect first. A step that reads or writes a file is working.
    do await turn();
    while (process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq)/.test(name)));
    await turn();
    const [next] = all().sort((a, b) => a.at - b.at || a.order - b.order);
    if (obstacles().length > 0 || !next) return false;
    now = Math.max(now, next.at);
    next.end();
    return true;
  }

  function sleep(sleeps: Set<Sleep>, ms: number, { signal, ref = true }: SleepOptions = {}): Promise<void> {
    // Of a step that is over.
    if (sleeps !== own && !steps.has(sleeps)) return new Promise(() => {});
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const over = () => {
      sleeps.delete(entry);
      signal?.removeEventListener('abort', abort);
      consider();
    };
    const abort = () => {
      over();
      reject(signal?.reason);
    };
    const end = () => {
      over();
      resolve();
    };
    const entry = { at: now + Math.max(0, ms), order: ++order, ref, end };
    sleeps.add(entry);
    signal?.addEventListener('abort', abort);
    consider();
    return promise;
  }

  function enter(): TimedStep {
    const sleeps = new Set<Sleep>();
    const requests = new Map<string, () => void>();
    steps.set(sleeps, requests);
    return {
      sleep: (ms, options) => sleep(sleeps, ms, options),
      request() {
        const request: ReturnType<TimedStep['request']> = {
          name: `request ${++names}`,
          abort: undefined,
          end() {
            requests.delete(request.name);
            consider();
          },
        };
        requests.set(request.name, () => request.abort?.());
        return request;
      },
      end() {
        steps.delete(sleeps);
        for (const abort of requests.values()) abort();
        consider();
      },
    };
  }

  return {
    virtual: true,
    now: () => now,
    sleep: (ms, options) => sleep(own, ms, options),
    enter,
    hold() {
      let held = 1;
      holds += held;
      return () => {
        holds -= held;
        held = 0;
        consider();
      };
    },
    async stalled(request, work) {
      if (request === undefined) return work();
      stalls.set(request, (stalls.get(request) ?? 0) + 1);
      consider();
      try {
        return await work();
      } finally {
        const left = (stalls.get(request) ?? 1) - 1;
        if (left > 0) stalls.set(request, left);
        else stalls.delete(request);
      }
    },
    explain() {
      const when = new Date(now).toISOString();
      const reasons = obstacles();
      if (reasons.length > 0) return `It is ${when}. Time stands still: ${reasons.join('; ')}.`;
      return all().length > 0 ? `It is ${when}, time moves.` : `It is ${when}. Nothing is left to wait for.`;
    },
  };
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
