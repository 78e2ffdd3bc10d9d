/**
 * Checks all workflows and actions of this repository and of `examples/`, with GitHub's description of their syntax and
 * expressions, own rules, and the inputs of our actions. Workflows to copy, in `examples/` and on the pages, must lose no
 * request, and each input must be on a page.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ActionMetadata, ActionReference } from '@actions/languageservice/action';
import { parse } from 'yaml';
import { checkFile } from '../sandbox/workflow/check.ts';
import { type Job, parseWorkflow } from '../sandbox/workflow/file.ts';

/** The language service doesn't know that payloads have lists. */
const MISTAKEN = /^Context access might be invalid: \d+$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const workflows = globSync(['examples/*.yml', '.github/workflows/*.yml'], { cwd: root }).sort();
const actions = globSync(['action.yml', '*/action.yml'], { cwd: root }).sort();
const pages = globSync(['README.md', 'SECURITY.md', 'docs/*.md'], { cwd: root }).sort();
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

/** Reads the actions of this repository. Of others, only the name and the version are known here. */
async function readAction({ owner, name, path }: ActionReference): Promise<ActionMetadata> {
  if (`${owner}/${name}` !== 'OWNER/REPO') return { name, description: '' };
  return parse(read(path ? `${path}/action.yml` : 'action.yml')) as ActionMetadata;
}

async function faultsOf(path: string): Promise<string[]> {
  const text = read(path);
  const found = await checkFile(pathToFileURL(`${root}/${path}`).href, text, readAction);
  const rightly = found.filter(({ message }) => !MISTAKEN.test(message));
  return rightly.map(({ line, message }) => `${line}: ${message}`);
}

/** A group with one of these has no other run. */
const OF_ONE_RUN = /github\.(?:run_id|event\.(?:comment|release)\.id)\b/;

/** The jobs that may lose a request, because people or pushes can cause several at a time. */
function losesRequests(text: string): string[] {
  const { on, jobs, concurrency } = parseWorkflow(text);
  // Two schedules, or two forms without inputs, request the same. A caller has its own group.
  const alone = [
    'schedule',
    'workflow_call',
    ...(on['workflow_dispatch']?.inputs ? [] : ['workflow_dispatch']),
  ];
  if (Object.keys(on).every((event) => alone.includes(event))) return [];
  return Object.entries(jobs).flatMap(([name, job]) => {
    const requests = job.steps?.some(({ uses = '' }) => /^OWNER\/REPO@/.test(uses));
    return requests && !keepsAll(job.concurrency ?? concurrency)
      ? [`the job \`${name}\` needs \`concurrency\` with \`queue: max\`.`]
      : [];
  });
}

function keepsAll(concurrency: Job['concurrency']): boolean {
  if (typeof concurrency !== 'object') return false;
  const { group, queue, 'cancel-in-progress': cancels = false } = concurrency;
  return cancels === false && (queue === 'max' || OF_ONE_RUN.test(group));
}

/** The complete workflows on a page. */
function workflowsOn(page: string): string[] {
  const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  return blocks.filter((text) => /^on:/m.test(text) && /^ +runs-on:/m.test(text));
}

/** A page without its generated tables. */
function ownWords(page: string): string {
  return page.replaceAll(/<!-- ((?:grouped )?inputs|outputs) .*? -->[\s\S]*?<!-- \/\1 -->/g, '');
}

const words = pages.map((page) => ownWords(read(page))).join('\n');

/** Inputs that are only in a table. Those of the main action are explained once, for all actions. */
function unexplainedInputs(path: string): string[] {
  const inputsOf = (action: string) => Object.keys(parse(read(action)).inputs as object);
  const others = path === 'action.yml' ? [] : inputsOf('action.yml');
  return inputsOf(path)
    .filter((name) => !others.includes(name))
    .filter((name) => !new RegExp(`\`${name}(?:: [^\`]*)?\`|^ *${name}: `, 'm').test(words))
    .map((name) => `no page explains \`${name}\`.`);
}

const faults: [path: string, fault: string][] = [];
for (const path of [...workflows, ...actions])
  for (const fault of await faultsOf(path)) faults.push([path, fault]);
for (const path of workflows.filter((name) => name.startsWith('examples/')))
  for (const fault of losesRequests(read(path))) faults.push([path, fault]);
for (const path of pages)
  for (const fault of workflowsOn(read(path)).flatMap(losesRequests)) faults.push([path, fault]);
for (const path of actions) for (const fault of unexplainedInputs(path)) faults.push([path, fault]);
for (const [path, fault] of faults) console.error(`${path}:${fault}`);
if (faults.length > 0) process.exitCode = 1;
console.log(`${workflows.length} workflows and ${actions.length} actions were checked.`);
// The language service would keep the process alive.
process.exit();
