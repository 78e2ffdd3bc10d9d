import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { generateActionMarkdownDocs } from 'action-docs';
import { parse } from 'yaml';
import { RESULTS } from '../../src/job/request-result.ts';
import { inputSchema } from '../../src/run/inputs.ts';
import { toOutputs } from '../../src/run/outputs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const action = parse(read('action.yml'));
const readme = read('README.md');
const OUTPUT_NAMES = Object.keys(toOutputs({ result: 'skipped', reasonCode: 'no-phrase', reason: '' }));

describe('action.yml, schema, typed names and README say the same', () => {
  test('inputs', () => {
    expect(Object.keys(action.inputs)).toEqual(Object.keys(inputSchema));
  });

  test('outputs', () => {
    expect(Object.keys(action.outputs)).toEqual(OUTPUT_NAMES);
  });

  test('results, in action.yml and in the table of the README', () => {
    const named = [...action.outputs.result.description.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    expect(named).toEqual([...RESULTS]);
    const section = readme.slice(readme.indexOf('## Results'));
    const rows = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...RESULTS]);
  });

  test('tables of the README are what `npm run docs` writes', async () => {
    const generated = await generateActionMarkdownDocs({ sourceFile: `${root}/action.yml` });
    const tables = generated.split('\n').filter((line) => line.startsWith('|'));
    expect(tables.length).toBeGreaterThan(OUTPUT_NAMES.length + Object.keys(inputSchema).length);
    for (const line of tables) expect(readme).toContain(line);
    const rows = readme.split('\n').filter((line) => /^\| `[\w-]+` \| <p>/.test(line));
    expect(rows).toHaveLength(OUTPUT_NAMES.length + Object.keys(inputSchema).length);
  });

  test('main and post are stubs that exist, on Node 24', () => {
    expect(action.runs.using).toBe('node24');
    for (const phase of ['main', 'post']) expect(existsSync(`${root}/${action.runs[phase]}`)).toBe(true);
    expect(action.runs['post-if']).toBe('always()');
  });
});
