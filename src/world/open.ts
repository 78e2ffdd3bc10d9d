import { clock } from './clock.ts';
import { startDeadline } from './deadline.ts';
import { workspaceFiles } from './files.ts';
import { type Http, openHttp } from './http.ts';
import { actionsRunner } from './runner.ts';
import { createSecrets } from './secrets.ts';
import { openService } from './service.ts';
import type { Stop, World } from './world.ts';

/** How long open handles may keep a process that has nothing left to do, in milliseconds. */
const LINGER = 200;

/** The real world, and how to end it. */
export interface OpenWorld {
  readonly world: World;
  /** Makes the process end with exit code 1. */
  fail(): void;
  /** Lets the process end: closes connections that are kept alive. */
  close(): Promise<void>;
}

export function openWorld(): OpenWorld {
  const { env } = process;
  const startedAt = clock.now();
  const runner = actionsRunner(createSecrets());
  const interrupt = listenForSignals();
  let http: Http | undefined;
  return {
    world: {
      startedAt,
      runner,
      clock,
      files: workspaceFiles(env['GITHUB_WORKSPACE'] ?? process.cwd()),
      random: Math.random,
      interrupt,
      startDeadline: (timeout) => startDeadline(clock, startedAt + timeout, interrupt),
      openService(settings) {
        http ??= openHttp(clock, env);
        return openService(settings, { http, clock, log: runner.log, random: Math.random });
      },
    },
    fail() {
      process.exitCode = 1;
    },
    async close() {
      await http?.close();
      // A connection that never came about would keep the process for as long as it may try.
      setTimeout(() => process.exit(), LINGER).unref();
    },
  };
}

/** The handlers stay installed, so that a second signal doesn't end the process before it said where the job is. */
function listenForSignals(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const reason: Stop = { by: 'interrupt', signal };
    process.on(signal, () => interrupted.abort(reason));
  }
  return interrupted.signal;
}
