// @ts-check
// Loaded before an action's own code (`node --import`), so that the action uses the sandbox's virtual time. Replaces only
// what the action uses to read the time or to wait: `Date`, `performance.now`, and `setTimeout` of `node:timers/promises`.
// Plain JavaScript, since each child process loads it, and stripping types would double the time of its start.
import { AsyncLocalStorage } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import { enableCompileCache, syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const { searchParams } = new URL(import.meta.url);

// The tests start the same bundle hundreds of times. Compiling it each time would be half of their time. Coverage doesn't
// count code from the cache.
const coverage = searchParams.get('coverage');
if (coverage === null)
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/sandbox', import.meta.url)));
else (await import('./coverage.mjs')).recordCoverage(coverage);

const LONGEST_WAIT = 2 ** 31 - 1;
const RealDate = Date;
const realWait = timers.setTimeout;
const later = setImmediate;
const exit = process.exit.bind(process);
export const send = process.send?.bind(process);
export const channel = process.channel;
/** The script that code belongs to, in a process that runs several. */
const owner = new AsyncLocalStorage();

/** @type {Map<number, { at: number, ref: boolean, end: () => void }>} */
const waits = new Map();
/** @type {Map<object, { origin: string, port: number | null }>} */
const requests = new Map();
let now = Number(searchParams.get('now'));
let lastWait = 0;
let seen = 0;
let reporting = false;
let acting = false;
/** Whether the parent sent a message during the open requests. */
let asked = false;
let script = 0;

/**
 * Starts a script at a time.
 *
 * @param {number} at
 * @param {() => Promise<void>} run
 */
export function enter(at, run) {
  leave();
  now = at;
  channel?.unref();
  void owner.run(script, run);
}

/** Ends the script. What is left of it sleeps for ever. */
export function leave() {
  script += 1;
  seen = 0;
  acting = false;
  waits.clear();
  requests.clear();
}

/** Whether a request of the script has no answer. */
export function waitsForAnswer() {
  return requests.size > 0;
}

/** Whether the caller belongs to a script that has ended. */
export function isOver() {
  const of = owner.getStore();
  return of !== undefined && of !== script;
}

function report() {
  // A process that reads or writes a file is not blocked. Time stands still until that is done.
  if (process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq)/.test(name))) {
    reporting = true;
    later(report);
    return;
  }
  reporting = false;
  // The report follows when the last message has taken effect.
  if (acting) return;
  const openWaits = [...waits].map(([id, { at, ref }]) => ({ id, at, ref }));
  const state = { kind: 'state', seen, waits: openWaits, requests: [...requests.values()] };
  if (process.connected) send?.(state, () => {});
}

/**
 * Reports the state once in each turn of the event loop, never between two statements of the action. A process that works
 * reports nothing: the parent asks before it moves time, and when it holds a request.
 */
function changed() {
  // A sleep keeps the process alive like a real timer. A guard doesn't.
  const sleeps = [...waits.values()].some((wait) => wait.ref);
  if (sleeps) channel?.ref();
  else channel?.unref();
  if (requests.size === 0) asked = false;
  if (reporting || !(requests.size > 0 ? asked : sleeps)) return;
  reporting = true;
  later(report);
}

/**
 * @template T
 * @param {number} [ms]
 * @param {T} [value]
 * @param {import('node:timers').TimerOptions} [options]
 * @returns {Promise<T>}
 */
function virtualWait(ms, value, options = {}) {
  if (isOver()) return new Promise(() => {});
  const { signal, ref = true } = options;
  // Node handles what it refuses or ends at once.
  if (signal?.aborted || typeof ref !== 'boolean' || (signal && !(signal instanceof AbortSignal))) {
    return realWait(ms, value, options);
  }
  // Like in Node, a delay outside of 1 ms to 2^31-1 ms is 1 ms.
  const delay = ms !== undefined && ms >= 1 && ms <= LONGEST_WAIT ? Math.trunc(ms) : 1;
  return new Promise((resolve) => {
    const id = ++lastWait;
    const end = () => {
      waits.delete(id);
      signal?.removeEventListener('abort', abort);
      changed();
    };
    const abort = () => {
      end();
      // Node makes the AbortError. Its stack is never read, and takes longer than the wait.
      const { stackTraceLimit } = Error;
      Error.stackTraceLimit = 0;
      resolve(realWait(0, value, { signal }));
      Error.stackTraceLimit = stackTraceLimit;
    };
    const reached = () => {
      end();
      resolve(/** @type {T} */ (value));
    };
    waits.set(id, { at: now + delay, ref, end: reached });
    signal?.addEventListener('abort', abort, { once: true });
    changed();
  });
}

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now], newTarget),
});
RealDate.prototype.constructor = globalThis.Date;
RealDate.now = () => Math.floor(now);
performance.now = () => now - performance.timeOrigin;
timers.setTimeout = /** @type {typeof timers.setTimeout} */ (virtualWait);
syncBuiltinESMExports();

diagnostics.subscribe('undici:request:create', (message) => {
  const { request } = /** @type {{ request: { method: string, origin: string | URL } }} */ (message);
  // The tunnel through a proxy belongs to the request that needs it.
  if (request.method === 'CONNECT' || isOver()) return;
  requests.set(request, { origin: String(request.origin), port: null });
  changed();
});
diagnostics.subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = /** @type {{ request: object, socket: import('node:net').Socket }} */ (message);
  const entry = requests.get(request);
  if (!entry) return;
  entry.port = socket.localPort ?? null;
  changed();
});
for (const name of ['undici:request:trailers', 'undici:request:error']) {
  diagnostics.subscribe(name, (message) => {
    const { request } = /** @type {{ request: object }} */ (message);
    if (requests.delete(request)) changed();
  });
}

process.on('message', (message) => {
  const {
    number,
    now: time,
    over,
  } = /** @type {{ number?: number, now: number, over?: number }} */ (message);
  if (number === undefined) return;
  const listener = script;
  now = time;
  acting = true;
  asked = requests.size > 0;
  if (over !== undefined) waits.get(over)?.end();
  // After two turns, what reached this process before the message has had its effect.
  later(() =>
    later(() => {
      if (script !== listener) return;
      seen = number;
      acting = false;
      report();
    }),
  );
});
// Without its parent, this process would never wake.
process.on('disconnect', () => exit(1));
channel?.unref();
// GitHub's runner starts processes without an IPC channel.
delete process.send;
