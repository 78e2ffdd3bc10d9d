import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkFile, lintFile } from '../workflow/check.ts';
import { parseWorkflow } from '../workflow/file.ts';

/** The workflow file of `--workflow`. */
export interface WorkflowFile {
  readonly text: string;
  /** Findings of actionlint, with their places. */
  readonly lint: readonly string[];
  /** Mistakes with their places. GitHub runs the file nevertheless. */
  readonly doubts: readonly string[];
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
      // GitHub's checker doesn't know the indexes of a list.
      .filter(({ message }) => !/^Context access might be invalid: \d+$/.test(message))
      // The others of a line follow from its first one.
      .filter(({ line }, index, all) => all.findIndex((other) => other.line === line) === index)
      .map(({ line, column, message }) => `${name}:${line}:${column}: ${reworded(message, text, line)}`);
  const refused = shown(true);
  if (refused.length > 0) throw new Error(['GitHub refuses this file:', ...refused].join('\n  '));
  const linted = await lintFile(text);
  const lint = linted.map(
    ({ line, column, message }) => `${name}:${line}:${column}: ${message} (actionlint)`,
  );
  return { text, lint, doubts: shown(false) };
}

/** What the payloads of some events have. Others lack it. */
const PARTS =
  'check_run, comment, discussion, issue, label, pull_request, release, review, workflow_run'.split(', ');

function reworded(message: string, text: string, line: number): string {
  const [, name] = /^Context access might be invalid: (.*)$/.exec(message) ?? [];
  if (name === undefined) return message;
  if (PARTS.includes(name) && text.split('\n')[line - 1]?.includes(`github.event.${name}`))
    return `No event of \`on:\` (${Object.keys(parseWorkflow(text).on).join(', ')}) has \`${name}\`, so the expression is empty.`;
  return `\`${name}\` doesn't exist, so the expression is empty. Check its spelling.`;
}
