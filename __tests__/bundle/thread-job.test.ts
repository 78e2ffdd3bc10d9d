/** Which job gets a request: a thread has one, and its pull request is part of it. `choose-next.test.ts` has the rules. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { type Comment, userOf } from '../../sandbox/github/store.ts';
import { editComment } from '../../sandbox/github/threads.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import { renameRepository } from '../support/rename.ts';
import * as scenes from '../support/scene.ts';

const { endsAfter, LATER, openHome, openScene, openThread, SCHEDULE, warnings, worksFor } = scenes;
type Opened = Awaited<ReturnType<typeof openThread>>;

const ARCHIVED = { gone: { status: 'archived' } };
const UNKNOWN = { gone: { hidden: true } };
const NONE = { context: 'none' };
const KEY = 'mint_another_key_of_the_project';
const OTHER_KEY = 'The secret or the API key changed since the earlier requests here';

interface Row {
  /** What differs from a thread whose job opened pull request 2 an hour ago. */
  readonly given: (scene: Opened) => unknown;
  readonly on?: 'pull';
  readonly inputs?: scenes.Inputs;
  /** How many instructions each job has then. */
  readonly turns: readonly number[];
  /** In the status comment and the log. */
  readonly says?: string;
  readonly logs?: string;
}

/** Edits the comment with the note on the issue, or with the marker on the pull request. */
function edit(
  { repository, sandbox, issue }: Opened,
  on: 'note' | 'marker',
  change: (body: string) => string,
) {
  const own = repository.comments.find(({ thread }) => (thread === issue.number) === (on === 'note'));
  editComment(sandbox.github.store, own as Comment, change(own?.text.body ?? ''));
}

test.each<[string, Row]>([
  [
    'is a message to a later job of its pull request, also after an edit of the older marker',
    {
      given(scene) {
        const turns = [worksFor(9, { prLink: scene.prLink })];
        scene.sandbox.service.putJob({ id: 'job_2', ago: 60, turns });
        scene.mark(scene.pull, { jobId: 'job_2' });
        edit(scene, 'marker', (body) => `${body} `);
      },
      on: 'pull',
      turns: [1, 2],
    },
  ],
  [
    'is a message to the job of a marker of an earlier version, with more in it',
    {
      given({ mark, pull, repository: { comments } }) {
        comments.shift();
        mark(pull, Object.assign({ jobId: 'job_1' }, { entry: { name: 'a' } }), comments[0]);
      },
      on: 'pull',
      turns: [2],
    },
  ],
  [
    'is a message to the job of an earlier `--new`',
    { given: (scene) => scene.ask('/docs --new Something else'), turns: [1, 2] },
  ],
  [
    'creates a job if the note was changed by hand, which the log tells',
    {
      given: (scene) => edit(scene, 'note', (body) => body.replace(/(note:v2 \S+ )e/, '$1f')),
      turns: [1, 1],
      logs: 'does not verify',
    },
  ],
  [
    'creates a job if the API key changed, and the comment says why',
    {
      given: ({ sandbox }) => sandbox.service.addKey(KEY),
      inputs: { 'api-key': KEY },
      turns: [1, 1],
      says: OTHER_KEY,
    },
  ],
  [
    'creates a job if the secret changed, and the comment says why',
    {
      given: () => undefined,
      inputs: { 'thread-secret': 'another-secret-of-32-random-letters' },
      turns: [1, 1],
      says: OTHER_KEY,
    },
  ],
])('a request %s', async (_, { given, on, inputs = {}, turns, says = '', logs = '' }) => {
  await using scene = await openThread();
  await given(scene);
  const step = await scene.ask('/docs Shorter, please', { on: on ? scene.pull : scene.issue, inputs });
  expect(step.outputs['result']).toBe('pull-request');
  expect(scene.turns()).toEqual(turns);
  expect(scene.comments(on ? scene.pull : scene.issue).at(-1)).toContain(says);
  expect(step.log).toContain(logs);
});

