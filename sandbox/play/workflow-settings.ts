import { readList } from '../../src/inputs/list.ts';
import { stepsOf, type Workflow, type WorkflowStep } from '../workflow/file.ts';
import { defaultsOf, ourAction } from '../workflow/step.ts';
import { branchesIn } from './workflow-names.ts';

/** What a workflow file needs from its repository. The play has all of it, with values that fit. */

type Values = Readonly<Record<string, string>>;

export interface Settings {
  readonly secrets: Values;
  readonly variables: Values;
  /** Outputs of steps that are not run, by the step's id. */
  readonly outputs: Readonly<Record<string, Values>>;
  /** Values for the required fields of a form. */
  readonly form: Values;
  /** What to set up in the repository, in words. */
  readonly setup: readonly string[];
  /** Names that are nearly known ones. They are empty, as on GitHub. */
  readonly doubts: readonly string[];
}

interface Given {
  /** `NAME=value` */
  readonly secrets: readonly string[];
  readonly variables: readonly string[];
  readonly outputs: readonly string[];
  readonly inputs: readonly string[];
  /** Labels that exist. */
  readonly labels: ReadonlySet<string>;
  /** The usual values of inputs, by name. */
  readonly usual: Values;
  /** The value of secrets that no input has. */
  readonly token: string;
}

/** The settings of README.md. */
const KNOWN = ['DOCS_API_KEY', 'DOCS_THREAD_SECRET', 'DOCS_API_URL', 'DOCS_PROJECT_ID'];

/** Actions that the sandbox plays. */
const PLAYED = /^actions\/(?:checkout|create-github-app-token)@/;

export function settingsOf(workflow: Workflow, given: Given): Settings {
  const text = JSON.stringify(workflow);
  const doubts: string[] = [];
  const called = new Set(Object.keys(workflow.on['workflow_call']?.secrets ?? {}));
  const fill = (kind: 'secret' | 'variable', context: string, pairs: readonly string[], other: string) => {
    const chosen = Object.fromEntries(pairs.map(readPair));
    const has = (name: string) => Object.keys(chosen).some((one) => one.toUpperCase() === name.toUpperCase());
    const values = namesIn(text, context).flatMap((name) => {
      const near = KNOWN.find((known) => isNear(name, known) && !text.includes(known));
      if (has(name)) return [];
      if (!/^(?!GITHUB_)[A-Z_]\w*$/i.test(name) && !called.has(name)) {
        doubts.push(
          `The ${kind} \`${name}\` can't exist: names have letters, digits and underscores, and don't start with \`GITHUB_\` or a digit.`,
        );
        return [];
      }
      if (near === undefined)
        return [[name, fittingValue(workflow, `${context}\\.${name}`, given.usual) ?? other]];
      doubts.push(
        `The ${kind} \`${name}\` is empty here. Is it \`${near}\`? If not, add \`--${kind === 'secret' ? kind : 'var'} ${name}=VALUE\`.`,
      );
      return [];
    });
    return { ...Object.fromEntries(values), ...chosen };
  };
  const secrets = fill('secret', 'secrets', given.secrets, given.token);
  const variables = fill('variable', 'vars', given.variables, 'set');
  const outputs = outputsOf(workflow, given);
  const setup = setupOf(workflow, given.labels);
  const form = { ...formOf(workflow, given.usual), ...Object.fromEntries(given.inputs.map(readPair)) };
  return { secrets, variables, outputs, form, setup, doubts };
}

function outputsOf(workflow: Workflow, { outputs: chosen, usual }: Given): Settings['outputs'] {
  const text = JSON.stringify(workflow);
  const outputs: Record<string, Values> = {};
  const set = ([id, name]: readonly string[], value: string) => {
    if (id !== undefined && name !== undefined) outputs[id] = { ...outputs[id], [name]: value };
  };
  for (const step of stepsOf(workflow)) {
    const { id = '', uses = '' } = step;
    if (id === '' || ourAction(step) !== undefined || PLAYED.test(uses)) continue;
    for (const name of namesIn(text, `steps\\.${id}\\.outputs`))
      set([id, name], fittingValue(workflow, `steps\\.${id}\\.outputs\\.${name}`, usual) ?? 'set');
  }
  for (const [place, value] of chosen.map(readPair)) set(place.split('.'), value);
  return outputs;
}

/**
 * What to set up in the repository before the workflow works there, in words and in this order: secrets, variables, labels,
 * environments, and so on. `labels` exist already.
 */
