// @ts-check
// Loaded before an action that needs its own process (`node --import`). Its clock starts with the sandbox's time, and is faster
// than the machine's, so that the action needs few seconds for its pauses.
import { setTimeout as wait } from 'node:timers/promises';

const { searchParams } = new URL(import.meta.url);
const [start = 0, at = 0, speed = 1] = ['start', 'at', 'speed'].map((name) => Number(searchParams.get(name)));
const { PROCESS } = await import(searchParams.get('bundle') ?? '');

PROCESS.machine = {
  clock: {
    now: () => start + (Date.now() - at) * speed,
    sleep: (/** @type {number} */ ms, /** @type {AbortSignal} */ signal) =>
      wait(Math.max(0, ms) / speed, undefined, { signal }),
    guard(/** @type {number} */ ms, /** @type {() => void} */ expired) {
      const timer = setTimeout(expired, Math.max(0, ms) / speed).unref();
      return { cancel: () => clearTimeout(timer) };
    },
  },
};
