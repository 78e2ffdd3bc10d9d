import { randomUUID } from 'node:crypto';
import { actionFile } from './archive.ts';
import { type Merge, mergeDraft, mergeSomething } from './merge-play.ts';
import { GITHUB } from './play/stage.ts';
import type { StepResult } from './runner/step.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { heading, indented, logLine, print, table } from './terminal.ts';
import { realTime } from './time.ts';

/** One run in real time: the built action sends an instruction to a job. Prints what a person would see of it. */

/** Replaces the service's URL in what is printed. */
const SERVICE = 'https://service.example';
const WORK_SECONDS = 3;

export interface RunOptions {
  readonly prompt: string;
  /** Merges code before the run, and the job's pull request after it. */
  readonly merge: boolean;
}

/** Returns whether all steps succeeded. */
export async function playRun({ prompt, merge }: RunOptions): Promise<boolean> {
  await using sandbox = await openSandbox({
    time: realTime(),
    jobs: 'working',
    workSeconds: WORK_SECONDS,
    pages: GITHUB,
  });
  const { service, github } = sandbox;
  print(heading('The sandbox, all on this machine, until the run ends'));
  print(
    table([
      ['service', `${SERVICE}, played at ${service.url}`],
      ['GitHub', `${github.server}, its API played at ${github.api}`],
      ['agent', process.env['AGENT_COMMAND'] ?? 'the built-in writer'],
      ['prompt', prompt],
    ]),
  );
  const event = merge ? await mergeCode(sandbox) : undefined;
  print(heading('The run'));
  // Another agent may take longer.
  const limit = process.env['AGENT_COMMAND'] ? {} : { timeout: '15s' };
  const docsToken = addDocsToken(sandbox);
  const inputs = { prompt, ...limit, 'pr-token': docsToken, ...(merge && { context: 'full' }) };
  const step = sandbox.run({ ...stepOptions(sandbox, docsToken), inputs, ...(event && { event }) });
  process.once('SIGINT', () => void step.cancel());
  const result = await step.ended;
  printResult(sandbox, result);
  for (const problem of sandbox.problems) print('', `  The job failed: ${problem}`);
  const { prLink = '' } = result.outputs;
  await printPull(sandbox, prLink);
  const went = result.outcome === 'success' && result.post?.outcome !== 'failure';
  return merge ? went && (await endsWithoutJob(sandbox, prLink, prompt)) : went;
}

function stepOptions(sandbox: Sandbox, docsToken: string) {
  const { service } = sandbox;
  const onLine = (line: string) => {
    const shown = logLine(readable(sandbox, line));
    if (shown !== undefined) print(`  ${shown}`.trimEnd());
  };
  return { actionFile: actionFile(), secrets: [service.key, docsToken], onLine };
}

/** Replaces the URLs of this machine. */
function readable({ service, github }: Sandbox, text: string): string {
  return text.replaceAll(service.url, SERVICE).replaceAll(github.api, 'https://api.github.com');
}

function printResult(sandbox: Sandbox, { outcome, outputs, summary }: StepResult): void {
  const known = Object.entries(outputs).filter(([, value]) => value !== '');
  print(heading('Outputs'));
  print(readable(sandbox, table([['(step)', outcome], ...known])));
  if (summary !== '') print(heading('Summary'), indented(readable(sandbox, summary)));
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

/** Adds a token of the documentation repository, for an app that is installed there and for its workflow. */
function addDocsToken({ github }: Sandbox): string {
  const token = `ghs_${randomUUID().replaceAll('-', '')}`;
  const permissions = { issues: 'write', pull_requests: 'write', contents: 'read' } as const;
  github.addToken(token, { login: 'github-actions[bot]', repositories: ['acme/docs'], permissions });
  return token;
}

async function mergeCode(sandbox: Sandbox): Promise<Merge['event']> {
  const product = { 'src/webhooks.ts': 'export const retries = 3;\n' };
  const repository = await sandbox.github.withFiles('acme/product', product);
  const merge = await mergeSomething(sandbox, repository, 'octo-writer');
  printMerge(merge);
  return merge.event;
}

function printMerge({ repository, pull, before, after }: Merge): void {
  print(heading('The merge'));
  print(
    table([
      [`${repository.fullName} #${pull.number}`, pull.title],
      ['push', `${before.slice(0, 12)}...${after.slice(0, 12)}`],
    ]),
  );
}

/** Merges the job's pull request. The workflow of that repository runs on the push too, and must create no job. */
async function endsWithoutJob(sandbox: Sandbox, prLink: string, prompt: string): Promise<boolean> {
  const merged = await mergeDraft(sandbox, prLink);
  if (merged === undefined) return false;
  printMerge(merged);
  print(heading('The run after the merge'));
  const token = addDocsToken(sandbox);
  const options = { ...stepOptions(sandbox, token), inputs: { prompt }, token };
  const { event, repository } = merged;
  const context = { repository: repository.fullName, repositoryId: String(repository.id) };
  const result = await sandbox.run({ ...options, event, context }).ended;
  printResult(sandbox, result);
  return result.outputs['result'] === 'skipped' && sandbox.service.jobs.length === 1;
}
