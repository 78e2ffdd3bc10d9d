// @ts-check
// Runs one script after the other for `process-pool.ts`. Each script is loaded again, and ends when it has no more work or
// calls `process.exit`. Plain JavaScript, like the preload.
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';
import { chdir } from 'node:process';
import { pathToFileURL } from 'node:url';

// The module that this process was started with, so that it is loaded once.
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
    // The numbered parts of a bundle have code and no state. The file that loads them runs their code again.
    const again = script && resolved.url.startsWith('file:') && !/\/\d+\.index\.js$/.test(resolved.url);
    return again ? { ...resolved, url: `${resolved.url}?script=${number}` } : resolved;
  },
});
// A script's connections end with it, even if they were never established.
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
    // A script that was cut off during its work must not finish the work, so the process ends.
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
  // Like Node ends a process that waits for something that can't happen.
  else if (script) exit(process.exitCode ?? 13);
});
// Node prints most warnings once for each process.
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
  // What happens in this turn, even a failure, still belongs to this script.
  setImmediate(() => {
    const exitCode = Number(process.exitCode ?? 0);
    process.exitCode = undefined;
    process.stdout.write(mark);
    process.stderr.write(mark);
    send({ kind: 'over', exitCode, spent: warned, memory: process.memoryUsage.rss() });
  });
}
