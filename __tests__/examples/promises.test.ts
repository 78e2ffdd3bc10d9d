/** Each recipe plays to what its first line promises, with each event that it names. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { playWorkflow } from '../../sandbox/play/workflow.ts';
import { readWorkflow } from '../../sandbox/workflow/file.ts';
import { EXAMPLES, endsOf, NOT_PLAYED, optionsOf, ROWS } from '../support/recipe-rows.ts';

const BRANCH = /^`pull_request(?:_review)?` runs the workflow file of the branch/;

/** The only advice on recipes. A comment in the file says that everyone who can push a branch can read the secrets. */
const ADVICE: Readonly<Record<string, readonly RegExp[]>> = {
  'asked-in-a-comment': [BRANCH],
  'no-waiting': [BRANCH],
  'on-approval': [BRANCH],
  'review-loop': [BRANCH],
};

test.each(ROWS.map((row) => [row.recipe, row.events.map(({ cause }) => cause).join(', '), row] as const))(
  '%s plays with %s',
  async (recipe, _events, row) => {
    const played = await playWorkflow(optionsOf(row));
    expect([endsOf(played), played.problems]).toEqual([row.ends, []]);
    expect(played.hints).toEqual([]);
    expect(played.advice).toEqual((ADVICE[recipe] ?? []).map((line) => expect.stringMatching(line)));
    row.holds?.(played);
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
