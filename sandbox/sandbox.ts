import { randomUUID } from 'node:crypto';
import { type Step, type StepOptions, startStep } from './runner/step.ts';
import { openService, type Service, type ServiceOptions } from './service/service.ts';
import type { Time } from './time.ts';
import { virtualTime } from './virtual-time.ts';

export interface SandboxOptions {
  /** Default: virtual time. */
  readonly time?: Time;
  /** Default: a random one, so that nobody can guess ids. */
  readonly seed?: string;
  readonly service?: Omit<ServiceOptions, 'time' | 'seed'>;
}

/** The whole system on one machine. Close it (`await using` does) to end all that it started. */
export interface Sandbox extends AsyncDisposable {
  readonly time: Time;
  readonly service: Service;
  /**
   * Starts a step. Inputs `base-url`, `api-key` and `project-id` are those of the sandbox's service unless they are
   * given; `undefined` leaves one out.
   */
  run(options: SandboxRunOptions): Step;
  close(): Promise<void>;
}

export interface SandboxRunOptions extends Omit<StepOptions, 'time' | 'inputs'> {
  readonly inputs?: Readonly<Record<string, string | undefined>>;
}

/** Starts the servers of the sandbox on loopback. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { time = virtualTime(), seed = randomUUID() } = options;
  const service = await openService({ time, seed, ...options.service });
  const steps = new Set<Step>();

  async function close(): Promise<void> {
    for (const step of steps) step.kill();
    await Promise.allSettled([...steps].map((step) => step.ended));
    await service.close();
  }

  return {
    time,
    service,
    run({ inputs = {}, ...rest }) {
      const known = { 'base-url': service.url, 'api-key': service.key, 'project-id': service.projectId };
      const given = Object.entries({ ...known, ...inputs }).filter(
        (input): input is [string, string] => input[1] !== undefined,
      );
      const step = startStep({ time, ...rest, inputs: Object.fromEntries(given) });
      steps.add(step);
      const forget = () => steps.delete(step);
      step.ended.then(forget, forget);
      return step;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
