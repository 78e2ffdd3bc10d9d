/** `when-open`: what happens while a pull request with all `pr-labels` is open. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import { renameRepository } from '../support/rename.ts';
import {
  type NewPull,
  openScene,
  openThread,
  SCHEDULE,
  type Scene,
  warnings,
  worksFor,
} from '../support/scene.ts';

const SKIP = { 'when-open': 'skip', 'pr-labels': 'from-code, Weekly' };

function openLabeled(scene: Scene, labels = ['from-code', 'weekly'], pull: NewPull = {}): Thread {
  const opened = scene.openPull({ branch: 'mintlify/page', ...pull });
  for (const label of labels) opened.labels.add(label);
  return opened;
}

test('creates missing labels first, and skips while a pull request is open, with its link, without a search', async () => {
  await using scene = await openScene({ history: true, jobs: 'working', documentation: 'acme/product' });
  const first = await scene.run(SKIP);
  expect(first.outputs['result']).toBe('pull-request');
  const calls = scene.requests('github');
  expect(calls.slice(0, 5)).toEqual([
    'GET /labels/from-code 404',
    'POST /labels 201',
    'GET /labels/Weekly 404',
    'POST /labels 201',
    'GET /pulls 200',
  ]);

  const step = await scene.run(SKIP);

  const prLink = first.outputs['prLink'] ?? '';
  expect(step).toMatchObject({
    exitCode: 0,
    outputs: { result: 'skipped', reasonCode: 'pull-request-open' },
  });
  expect(step.log).toContain(`A pull request with these labels is open already: ${prLink}`);
  expect(step.summary).toContain(`- [\`${prLink}\`](${prLink})`);
  expect(scene.count('create')).toBe(1);
  expect(scene.requests('github').slice(calls.length)).toEqual([
    'GET /labels/from-code 200',
    'GET /labels/Weekly 200',
    'GET /pulls 200',
  ]);
  scene.close([...scene.repository.threads.values()][0] as Thread);
  expect((await scene.run({ ...SKIP, 'dry-run': 'true' })).outputs['result']).toBe('dry-run');
});

test('an open pull request does not count that lacks one of the labels, or is from a fork', async () => {
  await using scene = await openScene();
  openLabeled(scene, ['from-code']);
  openLabeled(scene, ['from-code', 'weekly'], { by: 'mallory', fork: 'mallory/product' });
  expect((await scene.run({ ...SKIP, 'dry-run': 'true' })).outputs['result']).toBe('dry-run');
});

test('finds one behind a hundred others, and replies to a comment', async () => {
  await using scene = await openScene();
  openLabeled(scene);
  for (let count = 0; count < 120; count += 1) scene.openPull({ branch: `branch-${count}` });
  const request = scene.comment('/docs Rewrite the quickstart');
  const step = await scene.run(SKIP, { event: request.event });
  expect(step.outputs['result']).toBe('skipped');
  expect(scene.comments()).toEqual([
    expect.stringMatching(/^\*\*Skipped:\*\* A pull request with these labels is open already/),
  ]);
  expect(request.reactions()).toEqual(['confused']);
});

test('counts a label that another run just created, or that differs in letter case', async () => {
  await using scene = await openScene();
  const prLink = scene.urlOf(scene.openPull());
  scene.sandbox.service.script(worksFor(9, { prLink }));
  scene.repository.labels.add('from-code').add('weekly');
  const lookup = { path: /labels\/Weekly/, times: 9, optional: true };
  scene.sandbox.github.faults.next(lookup, answer({ status: 404 }));
  expect((await scene.run(SKIP)).outputs['reasonCode']).toBe('pull-request-created');
});

test('sends nothing, and the step fails, if it can not create a missing label', async () => {
  await using scene = await openScene();
  scene.permit({ contents: 'read', pull_requests: 'write' });
  const step = await scene.run(SKIP);
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
  expect(step.outputs['reason']).toMatch(
    /^Not sent: the label 'from-code' does not exist .*'issues: write'\.$/,
  );
  expect(scene.requests('service')).toEqual([]);
});

describe('fails if the next run would pay for another one:', () => {
  test('the pull request gets no label', async () => {
    await using scene = await openScene();
    const prLink = scene.urlOf(scene.openPull());
    scene.sandbox.service.script(worksFor(9, { prLink }));
    const label = { method: 'POST', path: /\/issues\/\d+\/labels/ };
    scene.sandbox.github.faults.next(label, answer({ status: 403 }));
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
    await using scene = await openScene();
    scene.openPull({ repository: 'acme/docs' });
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
    await using scene = await openScene();
    scene.sandbox.service.script({ timeline: [{ status: 'active' }] });
    const step = await scene.run({ ...SKIP, timeout: '2m' });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'timeout' } });
    expect(step.outputs['reason']).toContain('Its pull request gets no label');
  });
});

test('sends nothing if GitHub refuses to say whether a label exists', async () => {
  await using scene = await openScene();
  const match = { path: /\/labels\/from-code$/, times: 9, optional: true };
  scene.sandbox.github.faults.next(match, answer({ status: 403 }));
  const step = await scene.run(SKIP);
  expect(step.outputs['result']).toBe('error');
  expect(step.outputs['reason']).toContain("the label 'from-code' could not be read: GitHub refused");
  expect(step.outputs['reason']).not.toContain('issues: write');
  expect(scene.count('create')).toBe(0);
});

test.each([
  ['skip', 'acme/docs', [1]],
  ['message', 'acme/docs', [2]],
  ['message', 'acme/handbook', [2]],
])(
  '`%s` finds it in a repository that was renamed, if the service knows %s',
  async (whenOpen, known, turns) => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    const permissions = { pull_requests: 'write', issues: 'write', contents: 'read' } as const;
    github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
    const pull = scene.openPull({ repository: 'acme/docs' });
    service.scriptAll(worksFor(9, { prLink: scene.urlOf(pull, 'acme/docs') }));
    const inputs = { ...SKIP, 'when-open': whenOpen, 'pr-repository': 'acme/docs', 'pr-token': 'ghp_docs' };
    expect((await scene.run(inputs, { event: SCHEDULE })).outcome).toBe('success');
    renameRepository(scene.sandbox, 'acme/docs', 'acme/handbook');
    service.scriptAll(worksFor(9, { prLink: scene.urlOf(pull, known) }));
    const step = await scene.run(inputs, { event: SCHEDULE });
    expect(step.outcome).toBe('success');
    expect(scene.turns()).toEqual(turns);
    const renamed = 'acme/docs was renamed. Set `pr-repository: acme/handbook`.';
    expect(warnings(step)).toEqual(whenOpen === 'skip' ? [] : [renamed]);
  },
);

test('a pull request gets its labels and its marker even if the job failed', async () => {
  await using scene = await openScene();
  const pull = scene.openPull();
  scene.sandbox.service.script(worksFor(9, { status: 'failed', prLink: scene.urlOf(pull) }));
  const step = await scene.run(SKIP);
  expect(step.outputs['result']).toBe('failed');
  expect([...pull.labels]).toEqual(['from-code', 'Weekly']);
  expect(scene.comments(pull)).toEqual([expect.stringContaining(`job \`${step.outputs['jobId']}\``)]);
});

// `when-open: message`: one open pull request grows with the code.

const GROW = { 'when-open': 'message', 'pr-labels': 'from-code' };

/** A scene in which a labeled and marked pull request is open. */
async function openMarked() {
  const scene = await openScene();
  const draft = openLabeled(scene);
  const turn = worksFor(9, { prLink: scene.urlOf(draft) });
  scene.sandbox.service.putJob({ id: 'job_1', ago: 60, turns: [turn, turn] });
  scene.mark(draft, { jobId: 'job_1' });
  return Object.assign(scene, { draft });
}

