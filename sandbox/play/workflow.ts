import type { WorkflowCommand } from '../command-line.ts';
import type { Sandbox } from '../sandbox.ts';
import { parseWorkflow, type Workflow } from '../workflow/file.ts';
import { type Play, play } from '../workflow/run.ts';
import type { Played } from '../workflow/step.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { openStage } from './stage.ts';
import { type CausedEvent, causeEvent } from './workflow-event.ts';
import { hintsFor } from './workflow-hints.ts';
import { givenProjects, type Settings, settingsOf } from './workflow-settings.ts';

/** Plays a workflow file with its own inputs: whether GitHub starts it, and what it does. */

const WORK_SECONDS = 150;
/** Replaces the service's URL in what people read. */
const SERVICE = 'https://service.example';

export interface PlayedWorkflow {
  /** The secrets and variables that it reads. */
  readonly settings: Settings;
  /** The event in words. */
  readonly description: string;
  /** What the author still has to do. */
  readonly hints: readonly string[];
  /** Names of the jobs that GitHub starts. */
  readonly started: readonly string[];
  /** The steps with one of the actions. */
  readonly steps: readonly Played[];
  /** The issue or pull request of the event. `undefined` if it has none. */
  readonly thread: Conversation | undefined;
  /** The agent's pull request. `undefined` if none was opened. */
  readonly pull: Conversation | undefined;
  readonly problems: readonly string[];
}

export interface WorkflowOptions extends Partial<Omit<WorkflowCommand, 'kind' | 'file'>> {
  /** The text of the file. */
  readonly text: string;
}

export async function playWorkflow(options: WorkflowOptions): Promise<PlayedWorkflow> {
  const { text, cause = 'comment', by = 'writer', words = '', secrets = [], variables = [] } = options;
  const workflow = parseWorkflow(text);
  await using stage = await openStage({ workSeconds: WORK_SECONDS });
  const { sandbox, repository } = stage;
  const { service } = sandbox;
  const settings = settingsOf(workflow, {
    secrets,
    variables,
    service,
    url: SERVICE,
    token: sandbox.token,
  });
  for (const project of givenProjects(workflow, settings)) service.addProject(project);
  const caused = await causeEvent(stage, workflow, { cause, by, words });
  const result = await playOn({ workflow, settings, caused, sandbox, repository: repository.fullName });
  const pull = [...repository.threads.values()].find(
    (one) => one.pull && one.number !== caused.thread?.number,
  );
  const readable = (line: string) => line.replaceAll(service.url, SERVICE);
  return {
    settings,
    description: caused.description,
    started: result.started,
    steps: result.steps,
    hints: hintsFor({ workflow, settings, caused, result }).map(readable),
    thread: caused.thread && (await readConversation(repository, caused.thread.number)),
    pull: pull && (await readConversation(repository, pull.number)),
    problems: sandbox.problems,
  };
}

interface PlayOn {
  readonly workflow: Workflow;
  readonly settings: Settings;
  readonly caused: CausedEvent;
  readonly sandbox: Sandbox;
  readonly repository: string;
}

function playOn({ workflow, settings, caused, sandbox, repository }: PlayOn): Promise<Play> {
  const { service } = sandbox;
  const { event, inputs, context } = caused;
  const hidden = [service.key, ...Object.values(settings.secrets)];
  return play(workflow, {
    event,
    inputs,
    service: 'workflow',
    secrets: settings.secrets,
    vars: settings.variables,
    context: { ...context, repository },
    tokenFor: sandbox.tokenWith,
    run: ({ inputs: { 'base-url': baseUrl, ...rest } = {}, ...options }) => {
      // The sandbox's service replaces the host that the file names, and keeps the path.
      const url = baseUrl?.replace(/^https:\/\/[^/?#@]+/i, service.url);
      const given = { ...rest, 'base-url': url };
      return sandbox.run({ ...options, inputs: given, context, secrets: hidden }).ended;
    },
  });
}
