/**
 * Each recipe plays to what its first line promises, with each event that it names. Without one of its permissions, it plays
 * to something else.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { type PlayedWorkflow, playWorkflow } from '../../sandbox/play/workflow.ts';
import { readWorkflow, type Workflow } from '../../sandbox/workflow/file.ts';
import { EXAMPLES, endsOf, NOT_PLAYED, optionsOf, ROWS, type Row, textOf } from '../support/recipe-rows.ts';

const BRANCH = /^`pull_request(?:_review)?` runs the workflow file of the branch/;

/** The only advice on recipes. A comment in the file says that everyone who can push a branch can read the secrets. */
const ADVICE: Readonly<Record<string, readonly RegExp[]>> = {
  'asked-in-a-comment': [BRANCH],
  'before-merge': [BRANCH],
  'no-waiting': [BRANCH],
  'on-approval': [BRANCH],
};

const plays = new Map<Row, Promise<PlayedWorkflow>>();

/** Plays a row once for all tests. The repository is private, so that reads need permissions, too. */
function played(row: Row): Promise<PlayedWorkflow> {
  const play = plays.get(row) ?? playWorkflow(optionsOf(row));
  plays.set(row, play);
  return play;
}

test.each(ROWS.map((row) => [row.recipe, row.events.map(({ cause }) => cause).join(', '), row] as const))(
  '%s plays with %s',
  async (recipe, _events, row) => {
    const whole = await played(row);
    expect([endsOf(whole), whole.problems]).toEqual([row.ends, []]);
    expect(whole.hints).toEqual([]);
    expect(whole.advice).toEqual((ADVICE[recipe] ?? []).map((line) => expect.stringMatching(line)));
    row.holds?.(whole);
  },
);

test('each recipe whose secrets a branch can read says so', () => {
  const words = (name: string) => readFileSync(`${EXAMPLES}/${name}`, 'utf8').replaceAll(/\n *# ?/g, ' ');
  const warned = readdirSync(EXAMPLES).filter((name) =>
    words(name).includes('everyone who can push a branch can read the secrets'),
  );
  const advised = Object.keys(ADVICE).filter((name) => ADVICE[name]?.includes(BRANCH));
  expect(warned.map((name) => name.replace('.yml', ''))).toEqual(advised);
});

test('each event of each recipe is played', () => {
  const played = ROWS.flatMap(({ recipe, events }) =>
    events.map(({ cause }) => `${recipe} ${cause === 'label' ? 'issues' : cause}`),
  );
  const named = readdirSync(EXAMPLES)
    .filter((name) => !NOT_PLAYED.includes(name))
    .flatMap((name) =>
      Object.keys(readWorkflow(name).on).map((event) => `${name.replace('.yml', '')} ${event}`),
    );
  expect(named.filter((name) => !played.includes(name))).toEqual([]);
});

/** Permissions for what these plays don't show, by the reason. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'the merge by `gh`': ['auto-merge merge contents', 'auto-merge merge pull-requests'],
  '`gh run download`': ['batch-weekly sweep actions'],
  'annotations in the message': ['fix-checks docs checks'],
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
function seen(whole: PlayedWorkflow): string {
  const steps = whole.steps.map(({ result: { outputs, annotations } }) => ({ outputs, annotations }));
  const results = whole.runs.map(({ play }) => play.results);
  return JSON.stringify([endsOf(whole), steps, results]).replaceAll(/[\da-f]{6,}|\d+/g, '0');
}

test.each(
  permissions
    .filter(({ recipe, name }) => !hidden.includes(`${recipe} ${name}`))
    .map((permission) => [permission.recipe, permission.name, permission] as const),
)('%s uses %s', async (recipe, _name, { text }) => {
  for (const row of ROWS.filter((one) => one.recipe === recipe))
    if (seen(await playWorkflow({ ...optionsOf(row), text })) !== seen(await played(row))) return;
  throw new Error('The recipe plays the same without this permission.');
});

test('permissions that no play shows are those of recipes', () => {
  const named = permissions.map(({ recipe, name }) => `${recipe} ${name}`);
  expect(hidden.filter((name) => !named.includes(name))).toEqual([]);
});
