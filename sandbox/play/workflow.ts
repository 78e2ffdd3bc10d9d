import type { WorkflowCommand } from '../command-line.ts';
import { addCheckRun } from '../github/run-routes.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { parseWorkflow } from '../workflow/file.ts';
import { NO_RUN, type Play } from '../workflow/run.ts';
import type { Played } from '../workflow/step.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { countUp, type Figures } from './figures.ts';
import { adviceFor, findingsIn, handedOn, hintsFor, noteFor, undecided } from './hints.ts';
import { type CausedEvent, causeEvent, eachRelease } from './workflow-event.ts';
import { hostIn } from './workflow-names.ts';
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
  /** Why it reached no step with one of the actions, which can be right. */
  readonly note: string | undefined;
  /** `replaced`: a later run took its place in the queue. `cancelled`: a later run cancelled it at work. */
  readonly fate: 'replaced' | 'cancelled' | undefined;
}

export interface PlayedWorkflow {
  readonly settings: Settings;
  /** The labels that the actions created. */
  readonly created: readonly string[];
  /** The permissions that the requests of a job or a step needed, like `docs issues: write`. */
  readonly used: readonly string[];
  readonly runs: readonly PlayedRun[];
  /** What went wrong. */
  readonly hints: readonly string[];
  /** The steps that aren't run, with the values that they get. */
  readonly handedOn: readonly string[];
  /** What no play can know. */
  readonly undecided: readonly string[];
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
    Pick<SandboxOptions, 'workSeconds'> {
  /** The text of the file. */
  readonly text: string;
}

export async function playWorkflow(options: WorkflowOptions): Promise<PlayedWorkflow> {
  const workflow = parseWorkflow(options.text);
  await using world = await openWorld(workflow, options);
  const { settings, stage } = world;
  const { sandbox } = stage;
  const { github } = sandbox;
  const labelsOf = () =>
    [...github.store.repositories.values()].flatMap(({ labels, fullName }) =>
      [...labels].map((label) => `${label} in ${fullName}`),
    );
  const before = new Set(labelsOf());
  const played = await playEvents(world, options);
  const threads = [...new Set(played.flatMap(({ caused: { thread } }) => thread ?? []))];
  const conversations = [...github.store.repositories.values()].flatMap((repository) => {
    const all = [...repository.threads.values()];
    const ofAgent = all.filter((one) => one.pull && one.user.type === 'Bot');
    const shown = new Set([...threads.filter((one) => all.includes(one)), ...ofAgent]);
    return [...shown].map(({ number }) => readConversation(repository, number));
  });
  const hints = new Set([
    ...settings.doubts,
    ...findingsIn(workflow),
    ...played.flatMap(({ run }) => hintsFor(run.play)),
  ]);
  const steps = played.flatMap(({ run }) => run.play.steps);
  return {
    settings,
    runs: played.map(({ run }) => run),
    steps,
    hints: [...hints],
    used: [...github.store.tokens.values()].flatMap(({ holder, used }) =>
      [...used].map((permission) => `${holder} ${permission.replace('_', '-')}`),
    ),
    created: labelsOf().filter((label) => !before.has(label)),
    handedOn: [...new Set(played.flatMap(({ run }) => handedOn(run.play, settings.outputs)))],
    undecided: undecided(
      workflow,
      played.map(({ run }) => run.play),
    ),
    advice: adviceFor(workflow),
    conversations: await Promise.all(conversations),
    figures: countUp(
      sandbox,
      played.flatMap(({ run }) => Object.values(run.play.spans)),
    ),
    problems: sandbox.problems,
  };
}

/** Causes the events, each after the end of the run before, or with `overlap` while it works. */
async function playEvents(world: World, { events = [], as, agent = [], overlap = false }: WorkflowOptions) {
  const { time, service, github } = world.stage.sandbox;
  const ended: Promise<{ caused: CausedEvent; run: PlayedRun }>[] = [];
  let thread: CausedEvent['thread'];
  for (const [index, event] of eachRelease(world.workflow, events.length > 0 ? events : [{}]).entries()) {
    const isFirst = index === 0;
    if (!isFirst) await time.sleep(overlap ? OVERLAP : MINUTE);
    world.agent = '';
    const given = { ...event, ...(as !== undefined && { as }), earlier: thread, isFirst };
    const caused = await causeEvent(world, given);
    world.agent = agent[index] ?? agent.at(-1) ?? '';
    thread ??= caused.thread;
    const end = play(caused);
    ended.push(end);
    if (!overlap) await end;
  }
  return Promise.all(ended);

  function readable(play: Play): Play {
    const host = hostIn(world.workflow) ?? SERVICE;
    const text = JSON.stringify(play).replaceAll(service.url, host).replaceAll(github.api, API);
    return JSON.parse(text);
  }

  async function play(caused: CausedEvent) {
    const { event, description, ...given } = caused;
    const play = readable(event === undefined ? NO_RUN : await world.dispatch(event, given));
    if (event !== undefined) recordRun(world, event.name, String(given.context['sha']), play);
    const note = noteFor(world.workflow, caused, play);
    return { caused, run: { description, play, note, fate: fateOf(play) } };
  }
}

/** For `range: last-success`, which reads the earlier runs of the workflow. */
function recordRun({ stage }: World, event: string, sha: string, { results }: Play): void {
  const conclusion = Object.values(results).includes('failure') ? 'failure' : 'success';
  const run = { name: 'Workflow', file: 'docs.yml', event, sha, conclusion };
  addCheckRun(stage.sandbox.github.store, stage.repository, run);
}

function fateOf({ results, started, refusals }: Play): PlayedRun['fate'] {
  if (refusals.length > 0) return undefined;
  const cancelled = Object.keys(results).filter((job) => results[job] === 'cancelled');
  if (cancelled.length === 0) return undefined;
  return cancelled.some((job) => started.includes(job)) ? 'cancelled' : 'replaced';
}