test('a message by `job-id` without a thread writes only the marker on GitHub', async () => {
  await using scene = await openHome();
  const { prLink } = scene;
  const before = { timeline: [{ status: 'completed', prLink }] };
  scene.sandbox.service.putJob({ id: 'job_7', ago: 60, turns: [before, worksFor(9, { prLink })] });
  const step = await scene.run({ 'job-id': 'job_7', prompt: 'Refresh' }, { event: SCHEDULE });
  expect(step.outputs).toMatchObject({ result: 'pull-request', reasonCode: 'no-changes' });
  const writes = scene.requests('github').filter((line) => !line.startsWith('GET'));
  expect(writes).toEqual(['POST /issues/2/comments 201', expect.stringMatching(/^PATCH /)]);
});

describe("the agent's pull request", () => {
  test('is marked by the job of a schedule, and requests there are messages to that job', async () => {
    await using scene = await openHome();
    const first = await scene.run({ prompt: 'Refresh' }, { event: SCHEDULE });
    expect(scene.comments(scene.pull)).toEqual([
      expect.stringContaining(`job \`${first.outputs['jobId']}\``),
    ]);
    const second = await scene.ask('/docs Shorter, please', { on: scene.pull });
    expect(second.outputs).toMatchObject({ result: 'pull-request', jobId: first.outputs['jobId'] });
    expect(scene.turns()).toEqual([2]);
  });

  test('is not continued if it was closed in another repository that only `pr-token` reaches', async () => {
    await using scene = await openScene();
    const { github, service } = scene.sandbox;
    const pull = scene.openPull({ repository: 'acme/docs' });
    github.repository('acme/docs').private = true;
    const permissions = { issues: 'write', pull_requests: 'write' } as const;
    github.addToken('ghp_docs', { login: 'octocat', repositories: ['acme/docs'], permissions });
    const prLink = `${github.server}/acme/docs/pull/${pull.number}`;
    service.putJob({ id: 'job_1', ago: 60, turns: [worksFor(0, { prLink })] });
    scene.note(scene.issue, { jobId: 'job_1' });
    scene.close(pull);
    await scene.ask('/docs Another thing', { inputs: { 'pr-token': 'ghp_docs' } });
    expect(scene.turns()).toEqual([1, 1]);
  });

  test.each([
    ['synchronize', ['skipped', 'own-pull-request'], [1]],
    ['labeled', ['pull-request', 'no-changes'], [2]],
  ] as const)('is a request when it is labeled, and none by itself: %s', async (action, ends, turns) => {
    await using scene = await openThread();
    const user = userOf(scene.sandbox.github.store, 'octocat');
    const event = scene.events.pull(scene.pull, action, user);
    const { outputs } = await scene.run({ prompt: 'Refresh' }, { event });
    expect([outputs['result'], outputs['reasonCode']]).toEqual(ends);
    expect(scene.turns()).toEqual(turns);
  });

  test('still belongs to its job after the repository was renamed, until it is merged', async () => {
    await using scene = await openThread();
    const context = renameRepository(scene.sandbox, 'acme/product', 'acme/handbook');
    for (const on of [scene.issue, scene.pull]) {
      const next = await scene.ask('/docs Shorter, please', { on, run: { context } });
      expect(next.outputs).toMatchObject({ result: 'pull-request', jobId: 'job_1' });
      expect(next.log).not.toContain('could not be read');
      expect(warnings(next)).toEqual([]);
    }
    expect(scene.turns()).toEqual([3]);
    scene.close(scene.pull, { merged: true });
    await scene.ask('/docs Another thing', { run: { context } });
    expect(scene.turns()).toEqual([3, 1]);
  });

  test('is marked, labeled and shown if the service knows only the former name of the repository', async () => {
    await using scene = await openHome();
    scene.repository.private = true;
    const context = renameRepository(scene.sandbox, 'acme/product', 'acme/handbook');
    const inputs = { 'pr-labels': 'documentation', 'when-open': 'skip', 'pr-paths': 'docs/**' };
    Object.assign(scene.pull.pull ?? {}, {
      headSha: 'a'.repeat(40),
      files: [{ filename: 'docs/a.md', status: 'added', additions: 1, deletions: 0 }],
    });
    const step = await scene.ask('/docs Rewrite', { inputs, run: { context } });
    expect(step).toMatchObject({ outcome: 'success', outputs: { prTitle: 'New API' } });
    expect(scene.comments(scene.pull)[0]).toContain('made-by:');
    expect(scene.comments(scene.pull)[0]).toContain('by `octocat`');
    expect([...scene.pull.labels]).toEqual(['documentation']);
    expect(scene.comments()[0]).toContain('New API');
    expect(warnings(step)).toEqual([]);
  });

  test.each<[string, TurnScript | undefined]>([
    ['that no run watches', undefined],
    ['that has no link yet', endsAfter(1.5, {}, 'v2')],
  ])('is recognized before it is marked, by the request of a job %s', async (_, script) => {
    await using scene = await openHome(90);
    if (script !== undefined) scene.sandbox.service.script(script);
    const { jobId } = await scene.request('/docs Rewrite');
    await scene.minutes(2);
    const step = await scene.ask('/docs Shorter', { on: scene.pull });
    expect(step.outputs['jobId']).toBe(jobId);
    expect(scene.turns()).toEqual([2]);
  });
});

