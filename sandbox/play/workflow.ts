import { isExample } from '../github/payloads.ts';
import { addCheckRun } from '../github/run-routes.ts';
import type { StepResult } from '../runner/step.ts';
import type { Sandbox } from '../sandbox.ts';
import { parseWorkflow, stepsOf } from '../workflow/file.ts';
import type { Play } from '../workflow/run.ts';
import { ourAction } from '../workflow/step.ts';
import { readConversation } from './conversation.ts';
import { adviceFor, findingsIn, handedOn, hintsFor, noteFor, undecided } from './findings.ts';
import { type CausedEvent, causeEvent, type EventChoice, likelyEvents } from './workflow-event.ts';
import { valuesOf } from './workflow-names.ts';
import { fieldsRead, setupOf } from './workflow-settings.ts';
import { openWorld, SERVICE, type World, type WorldOptions } from './world.ts';

/** Plays a workflow file with its own inputs: whether GitHub starts it, and what it does. */

const MINUTE = 60_000;
/** When the next event happens while the job of the one before works. */
const OVERLAP = 40_000;

export type PlayedWorkflow = Awaited<ReturnType<typeof playOnce>>;
export type PlayedRun = PlayedWorkflow['runs'][number];

export interface WorkflowOptions extends WorldOptions {
  readonly text: string;
  /** Without any, a comment if the workflow has this event, otherwise its first one. */
  readonly events?: readonly EventChoice[];
  readonly overlap?: boolean;
  /** Who causes each event. The last one is for all later events. */
  readonly as?: readonly string[];
  /** Whether events have what the conditions of the file want. */
  readonly fits?: boolean;
}

/** How many events are tried to find one that starts a step with one of the actions. */
const MOST_TRIED = 16;

/** Plays the chosen events, or else one with which the file can start. */
export async function playWorkflow(options: WorkflowOptions) {
  const workflow = parseWorkflow(options.text);
  const { events: [chosen = {}] = [], as = [] } = options;
  const first = await playOnce(options);
  const isChosen = as.length + Object.keys(chosen).length > 0;
  const hasAction = stepsOf(workflow).some((step) => ourAction(step) !== undefined);
  if (isChosen || !hasAction || isReached(first) || causesIn(first).length === 0) return first;
  let best = first;
  const missed: string[] = [];
  for (const choice of likelyEvents(workflow).slice(0, MOST_TRIED)) {
    const other = await playOnce({ ...options, ...choice }).catch(() => first);
    if (isReached(other)) return { ...other, hints: [...new Set([...other.hints, ...missed])] };
    missed.push(...skippedIn(other));
    if (other.steps.length > best.steps.length) best = other;
  }
  // A job for failures is no mistake.
  const wrong = causesIn(best).filter((cause) => !/\bfailure\(\)/.test(cause));
  return {
    ...best,
    hints: [...best.hints, ...wrong.map((cause) => `No event starts a request here. ${cause}`)],
  };
}

const isReached = ({ steps }: PlayedWorkflow) => steps.some(({ result }) => !isSkipped(result));

type Ended = Pick<PlayedWorkflow, 'runs' | 'steps'>;

/** Why a play reached no step with one of the actions. */
const causesIn = (ended: Ended) => [
  ...ended.runs.flatMap(({ note, play: { unmet } }) => (note ? [note, ...unmet].join(' ') : [])),
  ...skippedIn(ended),
];

const skippedIn = ({ runs: [run], steps }: Ended) => {
  const skipped = steps.filter(({ result }) => isSkipped(result));
  return skipped.map(({ result }) => `The ${run?.description} is skipped: ${result.outputs['reason']}`);
};

/** Whether the action needs another event. Other reasons can be right, like no secrets for Dependabot. */
const isSkipped = ({ outputs }: StepResult) =>
  /^(?:no-phrase|paths-unmatched)$/.test(outputs['reasonCode'] ?? '');

