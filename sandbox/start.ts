/**
 * `npm start`: the whole way on one machine. Without words, people ask in a thread, in virtual time. With a prompt or with
 * `--merge`, one run in real time: an instruction goes through the built action to the documentation service, and a job changes
 * the documentation and opens a pull request. The page shows what a person would see of it.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mergeDraft, mergeSomething } from './merge-play.ts';
import { renderPage } from './play/page/page.ts';
import { playThread } from './play/thread.ts';
import { showAct, showConversation, showFigures } from './play/thread-terminal.ts';
import type { StepResult } from './runner/step.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { heading, indented, logLine, table } from './terminal.ts';
import { realTime } from './time.ts';

const ACTION = fileURLToPath(new URL('../action.yml', import.meta.url));
const MERGE_PROMPT = 'Bring the documentation up to date with this change.';
const WORK_SECONDS = 3;

function print(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

function printLogLine(line: string): void {
  const shown = logLine(line);
  if (shown !== undefined) print(`  ${shown}`.trimEnd());
}

function printResult({ outcome, outputs, summary }: StepResult): void {
  print(heading('Outputs'));
  print(table([['(step)', outcome], ...Object.entries(outputs).filter(([, value]) => value !== '')]));
  if (summary !== '') print(heading('Summary'), indented(summary));
}

async function printPull({ github }: Sandbox, prLink: string): Promise<void> {
  const [, name, number] = /^(?:[^/]*\/\/[^/]+)\/([^/]+\/[^/]+)\/pull\/(\d+)$/.exec(prLink) ?? [];
  if (!name || !prLink.startsWith(github.server)) return;
  const url = `${github.api}/repos/${name}/pulls/${number}`;
  const pull = (await (await fetch(url)).json()) as { title: string; body: string; user: { login: string } };
  const diff = await (await fetch(url, { headers: { accept: 'application/vnd.github.diff' } })).text();
  print(heading(`Pull request #${number} in ${name}, by ${pull.user.login}`));
  print(indented(`${pull.title}\n\n${pull.body}`), '', indented(diff));
}

async function playRun({
  prompt,
  merge,
}: {
  readonly prompt: string;
  readonly merge: boolean;
}): Promise<boolean> {
  await using sandbox = await openSandbox({ time: realTime(), jobs: 'working', workSeconds: WORK_SECONDS });
  const { service, github } = sandbox;
  print(heading('The sandbox, all on this machine'));
  print(
    table([
      ['service', service.url],
      ['GitHub', github.server],
      ['agent', process.env['AGENT_COMMAND'] ?? 'the built-in writer'],
      ['prompt', prompt],
    ]),
  );
  const event = merge ? await mergeSomething(sandbox) : undefined;
  print(heading('The run'));
  // An agent of one's own may take its time.
  const patience = process.env['AGENT_COMMAND'] ? {} : { timeout: '15s' };
  const reach = { 'pr-token': addDocsToken(sandbox) };
  const inputs = { prompt, ...patience, ...reach, ...(merge && { context: 'full' }) };
  const options = { actionFile: ACTION, inputs, secrets: [service.key], onLine: printLogLine };
  const step = sandbox.run({ ...options, ...(event && { event }) });
  process.once('SIGINT', () => void step.cancel());
  const result = await step.ended;
  printResult(result);
  for (const problem of sandbox.problems) print('', `  The job failed: ${problem}`);
  const { prLink = '' } = result.outputs;
  await printPull(sandbox, prLink);
  const went = result.outcome === 'success' && result.post?.outcome !== 'failure';
  return merge ? went && (await endsThere(sandbox, prLink, prompt)) : went;
}

/** A token for the repository with the documentation: that of an app which is installed there, and of its own workflow. */
function addDocsToken({ github }: Sandbox): string {
  const token = `ghs_${randomUUID().replaceAll('-', '')}`;
  const permissions = { issues: 'write', pull_requests: 'write', contents: 'read' } as const;
  github.addToken(token, { login: 'github-actions[bot]', repositories: ['acme/docs'], permissions });
  return token;
}

/** When the draft is merged, its own workflow follows that push as well, and starts nothing. */
async function endsThere(sandbox: Sandbox, prLink: string, prompt: string): Promise<boolean> {
  const merged = await mergeDraft(sandbox, prLink);
  if (merged === undefined) return false;
  const { service } = sandbox;
  print(heading('The run after that'));
  const options = { actionFile: ACTION, inputs: { prompt }, secrets: [service.key], onLine: printLogLine };
  const result = await sandbox.run({ ...options, ...merged, token: addDocsToken(sandbox) }).ended;
  printResult(result);
  return result.outputs['result'] === 'skipped' && service.jobs.length === 1;
}

/** People ask in an issue and in its pull request; `page` is where to show it for a browser. */
async function playConversation(page: string | undefined): Promise<boolean> {
  print(heading('A thread, with the time between as short as the machine can make it'));
  const played = await playThread({ onAct: (act) => print(showAct(act)) });
  const { issue, pull, figures, problems } = played;
  print(showConversation(issue), showConversation(pull));
  for (const problem of problems) print('', `  A job failed: ${problem}`);
  print(heading('Figures'), showFigures(figures));
  if (page !== undefined) {
    await mkdir(path.dirname(page), { recursive: true });
    await writeFile(page, await renderPage(played));
    print('', `  The page: ${page}`);
  }
  return problems.length === 0;
}

const PAGE = 'sandbox-page/index.html';
const USAGE = `Usage:
  npm start                                  a thread
  npm start -- --page [file]                 a thread, as a page for a browser too
  npm start -- "your own prompt"             one run
  npm start -- --merge ["your own prompt"]   a run after a merge`;

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'thread'; readonly page?: string }
  | { readonly kind: 'run'; readonly prompt: string; readonly merge: boolean };

/** The command line; `undefined` when something else stands there. */
function readCommand(): Command | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const options = { merge: flag, page: flag, help: { ...flag, short: 'h' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const { merge, page, help } = values;
    if (help) return { kind: 'help' };
    if (merge && page) throw new Error('--merge and --page are given together; give one.');
    if (page) return { kind: 'thread', page: path.resolve(positionals[0] ?? PAGE) };
    if (!merge && positionals.length === 0) return { kind: 'thread' };
    return { kind: 'run', prompt: positionals.join(' ') || MERGE_PROMPT, merge };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}

async function play(command: Command): Promise<boolean> {
  if (command.kind === 'help') {
    print(USAGE);
    return true;
  }
  return command.kind === 'run' ? playRun(command) : playConversation(command.page);
}

const command = readCommand();
process.exitCode = command !== undefined && (await play(command)) ? 0 : 1;
