/** Each action.yml, the code and the documentation name the same inputs, outputs and results. */
import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { RESULTS as BATCH_RESULTS, toBatchOutputs } from '../../src/batch/batch-result.ts';
import { ENTRY_RESULTS } from '../../src/batch/entry.ts';
import { batchInputSchema } from '../../src/batch/inputs.ts';
import { COLLECT_RESULTS, failed, toCollectOutputs } from '../../src/collect/collect-result.ts';
import { collectInputSchema } from '../../src/collect/inputs.ts';
import { inputName } from '../../src/inputs/read-inputs.ts';
import { RESULTS, toOutputs } from '../../src/job/request-result.ts';
import { inputSchema } from '../../src/run/inputs.ts';
import { workspaceFiles } from '../../src/runner/workspace-files.ts';
import { visitorsInputSchema } from '../../src/visitors/inputs.ts';
import { FORMATS } from '../../src/visitors/rows.ts';
import { toVisitorsOutputs, RESULTS as VISITORS_RESULTS } from '../../src/visitors/visitors-result.ts';
import { read, root } from './repository.ts';

const files = workspaceFiles(root, String);
const namedIn = (text: string) => [...text.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);

// `skipped` is decided before the action is loaded.
const ACTIONS = [
  {
    ...{ folder: '.', page: 'README.md', inputs: inputSchema(files), results: [...RESULTS] as string[] },
    outputs: toOutputs({ result: 'skipped', reasonCode: 'no-phrase', reason: '' }),
  },
  {
    ...{ folder: 'batch', page: 'docs/batch.md', inputs: batchInputSchema(files) },
    results: ['skipped', ...Object.keys(BATCH_RESULTS)],
    outputs: toBatchOutputs({ result: 'error', reason: '', entries: [], warnings: [] }),
  },
  {
    ...{ folder: 'visitors', page: 'docs/visitors.md', inputs: visitorsInputSchema },
    results: ['skipped', ...Object.keys(VISITORS_RESULTS)],
    outputs: toVisitorsOutputs({ result: 'error', reasonCode: 'unexpected', reason: '', requests: 0 }),
  },
  {
    ...{ folder: 'collect', page: 'docs/collect.md', inputs: collectInputSchema },
    results: [...COLLECT_RESULTS] as string[],
    outputs: toCollectOutputs(failed('unexpected', '')),
  },
];

describe.each(ACTIONS)('the action in $folder', ({ folder, page, inputs, outputs, results }) => {
  const action = parse(read(`${folder}/action.yml`));
  const guide = read(page);

  test('names the inputs and outputs of the code, in its order', () => {
    expect(Object.keys(action.inputs)).toEqual(Object.keys(inputs).map(inputName));
    expect(Object.keys(action.outputs)).toEqual(Object.keys(outputs));
  });

  test('names all results, as its guide does', () => {
    expect(namedIn(action.outputs.result.description).toSorted()).toEqual(results.toSorted());
    for (const result of results) expect(guide).toContain(`| \`${result}\``);
  });

  test('has each input in a table of its guide', () => {
    for (const input of Object.keys(action.inputs)) expect(guide).toContain(`\n| \`${input}\` |`);
  });

  test('starts files that exist, on Node 24', () => {
    expect(action.runs.using).toBe('node24');
    const files = ['main', 'post'].flatMap((phase) => action.runs[phase] ?? []);
    for (const file of files) expect(existsSync(`${root}/${folder}/${file}`)).toBe(true);
    expect(action.runs['post-if'] ?? 'always()').toBe('always()');
  });
});

test('the guides name each result of an entry, and each format', () => {
  const rows = [...read('docs/batch.md').matchAll(/^\| ((?:`[a-z-]+`,? ?)+) \|/gm)];
  const named = rows.flatMap(([, cell = '']) => namedIn(cell));
  expect(named).toEqual(expect.arrayContaining([...ENTRY_RESULTS]));
  const { format } = parse(read('visitors/action.yml')).inputs;
  expect(namedIn(format.description)).toEqual([...FORMATS]);
});
