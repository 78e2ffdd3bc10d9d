import type { JobTools } from '../../src/job/watch.ts';
import type { Answer, Failure } from '../../src/model/answer-or-failure.ts';
import { type Clock, githubTime } from '../../src/runner/clock.ts';
import { startDeadline } from '../../src/runner/deadline.ts';
import type { Log } from '../../src/runner/runner.ts';
import type { Job } from '../../src/service/job.ts';
import type { Service } from '../../src/service/service.ts';
import { fakeClock } from './clock.ts';

/** The answer to a poll, `seconds` after the start. */
export type Polled = (seconds: number) => Partial<Job> | Failure;

/** The tools for watching a job, with a fake clock and a service that has one job. */
export interface WatchingScene {
  readonly clock: Clock;
  readonly watching: JobTools;
  readonly log: string[];
  /** When each poll was sent, in seconds after the start. */
  readonly polls: number[];
  readonly interrupt: AbortController;
}

export function watchingScene(
  poll: Polled,
  options: { timeout?: number; pollInterval?: number } = {},
): WatchingScene {
  const clock = fakeClock();
  const start = clock.now();
  const interrupt = new AbortController();
  const log: string[] = [];
  const polls: number[] = [];
  const line = (level: string) => (text: string) => void log.push(`${level}: ${text}`);
  const recorder: Log = {
    info: line('info'),
    notice: line('notice'),
    warning: line('warning'),
    debug: line('debug'),
  };
  const service: Pick<Service, 'getJob'> = {
    async getJob(): Promise<Answer<Job>> {
      const seconds = (clock.now() - start) / 1000;
      polls.push(seconds);
      const polled = poll(seconds);
      if ('kind' in polled) return { ok: false, failure: polled };
      return { ok: true, value: { id: 'job_1', raw: polled, ...polled } };
    },
  };
  return {
    clock,
    log,
    polls,
    interrupt,
    watching: {
      service: service as Service,
      clock,
      time: githubTime(clock),
      deadline: startDeadline(clock, start + (options.timeout ?? 1_800_000), interrupt.signal),
      log: recorder,
      pollInterval: options.pollInterval ?? 'auto',
    },
  };
}

export function job(fields: Partial<Job> = {}): Job {
  return { id: 'job_1', raw: {}, ...fields };
}

export function failure(fields: Partial<Failure> = {}): Failure {
  return {
    kind: 'refused',
    code: 'request-rejected',
    message: 'refused.',
    outcome: 'not processed',
    transient: false,
    ...fields,
  };
}
