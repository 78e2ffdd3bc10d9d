import type { WorkflowCommand } from '../command-line.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { parseWorkflow } from '../workflow/file.ts';
import type { Play } from '../workflow/run.ts';
import type { Played } from '../workflow/step.ts';
import { adviceFor } from './advice.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { countUp, type Figures } from './figures.ts';
import { type CausedEvent, causeEvent } from './workflow-event.ts';
import { hintsFor, leftOutIn } from './workflow-hints.ts';
import type { Settings } from './workflow-settings.ts';
import { openWorld, SERVICE, type World } from './world.ts';

/** Plays a workflow file with its own inputs: whether GitHub starts it, and what it does. */

const MINUTE = 60_000;
/** When the next event happens while the job of the one before works. */
const OVERLAP = 40_000;
/** Replaces the URL of this machine in what people read. */
const API = 'https://api.github.com';

/** One event, and the run that it started. */
export interface PlayedRun {
  /** The event in words. */
  readonly description: string;
  readonly play: Play;
  /** How long it waited for its first step with one of the actions, in milliseconds. */
  readonly waited: number;
  /** `replaced`: a later run took its place in the queue. `cancelled`: a later run cancelled it at work. */
  readonly fate: 'replaced' | 'cancelled' | undefined;
}

export interface PlayedWorkflow {
  /** The secrets and variables that it reads. */
  readonly settings: Settings;
  readonly runs: readonly PlayedRun[];
  /** What went wrong. */
  readonly hints: readonly string[];
  /** The steps that the sandbox leaves out. */
  readonly leftOut: readonly string[];
  /** What the author still has to do. */
  readonly advice: readonly string[];
  /** The steps with one of the actions, of all runs. */
  readonly steps: readonly Played[];
  /** The issues and pull requests of the events, and then the agent's other pull requests. */
  readonly conversations: readonly Conversation[];
  readonly figures: Figures;
  readonly problems: readonly string[];
}

export interface WorkflowOptions
  extends Partial<Omit<WorkflowCommand, 'kind' | 'file'>>,
    Pick<SandboxOptions, 'processes' | 'workSeconds'> {
  /** The text of the file. */
  readonly text: string;
  /** Files that changed lately in its repository. */
  readonly changed?: readonly string[];
}

export async function playWorkflow(options: WorkflowOptions): Promise<PlayedWorkflow> {
  const workflow = parseWorkflow(options.text);
  await using world = await openWorld(workflow, options);
  const { settings, stage } = world;
  const { sandbox } = stage;
  const { github } = sandbox;
  const changed = options.changed?.length ? options.changed : world.changes;
  const played = await playEvents(world, options);
  const threads = [...new Set(played.flatMap(({ caused: { thread } }) => thread ?? []))];
  const conversations = [...github.store.repositories.values()].flatMap((repository) => {
    const all = [...repository.threads.values()];
    const ofAgent = all.filter((one) => one.pull && one.user.type === 'Bot');
    const shown = new Set([...threads.filter((one) => all.includes(one)), ...ofAgent]);
    return [...shown].map(({ number }) => readConversation(repository, number));
  });
  const hints = new Set(
    played.flatMap(({ caused, run: { play: result } }) => hintsFor({ workflow, settings, caused, result })),
  );
  const steps = played.flatMap(({ run }) => run.play.steps);
  return {
    settings,
    runs: played.map(({ run }) => run),
    steps,
    hints: [...hints],
    leftOut: [...new Set(played.flatMap(({ run }) => leftOutIn(run.play)))],
    advice: adviceFor({ workflow, changed }).filter((line) => !hints.has(line)),
    conversations: await Promise.all(conversations),
    figures: countUp(
      sandbox,
      steps.map(({ result }) => result),
    ),
    problems: sandbox.problems,
  };
}

/** Causes the events, each after the end of the run before, or with `overlap` while it works. */
async function playEvents(world: World, { events = [], as, overlap = false }: WorkflowOptions) {
  const { time, service, github } = world.stage.sandbox;
  const ended: Promise<{ caused: CausedEvent; run: PlayedRun }>[] = [];
  let thread: CausedEvent['thread'];
  for (const event of events.length > 0 ? events : [{}]) {
    if (ended.length > 0) await time.sleep(overlap ? OVERLAP : MINUTE);
    const caused = await causeEvent(world, { ...event, ...(as !== undefined && { as }), earlier: thread });
    thread ??= caused.thread;
    const end = play(caused);
    ended.push(end);
    if (!overlap) await end;
  }
  return Promise.all(ended);

  function readable(play: Play): Play {
    const text = JSON.stringify(play).replaceAll(service.url, SERVICE).replaceAll(github.api, API);
    return JSON.parse(text);
  }

  async function play(caused: CausedEvent) {
    const { event, description, ...given } = caused;
    const at = time.now();
    const run = world.dispatch(event, given);
    const play = readable(await run.ended);
    const waited = (run.startedAt() ?? at) - at;
    return { caused, run: { description, play, waited, fate: fateOf(play) } };
  }
}

function fateOf({ results, started }: Play): PlayedRun['fate'] {
  const cancelled = Object.keys(results).filter((job) => results[job] === 'cancelled');
  if (cancelled.length === 0) return undefined;
  return cancelled.some((job) => started.includes(job)) ? 'cancelled' : 'replaced';
}
