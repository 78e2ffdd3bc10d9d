/**
 * `npm start`: the whole way on one machine, in real time. An instruction goes through the built action to the documentation
 * service; a job changes the documentation and opens a pull request; the page shows what a person would see of it.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { StepResult } from './runner/step.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { heading, indented, logLine, table } from './terminal.ts';
import { realTime } from './time.ts';

const ACTION = fileURLToPath(new URL('../action.yml', import.meta.url));
const PROMPT =
  'Explain how to verify the signature of a webhook\n\nWith a short example, for people who are in a hurry.';
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

async function main(prompt: string): Promise<boolean> {
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
  print(heading('The run'));
  // An agent of one's own may take its time.
  const inputs = { prompt, ...(process.env['AGENT_COMMAND'] ? {} : { timeout: '15s' }) };
  const step = sandbox.run({ actionFile: ACTION, inputs, secrets: [service.key], onLine: printLogLine });
  process.once('SIGINT', () => void step.cancel());
  const result = await step.ended;
  printResult(result);
  for (const problem of sandbox.problems) print('', `  The job failed: ${problem}`);
  await printPull(sandbox, result.outputs['prLink'] ?? '');
  return result.outcome === 'success' && result.post?.outcome !== 'failure';
}

/** The instruction on the command line; `undefined` when something else stands there. */
function readPrompt(): string | undefined {
  try {
    return parseArgs({ allowPositionals: true }).positionals.join(' ') || PROMPT;
  } catch (error) {
    console.error(`${(error as Error).message}\n\nUsage: npm start -- "your own prompt"`);
    return undefined;
  }
}

const prompt = readPrompt();
process.exitCode = prompt !== undefined && (await main(prompt)) ? 0 : 1;
