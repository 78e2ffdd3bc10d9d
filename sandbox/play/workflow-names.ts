import { readList } from '../../src/inputs/list.ts';
import { matchGlobs } from '../../src/text/glob.ts';
import { type Layout, USUAL_LAYOUT } from '../documentation.ts';
import type { Files } from '../github/git-repository.ts';
import { contextOf, type RunningWorkflow } from '../workflow/context.ts';
import { expressionsIn, fillKnown } from '../workflow/expressions.ts';
import { type Job, stepsOf, type Workflow } from '../workflow/file.ts';
import { matrixOf } from '../workflow/matrix.ts';
import { defaultsOf, ourAction } from '../workflow/step.ts';
import { createsToken, repositoriesIn, type Settings } from './workflow-settings.ts';

/** What the inputs of a workflow name, so that the sandbox has it: repositories, people, files. */

export type Names = ReturnType<typeof namesOf>;
export type OwnStep = Names['own'][number];

const NAME = /^[\w.-]+\/[\w.-]+$/;

/** `chosen` is the workflow's repository. The default is that of its conditions, or one that the workflow doesn't name. */
export function namesOf(workflow: Workflow, settings: Settings, chosen?: string) {
  const text = expressionsIn(workflow).join('\n');
  const compared = /(?:github\.repository|full_name)\s*==\s*'([\w.-]+\/[\w.-]+)'/.exec(text)?.[1];
  const owned = /github\.repository_owner\s*==\s*'([\w.-]+)'/.exec(text)?.[1];
  const given = chosen ?? compared ?? (owned && `${owned}/docs`);
  const unknown = given ?? 'the workflow/s own';
  const searched = ownSteps(workflow, settings, unknown)
    .map(({ inputs }) => inputs['pr-repository'] ?? '')
    .filter((name) => NAME.test(name));
  const [documentation = given ?? 'acme/docs'] = searched;
  const owner = documentation.split('/')[0];
  const [other = ''] = [`${owner}/product`, `${owner}/app`].filter((name) => name !== documentation);
  const repository = given ?? (searched.length > 0 ? other : documentation);
  const ofTokens = stepsOf(workflow)
    .filter(createsToken)
    .flatMap(({ with: inputs = {} }) =>
      repositoriesIn(inputs, String(inputs['owner'] ?? repository).split('/')[0]),
    )
    .filter((name) => NAME.test(name));
  const repositories = [...new Set([repository, ...searched, ...ofTokens])];
  // The documentation is in the same repository, unless `pr-repository` names another one.
  const own = ownSteps(workflow, settings, repository);
  const context = contextFor(workflow, settings, repository);
  return {
    own,
    repository,
    documentation,
    repositories,
    fill: (texts: object) => fillKnown({ ...texts }, context),
  };
}

/** What is known before a run. */
function contextFor(workflow: Workflow, settings: Settings, repository: string) {
  const { variables: vars, secrets, form, outputs } = settings;
  const fields = Object.values(workflow.on).flatMap((trigger) => Object.entries(trigger?.inputs ?? {}));
  const usual = fields.map(([name, field]) => [
    name,
    field?.default ?? settings.fitting(`inputs.${name}`) ?? '',
  ]);
  const inputs = { ...Object.fromEntries(usual), ...form };
  const around = { vars, secrets, inputs, context: { repository } };
  const event = { name: '', payload: {} };
  const run = { workflow, around, event, runId: '1' } as unknown as RunningWorkflow;
  const steps = Object.fromEntries(Object.entries(outputs).map(([id, values]) => [id, { outputs: values }]));
  const known = { ...contextOf(run), steps };
  const ends = Object.entries(workflow.jobs).map(([name, job]) => {
    return [name, { result: 'success', outputs: fillKnown(job.outputs, known) }];
  });
  return { ...known, needs: Object.fromEntries(ends) };
}

