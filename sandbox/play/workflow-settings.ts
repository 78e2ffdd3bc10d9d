import { readList } from '../../src/inputs/list.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import { stepsOf, variablesOf, type Workflow, type WorkflowStep } from '../workflow/file.ts';
import { defaultsOf, ourAction } from '../workflow/step.ts';

/** What a workflow file needs from its repository. The play has all of it, with values that fit. */

type Values = Readonly<Record<string, string>>;

export type Settings = ReturnType<typeof settingsOf>;

/** What the user sets. */
export interface SettingOptions {
  /** `NAME=value` */
  readonly secrets?: readonly string[];
  readonly variables?: readonly string[];
  /** `name=value`: values for the form. */
  readonly inputs?: readonly string[];
  /** `step.name=value`: outputs of steps that are not run. */
  readonly outputs?: readonly string[];
}

interface Given extends SettingOptions {
  /** Values by the input that takes them. */
  readonly usual: Values;
  /** The value of secrets that no input has. */
  readonly token: string;
}

/** The name of README.md for the value of an input. */
const usualName = (input: string) =>
  input === 'base-url' ? 'DOCS_API_URL' : `DOCS_${input.replaceAll('-', '_').toUpperCase()}`;

/** GitHub refuses other names, except for the secrets of a called workflow. */
const POSSIBLE = /^(?!GITHUB_)[A-Z_]\w*$/i;

export function settingsOf(workflow: Workflow, given: Given) {
  /** Names that can't exist, or that are nearly known ones. They are empty, as on GitHub. */
  const doubts: string[] = [];
  const called = Object.keys(workflow.on['workflow_call']?.secrets ?? {});
  /** A value that a condition compares with the reference, like `inputs.what`, or that its input takes. */
  const fitting = (reference: string) => fittingValue(workflow, reference, given.usual);
  const doubtOf = (reference: string, name: string) => {
    if (!POSSIBLE.test(name) && !called.includes(name))
      return "can't exist: names have letters, digits and underscores, and don't start with `GITHUB_`";
    const known = inputsWith(workflow, reference).map(({ input }) => usualName(input));
    const near = known.find((one) => isNear(name, one));
    return near && `is empty here. Is it \`${near}\`? If not, give it a value`;
  };
  const fill = (context: 'secrets' | 'vars', pairs: readonly string[] | undefined, other: string): Values => {
    const chosen = pairsIn(pairs);
    const taken = Object.keys(chosen).map((name) => name.toUpperCase());
    const values = namesIn(workflow, context).flatMap((name) => {
      if (taken.includes(name.toUpperCase())) return [];
      const doubt = doubtOf(`${context}.${name}`, name);
      if (doubt !== undefined) doubts.push(`\`${context}.${name}\` ${doubt}.`);
      return doubt === undefined ? [[name, fitting(`${context}.${name}`) ?? other]] : [];
    });
    return { ...Object.fromEntries(values), ...chosen };
  };
  const secrets = fill('secrets', given.secrets, given.token);
  const variables = fill('vars', given.variables, 'set');
  /** Values of the form that were chosen. */
  const form = pairsIn(given.inputs);
  return { secrets, variables, outputs: outputsOf(workflow, given, fitting, doubts), form, doubts, fitting };
}

type Fitting = (reference: string) => string | undefined;

/** Outputs of steps that are not run, by the step's id. `env` has the variables that they set. */
function outputsOf(
  workflow: Workflow,
  given: Given,
  fitting: Fitting,
  doubts: string[],
): Readonly<Record<string, Values>> {
  const outputs: Record<string, Values> = {};
  const set = (id: string, name: string, value: string) => {
    outputs[id] = { ...outputs[id], [name]: value };
  };
  const others = stepsOf(workflow).filter((step) => !ourAction(step) && !PLAYED.test(step.uses ?? ''));
  for (const step of others)
    for (const name of namesIn(workflow, `steps.${step.id}.outputs`)) {
      const place = `steps.${step.id}.outputs.${name}`;
      const [fit = 'set'] = passedOn(workflow, place).flatMap((one) => fitting(one) ?? []);
      if (canSet(step, name)) set(step.id ?? '', name, fit);
      else doubts.push(`\`${place}\` is empty: the script of the step writes no \`${name}\`.`);
    }
  for (const name of namesIn(workflow, 'env'))
    if (canBeSet(workflow, name)) set('env', name, fitting(`env.${name}`) ?? 'set');
  for (const [place, value] of Object.entries(pairsIn(given.outputs))) {
    const [id = '', name = ''] = place.split('.');
    set(id, name, value);
  }
  return outputs;
}

/** Whether a step can set a variable that no `env:` has. act sets \`ACT\`. */
export function canBeSet(workflow: Workflow, name: string): boolean {
  if (variablesOf(workflow).some((one) => one === name || isNear(one, name))) return false;
  return (
    name !== 'ACT' && stepsOf(workflow).some((step) => !PLAYED.test(step.uses ?? '') && canSet(step, name))
  );
}

