/** The collect action's action.yml, schema, outputs and guide say the same. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COLLECT_RESULTS, failed, toCollectOutputs } from '../../src/collect/collect-result.ts';
import { collectInputSchema } from '../../src/collect/inputs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const action = parse(readFileSync(`${root}/collect/action.yml`, 'utf8'));
const guide = readFileSync(`${root}/docs/collect.md`, 'utf8');

test('inputs', () => {
  expect(Object.keys(action.inputs)).toEqual(Object.keys(collectInputSchema));
  for (const name of Object.keys(collectInputSchema)) expect(guide).toContain(`| \`${name}\` |`);
});

test('outputs', () => {
  const outputs = Object.keys(toCollectOutputs(failed('unexpected', '')));
  expect(Object.keys(action.outputs).toSorted()).toEqual(outputs.toSorted());
  for (const name of outputs) expect(guide).toContain(`| \`${name}\` |`);
});

test('results', () => {
  const named = [...action.outputs.result.description.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(COLLECT_RESULTS.toSorted());
});

test('main and post are stubs that exist, on Node 24', () => {
  expect(action.runs.using).toBe('node24');
  const phases = ['main', 'post'].filter((phase) => action.runs[phase] !== undefined);
  expect(phases).toContain('main');
  for (const phase of phases) expect(existsSync(`${root}/collect/${action.runs[phase]}`)).toBe(true);
});
