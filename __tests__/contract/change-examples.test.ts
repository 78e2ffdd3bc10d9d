import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const { inputs: known } = parse(read('action.yml'));

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency?: object;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, string>>;
  }[];
}

/** The recipes for documentation that follows the code, and the least that each needs on GitHub. */
const RECIPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'on-merge.yml': { contents: 'read', 'pull-requests': 'write' },
  'on-release.yml': { contents: 'read', 'pull-requests': 'read' },
  'monorepo-to-docs.yml': { contents: 'read', 'pull-requests': 'write' },
  'weekly-digest.yml': { contents: 'read', 'pull-requests': 'write' },
  'weekly-refresh.yml': { 'pull-requests': 'write' },
  'release-gate.yml': { 'pull-requests': 'read' },
};

describe.each(Object.entries(RECIPES))('%s', (name, permissions) => {
  const workflow = parse(read(`examples/${name}`));
  const jobs = Object.values<Job>(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test('takes no more than it needs, and ends', () => {
    expect(workflow.permissions).toEqual({});
    expect(jobs.map((job) => job.permissions)).toEqual([permissions]);
    for (const job of jobs) {
      expect(job.concurrency).toBeDefined();
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  test('puts no expression into a script, pins what it uses, and gives our action inputs that it has', () => {
    for (const { run = '', uses, with: inputs = {} } of steps) {
      expect(run).not.toContain('${{');
      if (uses === undefined) continue;
      expect(uses).toMatch(/^OWNER\/REPO@v1$|^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      if (uses !== 'OWNER/REPO@v1') continue;
      expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(inputs)));
      expect(inputs['prompt']).not.toContain('${{');
    }
  });
});
