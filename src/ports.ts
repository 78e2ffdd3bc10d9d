import type { GitHub } from './github/github.ts';
import type { Clock } from './runner/clock.ts';
import type { Deadline, Stop } from './runner/deadline.ts';
import type { Runner } from './runner/runner.ts';
import type { WorkflowRun } from './runner/workflow-run.ts';
import type { Files } from './runner/workspace-files.ts';
import type { Service, ServiceSettings } from './service/service.ts';

/** Which action and phase a process is; said by the stub that started it. */
export interface Step {
  readonly action: 'run' | 'visitors' | 'batch' | 'collect';
  readonly phase: 'main' | 'post';
}

/** Everything outside of the program, as small ports. Times are epoch milliseconds, spans are milliseconds. */
export interface Ports {
  /** When the step started; the deadline counts from here. */
  readonly startedAt: number;
  readonly runner: Runner;
  readonly clock: Clock;
  readonly files: Files;
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number;
  /** 32 letters and digits that nobody can foresee. */
  randomToken(): string;
  /** Aborts on SIGINT and SIGTERM, with a {@link Stop} as its reason. */
  readonly interrupt: AbortSignal;
  /** Starts the step's deadline, `timeout` after its start. */
  startDeadline(timeout: number): Deadline;
  /** Opens the documentation service; nothing is sent yet. */
  openService(settings: ServiceSettings): Service;
  /** Opens services whose requests are evenly spaced, whichever of them they belong to. */
  spaceRequests(): (settings: ServiceSettings) => Service;
  /** Opens GitHub for the repository of this run; nothing is sent yet. */
  openGitHub(token: string, deadline: Deadline): GitHub;
  /** The run that this step is part of. */
  readonly workflowRun: WorkflowRun;
}
