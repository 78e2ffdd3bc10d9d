/** Requests that nobody waits for, and the built collect action that brings them to their end. */
import { actionFile } from '../../sandbox/archive.ts';
import { type Thread, userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import type { RecordedRequest } from '../../sandbox/http/exchange.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import type { SandboxOptions, SandboxRunOptions } from '../../sandbox/sandbox.ts';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import type { Event } from '../../src/request/trigger.ts';
import { example } from '../request/payloads.ts';
import { type AskedScene, type Asking, type AskOptions, type Inputs, openAsked } from './asked.ts';

const MINUTE = 60_000;

/** A branch that an agent works on. */
export const BRANCH = 'docs-agent/quickstart';

/** Somebody asked, and the run that asked for the job has ended. */
export interface Started extends Asking {
  readonly step: StepResult;
  readonly jobId: string;
}

export interface CollectScene extends AskedScene {
  /** Somebody asks with `wait: false`. */
  request(body: string, options?: AskOptions): Promise<Started>;
  /** Starts the collect action; without an event somebody does so by hand. */
  startCollect(event?: Event, inputs?: Inputs, run?: Partial<SandboxRunOptions>): Step;
  collect(event?: Event, inputs?: Inputs, run?: Partial<SandboxRunOptions>): Promise<StepResult>;
  /** Lets so many minutes go by. */
  minutes(count: number): Promise<void>;
  /** Opens a pull request as the agent does; on `branch` of the repository itself. */
  openPull(branch?: string): Thread;
  /** The address that the next pull request of the repository will have. */
  nextLink(): string;
  /** GitHub's event about a pull request. */
  pullEvent(pull: Thread, action?: 'opened' | 'synchronize'): Event;
  /** What the service is asked while `work` goes on. */
  watchService<T>(
    work: () => Promise<T>,
  ): Promise<{ readonly done: T; readonly looks: readonly RecordedRequest[] }>;
}

export async function openCollect(options: SandboxOptions = {}): Promise<CollectScene> {
  const scene = await openAsked(options);
  const { sandbox, repository } = scene;
  const { github, service, time } = sandbox;
  const startCollect: CollectScene['startCollect'] = (event = byHand(), inputs = {}, run = {}) =>
    sandbox.run({ actionFile: actionFile('collect'), event, inputs, ...run });
  return {
    ...scene,
    startCollect,
    collect: (...start) => startCollect(...start).ended,
    async request(body, asking = {}) {
      const asked = scene.comment(body, asking);
      const step = await scene.run(asked.event, { wait: 'false', ...asking.inputs }, asking.run);
      return { ...asked, step, jobId: step.outputs['jobId'] ?? '' };
    },
    minutes: (count) => time.sleep(count * MINUTE),
    openPull: (head = BRANCH) =>
      addThread(github.store, repository, {
        ...{ user: userOf(github.store, 'docs-agent[bot]'), title: 'A new quickstart' },
        pull: { head, base: 'main' },
      }),
    nextLink: () => `${github.server}/${repository.fullName}/pull/${repository.threads.size + 1}`,
    pullEvent: (pull, action = 'opened') => scene.events.pull(pull, action, pull.user),
    async watchService(work) {
      const before = service.requests.length;
      return { done: await work(), looks: service.requests.slice(before) };
    },
  };
}

function byHand(): Event {
  return { name: 'workflow_dispatch', payload: example('workflow_dispatch') };
}

/** A job that is at work for so many minutes, and ends like this. */
export function endsAfter(
  minutes: number,
  end: Readonly<Record<string, unknown>>,
  branch = BRANCH,
): TurnScript {
  const source = { repository: 'https://github.com/acme/product', ref: branch };
  return {
    timeline: [
      { status: 'active', source },
      { at: minutes * 60, status: 'completed', source, ...end },
    ],
  };
}
