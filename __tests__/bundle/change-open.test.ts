/** `when-open`: what happens while a pull request with all `pr-labels` is open. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import { closeThread } from '../../sandbox/github/threads.ts';
import {
  type Inputs,
  type NewPull,
  openScene,
  type Scene,
  type SceneOptions,
  worksFor,
} from '../support/scene.ts';

const SKIP = { 'when-open': 'skip', 'pr-labels': 'from-code, Weekly' };

/** A scene in which each job opens a pull request in this repository. */
async function openDocs(options: SceneOptions = {}): Promise<Scene> {
  return openScene({ history: true, jobs: 'working', documentation: 'acme/product', ...options });
}

function openLabeled(scene: Scene, labels = ['from-code', 'weekly'], pull: NewPull = {}): Thread {
  const opened = scene.openPull({ branch: 'mintlify/page', ...pull });
  for (const label of labels) opened.labels.add(label);
  return opened;
}

test('skips while one is open, with its link, without a search', async () => {
  await using scene = await openDocs();
  const first = await scene.run(SKIP);
  expect(first.outputs['result']).toBe('pull-request');
  const before = scene.requests('github').length;

  const step = await scene.run(SKIP);

  const prLink = first.outputs['prLink'] ?? '';
  expect(step).toMatchObject({
    exitCode: 0,
    outputs: { result: 'skipped', reasonCode: 'pull-request-open' },
  });
  expect(step.log).toContain(`A pull request with these labels is open already: ${prLink}`);
  expect(step.summary).toContain(`- [\`${prLink}\`](${prLink})`);
  expect(scene.count('create')).toBe(1);
  expect(scene.requests('github').slice(before)).toEqual([
    'GET /labels/from-code 200',
    'GET /labels/Weekly 200',
    'GET /pulls 200',
  ]);
  closeThread(scene.sandbox.github.store, [...scene.repository.threads.values()][0] as Thread);
  expect((await scene.run(SKIP)).outputs['result']).toBe('pull-request');
});

test.each<[string, string[], NewPull]>([
  ['lacks one of the labels', ['from-code'], {}],
  ['is from a fork', ['from-code', 'weekly'], { by: 'mallory', fork: 'mallory/product' }],
])('an open pull request does not count that %s', async (_, labels, pull) => {
  await using scene = await openDocs();
  openLabeled(scene, labels, pull);
  expect((await scene.run(SKIP)).outputs['result']).toBe('pull-request');
});

test('finds one behind a hundred others', async () => {
  await using scene = await openDocs();
  openLabeled(scene);
  for (let count = 0; count < 120; count += 1) scene.openPull({ branch: `branch-${count}` });
  expect((await scene.run(SKIP)).outputs['result']).toBe('skipped');
});

test('replies to a comment', async () => {
  await using scene = await openScene();
  openLabeled(scene);
  const request = scene.comment('/docs Rewrite the quickstart');
  const step = await scene.run(SKIP, { event: request.event });
  expect(step.outputs['result']).toBe('skipped');
  expect(scene.comments()).toEqual([
    expect.stringMatching(/^\*\*Skipped:\*\* A pull request with these labels is open already/),
  ]);
  expect(request.reactions()).toEqual(['confused']);
});

test('creates a missing label first', async () => {
  await using scene = await openDocs();
  const step = await scene.run(SKIP);
  expect(step.outputs['result']).toBe('pull-request');
  const order = scene.sandbox.github.requests.map(
    ({ method, path }) => `${method} ${path.split('/').at(-1)}`,
  );
  expect(order.slice(0, 5)).toEqual([
    'GET from-code',
    'POST labels',
    'GET Weekly',
    'POST labels',
    'GET pulls',
  ]);
});

