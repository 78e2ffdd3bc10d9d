import { randomBytes } from 'node:crypto';
import { openGitHub } from './github/github.ts';
import { type Http, openHttp } from './http/http-client.ts';
import { LINGER } from './intervals.ts';
import type { Ports } from './ports.ts';
import { clock } from './runner/clock.ts';
import { type Stop, startDeadline } from './runner/deadline.ts';
import { openRunner } from './runner/runner.ts';
import { readWorkflowRun } from './runner/workflow-run.ts';
import { workspaceFiles } from './runner/workspace-files.ts';
import { spaceRequests } from './service/request-spacing.ts';
import { openService } from './service/service.ts';

/** The real ports, and what lets the process end: it closes connections that are kept alive. */
export function openPorts(): { readonly ports: Ports; close(): Promise<void> } {
  const { env } = process;
  const startedAt = clock.now();
  const runner = openRunner();
  const interrupt = listenForSignals();
  let pool: Http | undefined;
  const openPool = () => {
    pool ??= openHttp(clock, env);
    return pool;
  };
  const workflowRun = readWorkflowRun();
  const tools = () => ({ http: openPool(), clock, log: runner.log, random: Math.random });
  return {
    ports: {
      startedAt,
      runner,
      clock,
      files: workspaceFiles(env['GITHUB_WORKSPACE'] ?? process.cwd(), runner.hide),
      random: Math.random,
      randomToken: () => randomBytes(16).toString('hex'),
      interrupt,
      startDeadline: (timeout) => startDeadline(clock, startedAt + timeout, interrupt),
      workflowRun,
      openService: (settings) => openService(settings, tools()),
      spaceRequests() {
        const spaced = { ...tools(), http: spaceRequests(openPool(), clock) };
        return (settings) => openService(settings, spaced);
      },
      openGitHub(token, deadline) {
        const settings = { ...tools(), token, deadline, apiUrl: env['GITHUB_API_URL'] ?? '' };
        return openGitHub(settings, workflowRun.repository, runner.hide);
      },
    },
    async close() {
      await pool?.close();
      // What was printed is waited for: ending the process would lose what a slow reader has not taken yet.
      setTimeout(() => process.stdout.write('', () => process.exit()), LINGER).unref();
    },
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
