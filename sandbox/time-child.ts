import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';

/** A wait of a child process that virtual time has not reached yet. */
export interface ChildWait {
  readonly id: number;
  /** When it ends, in milliseconds since 1970. */
  readonly at: number;
  /** `true` for a process that does nothing until then, `false` for a guard during other work. */
  readonly ref: boolean;
}

/** A request of a child process without an answer. */
export interface ChildRequest {
  readonly origin: string;
  /** The local port of its connection. `null` before it is connected. */
  readonly port: number | null;
}

/** What a child reports after each turn of its event loop with a change. */
export interface ChildState {
  readonly kind: 'state';
  /** The number of the last message from the parent that the child has handled. */
  readonly seen: number;
  readonly waits: readonly ChildWait[];
  readonly requests: readonly ChildRequest[];
}

/** The parent's view of one child process in virtual time. */
export interface TimedChild {
  readonly pid: number | undefined;
  /** The last report. `undefined` before the first. */
  state(): ChildState | undefined;
  /**
   * Sends the time, and which wait is over, if any. Resolves when the child has handled this and all that reached it before,
   * or has ended.
   */
  setTime(now: number, over?: number): Promise<void>;
}

interface Events {
  changed(): void;
  gone(): void;
}

/** A process with an IPC channel. */
export interface TimedProcess
  extends Pick<EventEmitter, 'on' | 'once'>,
    Pick<ChildProcess, 'pid' | 'connected'> {
  send(message: object, sent: () => void): unknown;
}

/** Follows a child process that runs with the time preload and has an IPC channel. */
export function timedChild(child: TimedProcess, events: Events): TimedChild {
  const pending = new Map<number, () => void>();
  let state: ChildState | undefined;
  let sent = 0;
  let gone = false;

  child.on('message', (message: ChildState) => {
    // The last message can arrive after the end of the child.
    if (gone) return;
    state = message;
    for (const [number, resolve] of pending) {
      if (number > message.seen) continue;
      pending.delete(number);
      resolve();
    }
    events.changed();
  });

  const end = () => {
    if (gone) return;
    gone = true;
    for (const resolve of pending.values()) resolve();
    pending.clear();
    events.gone();
  };
  child.once('exit', end);
  child.once('error', end);

  return {
    pid: child.pid,
    state: () => state,
    setTime(now, over) {
      if (gone || !child.connected) return Promise.resolve();
      sent += 1;
      const number = sent;
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.set(number, resolve);
      // Sending fails if the child is ending. Its exit resolves the promise.
      child.send({ number, now, over }, () => {});
      return promise;
    },
  };
}
