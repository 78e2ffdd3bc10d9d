import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { generateActionMarkdownDocs } from 'action-docs';
import { parse } from 'yaml';
import { FORMATS } from '../../src/visitors/formats.ts';
import { visitorsInputSchema } from '../../src/visitors/inputs.ts';
import { TITLES, toVisitorsOutputs } from '../../src/visitors/visitors-result.ts';

// Skipped is a step before the export is loaded.
const VISITORS_RESULTS = Object.keys(TITLES).flatMap((name) =>
  name === 'denied' ? ['skipped', name] : [name],
);

const folder = fileURLToPath(new URL('../../visitors', import.meta.url));
const page = readFileSync(`${folder}/../docs/visitors.md`, 'utf8');
const action = parse(readFileSync(`${folder}/action.yml`, 'utf8'));

const outputNames = Object.keys(
  toVisitorsOutputs({ result: 'error', reasonCode: 'unexpected', reason: '', requests: 0 }),
);

const namedIn = (description: string) => [...description.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);

describe('visitors/action.yml, schema, typed names and documentation say the same', () => {
  test('inputs', () => {
    expect(Object.keys(action.inputs)).toEqual(Object.keys(visitorsInputSchema));
  });

  test('every input is required or has a default, but for those that may be empty', () => {
    const bare = Object.entries<{ required?: boolean; default?: string }>(action.inputs).filter(
      ([, { required, default: value }]) => required !== true && value === undefined,
    );
    expect(bare.map(([name]) => name)).toEqual(['page-prefix', 'allow-users', 'allow-bots']);
  });

  test('outputs', () => {
    expect(Object.keys(action.outputs)).toEqual(outputNames);
  });

  test('results and formats', () => {
    expect(namedIn(action.outputs.result.description)).toEqual(VISITORS_RESULTS);
    expect(namedIn(action.inputs.format.description)).toEqual([...FORMATS]);
  });

  test('results, in the table of the documentation', () => {
    const section = page.slice(page.indexOf('## Results'));
    const rows = [...section.matchAll(/^\| `([a-z]+)` \| (?:succeeds|fails)/gm)].map(([, name]) => name);
    expect(rows).toEqual(VISITORS_RESULTS);
  });

  test('tables of the documentation are what `npm run docs` writes', async () => {
    const generated = await generateActionMarkdownDocs({ sourceFile: `${folder}/action.yml` });
    const tables = generated.split('\n').filter((line) => line.startsWith('| `'));
    expect(tables).toHaveLength(outputNames.length + Object.keys(visitorsInputSchema).length);
    expect(page.split('\n').filter((line) => /^\| `[\w-]+` \| <p>/.test(line))).toEqual(tables);
  });

  test('main is a stub that exists, on Node 24; there is nothing to close', () => {
    expect(action.runs.using).toBe('node24');
    expect(existsSync(`${folder}/${action.runs.main}`)).toBe(true);
    expect(action.runs.post).toBeUndefined();
  });
});