export function setupOf(workflow: Workflow, labels: ReadonlySet<string> = new Set()): string[] {
  const text = JSON.stringify(workflow);
  const steps = stepsOf(workflow);
  const listed = steps.flatMap(({ with: inputs = {} }) =>
    Object.entries(inputs).flatMap(([name, list]) =>
      /\bpr-labels$/.test(name) ? readList(String(list)) : [],
    ),
  );
  const compared = [
    ...text.matchAll(/(?<!!contains\([\w.]*)\blabels?(?:\.\*)?\.name(?:\s*==|,)\s*'([^']+)'/g),
  ];
  const missing = [...listed, ...compared.map(([, name = '']) => name)]
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.includes('${{') && !labels.has(name.toLowerCase()));
  const environments = Object.values(workflow.jobs).flatMap((job) => environmentOf(job.environment) ?? []);
  const setup = [
    ...namesIn(text, 'secrets').map((name) => `secret \`${name}\``),
    ...namesIn(text, 'vars').map((name) => `variable \`${name}\``),
    ...missing.map((name) => `label \`${name}\``),
    ...environments.map((name) => `environment \`${name}\``),
    ...branchesIn(workflow).map((name) => `branch \`${name}\``),
    ...steps.flatMap(appOf),
    ...(/\bgh pr merge\b[^;|&]*--auto\b/.test(text) ? ['setting "Allow auto-merge"'] : []),
    // Without one, GitHub may merge at once: https://github.com/cli/cli/issues/8514
    ...(/\bgh pr merge\b/.test(text) ? ['ruleset with required checks'] : []),
  ];
  return [...new Set(setup)];
}

/** The app whose token a step creates, with the permissions of the token. */
function appOf({ uses = '', with: inputs = {} }: WorkflowStep): string[] {
  if (!uses.startsWith('actions/create-github-app-token@')) return [];
  const permissions = Object.entries(inputs).flatMap(([name, level]) =>
    name.startsWith('permission-') ? [`\`${name.slice('permission-'.length)}: ${level}\``] : [],
  );
  const owner = inputs['owner'] === undefined ? '' : `${inputs['owner']}/`;
  const names = String(inputs['repositories'] ?? '').split(/[\s,]+/);
  const places = names.filter((name) => name !== '').map((name) => ` ${owner}${name}`);
  const where = places.length === 0 ? '' : ` in${places.join(' and')}`;
  return [`app${where}${permissions.length === 0 ? '' : ` with ${permissions.join(', ')}`}`];
}

/** The name of a job's environment. */
export function environmentOf(environment: unknown): string | undefined {
  const { name } = { name: environment, ...(typeof environment === 'object' ? environment : {}) };
  return typeof name === 'string' ? name : undefined;
}

/** The name and the value of `name=value`. */
function readPair(text: string): readonly [name: string, value: string] {
  const [name = '', ...rest] = text.split('=');
  return [name, rest.join('=')];
}

/** A value that a condition expects or the input with this reference takes. `undefined` if none is known. */
function fittingValue(workflow: Workflow, reference: string, usual: Values): string | undefined {
  const at = new RegExp(`\\b${reference}\\b`, 'i');
  const expected = new RegExp(`\\b${reference}\\s*==\\s*'([^']+)'`, 'i').exec(JSON.stringify(workflow))?.[1];
  const values = stepsOf(workflow).flatMap((step) =>
    Object.entries(step.with ?? {})
      .filter(([, template]) => at.test(String(template)))
      .map(([input]) => usual[input] ?? defaultOf(step, input)),
  );
  const isJson = new RegExp(`fromJSON\\(\\s*${reference}\\b`, 'i').test(JSON.stringify(workflow));
  return expected ?? values.find((value) => value !== '') ?? (isJson ? '["set"]' : undefined);
}

function defaultOf(step: WorkflowStep, input: string): string {
  const file = ourAction(step);
  return file === undefined ? '' : String(defaultsOf(file)[input] ?? '');
}

/** The required fields of a form. A list of objects for a matrix has one with the fields that the jobs read. */
function formOf(workflow: Workflow, usual: Values): Values {
  const text = JSON.stringify(workflow);
  const fields = Object.values(workflow.on).flatMap((trigger) => Object.entries(trigger?.inputs ?? {}));
  const values = fields.flatMap(([name, field]) => {
    if (!field?.required || field.default !== undefined) return [];
    const [, key] = new RegExp(`"(\\w+)":"\\$\\{\\{\\s*fromJSON\\(inputs\\.${name}\\)`).exec(text) ?? [];
    if (key === undefined) return [[name, fittingValue(workflow, `inputs\\.${name}`, usual)]];
    const entry = namesIn(text, `matrix\\.${key}`).map((part) => [
      part,
      fittingValue(workflow, `matrix\\.${key}\\.${part}`, usual),
    ]);
    return [[name, JSON.stringify([Object.fromEntries(entry)])]];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The names after `context.` in expressions, each once. */
function namesIn(text: string, context: string): string[] {
  const found = text.matchAll(new RegExp(`\\b${context}(?:\\.([\\w-]+)|\\['([^']+)'\\])`, 'gi'));
  const names = [...found].flatMap(([, plain, quoted]) => plain ?? quoted ?? []);
  return [...new Set(names)].filter((name) => name.toUpperCase() !== 'GITHUB_TOKEN');
}

/** Whether names differ by a letter that is missing, added, replaced, or swapped with the next one. */
export function isNear(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const [rest, others] = at < 0 ? ['', ''] : [one.slice(at), other.slice(at)];
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`;
  return [rest.slice(1) === others.slice(1), rest.slice(1) === others, rest === others.slice(1)]
    .concat(swapped === others)
    .includes(true);
}
