import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Play, WorkflowCommand } from '../command-line.ts';
import type { Thread } from '../github/store.ts';
import type { StepResult } from '../runner/step.ts';
import { heading, print } from '../terminal.ts';
import { readConversation } from './conversation.ts';
import { countUp, showFigures, showOutputs } from './figures.ts';
import { openStage, WORK_SECONDS } from './stage.ts';
import { fitted, showConversation } from './thread-terminal.ts';
import { type PlayedWorkflow, playWorkflow } from './workflow.ts';
import type { EventChoice } from './workflow-event.ts';
import { showWorkflow } from './workflow-terminal.ts';

/** The most lines that a play prints. npm and the advice what to do next print some more. */
const THREAD_LINES = 62;
const WORKFLOW_LINES = 52;
const MINUTE = 60_000;

/** Plays, prints what a person would see, and returns whether all went well. */
export async function play(command: Play, verbose: boolean): Promise<boolean> {
  switch (command.kind) {
    case 'run':
      return playRecipe('ask', [{ cause: 'workflow_dispatch', words: command.prompt }], verbose);
    case 'merge':
      return playRecipe('on-merge', [{ cause: 'push' }, { cause: 'merge' }], verbose);
    case 'no waiting':
      return playRecipe('no-waiting', [{ cause: 'issue_comment' }, { cause: 'pull_request' }], verbose);
    case 'workflow':
      return playFile(command, verbose);
    default:
      return playConversation(verbose);
  }
}

/** Plays requests in an issue and in its pull request, in virtual time. The built action runs on each comment. */
async function playConversation(verbose: boolean): Promise<boolean> {
  await using stage = await openStage({ workSeconds: WORK_SECONDS });
  const { sandbox, repository } = stage;
  const { problems } = sandbox;
  const started = stage.issue();
  const steps: StepResult[] = [];
  async function act(by: string, thread: Thread, body: string): Promise<void> {
    await sandbox.time.sleep(MINUTE);
    steps.push(await stage.ask(by, thread, body));
  }
  await act('ann', started, '/docs Rewrite the quickstart for v2');
  await act('ann', started, '/docs Shorter, please');
  const opened = stage.pull();
  await act('ben', opened, '/docs Mention that the key is read from `DOCS_API_KEY`');
  await act('ann', started, '/docs --status');
  const issue = await readConversation(repository, started.number);
  const pull = await readConversation(repository, opened.number);
  const spans = steps.map(({ duration, post }) => ({ held: duration + (post?.duration ?? 0), queued: 0 }));
  print(
    fitted(THREAD_LINES, verbose, (detail) =>
      [
        showConversation(issue, detail),
        showConversation(pull, detail),
        heading('Outputs of the first request'),
        ...steps
          .slice(0, 1)
          .flatMap((step) => showOutputs(step, detail))
          .map((line) => `  ${line}`),
        heading('Figures'),
        showFigures(countUp(sandbox, spans)),
        ...problems.map((problem) => `  A job failed: ${problem}`),
      ].join('\n'),
    ),
  );
  return problems.length === 0;
}

/** Plays a workflow file. */
async function playFile({ file, ...options }: WorkflowCommand, verbose: boolean): Promise<boolean> {
  const { readWorkflowFile } = await import('./workflow-file.ts');
  const { text, found, runners } = await readWorkflowFile(file);
  const played = await playWorkflow({ text, ...options }).catch((error: Error) => {
    throw new Error([...found, error.message].join('\n  '));
  });
  const hints = [...found, ...played.hints];
  const advice = [...runners, ...played.advice];
  return show({ ...played, hints, advice }, path.basename(file), verbose);
}

/** Plays a recipe with these events. */
async function playRecipe(name: string, events: readonly EventChoice[], verbose: boolean): Promise<boolean> {
  const file = fileURLToPath(new URL(`../../examples/${name}.yml`, import.meta.url));
  const text = (await readFile(file, 'utf8')).replaceAll('OWNER/REPO', 'acme/docs-agent-action');
  // The advice is for authors.
  return show({ ...(await playWorkflow({ text, events })), advice: [] }, `examples/${name}.yml`, verbose);
}

/** Prints a workflow. Returns whether nothing went wrong. */
function show(played: PlayedWorkflow, name: string, verbose: boolean): boolean {
  print(fitted(WORKFLOW_LINES, verbose, (detail) => showWorkflow(played, name, detail)));
  const { steps, runs, hints } = played;
  const isRed = runs.some(({ play: { results } }) => Object.values(results).includes('failure'));
  return !isRed && hints.length === 0 && steps.every(({ result }) => result.outcome === 'success');
}
