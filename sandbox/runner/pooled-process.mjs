// @ts-check
// Runs one script after the other, as `process-pool.ts` says: each is loaded anew and ends when nothing is left to do, or
// with `process.exit`. Plain JavaScript, as what is loaded before it.
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';
import { chdir } from 'node:process';
import { pathToFileURL } from 'node:url';

// The module that this process was started with, so that there is one of it.
const preload = process.execArgv[process.execArgv.indexOf('--import') + 1] ?? '';
const { enter, leave, isOver, waitsForAnswer, send, channel } = await import(preload);

/** @type {{ readonly mark: string, settled: boolean } | undefined} */
let script;
let number = 0;
let warned = false;
/** @type {Set<Socket>} */
const sockets = new Set();

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    // The numbered parts of a bundle hold code and no state: what is in them is run anew by the file that loads them.
    const anew = script && resolved.url.startsWith('file:') && !/\/\d+\.index\.js$/.test(resolved.url);
    return anew ? { ...resolved, url: `${resolved.url}?script=${number}` } : resolved;
  },
});
// Connections of a process end with it, also those that never came about.
const { connect } = Socket.prototype;
/** @this {Socket} @param {...any} options */
Socket.prototype.connect = function (...options) {
  if (isOver()) return this.destroy();
  sockets.add(this);
  this.once('close', () => sockets.delete(this));
  return connect.apply(this, /** @type {any} */ (options));
};

const exit = process.exit.bind(process);
process.exit = /** @type {typeof process.exit} */ (
  (code) => {
    if (isOver() || script === undefined) return;
    if (code !== undefined) process.exitCode = code;
    // Whoever is cut off in the middle of something must not come to its end, so the process does.
    if (
      waitsForAnswer() ||
      process.getActiveResourcesInfo().some((name) => /^(FS|Timeout|Process)/.test(name))
    )
      exit();
    over(script.mark);
  }
);
process.on('beforeExit', () => {
  if (script?.settled) over(script.mark);
  // As Node ends a process that waits for what can't come any more.
  else if (script) exit(process.exitCode ?? 13);
});
// Node gives most warnings once for each process.
process.on('warning', () => {
  warned = true;
});
process.on('message', (message) => {
  const order =
    /** @type {{ kind?: string, file: string, env: object, cwd: string, now: number, mark: string }} */ (
      message
    );
  if (order.kind === 'ping') send({ kind: 'ready' });
  if (order.kind !== 'run') return;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, order.env);
  chdir(order.cwd);
  const own = { mark: order.mark, settled: false };
  number += 1;
  script = own;
  process.argv = [process.execPath, order.file];
  enter(order.now, async () => {
    await import(pathToFileURL(order.file).href);
    own.settled = true;
  });
});
const kept = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
channel.ref();
send({ kind: 'ready' });

/** @param {string} mark */
function over(mark) {
  script = undefined;
  for (const name of process.eventNames()) {
    for (const listener of process.rawListeners(name)) {
      if (kept.get(name)?.includes(listener)) continue;
      if (name === 'exit') listener.call(process, process.exitCode ?? 0);
      process.off(name, /** @type {() => void} */ (listener));
    }
  }
  leave();
  for (const socket of sockets) socket.destroy();
  channel.ref();
  // Whatever was to come in this turn, a failure too, is still of this script.
  setImmediate(() => {
    const exitCode = Number(process.exitCode ?? 0);
    process.exitCode = undefined;
    process.stdout.write(mark);
    process.stderr.write(mark);
    send({ kind: 'over', exitCode, spent: warned, memory: process.memoryUsage.rss() });
  });
}
