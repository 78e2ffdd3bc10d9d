/** Runs workflows like GitHub: which events start a run, which jobs and steps run, and which runs wait. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { Run } from '../../sandbox/workflow/context.ts';
import { parseWorkflow } from '../../sandbox/workflow/file.ts';
import { openRunner, type Play } from '../../sandbox/workflow/run.ts';
import type { Event } from '../../src/event/trigger.ts';

const DISPATCH: Event = { name: 'workflow_dispatch', payload: {} };
const value = (expression: string) => `\${{ ${expression} }}`;
/** A step with the action. The tests recognize it by its prompt. */
const step = (prompt: string, more = '') =>
  `{ uses: acme/docs-agent-action@v1, with: { base-url: x, prompt: '${prompt}' }${more && `, ${more}`} }`;

/** Opens a runner whose steps the test ends. */
function openHeld(text: string) {
  const begun: string[] = [];
  const ends = new Map<string, (outcome: StepResult['outcome']) => void>();
  const run: Run = ({ inputs, signal }) =>
    new Promise((resolve) => {
      const name = String(inputs?.['prompt']);
      begun.push(name);
      const end = (outcome: StepResult['outcome']) =>
        resolve({ outcome, outputs: { from: name } } as Partial<StepResult> as StepResult);
      ends.set(name, end);
      signal?.addEventListener('abort', () => end('cancelled'));
    });
  const runner = openRunner(parseWorkflow(`on: workflow_dispatch\n${text}`), { run });
  return {
    begun,
    dispatch: (payload: object = {}) => runner.dispatch({ ...DISPATCH, payload }),
    async end(name: string, outcome: StepResult['outcome'] = 'success') {
      await setImmediate();
      ends.get(name)?.(outcome);
      await setImmediate();
    },
    settled: () => setImmediate(),
  };
}

/** Plays one run in which these steps fail and the others succeed. */
async function playOne(text: string, failing: readonly string[] = []) {
  const run: Run = async ({ inputs }) => {
    const name = String(inputs?.['prompt']);
    const outcome = failing.includes(name) ? 'failure' : 'success';
    return { outcome, outputs: { from: name } } as Partial<StepResult> as StepResult;
  };
  const workflow = parseWorkflow(`on: workflow_dispatch\n${text}`);
  return openRunner(workflow, { run }).dispatch(DISPATCH).ended;
}

const prompts = ({ steps }: Play) => steps.map(({ inputs }) => inputs['prompt']);

describe('an event', () => {
  const starts = async (name: string, payload: object, filter = '', files: readonly string[] = []) => {
    const workflow = parseWorkflow(
      `on: { ${name}: { ${filter} } }\njobs: { docs: { steps: [{ run: make }] } }`,
    );
    const run: Run = () => Promise.reject(new Error('no step has the action'));
    const runner = openRunner(workflow, { run, changedFiles: async () => files });
    return (await runner.dispatch({ name, payload }).ended).started.length > 0;
  };
  const PUSH = { ref: 'refs/heads/main' };

  test.each([
    ['issue_comment', ['created', 'edited', 'deleted'], ['pinned']],
    ['issues', ['opened', 'labeled', 'closed', 'typed'], ['read']],
    ['pull_request', ['opened', 'synchronize', 'reopened'], ['closed', 'labeled', 'edited']],
    ['pull_request_target', ['opened', 'synchronize', 'reopened'], ['closed', 'ready_for_review']],
    ['pull_request_review', ['submitted', 'edited', 'dismissed'], []],
    ['release', ['published', 'released', 'prereleased', 'created', 'deleted'], ['archived']],
    ['push', [undefined], []],
    ['repository_dispatch', ['anything'], []],
  ])('%s without types starts a run for its default types', async (name, starting, others) => {
    for (const action of starting) expect([action, await starts(name, { action })]).toEqual([action, true]);
    for (const action of others) expect([action, await starts(name, { action })]).toEqual([action, false]);
  });

  test.each<[string, string, boolean]>([
    ['paths: [src/**]', 'src/deep/app.ts', true],
    ['paths: [src/**]', 'docs/app.ts', false],
    ['paths: [src]', 'src/app.ts', false],
    ["paths: ['*.md']", 'index.md', true],
    ["paths: ['*.md']", 'docs/index.md', false],
    ["paths: ['**.md']", 'docs/index.md', true],
    ["paths: ['**/index.md']", 'index.md', true],
    ["paths: [docs/**, '!docs/a+.md']", 'docs/aaa.md', false],
    ["paths: [docs/**, '!docs/**', docs/b.mdx?]", 'docs/b.md', true],
    ['paths-ignore: [docs/**]', 'docs/index.md', false],
    ['paths-ignore: [docs/**]', '.github/docs/index.md', true],
    ['paths: [src/**], branches: [v1]', 'src/app.ts', false],
  ])('with %s starts a run for %s: %s', async (filter, file, expected) => {
    expect(await starts('push', PUSH, filter, [file])).toBe(expected);
  });

  test.each([
    ['workflows: [CI, Links]', true],
    ['workflows: [Links]', false],
    ['workflows: CI, branches: [docs/**]', true],
    ['workflows: CI, branches-ignore: [docs/**]', false],
  ])('workflow_run with %s starts a run for a run of CI: %s', async (filter, expected) => {
    const payload = { action: 'completed', workflow_run: { name: 'CI', head_branch: 'docs/keys' } };
    expect(await starts('workflow_run', payload, filter)).toBe(expected);
  });

  test('caused by a `GITHUB_TOKEN` starts no run, unless it is a dispatch', async () => {
    const sender = { login: 'github-actions[bot]' };
    expect(await starts('issue_comment', { action: 'created', sender })).toBe(false);
    expect(await starts('push', { sender })).toBe(false);
    expect(await starts('workflow_dispatch', { sender })).toBe(true);
    expect(await starts('repository_dispatch', { action: 'docs', sender })).toBe(true);
  });
});

