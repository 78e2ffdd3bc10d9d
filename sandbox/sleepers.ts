import type { Time } from './time.ts';

/** A sleep of this process in virtual time. */
interface Sleeper {
  /** When it ends, in milliseconds since 1970. */
  readonly at: number;
  readonly order: number;
  readonly ref: boolean;
  readonly fire: () => void;
}

interface Sleepers {
  readonly sleep: Time['sleep'];
  all(): Iterable<Sleeper>;
  /** Whether time should move for one of them. */
  waiting(): boolean;
}

interface Source {
  now(): number;
  /** A number that grows with each sleep. */
  order(): number;
  changed(): void;
}

/** The sleeps of this process, until they end or are aborted. */
export function createSleepers({ now, order, changed }: Source): Sleepers {
  const sleepers = new Set<Sleeper>();
  return {
    sleep(ms, { signal, ref = true } = {}) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const end = () => {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', abort);
        changed();
      };
      const abort = () => {
        end();
        reject(signal?.reason);
      };
      const fire = () => {
        end();
        resolve();
      };
      const sleeper = { at: now() + Math.max(0, ms), order: order(), ref, fire };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', abort);
      changed();
      return promise;
    },
    all: () => sleepers,
    waiting: () => [...sleepers].some(({ ref }) => ref),
  };
}
