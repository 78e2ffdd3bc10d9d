// @ts-check
// Loaded before an action that is a process (`node --import`). Its clock shows the sandbox's time, which is faster than the
// machine's, so that the action needs few seconds for its pauses. Limits of what it waits for are those of the machine's time: a busy
// machine may need some seconds for what takes no virtual time.
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const { searchParams } = new URL(import.meta.url);
const [start = 0, at = 0, speed = 1] = ['start', 'at', 'speed'].map((name) => Number(searchParams.get(name)));
const entry = pathToFileURL(process.argv[1] ?? '');

// Other scripts keep their clock.
if (/\/dist\/entry\/[\w-]+\.js$/.test(entry.pathname)) {
  const { PROCESS } = await import(new URL('../index.js', entry).href);
  PROCESS.machine = {
    clock: {
      now: () => start + (Date.now() - at) * speed,
      sleep: (/** @type {number} */ ms, /** @type {AbortSignal} */ signal) =>
        wait(Math.max(0, ms) / speed, undefined, { signal }),
      guard(/** @type {number} */ ms, /** @type {() => void} */ expired) {
        const timer = setTimeout(expired, Math.max(0, ms)).unref();
        return { cancel: () => clearTimeout(timer) };
      },
    },
  };
}
