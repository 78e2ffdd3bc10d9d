/** Every workflow, ours and those that we show: least permissions, nothing that changes unseen, nothing injected. */
import { globSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { installs, LOCKED } from '../support/installs.ts';
import { read, root } from './repository.ts';

interface Job {
  readonly concurrency: object;
  readonly 'timeout-minutes': number;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

describe.each(globSync(['.github/workflows/*.yml', 'examples/*.yml'], { cwd: root }))('%s', (path) => {
  const text = read(path);
  const workflow = parse(text);
  const jobs = Object.values<Job>(workflow.jobs);

  test('takes permissions in its jobs only, and ends', () => {
    expect(workflow.permissions).toEqual({});
    for (const job of jobs) {
      expect(job.concurrency).toBeInstanceOf(Object);
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  test('pins what others wrote, next to its version', () => {
    for (const [, uses = ''] of text.matchAll(/^ +(?:- )?uses: (.*)/gm))
      expect(uses).toMatch(
        /^\.\/archive(\/\w+)?$|^OWNER\/REPO(\/\w+)?@v1$|^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  test('leaves no token in the checkout, puts no expression into a script, and installs by lock files', () => {
    for (const { uses = '', run = '', with: given } of jobs.flatMap(({ steps }) => steps)) {
      if (uses.startsWith('actions/checkout@')) expect(given?.['persist-credentials']).toBe(false);
      expect(run).not.toContain('${' + '{');
      for (const command of installs(run)) expect(command).toMatch(LOCKED);
    }
    expect(text).not.toMatch(/secrets *\[|secrets: *inherit/);
  });
});

test("our own workflows run no stranger's code with their permissions", () => {
  for (const path of globSync('.github/workflows/*.yml', { cwd: root }))
    expect(parse(read(path)).on).not.toHaveProperty('pull_request_target');
});
