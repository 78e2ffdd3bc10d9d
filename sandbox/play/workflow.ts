import { parseWorkflow } from '../workflow/file.ts';
import { type Play, type Played, play } from '../workflow.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { openStage } from './stage.ts';

/** Somebody's own workflow file, played for a comment: whether GitHub starts it, and what comes of it. */

const WORK_SECONDS = 150;
const MINUTE = 60_000;

export interface PlayedWorkflow {
  /** Names of the secrets and variables that it needs. */
  readonly needs: { readonly secrets: readonly string[]; readonly variables: readonly string[] };
  /** What its author has still to do. */
  readonly hints: readonly string[];
  /** Names of the jobs that GitHub starts for the comment. */
  readonly started: readonly string[];
  /** Its steps that use an action of ours. */
  readonly steps: readonly Played[];
  readonly issue: Conversation;
  /** `undefined` when no pull request was opened. */
  readonly pull: Conversation | undefined;
  readonly problems: readonly string[];
}

export interface WorkflowOptions {
  /** The text of the file. */
  readonly text: string;
  readonly comment: string;
  readonly seed?: string;
}

export async function playWorkflow({ text, comment, seed }: WorkflowOptions): Promise<PlayedWorkflow> {
  const workflow = parseWorkflow(text);
  await using stage = await openStage({ workSeconds: WORK_SECONDS, ...(seed !== undefined && { seed }) });
  const { sandbox, repository } = stage;
  const needs = { secrets: namesIn(text, 'secrets'), variables: namesIn(text, 'vars') };
  const issue = stage.issue();
  await sandbox.time.sleep(MINUTE);
  const { event, context } = stage.comment('ann', issue, comment);
  const { steps, started, others } = await play(workflow, {
    event,
    repository: repository.fullName,
    tokenFor: sandbox.tokenWith,
    vars: Object.fromEntries(needs.variables.map((name) => [name, 'set'])),
    // Whatever a secret is for, this will do; the key of the service is given by itself.
    secrets: Object.fromEntries(needs.secrets.map((name) => [name, sandbox.token])),
    run: (options) => sandbox.run({ ...options, context, secrets: [sandbox.service.key] }).ended,
  });
  const pull = [...repository.threads.values()].find((thread) => thread.pull !== undefined);
  return {
    ...{ needs, started, steps, problems: sandbox.problems },
    hints: hintsFor(text, { started, steps, others }),
    issue: await readConversation(repository, issue.number),
    pull: pull && (await readConversation(repository, pull.number)),
  };
}

/** What stands behind `secrets.` or `vars.` in expressions, each once. */
function namesIn(text: string, context: 'secrets' | 'vars'): string[] {
  return [
    ...new Set(
      [...text.matchAll(new RegExp(`\\b${context}\\.(\\w+)`, 'g'))].flatMap(([, name]) => name ?? []),
    ),
  ];
}

function hintsFor(text: string, { started, steps, others }: Omit<Play, 'results'>): string[] {
  return [
    ...(started.length === 0
      ? ['GitHub starts no job of it for this comment: look at `on:` and at the `if:` of its jobs.']
      : []),
    ...(started.length > 0 && steps.length === 0
      ? ['No step of it uses an action of this repository; one that does has `base-url`.']
      : []),
    // What the run page would show beside the workflow.
    ...steps
      .flatMap(({ result }) => result.annotations)
      .filter(({ level }) => level !== 'notice')
      .map(({ message }) => message),
    ...(others.length > 0
      ? [`Not run here, so what they bring is missing: ${others.map(({ uses }) => uses).join(', ')}.`]
      : []),
    ...(/uses:\s*OWNER\/REPO/.test(text)
      ? ['`OWNER/REPO` stands for the repository of this action; write its name there.']
      : []),
  ];
}
