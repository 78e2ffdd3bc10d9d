import type { Agent } from '../agent/agent.ts';
import type { Time } from '../time.ts';
import type { JobView, Life, Turn } from './job.ts';
import { openWorkplace, type Target } from './publisher.ts';

export interface TurnPlan {
  readonly agent: Agent;
  readonly seconds: number;
}

export interface WorkingLifeOptions {
  readonly time: Time;
  readonly blank: JobView;
  /** Called at the start of each turn: the agent, and how long it works in seconds, however long git takes. */
  readonly plan: () => TurnPlan;
  /** Called when the first turn starts. */
  readonly target: () => Promise<Target>;
  /** Called when a turn fails. */
  readonly failed: (reason: string) => void;
  /** Aborted when the service closes. */
  readonly signal: AbortSignal;
}

/**
 * A job that works: the agent changes a checkout of the documentation, and the changes are pushed and become a pull request.
 * A message interrupts the turn, and is the next one.
 */
export function workingLife(options: WorkingLifeOptions): Life {
  const { time, blank, signal } = options;
  const prompts: string[] = [];
  let view = blank;
  let interrupt = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let workplace: ReturnType<typeof openWorkplace> | undefined;

  async function work(agent: Agent): Promise<string | null> {
    const release = time.hold();
    try {
      workplace ??= openWorkplace(blank.id, await options.target());
      signal.addEventListener('abort', workplace.remove, { once: true });
      const prompt = prompts.at(-1) ?? '';
      return await workplace.turn(agent, { prompt, earlier: prompts.slice(0, -1) }, time.now());
    } finally {
      release();
    }
  }

  async function live({ agent, seconds }: TurnPlan, interrupted: AbortSignal): Promise<void> {
    try {
      const either = AbortSignal.any([interrupted, signal]);
      await time.sleep(seconds * 1000, { ref: false, signal: either });
    } catch {
      return;
    }
    try {
      const prLink = await work(agent);
      // If a message has started the next turn meanwhile, the job shows that turn.
      const source = { ...view.source, ref: workplace?.branch() ?? null };
      if (!interrupted.aborted) view = { ...view, source, prLink, status: 'completed' };
    } catch (error) {
      options.failed((error as Error).message);
      view = { ...view, status: 'failed' };
    }
  }

  return {
    begin({ prompt }: Turn) {
      interrupt.abort();
      interrupt = new AbortController();
      prompts.push(prompt);
      view = { ...view, status: 'active', prLink: null };
      const { signal: interrupted } = interrupt;
      const plan = options.plan();
      last = last.then(() => live(plan, interrupted));
    },
    answer: () => ({ ...view }),
    get: () => ({ ...view }),
    closed: () => (view.status === 'failed' ? 'Job is failed' : undefined),
  };
}
