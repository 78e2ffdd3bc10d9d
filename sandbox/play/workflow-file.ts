import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkFile, lintFile } from '../workflow/check.ts';
import { parseWorkflow, stepsOf } from '../workflow/file.ts';
import { isNear } from './workflow-settings.ts';

export interface WorkflowFile {
  readonly text: string;
  /** Mistakes with their places, as actionlint and GitHub's description of the syntax find them. */
  readonly found: readonly string[];
  /** Labels of runners that GitHub doesn't host. */
  readonly labels: readonly string[];
}

/** Reads a workflow file. Throws for one that GitHub refuses. The error has the place of each mistake. */
export async function readWorkflowFile(file: string): Promise<WorkflowFile> {
  const text = await readFile(file, 'utf8');
  // The runner warns of unknown inputs, so the inputs of actions needn't be known here.
  const found = await checkFile('file:///.github/workflows/docs.yml', text, async ({ name }) => ({
    name,
    description: '',
  }));
  const [name = file] = [path.relative('', file), file].sort((one, other) => one.length - other.length);
  const shown = (refused: boolean) =>
    found
      .filter((mistake) => mistake.refused === refused)
      .map(({ message, ...place }) => ({
        ...place,
        message: refused ? message : reworded(message, text, place.line),
      }))
      .filter(({ message }) => message !== '')
      // The others of a line follow from its first one.
      .filter(({ line }, index, all) => all.findIndex((other) => other.line === line) === index)
      .map(({ line, column, message }) => `${name}:${line}:${column}: ${message}`);
  const refused = shown(true);
  if (refused.length > 0) throw new Error(['GitHub refuses this file:', ...refused].join('\n  '));
  const linted = await lintFile(text);
  const label = (message: string) => /^label "([^"]+)" is unknown/.exec(message)?.[1] ?? [];
  const wrong = linted.filter(({ message }) => label(message).length === 0);
  const shownLint = wrong.map(
    ({ line, column, message }) => `${name}:${line}:${column}: ${message} (actionlint)`,
  );
  const places = new Set(wrong.map(({ line }) => `${name}:${line}:`));
  const others = shown(false).filter((line) => ![...places].some((place) => line.startsWith(place)));
  const labels = [...new Set(linted.flatMap(({ message }) => label(message)))];
  return { text, found: [...shownLint, ...others], labels };
}

/** What the payloads of some events have. Others lack it. */
const PARTS =
  'check_run, comment, discussion, issue, label, pull_request, release, review, workflow_run'.split(', ');

/** A doubt in other words, or nothing if GitHub's checker can't know better. */
function reworded(message: string, text: string, line: number): string {
  const [, name] = /^Context access might be invalid: (.*)$/.exec(message) ?? [];
  if (name === undefined) return message;
  // Nor does it know the indexes of a list.
  if (/^\d+$/.test(name)) return '';
  const workflow = parseWorkflow(text);
  const code = text.split('\n')[line - 1] ?? '';
  if (PARTS.includes(name) && code.includes(`github.event.${name}`))
    return `No event of \`on:\` (${Object.keys(workflow.on).join(', ')}) has \`${name}\`, so the expression is empty.`;
  const known = [workflow, ...Object.values(workflow.jobs), ...stepsOf(workflow)];
  const variables = known.flatMap(({ env }) => Object.keys(env ?? {}));
  // A script may set it, unless it is a slip.
  if (code.includes(`env.${name}`) && !variables.some((one) => isNear(one, name))) return '';
  return `\`${name}\` doesn't exist, so the expression is empty. Check its spelling.`;
}
