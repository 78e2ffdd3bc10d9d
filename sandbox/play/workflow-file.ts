import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasField } from '../github/payloads.ts';
import { checkFile, type Mistake } from '../workflow/check.ts';
import { grants } from '../workflow/context.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import { parseWorkflow, stepsOf, variablesOf, type Workflow } from '../workflow/file.ts';
import { canBeSet, isNear } from './workflow-settings.ts';

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
  const events = Object.keys(workflow.on);
  const fields = fieldsIn(expressionsIn(workflow).join('\n')).filter((field) => !FREE.test(field));
  const wrong = fields.flatMap((field) => (hasField(events, field) ? [] : fieldMistake(field, text, events)));
  const doubts = [...wrong, ...found.flatMap((mistake) => reworded(mistake, text, workflow))];
  return { text, found: [...shown(doubts), ...(await lackingPermissions(workflow, readCalled))] };
}

function fieldMistake(field: string, text: string, events: readonly string[]): Mistake {
  const before = text.slice(0, text.indexOf(`github.event.${field}`)).split('\n');
  const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  const message = `\`github.event.${field}\` doesn't exist for the events of \`on:\` (${events.join(', ')}), so the expression is empty. Check its spelling.`;
  return { ...place, message, refused: false };
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

/** What the file or a caller names. */
const FREE = /^(?:inputs|client_payload)\b/;

/** The fields of the event that a text reads, like `commits[0].message`. */
function fieldsIn(text: string): string[] {
  return [...text.matchAll(/\bgithub\.event\.([\w*-]+(?:\.[\w*-]+|\[\d+\])*)/g)].map(
    ([, field = '']) => field,
  );
}

/** A doubt in other words, or nothing if GitHub's checker can't know better. */
function reworded(mistake: Mistake, text: string, workflow: Workflow): Mistake[] {
  const { message, line } = mistake;
  const [, name] = /^Context access might be invalid: (.*)$/.exec(message) ?? [];
  if (name === undefined) return [mistake];
  const code = text.split('\n')[line - 1] ?? '';
  // A script may set a variable, unless it is a slip.
  const isNamed = variablesOf(workflow).some((one) => isNear(one, name));
  const isSet = code.includes(`env.${name}`) && (name === 'ACT' || (canBeSet(workflow, name) && !isNamed));
  // Fields of the event have a rule of their own, which knows lists and called workflows.
  const fields = fieldsIn(code.includes('github.event.') ? code : text);
  const isField = /^\d+$/.test(name) || fields.some((field) => field.split(/[.[\]]+/).includes(name));
  const isParallel = /^\s*- parallel:/m.test(text) && stepsOf(workflow).some(({ id }) => id === name);
  if (isSet || isParallel || isField) return [];
  const words = `\`${name}\` doesn't exist, so the expression is empty. Check its spelling.`;
  return [{ ...mistake, message: words }];
}

/** The permissions that jobs of a called file need and its caller doesn't give. GitHub refuses the run. */
async function lackingPermissions(
  { jobs, permissions }: Workflow,
  readCalled: (name: string) => Promise<string>,
) {
  const lacking = Object.entries(jobs).map(async ([name, { uses = '', permissions: own = permissions }]) => {
    const text = uses.startsWith('./') ? await readCalled(uses).catch(() => undefined) : undefined;
    if (text === undefined || own === undefined) return [];
    const called = parseWorkflow(text);
    const given = grants(own);
    return Object.values(called.jobs).flatMap((job) =>
      Object.entries(grants(job.permissions ?? called.permissions ?? {}))
        .filter(([kind, level]) => given[kind] !== 'write' && given[kind] !== level)
        .map(
          ([kind, level]) => `The job \`${name}\` needs \`${kind.replace('_', '-')}: ${level}\` for ${uses}.`,
        ),
    );
  });
  return [...new Set((await Promise.all(lacking)).flat())];
}