describe('while a pull request is open', () => {
  test('sends the change as a message to the job of the newest one', async () => {
    await using changes = await openScene({ history: true, jobs: 'working' });
    const permissions = { pull_requests: 'write', issues: 'write', contents: 'read' } as const;
    const { github } = changes.sandbox;
    const docs = github.repository('acme/docs');
    github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
    const inputs = { ...GROW, 'pr-repository': 'acme/docs', 'pr-token': 'ghp_docs' };
    const mergeCode = async (branch: string) => {
      const { number } = await changes.openChange({ branch, commits: [{ [`src/${branch}.ts`]: 'x\n' }] });
      return changes.run(inputs, { event: await changes.merge('squash', number) });
    };
    const first = await mergeCode('one');
    const second = await mergeCode('two');
    expect(second.outputs).toMatchObject({
      result: 'pull-request',
      prOperation: 'updated',
      jobId: first.outputs['jobId'],
      prLink: first.outputs['prLink'],
    });
    expect(changes.turns()).toEqual([2]);
    expect(docs.threads.size).toBe(1);
    expect(changes.sent()[1]).toMatch(/^Rewrite the quickstart\n\nThis is about a push .*\n.*\/pull\/2\n/);
    // The pull request has its marker already.
    expect(changes.sent()[1]).not.toContain('docs-agent-action:by');
    expect(second.log).toContain('becomes a message to the job of');
    // The status comment is where the code was merged.
    expect(second.outputs['commentUrl']).toMatch(/\/acme\/product\/pull\/2#/);
  });

  test('sends a scheduled request to that job, too, and creates a job once its pull request is merged', async () => {
    await using scene = await openMarked();
    await scene.run(GROW, { event: SCHEDULE });
    expect(scene.turns()).toEqual([2]);
    scene.close(scene.draft, { merged: true });
    await scene.run(GROW, { event: SCHEDULE });
    expect(scene.turns()).toEqual([2, 1]);
  });

  test('creates a job for `/docs --new`', async () => {
    await using scene = await openMarked();
    await scene.ask('/docs Rewrite', { inputs: GROW });
    expect(scene.turns()).toEqual([2]);
    await scene.ask('/docs --new Another page', { inputs: GROW });
    expect(scene.turns()).toEqual([2, 1]);
  });

  test('creates a job if none of them has a marker, and logs that', async () => {
    await using scene = await openScene();
    openLabeled(scene);
    const step = await scene.run(GROW);
    expect(step.log).toContain(
      'No open pull request with these labels has a marker of this action, so `when-open` chooses no job.',
    );
    expect(scene.turns()).toEqual([1]);
  });

  test('sends nothing if their markers cannot be read', async () => {
    await using scene = await openMarked();
    const path = new RegExp(`/issues/${scene.draft.number}/comments`);
    scene.sandbox.github.faults.next({ method: 'GET', path, times: 5 }, answer({ status: 502 }));
    const step = await scene.run(GROW);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(/^Not sent: Which job created \S+ could not be read: .*502/);
    expect(scene.turns()).toEqual([1]);
  });
});

describe('after the job for a message was chosen', () => {
  const WAYS: [string, Run][] = [
    ['a comment on the issue', (scene) => scene.ask('/docs Shorter')],
    ['a comment on it', (scene) => scene.ask('/docs Shorter', { on: scene.pull })],
    [
      'a review',
      (scene) => scene.run({}, { event: scene.review('Shorter', { state: 'CHANGES_REQUESTED' }).event }),
    ],
    ['a schedule with `when-open`', (scene) => scene.run(GROW, { event: SCHEDULE })],
    ['`job-id`', byId],
  ];

  // `__tests__/request/decide-send.test.ts` has what a send claims.
  test.each(WAYS)('by %s: sends nothing if auto-merge was switched on just after', async (_, run) => {
    await using scene = await openLabeledThread();
    const step = await whenChosen(scene, run, () =>
      Object.assign(scene.pull.pull ?? {}, { autoMerge: true }),
    );
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', reasonCode: 'auto-merge-on' } });
    expect(step.outputs['reason']).toContain('Switch auto-merge off first');
    expect(scene.turns()).toEqual([1]);
  });

  test.each(WAYS.slice(-2))(
    'by %s: creates a job if it was closed just after, except by its ID',
    async (_, run) => {
      await using scene = await openLabeledThread();
      await whenChosen(scene, run, () => scene.close(scene.pull, { merged: true }));
      expect(scene.turns()).toEqual(run === byId ? [2] : [1, 1]);
    },
  );
});

type Run = (scene: Scene) => ReturnType<Scene['run']>;

function byId(scene: Scene) {
  return scene.run({ prompt: 'Shorter', 'job-id': 'job_1' });
}

async function openLabeledThread() {
  const scene = await openThread();
  scene.pull.labels.add('from-code');
  return scene;
}

/** Runs the action, and changes the pull request once its job is chosen: after the action read it, or a job that is named. */
async function whenChosen(scene: Scene, run: Run, change: () => unknown) {
  const { github, service } = scene.sandbox;
  const held = barrier('after');
  if (run === byId) service.faults.next({ method: 'GET' }, held);
  else github.faults.next({ method: 'GET', path: /\/pulls\/2$/ }, held);
  const step = run(scene);
  await held.reached;
  change();
  held.release();
  return step;
}
