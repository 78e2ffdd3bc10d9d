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

/** Which action and phase a process runs. */
export interface Step {
  readonly action: 'run' | 'visitors' | 'batch' | 'collect';
  readonly phase: 'main' | 'post';
}

/** How the main phase of an action ends; `main.ts` carries it out. */
export interface StepResult {
  readonly outputs: Readonly<Record<string, string>>;
  /** Outputs that the log doesn't show: anybody may read the log of a public repository. */
  readonly hidden?: readonly string[];
  /** The body of a comment that main could not write and the post step is to; without it there is nothing left to do. */
  readonly lastWord?: string | undefined;
  readonly warnings: readonly string[];
  /** The last word, for the log. A notice is shown beside the workflow's run too; an error fails the step. */
  readonly word: { readonly level: 'info' | 'notice' | 'error'; readonly text: string };
  /** Markdown. */
  readonly summary: string;
}

/** Everything outside of the program, as small ports. Times are epoch milliseconds, spans are milliseconds. */
export type Ports = Readonly<ReturnType<typeof openPorts>['ports']>;

/** Opens the ports, and what ends the process. */
export function openPorts() {
  const { env } = process;
  const startedAt = clock.now();
  const runner = openRunner();
  const interrupt = listenForSignals();
  const workflowRun = readWorkflowRun();
  const http = withoutSecrets(openHttp(clock, env), runner.redactAnswer);
  const tools = { http, clock, log: runner.log, random: Math.random };
  const ports = {
    /** When the step started; the deadline counts from here. */
    startedAt,
    runner,
    clock,
    files: workspaceFiles(env['GITHUB_WORKSPACE'] ?? process.cwd(), runner.redact),
    /** A number from 0 up to 1, for jitter. */
    random: Math.random,
    /** 32 letters and digits that nobody can foresee. */
    randomToken: () => randomBytes(16).toString('hex'),
    /** Aborts on SIGINT and SIGTERM, with a {@link Stop} as its reason. */
    interrupt,
    /** Starts the step's deadline, `timeout` after its start. */
    startDeadline: (timeout: number) => startDeadline(clock, startedAt + timeout, interrupt),
    /** The run that this step is part of. */
    workflowRun,
    /** Opens the documentation service; nothing is sent yet. */
    openService: (settings: ServiceSettings) => openService(settings, tools),
    /** Opens services whose requests are evenly spaced, whichever of them they belong to. */
    spaceRequests() {
      const spaced = { ...tools, http: spaceRequests(tools.http, clock) };
      return (settings: ServiceSettings) => openService(settings, spaced);
    },
    /** Opens GitHub for the repository of this run; nothing is sent yet. */
    openGitHub(token: string, deadline: Deadline, tokenInput: TokenInput = 'github-token') {
      const settings = { ...tools, token, tokenInput, deadline, apiUrl: env['GITHUB_API_URL'] ?? '' };
      return openGitHub(settings, workflowRun, runner.redact);
    },
  };
  return {
    ports,
    /** Ends the process and its connections once what was printed has been taken; sooner, a slow reader would lose it. */
    close: () => void process.stdout.write('', () => process.exit()),
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
