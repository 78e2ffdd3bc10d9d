import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command, WorkflowCommand } from '../command-line.ts';
import { playRun } from '../run-play.ts';
import { heading, print, table } from '../terminal.ts';
import { playNoWaiting } from './no-waiting.ts';
import { renderPage } from './page/page.ts';
import { playThread } from './thread.ts';
import { showAct, showConversation, showFigures, showRunnerTime } from './thread-terminal.ts';
import { playWorkflow } from './workflow.ts';

/** Plays requests in an issue and in its pull request. `page` is the file of the page. */
async function playConversation(page: string | undefined): Promise<boolean> {
  print(heading('A thread, in virtual time'));
  const played = await playThread({ onAct: (act) => print(showAct(act)) });
  const { issue, pull, figures, problems } = played;
  print(showConversation(issue), showConversation(pull));
  printProblems(problems);
  print(heading('Figures'), showFigures(figures, pull));
  if (page !== undefined) {
    await mkdir(path.dirname(page), { recursive: true });
    await writeFile(page, await renderPage(played));
    print('', `  The page: ${pathToFileURL(page)}`);
  }
  return problems.length === 0;
}

async function playUnwatched(): Promise<boolean> {
  print(heading('Without waiting: the run ends when the job starts'));
  const played = await playNoWaiting({ onAct: (act) => print(showAct(act)) });
  const { meanwhile, issue, pull, problems } = played;
  print(showConversation(meanwhile, 'while the agent works'));
  print(showConversation(issue, 'when its pull request was opened'), showConversation(pull));
  printProblems(problems);
  print(heading('Seconds of a runner'), showRunnerTime(played));
  return problems.length === 0;
}

/** Plays a workflow file. Returns whether a step used the action, and all of these succeeded. */
async function playFile({ file, ...options }: WorkflowCommand): Promise<boolean> {
  const { text, doubts } = await (await import('./workflow-file.ts')).readWorkflowFile(file);
  const { settings, description, hints, started, steps, thread, pull, problems } = await playWorkflow({
    text,
    ...options,
  });
  const { expected, missing } = settings;
  print(heading('The workflow'));
  print(
    table([
      ['file', file],
      ['secrets', listNames(expected.secrets, missing.secrets)],
      ['variables', listNames(expected.variables, missing.variables)],
      ['event', description],
      ['jobs', started.join(', ') || 'none'],
      ...steps.map(({ job, result: { outputs, outcome } }) => {
        const { result = outcome, reason = '' } = outputs;
        return ['', `${job}: ${[result, reason].filter((part) => part !== '').join(', ')}`] as const;
      }),
    ]),
  );
  for (const hint of [...doubts, ...hints]) print('', `  ${hint}`);
  for (const conversation of [thread, pull]) if (conversation) print(showConversation(conversation));
  printProblems(problems);
  return steps.length > 0 && steps.every(({ result }) => result.outcome === 'success');
}

function listNames(names: readonly string[], missing: readonly string[]): string {
  return names.map((name) => (missing.includes(name) ? `${name} (empty here)` : name)).join(', ') || 'none';
}

function printProblems(problems: readonly string[]): void {
  for (const problem of problems) print('', `  A job failed: ${problem}`);
}

/** Plays, prints what a person would see, and returns whether all went well. */
export async function play(command: Exclude<Command, { kind: 'help' }>): Promise<boolean> {
  switch (command.kind) {
    case 'run':
      return playRun(command);
    case 'no waiting':
      return playUnwatched();
    case 'workflow':
      return playFile(command);
    default:
      return playConversation(command.page);
  }
}