/** The prompt of the new job: the instruction, and the URL as data between unpredictable delimiters. */
function expectContinues({ prLink, prompts }: Opened, instruction: string) {
  const [words, data, ...more] = (prompts()[1] ?? '').split('\n\nContinue the pull request whose URL is');
  expect([words, more]).toEqual([instruction, []]);
  const [, token] = /^----- data (\w{32}) begins -----$/m.exec(data ?? '') ?? [];
  expect(data).toMatch(
    new RegExp(`begins -----\nURL of the open pull request:\n> ${prLink}\n----- data ${token} ends -----$`),
  );
}

describe("if the thread's job takes no messages", () => {
  test('because it is archived, a new one continues the open pull request, and the comment says so', async () => {
    await using scene = await openThread(ARCHIVED);
    const { prLink } = scene;
    const step = await scene.ask('/docs Shorter, please', { inputs: NONE });
    expect(step.outputs).toMatchObject({ result: 'pull-request', prLink });
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene, 'Shorter, please');
    expect(scene.comments()[1]).toContain(
      'The job of this conversation is archived, so a new one was created. The new job continues the open pull request',
    );
    // The pull request belongs to the new job, although it is older.
    expect(warnings(step)).toEqual([]);
    const [, marked = '', ...more] = scene.comments(scene.pull);
    expect(marked).toContain('agent continues this pull request');
    expect(more).toEqual([]);
    const there = await scene.ask('/docs Longer, please', { on: scene.pull, inputs: NONE });
    expect(there.outputs['jobId']).toBe(step.outputs['jobId']);
    expect(scene.turns()).toEqual([1, 2]);
  });

  test('because it is archived, and the service refuses the request, no comment mentions a new one', async () => {
    await using scene = await openThread(ARCHIVED);
    scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 402 }));
    const step = await scene.ask('/docs Shorter, please');
    expect(scene.turns()).toEqual([1]);
    expect(scene.comments()).toHaveLength(2);
    for (const text of [scene.comments()[1], step.log]) expect(text).not.toMatch(/new (one|job)|continues/);
  });

  test('because it is unknown, a new one continues the pull request whose conversation this is', async () => {
    await using scene = await openThread(UNKNOWN);
    const step = await scene.ask('/docs Shorter, please', { on: scene.pull, inputs: NONE });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene, 'Shorter, please');
    expect(scene.comments(scene.pull)[1]).toContain('is unknown to the service, so a new one was created');
  });
});

