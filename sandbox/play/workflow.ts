import { isBetween, isCommit } from '../github/git-objects.ts';
import { isExample, type WebhookEvent } from '../github/payloads.ts';
import { addCheckRun } from '../github/run-routes.ts';
import type { StepResult } from '../runner/step.ts';
import type { Sandbox } from '../sandbox.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import { parseWorkflow, stepsOf, type Workflow } from '../workflow/file.ts';
import type { JobEnd } from '../workflow/job.ts';
import { NO_RUN, type Play } from '../workflow/run.ts';
import { ourAction } from '../workflow/step.ts';
import { readConversation } from './conversation.ts';
import { adviceFor, findingsIn, handedOn, hintsFor, noteFor, undecided } from './findings.ts';
import {
  type CausedEvent,
  causeEvent,
  type EventChoice,
  eachRelease,
  likelyEvents,
} from './workflow-event.ts';
import { valuesOf } from './workflow-names.ts';
import { setupOf } from './workflow-settings.ts';
import { openWorld, SERVICE, type World, type WorldOptions } from './world.ts';

/** Plays a workflow file with its own inputs: whether GitHub starts it, and what it does. */

const MINUTE = 60_000;
/** When the next event happens while the job of the one before works. */
const OVERLAP = 40_000;
/** Replaces the URL of this machine in what people read. */
const API = 'https://api.github.com';

export type PlayedWorkflow = Awaited<ReturnType<typeof playOnce>>;
export type PlayedRun = PlayedWorkflow['runs'][number];

export interface WorkflowOptions extends WorldOptions {
  readonly text: string;
  /** Without any, a comment if the workflow has this event, otherwise its first one. */
  readonly events?: readonly EventChoice[];
  readonly overlap?: boolean;
  /** Who causes each event, and what the agent does for it. The last one is for all later events. */
  readonly as?: readonly string[];
  readonly agent?: readonly string[];
}

/** How many events are tried to find one that starts a step with one of the actions. */
const MOST_TRIED = 16;

/** Plays the chosen events, or else one with which the file can start. */
export async function playWorkflow(options: WorkflowOptions) {
  const workflow = parseWorkflow(options.text);
  const { events: [chosen = {}] = [], as = [] } = options;
  const first = await playOnce(options);
  const isReached = ({ steps }: typeof first) => steps.some(({ result }) => !isSkipped(result));
  const reasons = first.steps.map(({ result }) =>
    isSkipped(result) ? `It is skipped: ${result.outputs['reason']}` : undefined,
  );
  const isChosen = as.length + Object.keys(chosen).length > 0 || !workflowUses(workflow);
  const notes = [...first.runs.map(({ note }) => note), ...reasons].flatMap((note) => note ?? []);
  if (isChosen || isReached(first) || notes.length === 0) return first;
  for (const choice of likelyEvents(workflow).slice(1, MOST_TRIED)) {
    const other = await playOnce({ ...options, ...choice }).catch(() => first);
    if (isReached(other)) return other;
  }
  // Another default branch than that of the play is no mistake, nor is a job for failures.
  const wrong = notes.filter((note) => !/play a copy of the file|`failure\(\)` is false/.test(note));
  return {
    ...first,
    hints: [...first.hints, ...wrong.map((note) => `No event starts a request here. ${note}`)],
  };
}

/** Whether the action needs another event. Other reasons can be right, like no secrets for Dependabot. */
const isSkipped = ({ outputs }: StepResult) =>
  /^(?:no-phrase|paths-unmatched)$/.test(outputs['reasonCode'] ?? '');

const workflowUses = (workflow: Workflow) => stepsOf(workflow).some((step) => ourAction(step) !== undefined);

async function playOnce(options: WorkflowOptions) {
  const workflow = parseWorkflow(options.text);
  await using world = await openWorld(workflow, options);
  const { settings, stage, names, workspaces } = world;
  const { sandbox } = stage;
  const { store } = sandbox.github;
  const repositories = [...store.repositories.values()];
  const labelsOf = () =>
    repositories.flatMap(({ labels, fullName }) => [...labels].map((label) => `${label} in ${fullName}`));
  const before = new Set(labelsOf());
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
    created: labelsOf().filter((label) => !before.has(label)),
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
    figures: countUp(
      sandbox,
      plays.flatMap(({ spans }) => Object.values(spans)),
    ),
    problems: sandbox.problems,
  };
}

