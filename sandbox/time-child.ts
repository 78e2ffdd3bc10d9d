import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';

/** A wait of a child process that virtual time has not reached yet. */
export interface ChildWait {
  readonly id: number;
  /** When it ends, in milliseconds since 1970. */
  readonly at: number;
  /** `true` for "nothing to do until then", `false` for a guard beside other work. */
  readonly ref: boolean;
}

/** A request of a child process that has no answer yet. */
export interface ChildRequest {
  readonly origin: string;
  /** The local port of its connection; `null` while there is none. */
  readonly port: number | null;
}

/** What a child tells about itself after each turn of its event loop in which something changed. */
export interface ChildState {
  readonly kind: 'state';
  /** The number of the last message from the parent that had its full effect. */
  readonly seen: number;
  readonly waits: readonly ChildWait[];
  readonly requests: readonly ChildRequest[];
}

interface ChildEnd {
  readonly kind: 'end';
  /** In bytes. */
  readonly peakMemory: number;
}

/** The parent's view of one child process in virtual time. */
export interface TimedChild {
  readonly pid: number | undefined;
  /** The last that it told; `undefined` until it told anything. */
  state(): ChildState | undefined;
  /**
   * Tells it the time, and which of its waits (if any) is over. Resolves when it has acted on that, and on
   * everything that had reached it before, or when it is gone.
   */
  tell(now: number, over?: number): Promise<void>;
  peakMemory(): Promise<number | null>;
}

interface Events {
  changed(): void;
  gone(): void;
}

/** What time needs of a process: that it can be told the time, and is heard. */
export interface TimedProcess
  extends Pick<EventEmitter, 'on' | 'once'>,
    Pick<ChildProcess, 'pid' | 'connected'> {
  send(message: object, sent: () => void): unknown;
}

/** Follows a child process that runs with the time preload and has an IPC channel. */
export function timedChild(child: TimedProcess, events: Events): TimedChild {
  const peak = Promise.withResolvers<number | null>();
  const pending = new Map<number, () => void>();
  let state: ChildState | undefined;
  let sent = 0;
  let gone = false;

  child.on('message', (message: ChildState | ChildEnd) => {
    if (message.kind === 'end') {
      peak.resolve(message.peakMemory);
      return;
    }
    // Its last words may come after its end, and must not bring it back.
    if (gone) return;
    state = message;
    for (const [number, resolve] of pending) {
      if (number > message.seen) continue;
      pending.delete(number);
      resolve();
    }
    events.changed();
  });
  child.once('disconnect', () => peak.resolve(null));

  const end = () => {
    if (gone) return;
    gone = true;
    for (const resolve of pending.values()) resolve();
    pending.clear();
    events.gone();
  };
  child.once('exit', end);
  child.once('error', () => {
    peak.resolve(null);
    end();
  });

  return {
    pid: child.pid,
    state: () => state,
    tell(now, over) {
      if (gone || !child.connected) return Promise.resolve();
      sent += 1;
      const number = sent;
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.set(number, resolve);
      // A child that is just ending can't be told any more; its exit resolves the promise.
      child.send({ number, now, over }, () => {});
      return promise;
    },
    peakMemory: () => peak.promise,
  };
}
