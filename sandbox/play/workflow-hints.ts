import { stepsOf, type Workflow, type WorkflowStep } from '../workflow/file.ts';
import type { Play } from '../workflow/run.ts';
import { ourAction } from '../workflow/step.ts';
import { emptyOutputs, permissionAdvice } from './advice.ts';
import { nearNames, similarNames } from './near-names.ts';
import type { CausedEvent } from './workflow-event.ts';
import type { Settings } from './workflow-settings.ts';

/** What went wrong in a run, and what the sandbox doesn't do like GitHub. */

interface Played {
  readonly workflow: Workflow;
  readonly settings: Settings;
  readonly caused: CausedEvent;
  readonly result: Play;
}

/** What the author has to change. */
export function hintsFor(played: Played): string[] {
  const empty = emptySettings(played);
  const follows = empty.flatMap(({ inputs }) => inputs.map((input) => `\`${input}\``));
  return [
    ...startHints(played),
    ...empty.map(({ hint }) => hint),
    ...annotationHints(played, follows),
    ...formHints(played),
    ...failureHints(played.result, follows),
  ];
}

function startHints({ workflow, caused: { event, called }, result }: Played): string[] {
  const { started, steps, results } = result;
  const { action } = event.payload as { action?: string };
  if (Object.keys(results).length === 0) {
    const name = called ? 'workflow_call' : event.name;
    const happened = action === undefined ? name : `${name} (${action})`;
    return [`GitHub starts no run for ${happened}: ${whyNoRun(workflow, name)}`];
  }
  // A later run took its place.
  if (Object.values(results).every((end) => end === 'cancelled')) return [];
  if (started.length === 0)
    return [
      phraseHint(workflow, event.payload) ??
        'GitHub starts no job for this event. Check the `if:` of the jobs.',
    ];
  if (steps.length === 0 && !result.others.some(({ problem }) => problem !== undefined))
    return ['No step with this action ran. Such a step needs `base-url`, and its `if:` must be true.'];
  return [];
}

function whyNoRun({ on }: Workflow, name: string): string {
  const branches = [on[name]?.branches ?? []].flat();
  const [other] = branches.filter((branch) => !/^main$|[*?!]/.test(branch));
  if (/^(?:push|pull_request(?:_target)?)$/.test(name) && other !== undefined && !branches.includes('main'))
    return `\`branches\` leaves out \`main\`, the default branch of each play. If \`${other}\` is yours, play a copy of the file with \`main\` in its place.`;
  const filters = Object.keys(on[name] ?? {}).map((filter) => `\`${filter}\``);
  if (filters.length > 0) return `check ${filters.join(', ')} under \`on: ${name}\`.`;
  return `the workflow's \`on:\` has ${Object.keys(on).join(', ')}.`;
}

/** If the text of the event doesn't begin with a phrase, the conditions are right. */
function phraseHint(workflow: Workflow, payload: object): string | undefined {
  const { comment, review, issue } = payload as Readonly<
    Record<string, { readonly body?: string | null } | undefined>
  >;
  const text = (comment ?? review ?? issue)?.body ?? '';
  const phrases = stepsOf(workflow).flatMap((step) =>
    ourAction(step) === 'action.yml' ? [String(step.with?.['trigger-phrase'] ?? '/docs')] : [],
  );
  if (text === '' || phrases.length === 0 || phrases.some((phrase) => text.startsWith(phrase)))
    return undefined;
  return `GitHub starts no job: the text doesn't begin with ${[...new Set(phrases)].map((phrase) => `\`${phrase}\``).join(' or ')}.`;
}

/** A secret or variable that is empty, and the inputs that are empty because of it. */
interface EmptySetting {
  readonly hint: string;
  readonly inputs: readonly string[];
}

/** Only those that an input of a job that started, or a condition, reads. Others may be empty for good. */
function emptySettings({ workflow, settings, result }: Played): EmptySetting[] {
  const { missing, secrets, variables } = settings;
  const steps = result.started.flatMap((name) => workflow.jobs[name]?.steps ?? []);
  const conditions = JSON.stringify(Object.values(workflow.jobs).map((job) => job.if ?? ''));
  const about =
    (kind: 'secret' | 'variable', flag: string, context: string, values: object) =>
    (name: string): EmptySetting[] => {
      const pattern = new RegExp(`\\b${context}\\.${name}\\b`, 'i');
      const inputs = inputsWith(steps, pattern);
      if (inputs.length === 0 && !pattern.test(conditions)) return [];
      const [input] = inputs;
      const so = input === undefined ? '' : `, so \`${input}\` is, too`;
      const [near] = similarNames(name, Object.keys(values));
      const check = `otherwise check its name${near === undefined ? '' : `: ${near}`}`;
      const hint = `The ${kind} ${name} is empty here${so}. Add \`--${flag} ${name}\` if your repository has it, ${check}.`;
      return [{ hint, inputs }];
    };
  const leftOut = result.others.flatMap(({ id, name, problem, needs }) => {
    if (id === undefined || (problem ?? needs) !== undefined) return [];
    const pattern = new RegExp(`\\bsteps\\.${id}\\.outputs\\.([\\w-]+)`);
    // A step with such a condition is left out, too.
    const readers = steps.filter((step) => ourAction(step) !== undefined && !pattern.test(String(step.if)));
    const inputs = inputsWith(readers, pattern);
    const [, output] = pattern.exec(JSON.stringify(steps)) ?? [];
    const hint = `\`${name}\` doesn't run here, so \`${inputs[0]}\` is empty. To play it, add \`--output ${id}.${output}=VALUE\`.`;
    return inputs.length === 0 ? [] : [{ hint, inputs }];
  });
  const never = emptyOutputs(workflow).map(({ expression, line }) => ({
    hint: line,
    inputs: inputsWith(steps, expression),
  }));
  return [
    ...never,
    ...leftOut,
    ...missing.secrets.flatMap(about('secret', 'secret', 'secrets', secrets)),
    ...missing.variables.flatMap(about('variable', 'var', 'vars', variables)),
  ];
}

