/** The action reports misspelt inputs, and inputs that would have no effect. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { DEPENDENT_INPUTS } from '../../src/inputs/read-inputs.ts';
import { openScene } from '../support/scene.ts';

const INVALID = { exitCode: 1, outputs: { result: 'error', reasonCode: 'input-invalid', jobId: '' } };
const misspelt = (name: string, meant: string) => `'${name}' is not an input of this action. Use '${meant}'.`;
test('a misspelt name of several words is an error that names the input', async () => {
  await using scene = await openScene();
  const names = {
    'rule-file': 'rules-file',
    base_url: 'base-url',
    dailylimit: 'daily-limit',
    'Promt-File': 'prompt-file',
    github_tokens: 'github-token',
  };
  const step = await scene.run(Object.fromEntries(Object.keys(names).map((name) => [name, '1h'])));
  expect(step).toMatchObject(INVALID);
  for (const [name, meant] of Object.entries(names))
    expect(step.outputs['reason']).toContain(misspelt(name.toLowerCase(), meant));
  expect(scene.requests('service')).toEqual([]);
});

test('an input without the input that it depends on is an error', async () => {
  await using scene = await openScene();
  const inputs = { 'when-open': 'message', 'poll-interval': '30s' };
  const step = await scene.run({ ...inputs, wait: 'FALSE' });
  expect(step).toMatchObject(INVALID);
  expect(step.log).toContain('`when-open` does nothing without `pr-labels`');
  expect(step.log).toContain('`poll-interval` does nothing without `wait`');
  expect(scene.requests('service')).toEqual([]);
});

test('default values of dependent inputs, and other unknown names, which the runner reports, are accepted', async () => {
  await using scene = await openScene();
  const inputs = { 'when-open': 'create', 'poll-interval': 'auto', wait: 'false' };
  const env = { INPUT_PATH: 'x', INPUT_COMMENTS: 'x', INPUT_DATE_FROM: 'x', INPUT_AUDIENCE: 'x' };
  const step = await scene.run(inputs, { env });
  expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'started' }, annotations: [] });
});

test.each(['action.yml', 'batch/action.yml'])('%s has the defaults that the code knows', (path) => {
  const { inputs } = parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8'));
  const dependent = DEPENDENT_INPUTS.filter(({ name }) => name in inputs);
  expect(dependent.length).toBeGreaterThan(0);
  for (const { name, idle } of dependent)
    expect({ [name]: inputs[name].default ?? '' }).toEqual({ [name]: idle });
});

test('globs on an event without changes get a notice that names the missing input', async () => {
  await using scene = await openScene();
  const event = { name: 'schedule', payload: { schedule: '17 5 * * 1' } };
  const step = await scene.run({ paths: 'src/**' }, { event });
  expect(step.outputs['result']).toBe('pull-request');
  expect(step.annotations).toContainEqual({
    level: 'notice',
    message:
      'The event `schedule` changes no files, so `paths` does nothing. Set `range` as well, like `range: last-success` on a schedule.',
  });
});

test('globs on a push get no notice', async () => {
  await using scene = await openScene({ history: true });
  const before = await scene.tip();
  const after = await scene.commit('main', { 'src/app.ts': 'two\n' });
  const step = await scene.run({ paths: 'src/**' }, { event: scene.push({ before, after }) });
  expect(JSON.stringify(step.annotations)).not.toContain('does nothing');
});
