import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { generateActionMarkdownDocs } from 'action-docs';
import { parse } from 'yaml';
import { RESULTS, toBatchOutputs } from '../../src/batch/batch-result.ts';
import { ENTRY_RESULTS } from '../../src/batch/entry.ts';
import { batchInputSchema } from '../../src/batch/inputs.ts';

// Skipped is a step before the batch is loaded.
const BATCH_RESULTS = Object.keys(RESULTS).flatMap((name) =>
  name === 'dry-run' ? ['skipped', name] : [name],
);
const BATCH_OUTPUT_NAMES = Object.keys(
  toBatchOutputs({ result: 'error', reason: '', records: [], warnings: [] }),
);
const folder = fileURLToPath(new URL('../../batch', import.meta.url));
const page = readFileSync(`${folder}/../docs/batch.md`, 'utf8');
const action = parse(readFileSync(`${folder}/action.yml`, 'utf8'));

const namedIn = (text: string) => [...text.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);

describe('batch/action.yml, schema, typed names and documentation say the same', () => {
  test('inputs and outputs', () => {
    expect(Object.keys(action.inputs)).toEqual(Object.keys(batchInputSchema));
    expect(Object.keys(action.outputs)).toEqual(BATCH_OUTPUT_NAMES);
  });

  test('results, in action.yml and in the tables of the documentation', () => {
    expect(namedIn(action.outputs.result.description)).toEqual(BATCH_RESULTS);
    const section = page.slice(page.indexOf('## Results'));
    const rows = [...section.matchAll(/^\| `([a-z-]+)` \| (?:succeeds|fails)/gm)].map(([, name]) => name);
    expect(rows).toEqual(BATCH_RESULTS);
    const entries = [
      ...section.slice(section.indexOf('| Result of an entry')).matchAll(/^\| ((?:`[a-z-]+`,? ?)+) \|/gm),
    ].flatMap(([, names]) => namedIn(names ?? ''));
    expect(entries).toEqual([...ENTRY_RESULTS]);
  });

  test('tables of the documentation are what `npm run docs` writes', async () => {
    const generated = await generateActionMarkdownDocs({ sourceFile: `${folder}/action.yml` });
    const tables = generated.split('\n').filter((line) => line.startsWith('| `'));
    expect(tables).toHaveLength(BATCH_OUTPUT_NAMES.length + Object.keys(batchInputSchema).length);
    expect(page.split('\n').filter((line) => /^\| `[\w-]+` \| <p>/.test(line))).toEqual(tables);
  });

  test('main and post are stubs that exist, on Node 24', () => {
    expect(action.runs.using).toBe('node24');
    for (const phase of ['main', 'post']) expect(existsSync(`${folder}/${action.runs[phase]}`)).toBe(true);
    expect(action.runs['post-if']).toBe('always()');
  });
});

const examples = readdirSync(`${folder}/../examples`).filter((name) => name.startsWith('batch-'));

describe.each(examples)('%s', (name) => {
  const text = readFileSync(`${folder}/../examples/${name}`, 'utf8');
  const workflow = parse(text);
  const { refresh } = workflow.jobs;

  test('is named in the documentation', () => expect(page).toContain(`../examples/${name}`));

  test('gives nothing away, and keeps two runs apart', () => {
    expect(workflow.permissions).toEqual({});
    const { with: inputs } = refresh.steps.find(({ id }: { id?: string }) => id === 'batch');
    const group = `documentation-batch-${inputs['project-id']}`;
    expect(refresh.concurrency).toEqual({ group, 'cancel-in-progress': false, queue: 'max' });
    for (const { uses } of refresh.steps) expect(uses).toMatch(/^OWNER\/REPO\/batch@v1$|@[0-9a-f]{40}$/);
  });

  test('uses inputs and outputs that there are', () => {
    const { with: inputs } = refresh.steps.find(({ id }: { id?: string }) => id === 'batch');
    expect(Object.keys(batchInputSchema)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    const used = [...text.matchAll(/steps\.batch\.outputs\.(\w+)/g)].map(([, output]) => output);
    expect(BATCH_OUTPUT_NAMES).toEqual(expect.arrayContaining(used));
  });

  test('keeps the state of the jobs after a failure', () => {
    expect(refresh.steps.at(-1)).toMatchObject({
      if: expect.stringMatching(/^always\(\)/),
      with: { path: expect.stringContaining('steps.batch.outputs.file') },
    });
  });
});

describe('many projects', () => {
  const read = (path: string) => readFileSync(`${folder}/../${path}`, 'utf8');
  const blocks = (text: string) =>
    [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block = '']) => parse(block));
  const text = read('examples/batch-matrix.yml');
  const called = parse(text);

  test('the workflow to call takes the projects as a matrix', () => {
    expect(called.on).toHaveProperty('workflow_call');
    expect(called.jobs.refresh.strategy.matrix.project).toContain('fromJSON(inputs.projects)');
  });

  test('its caller gives what it takes', () => {
    const uses = './.github/workflows/batch-matrix.yml';
    const calls = blocks(page).find(({ jobs }) => jobs?.acme?.uses === uses).jobs;
    const used = [...text.matchAll(/matrix\.project\.(\w+)/g)].map(([, key]) => key);
    const { inputs, secrets } = called.on.workflow_call;
    expect(Object.keys(calls).length).toBeGreaterThan(1);
    for (const caller of Object.values<typeof calls.acme>(calls)) {
      expect(caller.uses).toBe(uses);
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(caller.with)));
      expect(caller.permissions).toEqual(called.jobs.refresh.permissions);
      expect(Object.keys(caller.secrets)).toEqual(Object.keys(secrets));
      for (const project of JSON.parse(caller.with.projects))
        expect(Object.keys(project).toSorted()).toEqual([...new Set(used)].toSorted());
    }
  });

  test('no secret is found by a name that others say, and none is handed on unnamed', () => {
    for (const shown of [text, page])
      expect(shown).not.toMatch(/secrets *\[|secrets: *inherit|toJSON\(secrets/);
  });
});
