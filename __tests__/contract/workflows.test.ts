/** The project's own workflows: least permissions, nothing moving underneath them, nothing injected. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { installs, LOCKED } from '../support/installs.ts';

const folder = fileURLToPath(new URL('../../.github/workflows/', import.meta.url));

interface Job {
  readonly permissions: object;
  readonly concurrency: object;
  readonly 'timeout-minutes': number;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

describe.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const workflow = parse(text);
  const jobs = Object.values<Job>(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test('takes permissions in its jobs only, and ends', () => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.on).not.toHaveProperty('pull_request_target');
    for (const job of jobs) {
      expect(job.permissions).toBeInstanceOf(Object);
      expect(job.concurrency).toBeInstanceOf(Object);
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  test('pins what others wrote, with its version beside it', () => {
    for (const [, uses = ''] of text.matchAll(/^ +(?:- )?uses: (.*)/gm)) {
      expect(uses).toMatch(/^\.\/archive(\/\w+)?$|^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test('leaves no token in the checkout, puts no expression into a script, and installs by lock files', () => {
    for (const { uses = '', run = '', with: given } of steps) {
      expect(run).not.toContain('${' + '{');
      if (uses.startsWith('actions/checkout@')) expect(given?.['persist-credentials']).toBe(false);
      for (const command of installs(run)) expect(command).toMatch(LOCKED);
    }
  });
});
