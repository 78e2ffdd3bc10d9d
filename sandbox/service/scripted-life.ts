import type { Time } from '../time.ts';
import type { JobJson, JobView, Life, Turn } from './job.ts';

/**
 * What a job shows during a part of a turn: the fields of a new job, overwritten and extended by these, without those in
 * `omit`.
 */
export interface JobScene extends Readonly<Record<string, unknown>> {
  /** Seconds since the turn began. Default: 0. */
  readonly at?: number;
  /** The service doesn't have the job (yet): 404. */
  readonly hidden?: boolean;
  /** Shows the end of the turn before. */
  readonly previous?: boolean;
  readonly omit?: readonly string[];
  /** Called before the scene is shown for the first time, for what the agent does, like a push. */
  readonly before?: () => unknown;
}

/**
 * What a job shows during one turn: scenes at their times, or one scene for each answer. The first answer is that to the
 * create or message. The last scene stays.
 */
export type TurnScript =
  | { readonly timeline: readonly JobScene[] }
  | { readonly answers: readonly JobScene[] };

/** A turn that works for some seconds, and then has a pull request. */
export function usualTurn(seconds: number, prLink: string): TurnScript {
  return { timeline: [{ status: 'active' }, { at: seconds, status: 'completed', prLink }] };
}

/** A job that follows a script for each turn. The last script is for all later turns. */
export function scriptedLife(time: Time, blank: JobView, turns: readonly TurnScript[]): Life {
  let script: TurnScript = { timeline: [] };
  let began = 0;
  let answers = 0;
  let last: JobScene = {};
  const shown = new Set<JobScene>();

  function sceneNow(): JobScene {
    if ('answers' in script) return script.answers[Math.min(answers, script.answers.length - 1)] ?? {};
    const seconds = (time.now() - began) / 1000;
    const due = script.timeline.filter(({ at = 0 }) => at <= seconds);
    return due.at(-1) ?? {};
  }

  function show(scene: JobScene): JobJson {
    const { at, hidden, previous, before: happens, omit = [], ...fields } = scene.previous ? last : scene;
    const all: Record<string, unknown> = { ...blank, ...fields };
    for (const field of omit) delete all[field];
    return all;
  }

  async function take(): Promise<JobScene> {
    const taken = sceneNow();
    answers += 1;
    if (!shown.has(taken)) {
      shown.add(taken);
      await taken.before?.();
    }
    return taken;
  }

  return {
    begin(turn: Turn, number: number) {
      // What the job shows now is the end of the turn before.
      const ended = sceneNow();
      last = ended.previous ? last : ended;
      script = turns[Math.min(number, turns.length) - 1] ?? { timeline: [] };
      began = turn.at;
      answers = 0;
    },
    answer: async () => show(await take()),
    async get() {
      const taken = await take();
      return taken.hidden ? undefined : show(taken);
    },
    closed() {
      const { status } = show(sceneNow());
      return status === 'archived' || status === 'failed' ? `Job is ${status}` : undefined;
    },
  };
}
