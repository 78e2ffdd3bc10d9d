import type { Workflow } from '../workflow/file.ts';
import type { Play } from '../workflow/run.ts';
import type { CausedEvent } from './workflow-event.ts';
import type { Settings } from './workflow-settings.ts';

/** What went wrong in a run, and what the sandbox doesn't do like GitHub. */

interface Played {
  readonly workflow: Workflow;
  readonly settings: Settings;
  readonly caused: CausedEvent;
  readonly result: Play;
}

export function hintsFor(played: Played): string[] {
  return [
    ...startHints(played),
    // The annotations of the run.
    ...played.result.steps
      .flatMap(({ result }) => result.annotations)
      .filter(({ level }) => level !== 'notice')
      .map(({ message }) => message),
    ...settingHints(played.settings),
    ...formHints(played),
    ...leftOutHints(played.result),
  ];
}

function startHints({ workflow, caused: { event }, result }: Played): string[] {
  const { started, steps, results } = result;
  if (Object.keys(results).length === 0) {
    const { action } = event.payload as { action?: string };
    const happened = action === undefined ? event.name : `${event.name} (${action})`;
    const named = Object.keys(workflow.on).join(', ');
    return [`GitHub starts no run for ${happened}: the workflow's \`on:\` has ${named}.`];
  }
  if (started.length === 0) return ['GitHub starts no job for this event. Check the `if:` of the jobs.'];
  if (steps.length === 0)
    return ['No step with this action ran. Such a step needs `base-url`, and its `if:` must be true.'];
  return [];
}

function settingHints({ missing: { secrets, variables } }: Settings): string[] {
  const named = [
    ...secrets.map((name) => `the secret ${name} (\`--secret ${name}\`)`),
    ...variables.map((name) => `the variable ${name} (\`--var ${name}\`)`),
  ];
  if (named.length === 0) return [];
  return [
    `Empty here: ${named.join(', ')}. Check the names, or use these flags if your repository has them.`,
  ];
}

function formHints({ workflow, caused: { event, inputs } }: Played): string[] {
  if (event.name !== 'workflow_dispatch') return [];
  const form = workflow.on['workflow_dispatch']?.inputs ?? {};
  const empty = Object.keys(form).filter((name) => form[name]?.required && inputs[name] === '');
  if (empty.length === 0) return [];
  return [`Empty here, but required in GitHub's form: ${empty.join(', ')}.`];
}

function leftOutHints({ others }: Play): string[] {
  const failed = others.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [`The step \`${name}\` fails: ${problem}`],
  );
  const names = others.flatMap(({ name, problem }) => (problem === undefined ? [`\`${name}\``] : []));
  if (names.length === 0) return failed;
  return [...failed, `Not run here, so their results are missing: ${names.join(', ')}.`];
}