/** Inputs whose value has this, directly or in an output of a step with another action. The first is the nearest. */
function inputsWith(steps: readonly WorkflowStep[], pattern: RegExp): string[] {
  const sources = steps.filter(
    (step) => ourAction(step) === undefined && pattern.test(JSON.stringify(step.with ?? {})),
  );
  const indirect = ({ id }: WorkflowStep) => (id === undefined ? /^\b$/ : new RegExp(`\\bsteps\\.${id}\\.`));
  const patterns = [pattern, ...sources.map(indirect)];
  const inputs = patterns.flatMap((one) =>
    steps.flatMap(({ with: given = {} }) =>
      Object.keys(given).filter((name) => one.test(String(given[name]))),
    ),
  );
  return [...new Set(inputs)];
}

/** The warnings and errors of the run, each once. Those that follow from an empty input are left out. */
function annotationHints({ workflow, result }: Played, follows: readonly string[]): string[] {
  const messages = result.steps.flatMap(({ result: { annotations } }) =>
    annotations.flatMap(({ level, message }) => (level === 'notice' ? [] : [message])),
  );
  const permissions = permissionAdvice({ workflow, changed: [] });
  const lines = messages.flatMap((message) => {
    if (/(?:needs|has) the permission `/.test(message) && permissions !== undefined) return [permissions];
    // The token of the workflow stands in for an empty one, and can't reach the other repository.
    if (follows.includes('`pr-token`') && /GitHub refused|could not be read/.test(message)) return [];
    const left = message.split(/(?<=[.!?]) (?=[`A-Z])/).filter((sentence, index, all) => {
      // A sentence that names no input is about the one before it.
      const about = all.slice(0, index + 1).findLast((one) => one.includes('`')) ?? sentence;
      return !follows.some((input) => about.includes(input));
    });
    return left.length === 0 ? [] : [withNames(left.join(' ')) + flagHint(message)];
  });
  return [...new Set(lines)];
}

/** The runner's warning about unknown inputs, with those that may have been meant. The log has the whole list. */
function withNames(message: string): string {
  const [, wrong = '', valid = ''] =
    /^Unexpected input\(s\) (.*), valid inputs are \[(.*)\]$/.exec(message) ?? [];
  if (wrong === '') return message;
  const names = (list: string) => [...list.matchAll(/'([^']*)'/g)].map(([, name = '']) => name);
  const meant = names(wrong).flatMap((name) => {
    const near = nearNames(name, names(valid)).map((other) => `\`${other}\``);
    return near.length === 0 ? [] : [` For \`${name}\`, you may have meant ${near.join(' or ')}.`];
  });
  return `Unexpected input(s) ${wrong}, valid inputs are [${names(valid).slice(0, 3).join(', ')}, …].${meant.join('')}`;
}

/** The flag for a repository that differs from the sandbox's. */
function flagHint(message: string): string {
  if (/permission to create labels|could not be created/.test(message))
    return ' For labels that your repository has, add `--label NAME`.';
  return '';
}

function formHints({ workflow, caused: { event, inputs } }: Played): string[] {
  if (event.name !== 'workflow_dispatch') return [];
  const form = workflow.on['workflow_dispatch']?.inputs ?? {};
  const empty = Object.keys(form).filter((name) => form[name]?.required && inputs[name] === '');
  if (empty.length === 0) return [];
  return [`Empty here, but required in GitHub's form: ${empty.join(', ')}. Set them with \`--input\`.`];
}

function failureHints({ others }: Play, follows: readonly string[]): string[] {
  return others.flatMap(({ name, problem }) => {
    const isKnown = problem === undefined || follows.some((input) => problem.includes(input));
    return isKnown ? [] : [`The step \`${name}\` fails: ${problem}`];
  });
}

/** The steps that the sandbox leaves out, and those that need them. */
export function leftOutIn({ others }: Play): string[] {
  const names = others.flatMap(({ name, problem, needs }) =>
    (problem ?? needs) === undefined ? [`\`${name}\``] : [],
  );
  const skipped = others.flatMap(({ name, needs = [] }) =>
    needs.map(
      ({ step, output }) =>
        `\`${name}\`, because it needs \`${output}\` of \`${step}\`. To play it, add \`--output ${output}=VALUE\`.`,
    ),
  );
  return [...(names.length === 0 ? [] : [names.join(', ')]), ...skipped];
}
