import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkFile, type Mistake } from '../workflow/check.ts';
import { grants } from '../workflow/context.ts';
import { parseWorkflow, stepsOf, type Workflow } from '../workflow/file.ts';
import { canBeSet } from './workflow-settings.ts';

/**
 * Reads a workflow file. Throws for one that GitHub refuses. The error has the place of each mistake. `found` has other mistakes
 * with their places.
 */
export async function readWorkflowFile(file: string) {
  const text = await readFile(file, 'utf8');
  const readCalled = (name: string) => readFile(path.join(path.dirname(file), path.basename(name)), 'utf8');
  // The runner warns of unknown inputs, so the inputs of actions needn't be known here.
  const readAction = async ({ name }: { readonly name: string }) => ({ name, description: '' });
  const found = await checkFile('file:///.github/workflows/docs.yml', text, readAction, readCalled);
  const [name = file] = [path.relative('', file), file].sort((one, other) => one.length - other.length);
  const shown = (mistakes: readonly Mistake[]) =>
    mistakes
      // The others of a line follow from its first one.
      .filter(({ line }, index) => mistakes.findIndex((other) => other.line === line) === index)
      .map(({ line, column, message }) => `${name}:${line}:${column}: ${cured(message, text)}`);
  const refused = found.filter((mistake) => mistake.refused);
  if (refused.length > 0) throw new Error(['GitHub refuses this file:', ...shown(refused)].join('\n  '));
  const workflow = parseWorkflow(text);
  const doubts = found.flatMap((mistake) => reworded(mistake, text, workflow));
  return { text, found: [...shown(doubts), ...(await lackingPermissions(workflow, readCalled))] };
}

/** What to write instead, by the words of YAML or GitHub. */
const CURES = [
  [/^Nested mappings/, 'Put a text with `: ` into quotation marks'],
  [
    /^(?:Alias|Plain value|Unexpected value '')/,
    'Put a value that begins with `!`, `*`, `@` or `%` into quotation marks',
  ],
  [
    /^A mapping was not expected[\s\S]*^\s*<<:/m,
    'GitHub knows no merge keys (`<<`). Use an alias for the whole mapping',
  ],
  [/^A mapping was not expected/, 'GitHub expects a list: begin each entry with `- `'],
] as const;

function cured(message: string, text: string): string {
  const [, cure] = CURES.find(([words]) => words.test(`${message}\n${text}`)) ?? [];
  return cure === undefined ? message : `${message}. ${cure}.`;
}

/** A doubt in other words, or nothing if GitHub's checker can't know better: it knows no lists, and no variables by scripts. */
function reworded(mistake: Mistake, text: string, workflow: Workflow): Mistake[] {
  const [, name] = /^Context access might be invalid: (.*)$/.exec(mistake.message) ?? [];
  if (name === undefined) return [mistake];
  const isListed = /^\d+$/.test(name) || new RegExp(`\\.\\*[\\w.]*\\.${name}\\b`).test(text);
  const isSet = text.includes(`env.${name}`) && (name === 'ACT' || canBeSet(workflow, name));
  const isParallel = /^\s*- parallel:/m.test(text) && stepsOf(workflow).some(({ id }) => id === name);
  if (isListed || isSet || isParallel) return [];
  const words = `\`${name}\` doesn't exist, so the expression is empty. Check its spelling.`;
  return [{ ...mistake, message: words }];
}

/** The permissions that jobs of a called file need and its caller doesn't give. GitHub refuses the run. */
async function lackingPermissions(
  { jobs, permissions }: Workflow,
  readCalled: (name: string) => Promise<string>,
) {
  const lacking = Object.entries(jobs).map(async ([name, { uses = '', permissions: own = permissions }]) => {
    const text = uses.startsWith('./') && own ? await readCalled(uses).catch(() => '') : '';
    if (text === '') return [];
    const called = parseWorkflow(text);
    const given = grants(own);
    return Object.values(called.jobs)
      .flatMap((job) => Object.entries(grants(job.permissions ?? called.permissions ?? {})))
      .filter(([kind, level]) => given[kind] !== 'write' && given[kind] !== level)
      .map(
        ([kind, level]) => `The job \`${name}\` needs \`${kind.replace('_', '-')}: ${level}\` for ${uses}.`,
      );
  });
  return [...new Set((await Promise.all(lacking)).flat())];
}
