/** The recipes work as they are: least permissions, and no run that cancels another. `npm run check:workflows` knows their inputs. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { read, root } from './repository.ts';

interface Job {
  readonly if?: string;
  readonly 'runs-on': string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly concurrency?: {
    readonly group: string;
    readonly 'cancel-in-progress': boolean;
    readonly queue?: string;
  };
  readonly steps: readonly {
    readonly id?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly types?: readonly string[] } | null>>;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: object;
}

const names = readdirSync(join(root, 'examples'));
const texts = names.map((name) => read(join('examples', name)));
const workflows = texts.map((text) => parse(text) as Workflow);
const actions: Readonly<Record<string, Action>> = {
  'OWNER/REPO@v1': parse(read('action.yml')),
  'OWNER/REPO/batch@v1': parse(read('batch/action.yml')),
  'OWNER/REPO/collect@v1': parse(read('collect/action.yml')),
  'OWNER/REPO/visitors@v1': parse(read('visitors/action.yml')),
};

const allJobs = workflows.flatMap(({ jobs }) => Object.values(jobs));
const checksOut = ({ steps }: Job) => steps.some(({ uses }) => uses?.startsWith('actions/checkout@'));

test.each(readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))(
  'the steps in docs/%s have inputs that exist',
  (name) => {
    const blocks = [...read(join('docs', name)).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)];
    for (const [, text = ''] of blocks) {
      JSON.stringify(parse(text), (_, value) => {
        const inputs = actions[value?.uses]?.inputs ?? value?.with ?? {};
        expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(value?.with ?? {})));
        return value;
      });
    }
  },
);

test('a job that checks out may read what it checks out', () => {
  const jobs = allJobs.filter(checksOut);
  expect(jobs.length).toBeGreaterThan(4);
  for (const { permissions } of jobs) expect(permissions?.['contents']).toMatch(/^(read|write)$/);
});

test('each job that may see a pull request of ours in its repository may mark it', () => {
  const asking = allJobs.filter(({ steps }) =>
    steps.some(
      ({ uses = '', with: given = {} }) =>
        /^OWNER\/REPO(\/batch)?@v1$/.test(uses) && String(given['wait']) !== 'false',
    ),
  );
  expect(asking.length).toBeGreaterThan(15);
  for (const { permissions } of asking) expect(permissions?.['pull-requests']).toBe('write');
});

test.each(
  workflows.flatMap((workflow, at) =>
    'issue_comment' in workflow.on ? [[names[at], workflow] as const] : [],
  ),
)('%s starts for new comments only, and cancels nothing', (_name, { on, jobs, ...workflow }) => {
  expect(workflow).not.toHaveProperty('concurrency');
  const newest = { issue_comment: 'created', pull_request_review_comment: 'created' };
  const actions = { ...newest, pull_request_review: 'submitted', issues: 'opened' };
  for (const [event, type] of Object.entries(actions)) {
    if (event in on) expect(on[event]?.types).toEqual([type]);
  }
  expect(on).not.toHaveProperty('pull_request_target');
  const asking = Object.values(jobs).filter(({ steps }) =>
    steps.some(({ uses }) => uses === 'OWNER/REPO@v1'),
  );
  expect(asking.length).toBeGreaterThan(0);
  for (const job of asking) {
    const { contents, ...others } = job.permissions ?? {};
    expect(others).toEqual({ issues: 'write', 'pull-requests': 'write' });
    expect(contents).toBe(checksOut(job) ? 'read' : undefined);
    // GitHub Enterprise Server may not know `queue`.
    const isEnterprise = String(job['runs-on']).includes('self-hosted');
    expect(job.concurrency?.group).toContain(`github.event.${isEnterprise ? 'comment.id' : 'issue.number'}`);
    expect(job.concurrency?.queue).toBe(isEnterprise ? undefined : 'max');
    expect(job.concurrency?.['cancel-in-progress'] ?? false).toBe(false);
    expect(job.if).toMatch(/startsWith\(github\.event\.comment\.body, '\/docs[\w-]*'\)/);
  }
});

test('only the recipe that commits a file may write to the repository', () => {
  const writing = names.filter((_, index) => /contents: write/.test(texts[index] ?? ''));
  expect(writing).toEqual(['visitors-commit.yml']);
});

test('an instruction holds nothing that others wrote, except as JSON', () => {
  for (const { with: given = {} } of allJobs.flatMap(({ steps }) => steps))
    for (const [expression] of String(given['prompt'] ?? '').matchAll(/\$\{\{.*?\}\}/g))
      expect(expression).toMatch(/^\$\{\{ (?:toJSON\(|inputs\.prompt )/);
});

test.each(names)('%s reads outputs that exist', (name) => {
  const text = read(join('examples', name));
  const steps = Object.values((parse(text) as Workflow).jobs).flatMap((job) => job.steps);
  for (const [, id, output] of text.matchAll(/steps\.(\w+)\.outputs\.(\w+)/g)) {
    const { uses = '' } = steps.find((step) => step.id === id) ?? {};
    if (uses in actions) expect(Object.keys(actions[uses]?.outputs ?? {})).toContain(output);
  }
});

test('an example needs no edit but for the name of the action', () => {
  const ours = allJobs.flatMap(({ steps }) => steps.filter(({ uses = '' }) => uses in actions));
  for (const { with: given } of ours) expect(given?.['base-url']).toBe('$' + '{{ vars.DOCS_API_URL }}');
});

test('jobs of at most 13 minutes run on the cheaper runner', () => {
  const minutes = (span: string) => Number.parseInt(span, 10) * (span.endsWith('h') ? 60 : 1);
  const cheap = workflows.flatMap((workflow) => {
    const jobs = Object.entries(workflow.jobs);
    return jobs.filter(([name, job]) => {
      const ours = job.steps.flatMap(({ uses = '', with: given }) => {
        const span = given?.['timeout'] ?? actions[uses]?.inputs['timeout']?.default;
        return uses in actions && span !== undefined ? [minutes(String(span))] : [];
      });
      const isShort = ours.length > 0 && ours.every((span) => span <= 13);
      expect({ name, runsOn: job['runs-on'] === 'ubuntu-slim' }).toEqual({ name, runsOn: isShort });
      if (isShort) expect(job['timeout-minutes']).toBeLessThanOrEqual(13);
      return isShort;
    });
  });
  expect(cheap.length).toBeGreaterThanOrEqual(3);
});

test('a group that holds requests of several texts loses none of them', () => {
  const keyed = /job-id|documentation-batch/;
  const groups = allJobs.filter(
    ({ steps, concurrency }) => keyed.test(concurrency?.group ?? '') && sends(steps),
  );
  expect(groups.length).toBeGreaterThanOrEqual(3);
  for (const { concurrency } of groups) expect(concurrency).toMatchObject({ queue: 'max' });
});

test('a run that waits for the pull request of its event is not lost to the next one', () => {
  const groups = allJobs.filter(({ steps }) => steps.some(({ uses }) => uses === 'OWNER/REPO/collect@v1'));
  expect(groups.length).toBeGreaterThanOrEqual(1);
  for (const { concurrency } of groups) {
    expect(concurrency).toMatchObject({ 'cancel-in-progress': false, queue: 'max' });
    // One for the whole repository: it brings all of its requests to their end.
    expect(concurrency?.group).not.toContain('$');
  }
});

/** Without an instruction a job is only watched, and losing one that waits loses nothing. */
function sends(steps: Job['steps']): boolean {
  return steps.some(
    ({ uses = '', with: given = {} }) =>
      uses in actions && Object.keys(given).some((name) => name.startsWith('prompt')),
  );
}

test('no run for a comment or label takes files from anywhere but the default branch', () => {
  for (const { on, jobs } of workflows) {
    if (!('issue_comment' in on || 'issues' in on)) continue;
    for (const { uses, with: given } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      if (uses?.startsWith('actions/checkout@'))
        expect(given?.['ref']).toMatch(/^\$\{\{ github\.event\.repository\.default_branch \}\}$/);
    }
  }
});
