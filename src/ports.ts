import type { BatchOutputName } from './batch/batch-result.ts';
import type { GitHubChanges } from './github/changes-port.ts';
import type { GitHub } from './github/github-port.ts';
import type { OutputName } from './job/request-result.ts';
import type { Stage, StateName } from './runner/step-state.ts';
import type { Priced, VisitorsPage, VisitorsQuery } from './service/visitors-port.ts';
import type { VisitorsOutputName } from './visitors/visitors-result.ts';

/** Which action and phase a process is; said by the stub that started it. */
export interface Step {
  readonly action: 'run' | 'visitors' | 'batch';
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
  /** Opens GitHub for the repository of this run; nothing is sent yet. */
  openGitHub(token: string, deadline: Deadline): Promise<GitHub>;
  /** Opens what GitHub says about changes; nothing is sent yet. */
  openChanges(token: string, deadline: Deadline): Promise<GitHubChanges>;
  /** The run that this step is part of. */
  readonly place: RunPlace;
}

/** The run that a step is part of, as the runner describes it. */
export interface RunPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly repositoryId: number;
  /** Like `https://github.com`. */
  readonly serverUrl: string;
  /** The address of this run for people. */
  readonly url: string;
  readonly runId: number;
  /** 1 for the first run, one more for each re-run. */
  readonly attempt: number;
  /** The ids of job and step. */
  readonly job: string;
  readonly step: string;
}

/** Why the step stops before its job ended; the reason of the signals that stop waits and requests. */
export type Stop = { readonly by: 'deadline' } | { readonly by: 'interrupt'; readonly signal: string };

/** The step's one deadline, and the signals that say that it is over. */
export interface Deadline {
  readonly at: number;
  /** Aborts at the deadline and on an interrupt: for waits and reads. */
  readonly stop: AbortSignal;
  /** Aborts at the deadline and a few seconds after an interrupt: for requests that create something. */
  readonly lastCall: AbortSignal;
  /** Aborts a few seconds after the deadline or an interrupt: for closing what people look at. */
  readonly closing: AbortSignal;
  /** When closing has to be over, if the deadline ends it. */
  readonly closedAt: number;
}

/** Time, as the program sees it. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `expired` after `ms` unless cancelled first. Does not keep the process alive. */
  guard(ms: number, expired: () => void): { cancel(): void };
}

/** The log that people read. Every method masks secrets and defuses workflow commands. */
export interface Log {
  info(text: string): void;
  notice(text: string): void;
  warning(text: string): void;
  error(text: string): void;
  debug(text: string): void;
}

/** The runner that executes the step: inputs, outputs, state, log and summary. */
export interface Runner {
  readonly log: Log;
  /** Logs a line for another run to read, whole up to {@link LONGEST_LINE}; masked and defused as all others. */
  print(text: string): void;
  /** An input as it was given, without any trimming; empty when it was not given. */
  input(name: string): string;
  /** Keeps `secret` out of everything that is written from now on. */
  mask(secret: string): void;
  output(name: OutputName | VisitorsOutputName | BatchOutputName, value: string): void;
  saveStage(stage: Stage): void;
  saveState(name: Exclude<StateName, 'stage'>, value: string): void;
  state(name: StateName): string;
  /** Appends Markdown to the job summary. */
  summarize(markdown: string): void;
}

/** A file that was asked for by an input. */
export type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Files of the workspace. */
export interface Files {
  /**
   * Reads an input file: regular, at most 256 KiB (or `most` bytes), UTF-8, its real path inside the workspace and
   * without `.git`. The problem completes a sentence that begins with the input's name.
   */
  readInput(path: string, most?: number): Promise<FileText>;
  /** The files that glob patterns find, below the workspace and in order; a pattern with `!` in front takes away. */
  find(patterns: readonly string[]): Promise<readonly string[]>;
  /** Whether a file may be written at `path`; makes nothing. The problem continues a sentence about the file. */
  checkTarget(path: string): Promise<FileTarget>;
  /**
   * Makes the folders of `path` and writes the file in UTF-8, whole or not at all: it is written beside under another
   * name and then renamed. What stood there before is replaced. Secrets are taken out.
   */
  write(path: string, chunks: Iterable<string>): Promise<FileTarget>;
}

/** A file to write. */
export type FileTarget =
  /** Its path below the workspace, with `/` between the parts on every system. */
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: string };

/** Where the service is and who asks. */
export interface ServiceSettings {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  readonly deadline: Deadline;
}

/** Lets each try of a create leave, or not. */
export interface Permit {
  /** Awaited before each try; the answer is why it must not leave. */
  before(): Promise<string | undefined>;
  /** The try surely was not processed. Another one may follow. */
  notProcessed(failure: Failure): void;
}

/** An agent job (service-api.md, "Agent job"). Only `id` is always there; unknown fields stay in `raw`. */
export interface Job {
  readonly id: string;
  /** The service's word; not only the four of the specification, since the list has grown before. */
  readonly status?: string;
  readonly repository?: string;
  readonly ref?: string;
  readonly model?: string;
  readonly prLink?: string;
  readonly archivedAt?: string;
  /** The whole answer. */
  readonly raw: unknown;
}

/** A request that brought no usable answer. */
export interface Failure {
  readonly kind: 'stopped' | 'unreachable' | 'lost' | 'refused' | 'limited' | 'unreadable';
  /** What happened, to what, and what to do; one line, free of secrets. */
  readonly message: string;
  /** Whether the service may have acted on the request. */
  readonly fate: 'not processed' | 'unknown';
  /** Whether the same request could succeed later without anybody's doing. */
  readonly transient: boolean;
  /** The HTTP status, when there was an answer. */
  readonly status?: number;
  /** When a limit resets, by our clock. */
  readonly resetAt?: number;
  readonly cause?: unknown;
}

/** An answer of the service, or why there is none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** The operations of the documentation service (service-api.md, "Endpoints"). None of them throws. */
export interface Service {
  /** What a create would be sent to. */
  readonly createAddress: URL;
  /** What a message to the job would be sent to. */
  messageAddress(jobId: string): URL;
  /** Creates a job. Sent again only when the request surely was not processed. */
  createJob(prompt: string, permit?: Permit): Promise<Answer<Job>>;
  /** Sends a follow-up message. Sent again only when the request surely was not processed. */
  sendMessage(jobId: string, prompt: string): Promise<Answer<Job>>;
  /** One look at a job. `poll` tries until the deadline, `read` a few times, `once` does not try again. */
  getJob(jobId: string, patience: 'poll' | 'read' | 'once'): Promise<Answer<Job>>;
  /** One page of visitors. Tried again a few times, but never for more than `mostUses` uses. */
  getVisitors(query: VisitorsQuery, mostUses: number): Promise<Priced<VisitorsPage>>;
}
