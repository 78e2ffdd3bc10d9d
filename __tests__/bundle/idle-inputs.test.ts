/** A setting that would do nothing is not passed over in silence. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { DEPENDENT_INPUTS } from '../../src/inputs/read-inputs.ts';
import { openScene } from '../support/scene.ts';

const SCHEDULE = { name: 'schedule', payload: { schedule: '17 5 * * 1' } };
const MISSPELT = (name: string, meant: string) =>
  `'${name}' is no input of this action, but '${meant}' is: correct the name.`;

describe('a name of several words that is nearly that of an input ends the step, and names it', () => {
  test.each([
    ['ignore-path', 'ignore-paths'],
    ['base_url', 'base-url'],
    ['dailylimit', 'daily-limit'],
    ['Promt-File', 'prompt-file'],
    ['github_tokens', 'github-token'],
  ])('%s', async (name, meant) => {
    await using scene = await openScene();
    const step = await scene.run({ [name]: '1h' });
    expect(step).toMatchObject({
      exitCode: 1,
      outputs: { result: 'error', reasonCode: 'input-invalid', jobId: '' },
    });
    expect(step.outputs['reason']).toContain(MISSPELT(name.toLowerCase(), meant));
    expect(scene.requests('service')).toEqual([]);
  });

  test('of the batch action', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.run({ prompts: '*.md', 'max-paralel': '3' });
    expect(step.outputs['reason']).toContain(MISSPELT('max-paralel', 'max-parallel'));
    expect(scene.prompts()).toEqual([]);
  });

  test('of the collect action', async () => {
    await using scene = await openScene();
    const step = await scene.collect({ 'pr-label': 'documentation' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'input-invalid' } });
    expect(step.outputs['reason']).toContain(MISSPELT('pr-label', 'pr-labels'));
    expect(scene.requests('github')).toEqual([]);
  });
});

test.each(['path', 'comments', 'date-form', 'audience'])(
  'any other unknown name is left to the runner, which warns of it: %s',
  async (name) => {
    await using scene = await openScene();
    const step = await scene.run({}, { env: { [`INPUT_${name.toUpperCase()}`]: 'somewhere' } });
    expect(step).toMatchObject({ outputs: { result: 'pull-request' }, annotations: [{ level: 'notice' }] });
  },
);

describe('what is idle on every event is refused', () => {
  test.each<[Record<string, string>, string]>([
    [{ 'when-open': 'message' }, '`when-open` does nothing without `skip-if-open`'],
    [{ 'max-open': '3' }, '`max-open` does nothing without `skip-if-open`'],
    [{ 'poll-interval': '30s', wait: 'false' }, '`poll-interval` does nothing without `wait`'],
    [{ notify: 'never', wait: 'FALSE' }, '`notify` does nothing without `wait`'],
  ])('%j', async (inputs, words) => {
    await using scene = await openScene();
    const step = await scene.run(inputs);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'input-invalid' } });
    expect(step.log).toContain(words);
    expect(scene.requests('service')).toEqual([]);
  });

  test('and nothing is said of what equals its default', async () => {
    await using scene = await openScene();
    const inputs = { 'when-open': 'skip', 'max-open': '1', 'poll-interval': 'auto', notify: 'auto' };
    const step = await scene.run({ ...inputs, wait: 'false' });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'started' }, annotations: [] });
  });

  test.each(['action.yml', 'batch/action.yml'])('whose default in %s is what asks for nothing', (path) => {
    const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
    const { inputs } = parse(readFileSync(file, 'utf8'));
    const there = DEPENDENT_INPUTS.filter(({ name }) => name in inputs);
    expect(there.length).toBeGreaterThan(0);
    for (const { name, idle } of there)
      expect({ [name]: inputs[name].default ?? '' }).toEqual({ [name]: idle });
  });
});

describe('what is idle on this event is a notice that says what to add', () => {
  test('globs on a schedule', async () => {
    await using scene = await openScene();
    const step = await scene.run({ paths: 'src/**', 'ignore-paths': '**/*.test.*' }, { event: SCHEDULE });
    expect(step.outputs['result']).toBe('pull-request');
    const notices = step.annotations.filter(({ level }) => level === 'notice');
    expect(notices.map(({ message }) => message)).toContain(
      'The event `schedule` changes no files, so `paths` and `ignore-paths` do nothing. Set `range` as well, like `range: 7d`.',
    );
  });

  test('not on a push', async () => {
    await using changes = await openScene({ history: true });
    const before = await changes.tip();
    const after = await changes.commit('main', { 'src/app.ts': 'two\n' });
    const step = await changes.run({ paths: 'src/**' }, { event: changes.push({ before, after }) });
    expect(JSON.stringify(step.annotations)).not.toContain('do nothing');
  });
});