describe('the pull request that a new job continues belongs to it', () => {
  const labels = { 'pr-labels': 'second' };
  type Finish = (scene: scenes.Scene) => Promise<StepResult>;
  const rows: readonly (readonly [string, Finish])[] = [
    // `--status` finishes requests as a collect does.
    ...LATER.filter(([who]) => who !== '`--status`').map(([who, report]): [string, Finish] => [
      `in ${who}`,
      async (scene) => {
        const { event } = await scene.request('/docs Shorter, please');
        await scene.minutes(5);
        return report(scene, event, labels);
      },
    ]),
    [
      'in a collect, after a run that was killed before its note named the job',
      async (scene) => {
        const { event } = scene.comment('/docs Shorter, please');
        const third = { method: 'PATCH', path: /\/issues\/comments\/\d+$/, nth: 3 };
        await scene.kill('github', third, {}, { event });
        await scene.minutes(5);
        return scene.collect(labels);
      },
    ],
    [
      'in a run that watches it by `job-id`',
      async (scene) => {
        const { jobId } = await scene.request('/docs Shorter, please');
        return scene.run({ ...labels, 'job-id': jobId, 'issue-number': '1' }, { event: SCHEDULE });
      },
    ],
  ];

  test.each(rows)('%s', async (_, finish) => {
    await using scene = await openThread(ARCHIVED);
    // By its age, the pull request is not the new job's.
    await scene.minutes(10);
    const step = await finish(scene);
    expect(warnings(step)).toEqual([]);
    expect(step.outputs['reasonCode']).not.toBe('pull-request-created');
    expect([...scene.pull.labels]).toEqual(['second']);
    // Requests there reach the new job, and create no third one.
    expect(scene.comments(scene.pull)).toEqual([
      expect.anything(),
      expect.stringMatching(`agent continues this pull.*job \`${scene.sandbox.service.jobs[1]?.id}\``),
    ]);
  });
});

describe('the job of the open draft under `when-open: message`', () => {
  const refresh = { prompt: 'Refresh', 'pr-labels': 'documentation', 'when-open': 'message' };

  test('is unknown to the service: a new one continues the draft, and the log says so', async () => {
    await using scene = await openThread(UNKNOWN);
    const { prLink } = scene;
    scene.pull.labels.add('documentation');
    const step = await scene.run(refresh, { event: SCHEDULE });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink } });
    expect(scene.turns()).toEqual([1, 1]);
    expectContinues(scene, 'Refresh');
    expect(step.log).toContain(
      `The job of ${prLink} is unknown to the service, so a new one was created. The new job continues the open`,
    );
    expect(warnings(step)).toEqual([]);
    // From then on the draft belongs to the new job.
    const next = await scene.run(refresh, { event: SCHEDULE });
    expect(next.outputs['jobId']).toBe(step.outputs['jobId']);
    expect(scene.turns()).toEqual([1, 2]);
  });

  test('is archived: a run that is killed while it creates a new one warns that a job may exist', async () => {
    await using scene = await openThread(ARCHIVED);
    scene.pull.labels.add('documentation');
    const step = await scene.kill('service', { method: 'POST' }, refresh, { event: SCHEDULE });
    expect(step.outputs['jobId']).toBe('');
    expect(step.post?.annotations).toEqual([
      { level: 'warning', message: expect.stringContaining('It is unknown whether a job exists.') },
    ]);
  });
});

test.each<[string, number, string, (scene: scenes.Scene, jobId: string) => Promise<StepResult>]>([
  ['a follow-up', 2, 'created this pull', (scene) => scene.ask('/docs Shorter, please')],
  ['a collect', 1, 'created this pull', (scene) => scene.collect()],
  ['a run with `job-id`', 1, '', (scene, id) => scene.run({ 'job-id': id }, { event: SCHEDULE })],
])('one 404 of the service does not end the job of %s', async (_who, turns, marker, run) => {
  await using scene = await openHome();
  const { jobId } = await scene.request('/docs Rewrite');
  await scene.minutes(10);
  scene.sandbox.service.faults.next({ method: 'GET' }, answer({ status: 404 }));
  const step = await run(scene, jobId);
  expect(step.exitCode).toBe(0);
  expect(scene.turns()).toEqual([turns]);
  expect(scene.comments(scene.pull).join()).toContain(marker);
  expect(step.duration).toBeLessThan(60_000);
});

test('a collect reads all jobs that are gone again in the same minute', async () => {
  await using scene = await openScene();
  const gone = { timeline: [{ status: 'active' }, { at: 300, hidden: true }] };
  for (let count = 0; count < 5; count += 1) scene.leave(gone, 20, scene.openIssue());
  const step = await scene.collect();
  expect(JSON.parse(step.outputs['finished'] ?? '')).toHaveLength(5);
  expect(step.duration).toBeLessThan(100_000);
});