/** The steps that use the actions, with the inputs that are known before a run, including defaults. */
function ownSteps(workflow: Workflow, settings: Settings, repository: string) {
  const base = contextFor(workflow, settings, repository);
  return Object.entries(workflow.jobs).flatMap(([name, job]) =>
    (job.steps ?? []).flatMap((step) => {
      const file = ourAction(step);
      if (file === undefined) return [];
      const context = { ...base, matrix: firstOf(job, base) };
      const env = fillKnown(
        { ...settings.outputs['env'], ...workflow.env, ...job.env, ...step.env },
        context,
      );
      const given = fillKnown({ ...defaultsOf(file), ...step.with }, { ...context, env });
      return { name, job, step, file, inputs: given };
    }),
  );
}

function firstOf(job: Job, context: object): object {
  try {
    return matrixOf(job, context)[0] ?? {};
  } catch {
    return {};
  }
}

/** The values of inputs in all steps, without those that aren't known. */
export function valuesOf({ own }: Pick<Names, 'own'>, ...names: string[]): string[] {
  const values = own.flatMap(({ inputs }) => names.map((name) => inputs[name] ?? ''));
  return values.filter((value) => value !== '' && !value.includes('${{'));
}

export const listsOf = (names: Names, ...inputs: string[]) => valuesOf(names, ...inputs).flatMap(readList);

/** The first pages that `pr-paths` allows. */
export function layoutIn(names: Names): Layout {
  const globs = globsOf(listsOf(names, 'pr-paths'));
  const layouts = globs.map((glob) => ({
    folder: /^(?:[\w.-]+\/)*/.exec(glob)?.[0] ?? '',
    extension: /\.(\w+)$/.exec(glob)?.[1] ?? 'md',
  }));
  const allows = matchGlobs(globs);
  return layouts.find(({ folder, extension }) => allows(`${folder}guides/a.${extension}`)) ?? USUAL_LAYOUT;
}

/** The files that code changes: those in `paths`. Filters of the events leave out the others. */
export function changesIn({ on }: Workflow, names: Names): string[] {
  const filters = globsOf(Object.values(on).flatMap((trigger) => [trigger?.paths ?? []].flat()));
  const example = (glob: string) => exampleOf(glob, 'webhooks');
  const passes = matchGlobs(filters.length === 0 ? ['**'] : filters);
  const inputs = globsOf(listsOf(names, 'paths')).map(example);
  const files = new Set([...filters.map(example), ...inputs.filter((file) => passes(file))]);
  return files.size === 0 ? ['src/webhooks.ts'] : [...files];
}

/** The files that steps read, with contents. */
export function filesIn(names: Names): Files {
  const paths = valuesOf(names, 'prompt-file', 'rules-file', 'context-file')
    .filter((value) => !/^\s*[{[]/.test(value))
    .flatMap((value) => globsOf(readList(value)).map((one) => one.replace(/^\/workspace\//, '')));
  const files = paths.map((glob) => exampleOf(glob, 'quickstart'));
  return Object.fromEntries(files.map((file) => [file, `Check the quickstart.\n\nThis is ${file}.\n`]));
}

/** A file that a glob matches. For a folder, a file in it, which the glob doesn't match. */
function exampleOf(glob: string, name: string): string {
  const parts = glob.replaceAll(/\{([^,}]*)[^}]*\}/g, '$1').split('/');
  const last = parts.pop() ?? '';
  const folders = parts
    .filter((part) => !/^(?:\*\*|\.{0,2})$/.test(part))
    .map((part) => part.replaceAll(/[*?]+/g, 'core'));
  const isFolder = /^[a-z][\w-]*$/.test(last);
  const isAny = /^(?:\*+|\.{0,2})$/.test(last);
  const file = isAny ? `${name}.ts` : last.replaceAll(/\*+/g, name).replaceAll('?', 'a');
  return [...folders, ...(isFolder ? [last, `${name}.ts`] : [file])].join('/');
}

const globsOf = (list: readonly string[]) => list.filter((glob) => !glob.startsWith('!'));
