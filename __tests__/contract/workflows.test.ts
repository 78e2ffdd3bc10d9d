/**
 * The project's workflows and the recipes have the least permissions, pin what they use, and cancel no request.
 * `npm run check:workflows` checks their inputs and outputs.
 */
import { globSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { VARIATIONS } from '../support/variations.ts';
import { read, root } from './repository.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly 'runs-on': string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly 'timeout-minutes'?: number;
  readonly concurrency?: {
    readonly group: string;
    readonly 'cancel-in-progress'?: boolean;
    readonly queue?: string;
  };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly types?: readonly string[] } | null>>;
  readonly permissions: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
}

const actions: Readonly<Record<string, Action>> = {
  'OWNER/REPO@v1': parse(read('action.yml')),
  'OWNER/REPO/collect@v1': parse(read('collect/action.yml')),
  'OWNER/REPO/release-check@v1': parse(read('release-check/action.yml')),
  'OWNER/REPO/visitors@v1': parse(read('visitors/action.yml')),
};

const INSTALLING =
  /^.*\b(?:npm (?:ci|i|install|add|exec)|npx|pnpm|yarn|pip3?"? (?:install|download)|pipx|uvx?|curl|wget|apt(?:-get)? install|brew|go install|cargo install|gem install)\b.*$/gm;
/** By a lock file, or one version in a job that has no secret and writes nothing. */
const LOCKED = /\bnpm ci\b/;
const ONE_VERSION = /\bnpx --yes [\w/@-]+@\d+\.\d+\.\d+ /;

const names = globSync('examples/*.yml', { cwd: root });
const own = globSync('.github/workflows/*.yml', { cwd: root });
const readWorkflow = (path: string) => parse(read(path)) as Workflow;
const variations = Object.values(VARIATIONS).map((text) => parse(text) as Workflow);
const workflows = [...names.map(readWorkflow), ...variations];
const allJobs = workflows.flatMap(({ jobs }) => Object.values(jobs));
const uses = ({ steps }: Job, action: RegExp) => steps.some((step) => action.test(step.uses ?? ''));
const checksOut = (job: Job) => uses(job, /^actions\/checkout@/);

describe.each([...own, ...names])('%s', (path) => {
  const text = read(path);
  const { on, permissions, concurrency, jobs } = readWorkflow(path);

  test('grants permissions to jobs only, and limits their concurrency and time', () => {
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) {
      expect(job.concurrency ?? concurrency).toMatchObject({ group: expect.any(String) });
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  test('pins the actions of others to a commit, next to its version', () => {
    for (const [, uses = ''] of text.matchAll(/^ +(?:- )?uses: (.*)/gm))
      expect(uses).toMatch(
        /^\.\/(archive)?(\/?[\w-]+)?$|^OWNER\/REPO(\/[\w-]+)?@v1$|^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  test('leaves no token in the checkout, and has no expression in a script', () => {
    for (const { uses = '', run = '', with: given } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      if (uses.startsWith('actions/checkout@')) expect(given?.['persist-credentials']).toBe(false);
      expect(run).not.toContain('${' + '{');
    }
    expect(text).not.toMatch(/secrets *\[|secrets: *inherit/);
  });

  test.each(Object.entries(jobs))(
    'installs by lock files, or fixed versions without a secret: %s',
    (_, job) => {
      const allowed = /secrets\.|"write"/.test(JSON.stringify(job)) ? [LOCKED] : [LOCKED, ONE_VERSION];
      for (const command of job.steps.flatMap(({ run = '' }) => run.match(INSTALLING) ?? []))
        expect([command, allowed.some((kind) => kind.test(command))]).toEqual([command, true]);
    },
  );

  test('does not run the code of a pull request with permissions', () => {
    expect(on).not.toHaveProperty('pull_request_target');
  });
});

test.each(globSync('docs/*.md', { cwd: root }))('the steps in %s have inputs that exist', (name) => {
  for (const [, text = ''] of read(name).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)) {
    JSON.stringify(parse(text), (_, value) => {
      const inputs = actions[value?.uses]?.inputs ?? value?.with ?? {};
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(value?.with ?? {})));
      return value;
    });
  }
});

test('a job that checks out has permission to read the repository', () => {
  const jobs = allJobs.filter(checksOut);
  expect(jobs.length).toBeGreaterThan(2);
  for (const { permissions } of jobs) expect(permissions?.['contents']).toMatch(/^(read|write)$/);
});

test('a job that waits for a pull request has permission to mark it', () => {
  const waiting = allJobs.filter(({ steps }) =>
    steps.some(
      ({ uses = '', with: given = {} }) =>
        /^OWNER\/REPO@v1$/.test(uses) &&
        String(given['wait']) !== 'false' &&
        given['dry-run'] === undefined &&
        // Otherwise, `pr-token` marks it.
        given['pr-repository'] === undefined,
    ),
  );
  expect(waiting.length).toBeGreaterThan(13);
  for (const { permissions } of waiting) expect(permissions?.['pull-requests']).toBe('write');
});

test('one job may write to the repository, and has no secret', () => {
  const writing = allJobs.filter(({ permissions }) => permissions?.['contents'] === 'write');
  expect(writing).toEqual([readWorkflow('examples/auto-merge.yml').jobs['merge']]);
  expect(JSON.stringify(writing)).not.toContain('secrets.');
});

test.each(
  workflows.flatMap((workflow, index) =>
    'issue_comment' in workflow.on ? [[names[index], workflow] as const] : [],
  ),
)('%s starts for new comments only, and cancels nothing', (_name, { on, jobs, ...workflow }) => {
  expect(workflow).not.toHaveProperty('concurrency');
  const newest = { issue_comment: 'created', pull_request_review_comment: 'created' };
  const types = { ...newest, pull_request_review: 'submitted', issues: 'opened' };
  for (const [event, type] of Object.entries(types)) {
    if (event in on) expect(on[event]?.types).toEqual([type]);
  }
  const requesting = Object.values(jobs).filter((job) => uses(job, /^OWNER\/REPO@v1$/));
  expect(requesting.length).toBeGreaterThan(0);
  for (const job of requesting) {
    const { deployments, ...others } = job.permissions ?? {};
    expect(others).toEqual({ issues: 'write', 'pull-requests': 'write' });
    expect(deployments ?? 'read').toBe('read');
    expect(job.concurrency).toMatchObject({
      group: expect.stringContaining('github.event.issue.number'),
      queue: 'max',
    });
    expect(job.concurrency?.['cancel-in-progress'] ?? false).toBe(false);
    expect(job.if).toMatch(/startsWith\(github\.event\.comment\.body, '\/docs[\w-]*'\)/);
  }
});

test('each run of collect finishes the requests of the whole repository, and none is lost', () => {
  const groups = allJobs.filter((job) => uses(job, /^OWNER\/REPO\/collect@v1$/));
  expect(groups.length).toBeGreaterThanOrEqual(1);
  for (const { concurrency } of groups) {
    expect(concurrency?.queue).toBe('max');
    expect(concurrency?.group).not.toContain('$');
  }
});

test('an instruction contains text by others only as JSON', () => {
  for (const { with: given = {} } of allJobs.flatMap(({ steps }) => steps))
    for (const [expression] of String(given['prompt'] ?? '').matchAll(/\$\{\{.*?\}\}/g))
      expect(expression).toMatch(
        /^\$\{\{ (?:inputs\.prompt |format\('\{0\}\{1\}', env\.PROMPT, toJSON\([\w.]+\)\) )/,
      );
  for (const { env = {} } of allJobs) expect(String(env['PROMPT'])).not.toContain('${{');
});

test('a recipe needs no edit but for the name of the action', () => {
  const isOurs = ({ uses = '' }: { uses?: string }) => 'base-url' in (actions[uses]?.inputs ?? {});
  const ours = allJobs.flatMap(({ steps }) => steps.filter(isOurs));
  for (const { with: given } of ours) expect(given?.['base-url']).toBe('$' + '{{ vars.DOCS_API_URL }}');
});

test('jobs of at most 13 minutes run on the cheaper runner', () => {
  const minutes = (span: string) => Number.parseInt(span, 10) * (span.endsWith('h') ? 60 : 1);
  const timeouts = ({ steps }: Job) =>
    steps.flatMap(({ uses = '', with: given }) => {
      const timeout = given?.['timeout'] ?? actions[uses]?.inputs['timeout']?.default;
      return uses in actions && timeout !== undefined ? [minutes(String(timeout))] : [];
    });
  const short = allJobs.filter((job) => timeouts(job).length > 0 && Math.max(...timeouts(job)) <= 13);
  expect(short.length).toBeGreaterThanOrEqual(1);
  for (const job of short) expect(job['timeout-minutes']).toBeLessThanOrEqual(13);
  expect(allJobs.filter((job) => job['runs-on'] === 'ubuntu-slim')).toEqual(short);
});

test('a run for a comment or label reads files of the default branch only', () => {
  for (const { on, jobs } of workflows) {
    if (!('issue_comment' in on || 'issues' in on)) continue;
    for (const { uses, with: given } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      if (uses?.startsWith('actions/checkout@'))
        expect(given?.['ref']).toBe('$' + '{{ github.event.repository.default_branch }}');
    }
  }
});

test('each recipe that requests has a label of its own, and `when-open` only without a thread', () => {
  const requesting = /^OWNER\/REPO(?:\/collect)?@v1$/;
  const labels = workflows.map(({ jobs }) => [
    ...new Set(
      Object.values(jobs)
        .flatMap(({ steps }) => steps)
        .filter(({ uses = '', with: given = {} }) => requesting.test(uses) && given['dry-run'] === undefined)
        .flatMap(({ with: given = {} }) => given['pr-labels'] ?? (given['wait'] === false ? [] : 'none')),
    ),
  ]);
  const named = labels.flat();
  expect(named.length).toBeGreaterThan(15);
  expect([named.includes('none'), new Set(named).size]).toEqual([false, named.length]);
  // People use words like `translations` for their own pull requests.
  expect(named.filter((label) => !/^docs-/.test(String(label)))).toEqual([]);
  const inThreads = /issue_comment|issues|pull_request|workflow_run/;
  for (const { on, jobs } of workflows.filter(({ on }) => inThreads.test(Object.keys(on).join())))
    expect([Object.keys(on), JSON.stringify(jobs)]).toEqual([
      Object.keys(on),
      expect.not.stringContaining('when-open'),
    ]);
  const { env } = readWorkflow('examples/open-pull-requests.yml').jobs['care'] ?? {};
  const elsewhere = (label: unknown) => String(label).includes('${' + '{');
  expect(String(env?.['LABELS']).split(', ').toSorted()).toEqual(
    named.filter((label) => !elsewhere(label)).toSorted(),
  );
});

test.each(names)('%s says in one line how to use an environment, or why its events cannot', (name) => {
  expect(read(name)).toMatch(/^ {4}# environment: \{ name: docs, deployment: false \} #|environment/m);
});
