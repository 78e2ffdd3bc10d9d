/**
 * `npm start`: the whole way on one machine. Without words, people ask in a thread, in virtual time, and with `--no-waiting`
 * no run waits for what they asked. With a prompt or with `--merge`, one run in real time: an instruction goes through the
 * built action to the documentation service, and a job changes the documentation and opens a pull request. What is printed is
 * what a person would see of it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { playNoWaiting } from './play/no-waiting.ts';
import { renderPage } from './play/page/page.ts';
import { playThread } from './play/thread.ts';
import { showAct, showConversation, showFigures, showRunnerTime } from './play/thread-terminal.ts';
import { playWorkflow } from './play/workflow.ts';
import { playRun } from './run-play.ts';
import { heading, print, table } from './terminal.ts';

const MERGE_PROMPT = 'Bring the documentation up to date with this change.';
const COMMENT = '/docs Rewrite the quickstart for v2';
const PAGE = 'sandbox-page/index.html';
const USAGE = `Usage:
  npm start                                  a thread
  npm start -- --page [file]                 a thread, as a page for a browser too
  npm start -- --no-waiting                  a request that no run waits for, and what a run costs
  npm start -- --workflow file [comment]     your own workflow file, for a comment
  npm start -- "your own prompt"             one run
  npm start -- --merge ["your own prompt"]   a run after a merge`;

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'thread'; readonly page?: string }
  | { readonly kind: 'no waiting' }
  | { readonly kind: 'workflow'; readonly file: string; readonly comment: string }
  | { readonly kind: 'run'; readonly prompt: string; readonly merge: boolean };

/** People ask in an issue and in its pull request; `page` is where to show it for a browser. */
async function playConversation(page: string | undefined): Promise<boolean> {
  print(heading('A thread, with the time between as short as the machine can make it'));
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

/** `--workflow` is followed by the file, and maybe by the words of a comment. */
function readFileCommand([file, ...words]: readonly string[]): Command {
  if (file === undefined) throw new Error('--workflow needs a file.');
  return { kind: 'workflow', file: path.resolve(file), comment: words.join(' ') || COMMENT };
}

async function playUnwatched(): Promise<boolean> {
  print(heading('Nobody waits: the run ends when the job has begun'));
  const played = await playNoWaiting({ onAct: (act) => print(showAct(act)) });
  const { meanwhile, issue, pull, problems } = played;
  print(showConversation(meanwhile, 'while the agent works'));
  print(showConversation(issue, 'when its pull request was opened'), showConversation(pull));
  printProblems(problems);
  print(heading('Seconds of a runner'), showRunnerTime(played));
  return problems.length === 0;
}

/** Whether all steps of ours that ran went well, and some did. */
async function playFile(file: string, comment: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  const { needs, hints, started, steps, issue, pull, problems } = await playWorkflow({ text, comment });
  print(heading('The workflow'));
  print(
    table([
      ['file', file],
      ['secrets', needs.secrets.join(', ') || 'none'],
      ['variables', needs.variables.join(', ') || 'none'],
      ['comment', comment],
      ['jobs', started.join(', ') || 'none'],
      ...steps.map(
        ({ job, result }) =>
          ['', `${job}: ${result.outputs['result']}, ${result.outputs['reason']}`] as const,
      ),
    ]),
  );
  for (const hint of hints) print('', `  ${hint}`);
  print(showConversation(issue), ...(pull ? [showConversation(pull)] : []));
  printProblems(problems);
  return steps.length > 0 && steps.every(({ result }) => result.outcome === 'success');
}

function printProblems(problems: readonly string[]): void {
  for (const problem of problems) print('', `  A job failed: ${problem}`);
}

/** The command line; `undefined` when something else stands there. */
function readCommand(): Command | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const modes = { merge: flag, page: flag, 'no-waiting': flag, workflow: flag };
    const options = { ...modes, help: { ...flag, short: 'h' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const { merge, page, help, workflow, 'no-waiting': unwatched } = values;
    if (help) return { kind: 'help' };
    const given = Object.entries(values).filter(([, is]) => is);
    if (given.length > 1) {
      throw new Error(`${given.map(([name]) => `--${name}`).join(' and ')} are given together; give one.`);
    }
    if (workflow) return readFileCommand(positionals);
    if (unwatched && positionals.length > 0) throw new Error('--no-waiting takes no prompt.');
    if (unwatched) return { kind: 'no waiting' };
    if (page) return { kind: 'thread', page: path.resolve(positionals[0] ?? PAGE) };
    if (!merge && positionals.length === 0) return { kind: 'thread' };
    return { kind: 'run', prompt: positionals.join(' ') || MERGE_PROMPT, merge };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}

/** Answers whether all went well. */
async function play(command: Command): Promise<boolean> {
  switch (command.kind) {
    case 'help':
      print(USAGE);
      return true;
    case 'run':
      return playRun(command);
    case 'no waiting':
      return playUnwatched();
    case 'workflow':
      return playFile(command.file, command.comment);
    default:
      return playConversation(command.page);
  }
}

/** What to do next, in two lines. */
function printNext(command: Command): void {
  if (command.kind === 'help') return;
  const shown = command.kind === 'thread' && command.page !== undefined;
  const further = shown ? 'open that page in a browser' : 'npm start -- --page shows a thread in a browser';
  print('', `  Next: ${further}; npm start -- --help lists all that can be played.`);
  print('  For your own repository: the seven steps under "The first workflow" in README.md.');
}

// Whoever reads the first lines only has seen enough.
process.stdout.on('error', () => process.exit());

const command = readCommand();
try {
  process.exitCode = command !== undefined && (await play(command)) ? 0 : 1;
  if (command !== undefined) printNext(command);
} catch (error) {
  // A file that cannot be read, or is no workflow.
  console.error(`\n  ${(error as Error).message}`);
  process.exitCode = 1;
}
