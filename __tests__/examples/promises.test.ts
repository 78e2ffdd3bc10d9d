/**
 * Each recipe plays to what its first line promises, with each event that it names, and uses each of its permissions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type PlayedWorkflow, playWorkflow } from '../../sandbox/play/workflow.ts';
import {
  EXAMPLES,
  endsOf,
  NOT_PLAYED,
  optionsOf,
  ROWS,
  type Row,
  workflowOf,
} from '../support/recipe-rows.ts';
import { VARIATIONS } from '../support/variations.ts';

const BRANCH = /^`pull_request(?:_review(?:_comment)?)?` runs the workflow file of the branch/;

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
  const advised = Object.keys(ADVICE).filter((name) => !(name in VARIATIONS));
  expect(warned.map((name) => name.replace('.yml', ''))).toEqual(advised);
});

test('each event of each recipe is played', () => {
  const played = ROWS.flatMap(({ recipe, events }) => events.map(({ cause }) => `${recipe} ${cause}`));
  const named = readdirSync(EXAMPLES)
    .filter((name) => !NOT_PLAYED.includes(name))
    .map((name) => name.replace('.yml', ''))
    .concat(Object.keys(VARIATIONS))
    .flatMap((name) => Object.keys(workflowOf(name).on).map((event) => `${name} ${event}`));
  // No play has them. Tests of the built action do.
  const others = ['fix-checks check_run', 'fix-checks status'];
  expect(named.filter((name) => !played.includes(name))).toEqual(others);
});

/** Permissions for what these plays don't show, by the reason. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'the list by `gh`': ['each-page list issues: read', 'each-page list pull-requests: read'],
  'the merge by `gh`': [
    ...['checks: read', 'contents: write', 'pull-requests: write', 'statuses: read'].map(
      (permission) => `release-gate writer ${permission}`,
    ),
    'auto-merge merge contents: write',
    'auto-merge merge pull-requests: write',
    'auto-merge-elsewhere merger pull-requests: write',
    'auto-merge-elsewhere merger contents: write',
  ],
  'a comment on a pull request, and a preview here': [
    'comments-elsewhere docs pull-requests: write',
    'comments-elsewhere docs deployments: read',
  ],
  'the pull requests of the documentation': ['checks: read', 'pull-requests: read', 'statuses: read'].map(
    (permission) => `release-gate reader ${permission}`,
  ),
  'why there is no pull request': ['auto-merge-elsewhere app contents: read'],
};

const PREFIX = 'permission-';

/** Like `docs contents: read`: a job and its permission, or a step and that of its token. */
function permissionsOf(recipe: string): string[] {
  return Object.entries(workflowOf(recipe).jobs).flatMap(([job, { permissions = {}, steps = [] }]) => [
    ...Object.entries(permissions).map(([name, level]) => `${job} ${name}: ${level}`),
    ...steps.flatMap(({ id, with: given = {} }) =>
      Object.entries(given).flatMap(([name, level]) =>
        name.startsWith(PREFIX) ? [`${id} ${name.slice(PREFIX.length)}: ${level}`] : [],
      ),
    ),
  ]);
}

test.each([...new Set(ROWS.map(({ recipe }) => recipe))])(
  '%s uses each of its permissions',
  async (recipe) => {
    const plays = await Promise.all(ROWS.filter((row) => row.recipe === recipe).map(played));
    const used = new Set(plays.flatMap((play) => play.used));
    const unused = permissionsOf(recipe).filter((permission) => !used.has(permission));
    const hidden = Object.values(NOT_SHOWN)
      .flat()
      .filter((name) => name.startsWith(`${recipe} `));
    expect(unused.map((permission) => `${recipe} ${permission}`).toSorted()).toEqual(hidden.toSorted());
  },
);
