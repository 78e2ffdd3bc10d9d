import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const ours: Readonly<Record<string, { inputs: object; outputs: object }>> = {
  'OWNER/REPO@v1': parse(read('action.yml')),
  'OWNER/REPO/visitors@v1': parse(read('visitors/action.yml')),
};

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const examples = readdirSync(`${root}/examples`).filter((name) => /^visitors-.*\.yml$/.test(name));

describe.each(examples)('%s', (name) => {
  const text = read(`examples/${name}`);
  const workflow = parse(text);
  const jobs = Object.values<{ permissions?: object; concurrency?: object; steps: Step[] }>(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test('is named in the documentation', () => {
    expect(read('docs/visitors.md')).toContain(`../examples/${name}`);
  });

  test('gives nothing away: permissions by job, no expression in a script', () => {
    expect(workflow.permissions).toEqual({});
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    for (const job of jobs) expect(job.concurrency).toBeDefined();
  });

  test('pins what it uses, and gives our actions inputs that they have', () => {
    for (const { uses, with: inputs = {} } of steps) {
      if (uses === undefined) continue;
      expect(uses).toMatch(/^OWNER\/REPO(\/visitors)?@v1$|@[0-9a-f]{40}$/);
      const known = ours[uses];
      if (known !== undefined)
        expect(Object.keys(known.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    }
  });

  test('reads outputs that there are', () => {
    const outputs = Object.keys(ours['OWNER/REPO/visitors@v1']?.outputs ?? {});
    const used = [...text.matchAll(/steps\.visitors\.outputs\.(\w+)/g)].map(([, output]) => output);
    expect(used.length).toBeGreaterThan(0);
    expect(outputs).toEqual(expect.arrayContaining(used));
  });

  test('hands paths on to prompts as JSON', () => {
    for (const { with: { prompt = '' } = {} } of steps) {
      for (const [expression] of prompt.matchAll(/\$\{\{.*?\}\}/g))
        expect(expression).toMatch(/^\$\{\{ toJSON\(/);
    }
  });
});
