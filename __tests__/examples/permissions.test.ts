/** No recipe has a permission that it doesn't use: without it, the recipe plays to something else. */
import { expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { type PlayedWorkflow, playWorkflow } from '../../sandbox/play/workflow.ts';
import type { Workflow } from '../../sandbox/workflow/file.ts';
import { endsOf, optionsOf, ROWS, type Row, textOf } from '../support/recipe-rows.ts';

/** Permissions for what these plays don't show, by the reason. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'the checks that `gh` reads': ['actions', 'checks', 'statuses', 'contents'].map(
    (name) => `chained docs ${name}`,
  ),
  '`git push`': ['visitors-commit commit contents'],
  // `events.test.ts` has one.
  "the agent's open pull request": [
    'open-pull-requests care checks',
    'open-pull-requests care pull-requests',
  ],
  'annotations in the message': ['fix-checks docs checks'],
  // `__tests__/act/events.test.ts` has one. Here, the variable names a pull request.
  'an issue in `DOCS_REPORT_ISSUE`': ['batch-weekly refresh issues'],
  'a comment on a pull request': ['no-waiting ask pull-requests'],
};

const PREFIX = 'permission-';

interface Permission {
  readonly recipe: string;
  /** Like `docs contents`: a job and its permission, or a step and that of its token. */
  readonly name: string;
  /** The recipe without the permission. */
  readonly text: string;
}

function permissionsOf(recipe: string): Permission[] {
  const text = textOf(recipe);
  const { jobs } = parse(text) as Workflow;
  const ofJobs = Object.entries(jobs).flatMap(([job, { permissions = {} }]) =>
    Object.keys(permissions).map((name) => [job, name, ['jobs', job, 'permissions', name]] as const),
  );
  const ofSteps = Object.entries(jobs).flatMap(([job, { steps = [] }]) =>
    steps.flatMap(({ id = '', with: given = {} }, index) =>
      Object.keys(given)
        .filter((name) => name.startsWith(PREFIX))
        .map((name) => [id, name.slice(PREFIX.length), ['jobs', job, 'steps', index, 'with', name]] as const),
    ),
  );
  return [...ofJobs, ...ofSteps].map(([place, name, path]) => ({
    recipe,
    name: `${place} ${name}`,
    text: without(text, path),
  }));
}

function without(text: string, path: readonly (string | number)[]): string {
  const workflow = parse(text);
  const parent = path.slice(0, -1).reduce((part, key) => part[key], workflow);
  delete parent[path.at(-1) ?? ''];
  return stringify(workflow);
}

const recipes = [...new Set(ROWS.map(({ recipe }) => recipe))];
const permissions = recipes.flatMap(permissionsOf);
const hidden = Object.values(NOT_SHOWN).flat();

/** What the steps report. Ids, times and commits differ each time. */
function seen(played: PlayedWorkflow): string {
  const steps = played.steps.map(({ result: { outputs, annotations } }) => ({ outputs, annotations }));
  const results = played.runs.map(({ play }) => play.results);
  return JSON.stringify([endsOf(played), steps, results]).replaceAll(/[\da-f]{6,}|\d+/g, '0');
}

/** Plays a row. The repository is private, so that reads need permissions, too. */
const playRow = async (row: Row, text = textOf(row.recipe)) =>
  seen(await playWorkflow({ ...optionsOf(row), text }));

const whole = new Map<Row, Promise<string>>();
function playWhole(row: Row): Promise<string> {
  const played = whole.get(row) ?? playRow(row);
  whole.set(row, played);
  return played;
}

test.each(
  permissions
    .filter(({ recipe, name }) => !hidden.includes(`${recipe} ${name}`))
    .map((permission) => [permission.recipe, permission.name, permission] as const),
)('%s uses %s', async (recipe, _name, { text }) => {
  for (const row of ROWS.filter((one) => one.recipe === recipe))
    if ((await playRow(row, text)) !== (await playWhole(row))) return;
  throw new Error('The recipe plays the same without this permission.');
});

test('permissions that no play shows are those of recipes', () => {
  const named = permissions.map(({ recipe, name }) => `${recipe} ${name}`);
  expect(hidden.filter((name) => !named.includes(name))).toEqual([]);
});
