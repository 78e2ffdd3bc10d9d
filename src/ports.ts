import { randomBytes } from 'node:crypto';
import { type OpenGitHub, openGitHub } from './github/github.ts';
import type { TokenInput } from './github/github-errors.ts';
import { openHttp, withoutSecrets } from './http/http-client.ts';
import type { JobTools } from './job/watch.ts';
import type { Access } from './pull-request/access.ts';
import { readEvent } from './runner/bootstrap.ts';
import { githubTime } from './runner/clock.ts';
import { type Deadline, type Stop, shortenDeadline, startDeadline } from './runner/deadline.ts';
import { type Host, PROCESS } from './runner/host.ts';
import { openMachine } from './runner/machine.ts';
import { openRunner } from './runner/runner.ts';
import { readWorkflowRun } from './runner/workflow-run.ts';
import { workspaceFiles } from './runner/workspace-files.ts';
import { openService, type ServiceSettings } from './service/service.ts';
import type { ServiceScope, SigningKey } from './text/signed-note.ts';

interface TokenInputs {
  readonly githubToken: string;
  readonly prToken?: string | undefined;
}

interface AccessInputs extends TokenInputs {
  readonly service: ServiceScope;
  readonly key: SigningKey;
}

/** Access to everything outside of the program. Times are epoch milliseconds, spans are milliseconds. */
export type Ports = Readonly<ReturnType<typeof openPorts>['ports']>;

export function openPorts(host: Host = PROCESS) {
  const { env } = host;
  const machine = { ...openMachine(), ...host.machine };
  const { clock, core, folder, random, intercept } = machine;
  const startedAt = clock.now();
  const runner = openRunner(host, core);
  const interrupted = new AbortController();
  machine.listen((signal) => interrupted.abort({ by: 'interrupt', signal } satisfies Stop));
  const event = readEvent(env);
  const workflowRun = readWorkflowRun(env, event);
  const http = withoutSecrets(openHttp(clock, env, intercept), runner.redactResponse);
  const tools = { http, clock, log: runner.log, random };
  const openRepository = (token: string, tokenInput: TokenInput, deadline: Deadline) => {
    const apiUrl = env['GITHUB_API_URL'] ?? '';
    const settings = { ...tools, token, tokenInput, startedAt, deadline, apiUrl };
    return openGitHub(settings, workflowRun, runner.redact);
  };
  const openTokens =
    ({ githubToken, prToken }: TokenInputs, deadline: Deadline): OpenGitHub =>
    (tokenInput, span) => {
      const until = span === undefined ? deadline : shortenDeadline(deadline, span, clock);
      return tokenInput === 'pr-token' && prToken !== undefined
        ? openRepository(prToken, 'pr-token', until)
        : openRepository(githubToken, 'github-token', until);
    };
  const ports = {
    startedAt,
    env,
    event,
    runner,
    clock,
    files: workspaceFiles(env['GITHUB_WORKSPACE'] ?? folder, runner.redact),
    /** 32 random letters and digits. */
    randomToken: () => randomBytes(16).toString('hex'),
    /** `timeout` counts from the start of the step. */
    startDeadline: (timeout: number) => startDeadline(clock, startedAt + timeout, interrupted.signal),
    workflowRun,
    openService: (settings: ServiceSettings, deadline: Deadline) => openService(settings, deadline, tools),
    /** What sends to jobs and watches them. */
    openJobTools(
      settings: ServiceSettings,
      deadline: Deadline,
      pollInterval: JobTools['pollInterval'],
    ): JobTools {
      const service = openService(settings, deadline, tools);
      return { service, clock, time: githubTime(clock), deadline, log: runner.log, pollInterval };
    },
    openTokens,
    openAccess(inputs: AccessInputs, tools: JobTools): Access {
      const openGitHub = openTokens(inputs, tools.deadline);
      const { service: scope, key } = inputs;
      return { ...tools, github: openGitHub('github-token'), openGitHub, workflowRun, scope, key };
    },
  };
  return { ports, close: machine.close };
}
