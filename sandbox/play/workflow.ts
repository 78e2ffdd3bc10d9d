import type { EventChoice, WorkflowCommand } from '../command-line.ts';
import { parseWorkflow, type Workflow } from '../workflow/file.ts';
import { openRunner, type Play } from '../workflow/run.ts';
import type { Played } from '../workflow/step.ts';
import { adviceFor } from './advice.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { countUp, type Figures } from './figures.ts';
import { openStage, type Stage } from './stage.ts';
import { type CausedEvent, causeEvent } from './workflow-event.ts';
import { hintsFor } from './workflow-hints.ts';
import { givenProjects, type Settings, settingsOf } from './workflow-settings.ts';

/** Plays a workflow file with its own inputs: whether GitHub starts it, and what it does. */

const WORK_SECONDS = 150;
const MINUTE = 60_000;
/** When the next event happens while the job of the one before works. */
const OVERLAP = 40_000;
/** These replace the URLs of this machine in what people read. */
const SERVICE = 'https://service.example';
const API = 'https://api.github.com';
const AGENT = 'docs-agent[bot]';
const COMMENT: EventChoice = { cause: 'comment' };

/** One event, and the run that it started. */
export interface PlayedRun {
  /** The event in words. */
  readonly description: string;
  readonly play: Play;
  /** How long it waited for its first step with one of the actions, in milliseconds. */
  readonly waited: number;
}

export interface PlayedWorkflow {
  /** The secrets and variables that it reads. */
  readonly settings: Settings;
  readonly runs: readonly PlayedRun[];
  /** What went wrong, and what the sandbox doesn't do like GitHub. */
  readonly hints: readonly string[];
  /** What the author still has to do. */
  readonly advice: readonly string[];
  /** The steps with one of the actions, of all runs. */
  readonly steps: readonly Played[];
  /** The issues and pull requests of the events, and then the agent's other pull requests. */
  readonly conversations: readonly Conversation[];
  readonly figures: Figures;
  readonly problems: readonly string[];
}

export interface WorkflowOptions extends Partial<Omit<WorkflowCommand, 'kind' | 'file'>> {
  /** The text of the file. */
  readonly text: string;
}

export async function playWorkflow(options: WorkflowOptions): Promise<PlayedWorkflow> {
  const { text, secrets = [], variables = [] } = options;
  const workflow = parseWorkflow(text);
  await using stage = await openStage({ workSeconds: WORK_SECONDS });
  const { sandbox } = stage;
  const { service, github } = sandbox;
  const settings = settingsOf(workflow, {
    secrets,
    variables,
    service,
    url: SERVICE,
    token: sandbox.token,
  });
  for (const project of givenProjects(workflow, settings)) service.addProject(project);
  const played = await playEvents({ stage, workflow, settings }, options);
  const threads = [...new Set(played.flatMap(({ caused: { thread } }) => thread ?? []))];
  const conversations = [...github.store.repositories.values()].flatMap((repository) => {
    const all = [...repository.threads.values()];
    const ofAgent = all.filter((one) => one.pull && one.user.login === AGENT);
    const shown = new Set([...threads.filter((one) => all.includes(one)), ...ofAgent]);
    return [...shown].map(({ number }) => readConversation(repository, number));
  });
  const hints = played.flatMap(({ caused, run: { play: result } }) =>
    hintsFor({ workflow, settings, caused, result }),
  );
  return {
    settings,
    runs: played.map(({ run }) => run),
    steps: played.flatMap(({ run }) => run.play.steps),
    hints: [...new Set(hints)],
    advice: adviceFor({ workflow, settings }),
    conversations: await Promise.all(conversations),
    figures: countUp(sandbox),
    problems: sandbox.problems,
  };
}

interface Scene {
  readonly stage: Stage;
  readonly workflow: Workflow;
  readonly settings: Settings;
}

/** Causes the events, each after the end of the run before, or with `overlap` while it works. */
async function playEvents(
  scene: Scene,
  { events = [COMMENT], by = 'writer', overlap = false }: WorkflowOptions,
) {
  const { stage, workflow, settings } = scene;
  const { time, service, github } = stage.sandbox;
  const runner = openRunner(workflow, {
    run: () => Promise.reject(new Error('Each event has its own context.')),
    service: 'workflow',
    secrets: settings.secrets,
    vars: settings.variables,
    tokenFor: stage.sandbox.tokenWith,
  });
  const ended: Promise<{ caused: CausedEvent; run: PlayedRun }>[] = [];
  let thread: CausedEvent['thread'];
  for (const event of events) {
    if (ended.length > 0) await time.sleep(overlap ? OVERLAP : MINUTE);
    const caused = await causeEvent(stage, workflow, { ...event, by, thread });
    thread ??= caused.thread;
    const end = play(caused);
    ended.push(end);
    if (!overlap) await end;
  }
  return Promise.all(ended);

  function readable<Value>(result: Value): Value {
    const text = JSON.stringify(result).replaceAll(service.url, SERVICE).replaceAll(github.api, API);
    return JSON.parse(text);
  }

  async function play(caused: CausedEvent) {
    const { event, inputs, description } = caused;
    const context = { ...caused.context, repository: stage.repository.fullName };
    const at = time.now();
    let startedAt: number | undefined;
    const { ended } = runner.dispatch(event, {
      inputs,
      context,
      run: async ({ inputs: { 'base-url': baseUrl, ...rest } = {}, ...options }) => {
        startedAt ??= time.now();
        // The sandbox's service replaces the host that the file names, and keeps the path.
        const url = baseUrl?.replace(/^https:\/\/[^/?#@]+/i, service.url);
        const given = { ...rest, 'base-url': url };
        const hidden = [service.key, ...Object.values(settings.secrets)];
        const step = stage.sandbox.run({ ...options, inputs: given, context, secrets: hidden });
        return readable(await step.ended);
      },
    });
    const play = await ended;
    return { caused, run: { description, play, waited: (startedAt ?? at) - at } };
  }
}