test('a skipped job skips the jobs that need it, unless they have a status function', async () => {
  const { results } = await playOne(`jobs:
  skipped: { if: false, steps: [] }
  after: { needs: skipped, steps: [] }
  anyway: { needs: skipped, if: always(), steps: [] }
  rescue: { needs: skipped, if: failure(), steps: [] }
  last: { needs: anyway, steps: [] }
  not-failed: { needs: [anyway], if: "!failure() && needs.anyway.result == 'success'", steps: [] }`);
  expect(results).toEqual({
    skipped: 'skipped',
    after: 'skipped',
    anyway: 'success',
    rescue: 'skipped',
    // `success()` checks all ancestors.
    last: 'skipped',
    'not-failed': 'success',
  });
});

const MATRIX = `jobs:
  docs:
    strategy: { matrix: { project: [a, b], kind: [x, y] } }
    outputs: { prompt: "\${{ steps.docs.outputs.from }}" }
    steps: [${step(`${value('matrix.project')}${value('matrix.kind')}`, 'id: docs')}]
  after: { needs: docs, if: always(), steps: [${step(`${value('needs.docs.result')} ${value('needs.docs.outputs.prompt')}`)}] }`;

test('a matrix makes a job of each combination, and the last output counts', async () => {
  expect(prompts(await playOne(MATRIX))).toEqual(['ax', 'ay', 'bx', 'by', 'success by']);
});

test('a matrix has at most `max-parallel` jobs at a time, each with its index', async () => {
  const { begun, dispatch, end, settled } = openHeld(`jobs:
  docs:
    strategy: { max-parallel: 2, matrix: { page: [a, b, c] } }
    steps: [${step(`${value('matrix.page')}${value('strategy.job-index')}`)}]`);
  const run = dispatch();
  await settled();
  expect(begun).toEqual(['a0', 'b1']);
  await end('a0');
  expect(begun).toEqual(['a0', 'b1', 'c2']);
  await end('b1');
  await end('c2');
  expect((await run.ended).results).toEqual({ docs: 'success' });
});

test('a step that fails skips the steps after it, unless they have a status function', async () => {
  const play = await playOne(
    `jobs: { docs: { steps: [${step('first')}, ${step('next')}, ${step('rescue', 'if: failure()')},
        ${step('always', 'if: always()')}, ${step('cleanup', 'if: cancelled()')}] } }`,
    ['first'],
  );
  expect(prompts(play)).toEqual(['first', 'rescue', 'always']);
  expect(play.results).toEqual({ docs: 'failure' });
});

test('a cancelled run ends the running step, and runs what has `cancelled()`', async () => {
  const { dispatch, end, settled } = openHeld(`jobs:
  docs: { steps: [${step('first')}, ${step('next')}, ${step('cleanup', 'if: cancelled()')}, ${step('rescue', 'if: failure()')}] }
  after: { needs: docs, steps: [] }
  report: { needs: docs, if: cancelled(), steps: [${step('report')}] }`);
  const run = dispatch();
  await settled();
  run.cancel();
  await end('cleanup');
  await end('report');
  const play = await run.ended;
  expect(play.steps.map(({ inputs, result }) => `${inputs['prompt']} ${result.outcome}`)).toEqual([
    'first cancelled',
    'cleanup success',
    'report success',
  ]);
  expect(play.results).toEqual({ docs: 'cancelled', after: 'skipped', report: 'success' });
});

describe('concurrency', () => {
  const NAME = value('github.event.name');
  const job = (concurrency: string) =>
    `jobs: { docs: { concurrency: ${concurrency}, steps: [${step(NAME)}] } }`;
  const names = (count: number) => Array.from({ length: count }, (_, index) => `run ${index}`);
  const resultsOf = async (runs: readonly { readonly ended: Promise<Play> }[]) =>
    (await Promise.all(runs.map(({ ended }) => ended))).map(({ results }) => results['docs']);

  test('`queue: max` keeps all pending, first in, first out', async () => {
    const { begun, dispatch, end, settled } = openHeld(job('{ group: group, queue: max }'));
    const runs = names(4).map((name) => dispatch({ name }));
    await settled();
    expect(begun).toEqual(['run 0']);
    for (const name of names(4)) await end(name);
    expect(await resultsOf(runs)).toEqual(names(4).map(() => 'success'));
    expect(begun).toEqual(names(4));
  });

  test('`cancel-in-progress` cancels the running job, and waits for its end', async () => {
    const { begun, dispatch, end } = openHeld(
      `jobs: { docs: { concurrency: { group: group, cancel-in-progress: "\${{ github.event.name != 'calm' }}" },
        steps: [${step(NAME)}, ${step(`cleanup of ${NAME}`, 'if: always()')}] } }`,
    );
    const first = dispatch({ name: 'first' });
    await end('none');
    const second = dispatch({ name: 'second' });
    await end('none');
    expect(begun).toEqual(['first', 'cleanup of first']);
    await end('cleanup of first');
    expect(begun.at(-1)).toBe('second');
    const calm = dispatch({ name: 'calm' });
    for (const name of ['second', 'cleanup of second', 'calm', 'cleanup of calm']) await end(name);
    expect(await resultsOf([first, second, calm])).toEqual(['cancelled', 'success', 'success']);
  });
});