test('counts a label that another run just created, or that differs in letter case', async () => {
  await using scene = await openDocs();
  scene.repository.labels.add('from-code').add('weekly');
  scene.sandbox.github.faults.next(
    { path: /labels\/Weekly/, times: 9, optional: true },
    answer({ status: 404 }),
  );
  expect((await scene.run(SKIP)).outputs['result']).toBe('pull-request');
});

describe('sends nothing, and the step fails,', () => {
  async function failsWith(scene: Scene, inputs: Inputs, reason: string | RegExp) {
    const step = await scene.run(inputs);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(reason);
    expect(scene.requests('service')).toEqual([]);
  }

  test('if it can not create a missing label', async () => {
    await using scene = await openDocs();
    scene.permit({ contents: 'read', pull_requests: 'write' });
    await failsWith(scene, SKIP, /^Not sent: the label 'from-code' does not exist .*'issues: write'\.$/);
  });

  test('if the list can not be read', async () => {
    await using scene = await openDocs();
    scene.repository.labels.add('from-code').add('weekly');
    scene.sandbox.github.faults.next({ path: /\/pulls/, times: 9 }, answer({ status: 503 }));
    await failsWith(scene, SKIP, /^Not sent: The open pull requests could not be read: .*503/);
  });
});

describe('fails if the next run would pay for another one:', () => {
  test('the pull request gets no label', async () => {
    await using scene = await openDocs();
    scene.sandbox.github.faults.next(
      { method: 'POST', path: /\/issues\/\d+\/labels/ },
      answer({ status: 403 }),
    );
    const step = await scene.run(SKIP);
    expect(step).toMatchObject({
      exitCode: 1,
      outputs: { result: 'pull-request', reasonCode: 'label-missing' },
    });
    expect(step.log).toContain('It has no label (from-code, Weekly), so the next run does not find it');
  });

  test.each([
    ['another repository', false],
    ['another repository that the token can not read', true],
  ])('the pull request is in %s', async (_, isPrivate) => {
    await using scene = await openDocs({ documentation: 'acme/docs' });
    scene.sandbox.github.repository('acme/docs').private = isPrivate;
    const step = await scene.run(SKIP);
    expect(step).toMatchObject({
      exitCode: 1,
      outputs: { result: 'pull-request', reasonCode: 'pull-request-elsewhere' },
    });
    expect(step.log).toContain(
      'It is not in acme/product, where the next run looks for it. Set `pr-repository`',
    );
  });

  test('nobody waits for the job', async () => {
    await using scene = await openDocs();
    scene.sandbox.service.script({ timeline: [{ status: 'active' }] });
    const step = await scene.run({ ...SKIP, timeout: '2m' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout' } });
    expect(step.outputs['reason']).toContain('Its pull request gets no label');
  });
});

test('a pull request gets its labels and its marker even if the job failed', async () => {
  await using scene = await openScene();
  const pull = scene.openPull();
  scene.sandbox.service.script(worksFor(9, { status: 'failed', prLink: scene.urlOf(pull) }));
  const step = await scene.run(SKIP);
  expect(step.outputs['result']).toBe('failed');
  expect([...pull.labels]).toEqual(['from-code', 'Weekly']);
  expect(scene.comments(pull)).toEqual([expect.stringContaining(`job \`${step.outputs['jobId']}\``)]);
});

test('two merges open one pull request, whatever GitHub lists late', async () => {
  await using scene = await openDocs();
  const message = { ...SKIP, 'when-open': 'message' };
  for (const branch of ['one', 'two']) {
    const { number } = await scene.openChange({ branch, commits: [{ [`src/${branch}.ts`]: 'x\n' }] });
    await scene.run(message, { event: await scene.merge('squash', number) });
  }
  expect(scene.turns()).toEqual([2]);
});

// `when-open: message`: one open pull request grows with the code.

const GROW = {
  'when-open': 'message',
  'pr-labels': 'from-code',
  'pr-repository': 'acme/docs',
  'pr-token': 'ghp_docs',
};
const SCHEDULE = { name: 'schedule', payload: { schedule: '17 5 * * 1' } };

/** Jobs really work in acme/docs, which `pr-token` reaches. */
async function openGrowing(): Promise<Scene> {
  const changes = await openScene({ history: true, jobs: 'working' });
  const permissions = { pull_requests: 'write', issues: 'write', contents: 'read' } as const;
  const { github } = changes.sandbox;
  github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
  github.repository('acme/docs');
  return changes;
}

let count = 0;
/** Merges code, and runs the action for the push. */
async function mergeCode(changes: Scene, inputs: Record<string, string> = GROW) {
  count += 1;
  const commits = [{ 'src/app.ts': `${count}\n` }];
  const { number } = await changes.openChange({ branch: `feature-${count}`, commits });
  return changes.run(inputs, { event: await changes.merge('squash', number) });
}

describe('while a pull request is open', () => {
  test('sends the change as a message to the job of the newest one', async () => {
    await using changes = await openGrowing();
    const first = await mergeCode(changes);
    const second = await mergeCode(changes);
    expect(second.outputs).toMatchObject({
      result: 'pull-request',
      prOperation: 'updated',
      jobId: first.outputs['jobId'],
      prLink: first.outputs['prLink'],
    });
    expect(changes.turns()).toEqual([2]);
    expect(changes.sandbox.github.repository('acme/docs').threads.size).toBe(1);
    expect(changes.sent()[1]).toMatch(/^Rewrite the quickstart\n\nThis is about a push .*\n.*\/pull\/2\n/);
    // The pull request has its marker already.
    expect(changes.sent()[1]).not.toContain('docs-agent-action:by');
    expect(second.log).toContain('becomes a message to the job of');
    // The status comment is where the code was merged.
    expect(second.outputs['commentUrl']).toMatch(/\/acme\/product\/pull\/2#/);
  });

  test('sends a scheduled request to that job, too, and creates a job once its pull request is merged', async () => {
    await using changes = await openGrowing();
    await changes.run(GROW, { event: SCHEDULE });
    await changes.run(GROW, { event: SCHEDULE });
    expect(changes.turns()).toEqual([2]);
    const { github } = changes.sandbox;
    for (const draft of github.repository('acme/docs').threads.values())
      closeThread(github.store, draft, { merged: true });
    await changes.run(GROW, { event: SCHEDULE });
    expect(changes.turns()).toEqual([2, 1]);
  });

  test('creates a job for `/docs --new`', async () => {
    await using changes = await openGrowing();
    await mergeCode(changes);
    const pull = changes.openPull({ branch: 'other', by: 'hubot' });
    await changes.ask('/docs Rewrite', { on: pull, inputs: GROW });
    expect(changes.turns()).toEqual([2]);
    const step = await changes.ask('/docs --new Another page', { on: pull, inputs: GROW });
    expect(step.outputs['reasonCode']).toBe('pull-request-created');
    expect(changes.turns()).toEqual([2, 1]);
  });

  test('creates a job if none of them has a marker, and logs that', async () => {
    await using changes = await openGrowing();
    const foreign = changes.openPull({ repository: 'acme/docs' });
    foreign.labels.add('from-code');
    const step = await mergeCode(changes);
    expect(step.outputs['reasonCode']).toBe('pull-request-created');
    expect(step.log).toContain(
      'No open pull request with these labels has a marker of this action, so the request creates a job.',
    );
    expect(changes.turns()).toEqual([1]);
  });

  test('sends nothing if their markers cannot be read', async () => {
    await using changes = await openGrowing();
    await mergeCode(changes);
    const { faults } = changes.sandbox.github;
    const read = { method: 'GET', path: /acme\/docs\/issues\/1\/comments/, times: 5 };
    faults.next(read, answer({ status: 502 }));
    const step = await mergeCode(changes);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(/^Not sent: Which job created \S+ could not be read: .*502/);
    expect(changes.turns()).toEqual([1]);
  });
});