function countUp({ service, github }: Sandbox, spans: readonly Pick<JobEnd, 'held' | 'queued'>[]) {
  const prompts = service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  return {
    created: service.jobs.length,
    messages: prompts.length - service.jobs.length,
    /** Instructions that the service got more than once. */
    duplicates: prompts.length - new Set(prompts).size,
    requests: { service: service.requests.length, github: github.requests.length },
    // In virtual milliseconds. Time stands still while a process works.
    held: spans.reduce((sum, { held }) => sum + held, 0),
    queued: spans.reduce((sum, { queued }) => sum + queued, 0),
  };
}

/** Causes the events, each after the end of the run before, or with `overlap` while it works. */
async function playEvents(world: World, options: WorkflowOptions) {
  const { events = [], as = [], agent = [], overlap = false } = options;
  const { time, service, github } = world.stage.sandbox;
  const ended: ReturnType<typeof play>[] = [];
  let thread: CausedEvent['thread'];
  for (const [index, event] of eachRelease(world.workflow, events.length > 0 ? events : [{}]).entries()) {
    const isFirst = index === 0;
    if (!isFirst) await time.sleep(overlap ? OVERLAP : MINUTE);
    world.chosen.agent = '';
    const who = as[index] ?? as.at(-1);
    const given = { ...event, ...(who !== undefined && { as: who }), earlier: thread, isFirst };
    const caused = await causeEvent(world, given);
    world.chosen.agent = agent[index] ?? agent.at(-1) ?? '';
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
      .replaceAll(github.api, API);
    return JSON.parse(text);
  }

  async function play(caused: CausedEvent) {
    const { event, description, ...given } = caused;
    const known = promptsOf(world).length;
    const play = readable(event === undefined ? NO_RUN : await world.dispatch(event, given));
    if (event !== undefined) recordRun(world, event.name, String(given.context['sha']), play);
    /** Why it reached no step with one of the actions, which can be right. */
    const note = noteFor(world.workflow, caused, play);
    const merges = mergesIn(world, promptsOf(world).slice(known));
    const madeUp = event === undefined ? [] : madeUpIn(world.workflow, event);
    return { caused, madeUp, run: { description, play, note, merges, fate: fateOf(play) } };
  }
}

const promptsOf = ({ stage: { sandbox } }: World) =>
  sandbox.service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));

/** The merged pull requests that prompts name, and the others between the commits that they compare. */
function mergesIn({ stage: { repository } }: World, prompts: readonly string[]) {
  const text = prompts.join('\n');
  const named = text.match(/(?<=^Pull requests that were merged:.*\/pull\/)\d+/gm) ?? [];
  const documented = [...new Set(named.map(Number))];
  const ranges = text.match(/(?<=\/compare\/)[0-9a-f]{40}\.\.\.?[0-9a-f]{40}/g) ?? [];
  const isCompared = (sha: string) =>
    ranges.some((range) => {
      const [base, head = ''] = range.split(/\.{2,3}/);
      return isCommit(head) && isBetween(base, head, sha);
    });
  const merged = [...repository.threads.values()].filter(
    ({ pull }) => pull?.merge && isCompared(pull.merge.sha),
  );
  const leftOut = merged.map(({ number }) => number).filter((number) => !documented.includes(number));
  return { documented, leftOut };
}

/** The fields of the event that the file reads, and that still are those of GitHub's example. */
function madeUpIn(workflow: Workflow, event: WebhookEvent): string[] {
  const read = expressionsIn(workflow)
    .join('\n')
    .matchAll(/\bgithub\.event\.([\w.]+)/g);
  const fields = [...new Set([...read].map(([, field = '']) => field))];
  return fields.flatMap((field) =>
    isExample(event, field) ? [`\`github.event.${field}\`, which is made up here`] : [],
  );
}

/** For `range: last-success`, which reads the earlier runs of the workflow. */
function recordRun({ stage }: World, event: string, sha: string, { results }: Play): void {
  const conclusion = Object.values(results).includes('failure') ? 'failure' : 'success';
  const run = { name: 'Workflow', file: 'docs.yml', event, sha, conclusion };
  addCheckRun(stage.sandbox.github.store, stage.repository, run);
}

/** `replaced`: a later run took its place in the queue. `cancelled`: a later run cancelled it at work. */
function fateOf({ results, started, refusals }: Play): 'replaced' | 'cancelled' | undefined {
  const cancelled = Object.keys(results).filter((job) => results[job] === 'cancelled');
  if (refusals.length > 0 || cancelled.length === 0) return undefined;
  return cancelled.some((job) => started.includes(job)) ? 'cancelled' : 'replaced';
}