/** Whether a script, unless it writes only other names, or another action can set an output or a variable. */
function canSet({ run, uses = '', with: inputs = {} }: WorkflowStep, name: string): boolean {
  const script = run ?? inputs['script'];
  if (script === undefined) return true;
  const writes =
    /\b(?:echo|printf)\b.*[\w-](?:=|<<).*\bGITHUB_(?:OUTPUT|ENV)\b|\b(?:setOutput|exportVariable)\(['"]/.test(
      `${script}`,
    );
  const isNamed = new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(`${script}`);
  return isNamed || !writes || (uses !== '' && name === 'result');
}

/** An output of a step, and those of its job that pass it on. */
function passedOn({ jobs }: Workflow, output: string): string[] {
  const ofJobs = Object.entries(jobs).flatMap(([job, { outputs = {} }]) => {
    const passing = Object.keys(outputs).filter((name) => outputs[name]?.includes(output));
    return passing.map((name) => `needs.${job}.outputs.${name}`);
  });
  return [output, ...ofJobs];
}

/** Actions that the sandbox plays. */
const PLAYED = /^actions\/(?:checkout|create-github-app-token)@/;

/**
 * What to set up in the repository before the workflow works there, in words and in this order: secrets, variables, labels,
 * environments, and so on. `labels` exist already.
 */
export function setupOf(
  workflow: Workflow,
  labels: ReadonlySet<string> = new Set(),
  fill = (texts: Readonly<Record<string, unknown>>) => texts,
): string[] {
  const text = JSON.stringify(workflow);
  const steps = stepsOf(workflow);
  const listed = steps.flatMap(({ with: inputs = {} }) =>
    Object.entries(inputs).flatMap(([name, list]) =>
      /\bpr-labels$/.test(name) ? readList(String(list)) : [],
    ),
  );
  const missing = [...listed, ...labelsFor(workflow)].filter(
    (name) => !name.includes('${{') && !labels.has(name.toLowerCase()),
  );
  const setup = [
    ...namesIn(workflow, 'secrets').map((name) => `secret \`${name}\``),
    ...namesIn(workflow, 'vars').map((name) => `variable \`${name}\``),
    ...missing.map((name) => `label \`${name}\``),
    ...environmentsIn(workflow).map((name) => `environment \`${name}\``),
    ...steps.flatMap((step) => appOf({ ...step, with: fill(step.with ?? {}) })),
    ...(/\bgh pr merge\b[^;|&]*--auto\b/.test(text) ? ['setting "Allow auto-merge"'] : []),
    // Without one, GitHub may merge at once: https://github.com/cli/cli/issues/8514
    ...(/\bgh pr merge\b/.test(text) ? ['ruleset with required checks'] : []),
  ];
  return [...new Set(setup)];
}

/** The app whose token a step creates, with the permissions of the token. */
function appOf({ uses = '', with: inputs = {} }: WorkflowStep): string[] {
  if (!createsToken({ uses })) return [];
  const permissions = permissionsIn(inputs).map(([name, level]) => `\`${name}: ${level}\``);
  const places = repositoriesIn(inputs, String(inputs['owner'] ?? ''));
  const where = places.length === 0 ? '' : ` in ${places.join(' and ')}`;
  return [`app${where}${permissions.length === 0 ? '' : ` with ${permissions.join(', ')}`}`];
}

export const createsToken = ({ uses = '' }: WorkflowStep) =>
  uses.startsWith('actions/create-github-app-token@');

/** The repositories that a step limits the token of an app to. Without an owner, only their names. */
export function repositoriesIn(inputs: Readonly<Record<string, unknown>>, owner = ''): string[] {
  const names = String(inputs['repositories'] ?? '').match(/[^\s,]+/g) ?? [];
  return names.map((name) => (owner === '' ? name : `${owner}/${name}`));
}

/** The permissions that a step limits the token of an app to. */
export function permissionsIn(inputs: Readonly<Record<string, unknown>>) {
  return Object.entries(inputs).flatMap(([input, level]) => {
    const [, name] = /^permission-(.+)/.exec(input) ?? [];
    return name === undefined ? [] : [[name, String(level)] as const];
  });
}

export const environmentsIn = ({ jobs }: Workflow) =>
  Object.values(jobs).flatMap(({ environment }) => {
    const { name } = { name: environment, ...(typeof environment === 'object' ? environment : {}) };
    return typeof name === 'string' ? name : [];
  });

const pairsIn = (texts: readonly string[] = []): Values =>
  Object.fromEntries(texts.map((text) => [text.replace(/=.*/s, ''), text.replace(/^[^=]*=/, '')]));

/** The inputs of our actions whose values contain the reference. */
function inputsWith(workflow: Workflow, reference: string) {
  const at = new RegExp(`\\b${reference.replaceAll('.', '\\.')}(?![\\w-])`, 'i');
  return stepsOf(workflow).flatMap((step) => {
    const file = ourAction(step);
    const given = file === undefined ? [] : Object.entries(step.with ?? {});
    return given.flatMap(([input, value]) => {
      const [before, ...after] = String(value).split(at);
      if (after.length === 0) return [];
      const isWhole = /^\s*\$\{\{[^}]*\}\}\s*$/.test(String(value));
      const usual = String(defaultsOf(file ?? '')[input] ?? '');
      return [{ input, isWhole, isSecond: before?.includes('..'), usual }];
    });
  });
}

