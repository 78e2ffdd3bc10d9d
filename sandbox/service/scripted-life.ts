import type { Time } from '../time.ts';
import type { JobJson, JobView, Life, Look, Turn } from './job.ts';

/**
 * What a job shows during a part of a turn. Fields that are not given stay as they are in a new job, fields that no
 * job has are shown as well, and those in `omit` are left out.
 */
export interface Scene extends Readonly<Record<string, unknown>> {
  /** Seconds since the turn began. Default: 0. */
  readonly at?: number;
  /** The service doesn't know the job (yet): 404. */
  readonly hidden?: boolean;
  /** Still shows what the turn before showed at its end. */
  readonly previous?: boolean;
  readonly omit?: readonly string[];
  /** What happens before it is shown for the first time, like a push. */
  readonly before?: () => unknown;
}

/**
 * What a job shows during one turn: scenes at their times, or one scene for each look. The answer to the create or
 * message is the first look; the last scene stays.
 */
export type TurnScript = { readonly timeline: readonly Scene[] } | { readonly looks: readonly Scene[] };

/** Some seconds of work, then a pull request. */
export function usualTurn(seconds: number, prLink: string): TurnScript {
  return { timeline: [{ status: 'active' }, { at: seconds, status: 'completed', prLink }] };
}

export interface ScriptedLifeOptions {
  readonly time: Time;
  readonly blank: JobView;
  /** One script for each turn; the last one serves for all later turns. */
  readonly turns: readonly TurnScript[];
}

/** A job that only plays a part; nobody works. */
export function scriptedLife({ time, blank, turns }: ScriptedLifeOptions): Life {
  let script: TurnScript = { timeline: [] };
  let began = 0;
  let looks = 0;
  let last: Scene = {};
  const shown = new Set<Scene>();

  function sceneNow(): Scene {
    if ('looks' in script) return script.looks[Math.min(looks, script.looks.length - 1)] ?? {};
    const seconds = (time.now() - began) / 1000;
    const due = script.timeline.filter(({ at = 0 }) => at <= seconds);
    return due.at(-1) ?? {};
  }

  function show(scene: Scene): JobJson {
    const { at, hidden, previous, before: happens, omit = [], ...fields } = scene.previous ? last : scene;
    const all: Record<string, unknown> = { ...blank, ...fields };
    for (const field of omit) delete all[field];
    return all;
  }

  async function take(): Promise<Scene> {
    const taken = sceneNow();
    looks += 1;
    if (!shown.has(taken)) {
      shown.add(taken);
      await taken.before?.();
    }
    return taken;
  }

  return {
    begin(turn: Turn, number: number) {
      // The end of the turn before is what it shows now.
      const ended = sceneNow();
      last = ended.previous ? last : ended;
      script = turns[Math.min(number, turns.length) - 1] ?? { timeline: [] };
      began = turn.at;
      looks = 0;
    },
    answer: async () => show(await take()),
    async look(): Promise<Look> {
      const taken = await take();
      return taken.hidden ? 'not found' : show(taken);
    },
    closed() {
      const { status } = show(sceneNow());
      return status === 'archived' || status === 'failed' ? `Job is ${status}` : undefined;
    },
  };
}
