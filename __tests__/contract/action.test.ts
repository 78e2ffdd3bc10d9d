/** Each action.yml, the code and the documentation name the same inputs, outputs and results. */
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COLLECT_RESULTS, failed, toCollectOutputs } from '../../src/collect/collect-result.ts';
import { collectInputSchema } from '../../src/collect/inputs.ts';
import { inputName } from '../../src/inputs/read-inputs.ts';
import { toOutputs } from '../../src/job/outputs.ts';
import { RESULTS } from '../../src/model/request-result.ts';
import { releaseCheckInputSchema } from '../../src/release-check/inputs.ts';
import {
  RELEASE_CHECK_RESULTS,
  toReleaseCheckOutputs,
} from '../../src/release-check/release-check-result.ts';
import { inputSchema } from '../../src/request/inputs.ts';
import type { WorkflowRun } from '../../src/runner/workflow-run.ts';
import { workspaceFiles } from '../../src/runner/workspace-files.ts';
import { visitorsInputSchema } from '../../src/visitors/inputs.ts';
import { FORMATS } from '../../src/visitors/rows.ts';
import { toVisitorsOutputs, VISITORS_RESULTS } from '../../src/visitors/visitors-result.ts';
import { read, root } from './repository.ts';

const RELEASE_CHECK = toReleaseCheckOutputs(
  { result: 'error', reasonCode: 'unexpected', reason: '', merges: [], notes: [] },
  {} as WorkflowRun,
);
const namedIn = (text: string) => [...text.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);

/** https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax#branding */
const COLORS = ['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark'];

// `skipped` is decided before the action loads.
const ACTIONS = [
  {
    path: 'action.yml',
    section: 'Main',
    inputs: inputSchema(workspaceFiles(root, String)),
    results: Object.keys(RESULTS),
    outputs: toOutputs({ result: 'skipped', reasonCode: 'no-phrase', reason: '' }),
  },
  {
    path: 'visitors/action.yml',
    section: 'Visitors',
    inputs: visitorsInputSchema(0),
    results: ['skipped', ...Object.keys(VISITORS_RESULTS)],
    outputs: toVisitorsOutputs({ result: 'error', reasonCode: 'unexpected', reason: '', requests: 0 }),
  },
  {
    path: 'collect/action.yml',
    section: 'Collect',
    inputs: collectInputSchema,
    results: [...COLLECT_RESULTS] as string[],
    outputs: toCollectOutputs(failed('unexpected', '')),
  },
  {
    path: 'release-check/action.yml',
    section: 'Release check',
    inputs: releaseCheckInputSchema,
    results: [...RELEASE_CHECK_RESULTS] as string[],
    outputs: RELEASE_CHECK,
  },
];

describe.each(ACTIONS)('$path', ({ path, section, inputs, outputs, results }) => {
  const action = parse(read(path));

  test('names the inputs and outputs of the code, in its order', () => {
    expect(Object.keys(action.inputs)).toEqual(Object.keys(inputs).map(inputName));
    expect(Object.keys(action.outputs)).toEqual(Object.keys(outputs));
  });

  test('names all results, as the reference does', () => {
    expect(namedIn(action.outputs.result.description).toSorted()).toEqual(results.toSorted());
    const [, text = ''] = read('docs/reference.md').split(`## ${section} action\n`);
    const [, list = ''] = (text.split(/^## /m)[0] ?? '').split(/^### (?:[\w ]+ r|R)esults$/m);
    const rows = [...list.matchAll(/^- `([a-z-]+)`:/gm)].map(([, name = '']) => name);
    expect(rows.toSorted()).toEqual(results.toSorted());
  });

  test('meets the rules of the Marketplace', () => {
    const { name, description, author, branding } = action;
    expect(name).toMatch(/^[A-Z][\w ,-]{2,62}$/);
    expect(author).toMatch(/\S/);
    // The Marketplace refuses a longer one.
    expect(description.length).toBeLessThanOrEqual(125);
    expect(branding.icon).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(COLORS).toContain(branding.color);
  });

  test('runs its post step always', () => {
    expect(action.runs['post-if'] ?? 'always()').toBe('always()');
  });
});

test('`format` names each format', () => {
  const { format } = parse(read('visitors/action.yml')).inputs;
  expect(namedIn(format.description)).toEqual([...FORMATS]);
});
