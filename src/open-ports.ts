import { randomBytes } from 'node:crypto';
import { openGitHub } from './github/github.ts';
import { type Http, openHttp } from './http/http-client.ts';
import type { Ports } from './ports.ts';
import { clock } from './runner/clock.ts';
import { type Stop, startDeadline } from './runner/deadline.ts';
import { actionsRunner } from './runner/runner.ts';
import { createSecrets } from './runner/secrets.ts';
import type { RunPlace } from './runner/workflow-run.ts';
import { workspaceFiles } from './runner/workspace-files.ts';
import { openService } from './service/service.ts';

/** How long open handles may keep a process that has nothing left to do, in milliseconds. */
const LINGER = 200;

/** The real ports, and how to close them. */
export interface OpenPorts {
  readonly ports: Ports;
  /** Makes the process end with exit code 1. */
  fail(): void;
  /** Lets the process end: closes connections that are kept alive. */
  close(): Promise<void>;
}

export function openPorts(): OpenPorts {
  const { env } = process;
  const startedAt = clock.now();
  const secrets = createSecrets();
  const runner = actionsRunner(secrets);
  const interrupt = listenForSignals();
  let pool: Http | undefined;
  const openPool = () => {
    pool ??= openHttp(clock, env);
    return pool;
  };
  const place = readPlace(env);
  const tools = () => ({ http: openPool(), clock, log: runner.log, random: Math.random });
  return {
    ports: {
      startedAt,
      runner,
      clock,
      files: workspaceFiles(env['GITHUB_WORKSPACE'] ?? process.cwd(), secrets.hide),
      random: Math.random,
      randomToken: () => randomBytes(16).toString('hex'),
      interrupt,
      startDeadline: (timeout) => startDeadline(clock, startedAt + timeout, interrupt),
      place,
      openService: (settings) => openService(settings, tools()),
      openGitHub(token, deadline) {
        const settings = { ...tools(), token, deadline, apiUrl: env['GITHUB_API_URL'] ?? '' };
        return openGitHub(settings, place.repository, secrets.hide);
      },
    },
    fail() {
      process.exitCode = 1;
    },
    async close() {
      await pool?.close();
      // A connection that never came about would keep the process for as long as it may try.
      setTimeout(() => process.exit(), LINGER).unref();
    },
  };
}

function readPlace(env: NodeJS.ProcessEnv): RunPlace {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const serverUrl = env['GITHUB_SERVER_URL'] ?? '';
  const [runId, attempt] = [Number(env['GITHUB_RUN_ID']), Number(env['GITHUB_RUN_ATTEMPT'])];
  return {
    repository,
    repositoryId: Number(env['GITHUB_REPOSITORY_ID']),
    serverUrl,
    url: `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`,
    runId,
    attempt,
    job: env['GITHUB_JOB'] ?? '',
    step: env['GITHUB_ACTION'] ?? '',
  };
}

/**
 * The handlers stay installed, so that a second signal doesn't end the process before it said where the job is. On
 * Windows that one is SIGBREAK.
 */
function listenForSignals(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const) {
    const reason: Stop = { by: 'interrupt', signal };
    process.on(signal, () => interrupted.abort(reason));
  }
  return interrupted.signal;
}
