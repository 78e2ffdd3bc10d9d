import { randomBytes } from 'node:crypto';
import { openGitHub } from './github/github.ts';
import type { TokenInput } from './github/github-errors.ts';
import { openHttp, withoutSecrets } from './http/http-client.ts';
import { clock } from './runner/clock.ts';
import { type Deadline, type Stop, startDeadline } from './runner/deadline.ts';
import { openRunner } from './runner/runner.ts';
import { readWorkflowRun } from './runner/workflow-run.ts';
import { workspaceFiles } from './runner/workspace-files.ts';
import { spaceRequests } from './service/request-spacing.ts';
import { openService, type ServiceSettings } from './service/service.ts';

/** Access to everything outside of the program. Times are epoch milliseconds, spans are milliseconds. */
export type Ports = Readonly<ReturnType<typeof openPorts>['ports']>;

export function openPorts() {
  const { env } = process;
  const startedAt = clock.now();
  const runner = openRunner();
  const interrupt = listenForSignals();
  const workflowRun = readWorkflowRun();
  const http = withoutSecrets(openHttp(clock, env), runner.redactResponse);
  const tools = { http, clock, log: runner.log, random: Math.random };
  const ports = {
    startedAt,
    runner,
    clock,
    files: workspaceFiles(env['GITHUB_WORKSPACE'] ?? process.cwd(), runner.redact),
    random: Math.random,
    /** 32 random letters and digits. */
    randomToken: () => randomBytes(16).toString('hex'),
    /** `timeout` counts from the start of the step. */
    startDeadline: (timeout: number) => startDeadline(clock, startedAt + timeout, interrupt),
    workflowRun,
    openService: (settings: ServiceSettings) => openService(settings, tools),
    /** All services that the returned function opens share one {@link spaceRequests}. */
    spaceRequests() {
      const spaced = { ...tools, http: spaceRequests(tools.http, clock) };
      return (settings: ServiceSettings) => openService(settings, spaced);
    },
    /** GitHub for the repository of this run. */
    openGitHub(token: string, deadline: Deadline, tokenInput: TokenInput = 'github-token') {
      const settings = { ...tools, token, tokenInput, deadline, apiUrl: env['GITHUB_API_URL'] ?? '' };
      return openGitHub(settings, workflowRun, runner.redact);
    },
  };
  return {
    ports,
    /** Ends the process after its output is read. Otherwise, a slow reader would lose some of it. */
    close: () => void process.stdout.write('', () => process.exit()),
  };
}

/** Aborts on SIGINT, SIGTERM and SIGBREAK. The handlers stay, so that a second signal doesn't end the process before it reports the job. */
function listenForSignals(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const) {
    const reason: Stop = { by: 'interrupt', signal };
    process.on(signal, () => interrupted.abort(reason));
  }
  return interrupted.signal;
}
