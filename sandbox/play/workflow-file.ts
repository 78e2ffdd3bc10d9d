import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkFile, lintFile, type Mistake } from '../workflow/check.ts';
import { parseWorkflow, variablesOf } from '../workflow/file.ts';
import { isNear } from './workflow-settings.ts';

/**
 * Reads a workflow file. Throws for one that GitHub refuses. The error has the place of each mistake. `found` has other mistakes
 * with their places, as actionlint and GitHub's description of the syntax find them.
 */
export async function readWorkflowFile(file: string) {
  const text = await readFile(file, 'utf8');
  // The runner warns of unknown inputs, so the inputs of actions needn't be known here.
  const found = await checkFile('file:///.github/workflows/docs.yml', text, async ({ name }) => ({
    name,
    description: '',
  }));
  const [name = file] = [path.relative('', file), file].sort((one, other) => one.length - other.length);
  const shown = (mistakes: readonly Omit<Mistake, 'refused'>[], by = '') =>
    mistakes
      // The others of a line follow from its first one.
      .filter(({ line }, index) => mistakes.findIndex((other) => other.line === line) === index)
      .map(({ line, column, message }) => `${name}:${line}:${column}: ${message}${by}`);
  const refused = found.filter((mistake) => mistake.refused);
  if (refused.length > 0) throw new Error(['GitHub refuses this file:', ...shown(refused)].join('\n  '));
  const linted = await lintFile(text);
  const label = (message: string) => /^label "([^"]+)" is unknown/.exec(message)?.[1] ?? [];
  const labels = [...new Set(linted.flatMap(({ message }) => label(message)))];
  const wrong = linted.filter(({ message }) => label(message).length === 0);
  const doubts = found
    .filter(({ line }) => !wrong.some((other) => other.line === line))
    .flatMap((mistake) => reworded(mistake, text));
  const runners = labels.map(
    (one) =>
      `GitHub hosts no \`${one}\`. Without a runner of yours with this label, the job waits for a day.`,
  );
  return { text, found: [...shown(wrong, ' (actionlint)'), ...shown(doubts)], runners };
}

/** A doubt in other words, or nothing if GitHub's checker can't know better. */
function reworded(mistake: Mistake, text: string): Mistake[] {
  const { message, line } = mistake;
  const [, name] = /^Context access might be invalid: (.*)$/.exec(message) ?? [];
  if (name === undefined) return [mistake];
  const workflow = parseWorkflow(text);
  const code = text.split('\n')[line - 1] ?? '';
  // A script may set a variable, unless it is a slip. Nor are the indexes of a list known.
  const isSet = code.includes(`env.${name}`) && !variablesOf(workflow).some((one) => isNear(one, name));
  if (isSet || /^\d+$/.test(name)) return [];
  const events = Object.keys(workflow.on).join(', ');
  const place = code.includes(`github.event.${name}`) ? ` for the events of \`on:\` (${events})` : '';
  return [
    {
      ...mistake,
      message: `\`${name}\` doesn't exist${place}, so the expression is empty. Check its spelling.`,
    },
  ];
}