/** What conditions want a value to have, like `/docs` of `startsWith(github.event.comment.body, '/docs')`. */
export function wordsFor(workflow: Workflow, ...fields: string[]): string[] {
  const name = `(?:\\w+\\.)*\\b(?:${fields.join('|').replaceAll(/[.*]/g, '\\$&')})`;
  const wanted = `(?<!!\\s*)\\b(?:contains|startsWith|endsWith)\\([^,()]*${name}[^,()]*,\\s*'([^']+)'|\\b${name}\\s*==\\s*'([^']+)'|(?<!!\\s*)\\bcontains\\(fromJSON\\('\\["([^"]+)"[^)]*\\),\\s*${name}`;
  const found = expressionsIn(workflow).join('\n').matchAll(new RegExp(wanted, 'gi'));
  return [...new Set([...found].map(([, ...words]) => words.find(Boolean) ?? ''))];
}

const labelsFor = (workflow: Workflow) => wordsFor(workflow, 'labels.*.name', 'label.name');

function fittingValue(workflow: Workflow, reference: string, usual: Values): string | undefined {
  const [first] = inputsWith(workflow, reference).flatMap(({ input, isWhole, isSecond, usual: own }) => {
    // Part of a range.
    if (input === 'range' && !isWhole) return [isSecond ? 'v1.1.0' : 'v1.0.0'];
    return [usual[input], own].find((value) => value) ?? [];
  });
  return wordsFor(workflow, reference)[0] ?? jsonFor(workflow, reference) ?? first;
}

/** JSON that fits how `fromJSON` of a reference is used: the value after `||`, an object with the members that are read, or a list. */
function jsonFor(workflow: Workflow, reference: string): string | undefined {
  const call = `fromJSON\\(\\s*${reference.replaceAll('.', '\\.')}(?![\\w-])([^)]*)\\)(?:\\.([\\w-]+))?`;
  const used = [...expressionsIn(workflow).join('\n').matchAll(new RegExp(call, 'gi'))];
  if (used.length === 0) return undefined;
  const [, usual] = /\|\|\s*'?([^']+?)'?\s*$/.exec(used[0]?.[1] ?? '') ?? [];
  const fields = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, 'set']));
  const members = used.flatMap(([, , member]) => member ?? []);
  const [, place] = new RegExp(`"([\\w-]+)":"[^"]*${call}`, 'i').exec(JSON.stringify(workflow)) ?? [];
  if (usual !== undefined) return usual;
  if (members.length > 0) return JSON.stringify(fields(members));
  if (place === 'matrix') return JSON.stringify({ include: [fields(namesIn(workflow, 'matrix'))] });
  return '["set"]';
}

/** The names after `context.` in expressions, each once. */
function namesIn(workflow: Workflow, context: string): string[] {
  const name = context.replaceAll('.', '\\.');
  const pattern = new RegExp(`(?<![\\w.-])${name}(?:\\.([\\w-]+)|\\['([^']+)'\\])`, 'gi');
  const found = [...expressionsIn(workflow).join('\n').matchAll(pattern)];
  const names = found.flatMap(([, plain, quoted]) => plain ?? quoted ?? []);
  return [...new Set(names)].filter((one) => one.toUpperCase() !== 'GITHUB_TOKEN');
}

/** The fields of the event, or of a part of it, that expressions read, like `issue.title`. */
export function fieldsRead(workflow: Workflow, part = ''): string[] {
  const pattern = new RegExp(`\\bgithub\\.event\\.${part && `${part}\\.`}([\\w.-]+)`, 'g');
  const found = expressionsIn(workflow).join('\n').matchAll(pattern);
  return [...new Set([...found].map(([, field = '']) => field))];
}

/** Whether names differ by a letter that is missing, added, replaced or moved. */
function isNear(one: string, other: string): boolean {
  const shorter = (name: string) => [...name].map((_, at) => name.slice(0, at) + name.slice(at + 1));
  const [ones, others] = [shorter(one), shorter(other)];
  if (one.length !== other.length) return ones.includes(other) || others.includes(one);
  return one !== other && ones.some((part) => others.includes(part));
}