async function playOnce(options: WorkflowOptions) {
  const workflow = parseWorkflow(options.text);
  await using world = await openWorld(workflow, options);
  const { settings, stage, names, workspaces } = world;
  const { sandbox } = stage;
  const { store } = sandbox.github;
  const repositories = [...store.repositories.values()];
  const played = await playEvents(world, options);
  const plays = played.map(({ run }) => run.play);
  const threads = new Set(played.flatMap(({ caused: { thread } }) => thread ?? []));
  const conversations = repositories.flatMap((repository) => {
    const written = repository.comments.flatMap(({ user, thread }) => (user.type === 'Bot' ? thread : []));
    const all = [...repository.threads.values()];
    const ofBots = all.filter((one) => written.includes(one.number) || (one.pull && one.user.type === 'Bot'));
    const shown = new Set([...[...threads].filter((one) => all.includes(one)), ...ofBots]);
    return [...shown].map(({ number }) => readConversation(repository, number));
  });
  const hints = [...settings.doubts, ...findingsIn(workflow, names), ...plays.flatMap(hintsFor)];
  const labels = new Set(options.labels?.map((label) => label.toLowerCase()));
  const literal = valuesOf(names, 'prompt-file', 'rules-file', 'context-file').filter(
    (file) => file in workspaces.files,
  );
  return {
    /** What the repository needs, in words. */
    setup: [...setupOf(workflow, labels, names.fill), ...literal.map((file) => `file \`${file}\``)],
    runs: played.map(({ run }) => run),
    /** The steps with one of the actions, of all runs. */
    steps: plays.flatMap(({ steps }) => steps),
    hints: [...new Set(hints)],
    /** The permissions that the requests of a job or a step needed, like `docs issues: write`. */
    used: [...store.tokens.values()].flatMap(({ holder, used }) =>
      [...used].map((permission) => `${holder} ${permission.replace('_', '-')}`),
    ),
    /** The steps that aren't run, with the values that they get. */
    handedOn: [...new Set(plays.flatMap((play) => handedOn(play, settings.outputs)))],
    /** What no play can know. */
    undecided: [
      ...undecided(workflow, plays),
      ...workspaces.undecided,
      ...played.flatMap(({ madeUp }) => madeUp),
    ],
    /** What the author still has to do. */
    advice: adviceFor(workflow, names),
    /** The issues and pull requests of the events, and then the others that the agent or an action wrote to. */
    conversations: await Promise.all(conversations),
    figures: countUp(sandbox),
    problems: sandbox.problems,
  };
}

function countUp({ service, github }: Sandbox) {
  const prompts = service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  return {
    created: service.jobs.length,
    messages: prompts.length - service.jobs.length,
    /** Instructions that the service got more than once. */
    duplicates: prompts.length - new Set(prompts).size,
    requests: { service: service.requests.length, github: github.requests.length },
  };
}

/** Causes the events, each after the end of the run before, or with `overlap` while it works. */
async function playEvents(world: World, options: WorkflowOptions) {
  const { events = [{}], as = [], overlap = false, fits = false } = options;
  const { time, service, github } = world.stage.sandbox;
  const ended: ReturnType<typeof play>[] = [];
  let thread: CausedEvent['thread'];
  for (const [index, event] of events.entries()) {
    const isFirst = index === 0;
    if (!isFirst) await time.sleep(overlap ? OVERLAP : MINUTE);
    const who = as[index] ?? as.at(-1);
    const given = { ...event, ...(who !== undefined && { as: who }), earlier: thread, isFirst, fits };
    const caused = await causeEvent(world, given);
    thread ??= caused.thread;
    const end = play(caused);
    ended.push(end);
    if (!overlap) await end;
  }
  return Promise.all(ended);

  function readable(play: Play): Play {
    const host = valuesOf(world.names, 'base-url').flatMap((value) => URL.parse(value)?.origin ?? []);
    const text = JSON.stringify(play)
      .replaceAll(service.url, host[0] ?? SERVICE)
      .replaceAll(github.api, 'https://api.github.com');
    return JSON.parse(text);
  }

  async function play(caused: CausedEvent) {
    const { event, description, ...given } = caused;
    const play = readable(await world.dispatch(event, given));
    // For `range: last-success`, which reads the earlier runs of the workflow.
    const conclusion = Object.values(play.results).includes('failure') ? 'failure' : 'success';
    const run = { name: 'Workflow', file: 'docs.yml', event: event.name, sha: given.context.sha ?? '' };
    addCheckRun(github.store, world.stage.repository, { ...run, conclusion });
    /** Why it reached no step with one of the actions, which can be right. */
    const note = noteFor(world.workflow, caused, play);
    const fields = fieldsRead(world.workflow).filter((field) => isExample(event, field));
    const madeUp = fields.map((field) => `\`github.event.${field}\`, which is made up here`);
    return { caused, madeUp, run: { description, play, note, fate: fateOf(play) } };
  }
}

/** `replaced`: a later run took its place in the queue. `cancelled`: a later run cancelled it at work. */
function fateOf({ results, started, refusals }: Play): 'replaced' | 'cancelled' | undefined {
  const cancelled = Object.keys(results).filter((job) => results[job] === 'cancelled');
  if (refusals.length > 0 || cancelled.length === 0) return undefined;
  return cancelled.some((job) => started.includes(job)) ? 'cancelled' : 'replaced';
}
