/**
 * All kinds of pairs of recipes that a merge or a schedule starts, of which one reads merges, with an agent that changes all files
 * that any recipe reads. Each recipe documents a merge once, no merge of its own, and no merge that the agent was asked for because
 * of another one of its own.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Agent } from '../../sandbox/agent/agent.ts';
import { addCheckRun } from '../../sandbox/github/run-routes.ts';
import { stepsOf } from '../../sandbox/workflow/file.ts';
import { EXAMPLES, workflowOf } from '../support/recipe-rows.ts';
import { openScene, SCHEDULE } from '../support/scene.ts';
import { VARIATIONS } from '../support/variations.ts';

interface Recipe {
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Whether it runs for each push, or reads the merges of a period. Others run on a schedule, whatever was merged. */
  readonly reads: 'push' | 'period' | undefined;
}

/** Inputs that change where the agent works, or what counts. The steps before this one write the files. */
const ELSEWHERE = ['context-file', 'ignore-pulls', 'pr-paths', 'pr-repository', 'pr-reviewers', 'timeout'];

function readRecipe(name: string): Recipe[] {
  const workflow = workflowOf(name);
  const step = stepsOf(workflow).find(({ uses = '' }) => /^OWNER\/REPO@/.test(uses));
  // The schedule of a recipe for comments only collects.
  const runs = ('push' in workflow.on || 'schedule' in workflow.on) && !('issue_comment' in workflow.on);
  if (step === undefined || !runs || 'dry-run' in (step.with ?? {})) return [];
  const given = Object.entries(step.with ?? {})
    .map(([name, value]) => [name, `${value}`.replace(/\$\{\{ github\.repository_id \}\}/, '7001')] as const)
    .filter(([name, value]) => !(value.includes('${{') || ELSEWHERE.includes(name)));
  const inputs: Recipe['inputs'] = { prompt: 'Document', ...Object.fromEntries(given) };
  const reads = 'push' in workflow.on ? 'push' : 'range' in inputs ? 'period' : undefined;
  return [{ name, inputs, reads }];
}

const RECIPES = readdirSync(EXAMPLES)
  .map((file) => file.replace('.yml', ''))
  .concat(Object.keys(VARIATIONS))
  .flatMap(readRecipe);
/** What decides whether a recipe documents a merge, as one text. Recipes that read no merges are alike. */
function kindOf({ reads, inputs }: Recipe): string {
  const named = ['paths', 'pr-labels'].filter((name) => name in inputs);
  return reads === undefined ? '' : [reads, inputs['range'], inputs['when-open'], ...named].join();
}

/** The first pair of each two kinds. Two recipes that read no merges can't start each other. */
const PAIRS = Map.groupBy(
  RECIPES.flatMap((one, index) => RECIPES.slice(index + 1).map((other) => [one, other] as const)),
  (pair) => pair.map(kindOf).sort().join(' '),
)
  .values()
  .flatMap(([pair]) => (pair?.some(({ reads }) => reads !== undefined) ? [pair] : []))
  .toArray();

test('no two recipes have the same label, by which each knows the pull requests of the others', () => {
  const labels = RECIPES.map(({ inputs }) => inputs['pr-labels']);
  expect([labels.length, labels.filter(Boolean).length]).toEqual([new Set(labels).size, RECIPES.length]);
});

/** A new file in the first of each recipe's `paths`. */
const filesFor = (turn: number) =>
  RECIPES.flatMap(({ inputs: { paths = '' } }) => {
    const [pattern = ''] = paths.split(/[\n,]/);
    return pattern === '' ? [] : pattern.trim().replace('**', `${turn}.md`).replaceAll('*', 'a');
  });

test.each(PAIRS.map((pair) => [pair.map(({ name }) => name).join(' and '), pair] as const))(
  '%s',
  async (_, pair) => {
    let turns = 0;
    const agent: Agent = async ({ checkout }) => {
      turns += 1;
      for (const file of filesFor(turns)) {
        mkdirSync(dirname(join(checkout, file)), { recursive: true });
        writeFileSync(join(checkout, file), `${turns}\n`);
      }
      return undefined;
    };
    await using scene = await openScene({
      history: true,
      jobs: 'working',
      documentation: 'acme/product',
      agent,
    });
    const { repository, sandbox } = scene;
    await scene.openChange({ commits: [Object.fromEntries(filesFor(0).map((file) => [file, 'new\n']))] });
    /** The numbers of pull requests that document one of the agent's. */
    const followers = new Set<string>();
    for (let number = 1; repository.threads.has(number); number += 1) {
      const push = await scene.merge('squash', number);
      const labels = repository.threads.get(number)?.labels;
      const isFirst = number === 1;
      const follows = followers.has(`${number}`);
      const context = { sha: await scene.tip() };
      const play = async ({ name, inputs, reads }: Recipe) => {
        const event = { ...(reads === 'push' ? push : SCHEDULE) };
        const { outputs } = await scene.run(inputs, { event, context });
        const isOther = !follows && 'paths' in inputs && !labels?.has(inputs['pr-labels'] ?? '');
        const { result, prNumber = '' } = outputs;
        const expected = isFirst || isOther ? /^pull-request$/ : /^skipped$/;
        expect([name, number, result]).toEqual([name, number, expect.stringMatching(expected)]);
        if (!isFirst) followers.add(prNumber);
      };
      await Promise.all(pair.filter(({ reads }) => isFirst || reads !== undefined).map(play));
      const run = { name: 'Docs', file: 'docs.yml', event: 'schedule', conclusion: 'success', ...context };
      addCheckRun(sandbox.github.store, repository, run);
    }
    // Each recipe has a pull request of its own, and at most one more about that of the other.
    expect(scene.turns().length).toBeGreaterThanOrEqual(2);
    expect(scene.turns().length).toBeLessThanOrEqual(4);
  },
);
