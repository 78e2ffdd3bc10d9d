/**
 * One request is sent once, however often it runs: in other workflows, for another event of the same cause, again by a person, or after
 * a run that was cut off. A re-run reports the result of the same job, even if nothing new would be sent now.
 */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { type Barrier, barrier } from '../../sandbox/faults/connections.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import type { Event } from '../../src/event/trigger.ts';
import * as scenes from '../support/scene.ts';

const { LINK, openScene, openThread, SCHEDULE, warnings, worksFor } = scenes;
type Scene = scenes.Scene;
type Inputs = scenes.Inputs;

const resultsOf = (steps: readonly StepResult[]) => steps.map(({ outputs }) => outputs['result']);

describe('one comment is one request', () => {
  const posted = (scene: Scene) => scene.comment('/docs Rewrite').event;

  test.each<[string, (scene: Scene) => Event]>([
    ['a comment', posted],
    ['a review', (scene) => scene.review('/docs Rewrite').event],
  ])('whichever workflow runs on %s: the second run sends and writes nothing', async (_, write) => {
    await using scene = await openScene();
    const event = write(scene);
    const first = await scene.run({}, { event, context: { job: 'docs', runId: '1' } });
    const before = [...scene.comments(), ...scene.comments(scene.pull)];
    const second = await scene.run({ timeout: '1h' }, { event, context: { job: 'ask', runId: '2' } });
    expect(resultsOf([first, second])).toEqual(['pull-request', 'skipped']);
    expect(second.outputs['reasonCode']).toBe('request-handled');
    expect([...scene.comments(), ...scene.comments(scene.pull)]).toEqual(before);
    expect(scene.turns()).toEqual([1]);
  });

  test('also if two runs start in the same second', async () => {
    await using scene = await openScene();
    const { event, reactions } = scene.comment('/docs Rewrite');
    const steps = await Promise.all(['1', '2'].map((runId) => scene.run({}, { event, context: { runId } })));
    expect(resultsOf(steps).toSorted()).toEqual(['pull-request', 'skipped']);
    expect(steps.flatMap(warnings)).toEqual([]);
    expect(scene.requests('github').filter((call) => call.endsWith('404'))).toEqual([]);
    expect(scene.turns()).toEqual([1]);
    expect(scene.comments()).toHaveLength(1);
    expect(reactions()).toEqual(['rocket']);
  });

  test('for each project, prompt and text of rules', async () => {
    await using scene = await openScene();
    scene.write({ 'rules.md': 'Write short sentences.' });
    scene.sandbox.service.addProject('other-docs');
    const event = posted(scene);
    const others = [
      { 'project-id': 'other-docs' },
      { prompt: 'Use British English' },
      { 'rules-file': 'rules.md' },
    ];
    for (const [index, inputs] of [{}, ...others].entries()) {
      const step = await scene.run(inputs, { event, context: { runId: `${index}` } });
      expect([inputs, step.outputs['result']]).toEqual([inputs, 'pull-request']);
    }
    expect(scene.prompts()).toHaveLength(4);
    expect(scene.sandbox.service.jobs.map(({ projectId }) => projectId)).toEqual(['acme-docs', 'other-docs']);
  });
});

// `__tests__/event/trigger.test.ts` has which events have one cause.
describe('a label', () => {
  const inputs = { prompt: 'Document it' };
  const label = (scene: Scene) => scene.events.issue(scene.issue, 'labeled', scene.issue.user);

  test('is one request with the new issue: only one of their runs at once sends and writes something', async () => {
    await using scene = await openScene();
    const events = [scene.events.issue(scene.issue, 'opened', scene.issue.user), label(scene)];
    const steps = events.map((event, index) =>
      scene.run(inputs, { event, context: { runId: `${index + 1}` } }),
    );
    expect(resultsOf(await Promise.all(steps)).toSorted()).toEqual(['pull-request', 'skipped']);
    expect(scene.turns()).toEqual([1]);
    expect(scene.comments()).toHaveLength(1);
  });

  test('is a request of its own after the first was sent', async () => {
    await using scene = await openScene();
    await scene.run(inputs, { event: label(scene) });
    await scene.minutes(1);
    const step = await scene.run(inputs, { event: label(scene), context: { runId: '2' } });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([2]);
  });
});

test("the thread's job gets a message for each leg of a matrix with the same text, and none for a re-run", async () => {
  await using scene = await openScene();
  const event = { name: 'workflow_dispatch', payload: {} };
  const inputs = { prompt: 'Rewrite the guide', 'issue-number': '1' };
  for (const runAttempt of ['1', '2']) {
    const legs = [1, 2].map(() => scene.run(inputs, { event, context: { runAttempt } }));
    expect(resultsOf(await Promise.all(legs))).toEqual(['pull-request', 'pull-request']);
    expect(scene.turns()).toEqual([2]);
  }
});

test('a re-run keeps the jobs of legs of a matrix that differ in one input', async () => {
  await using scene = await openScene({ history: true });
  scene.write({ 'a.md': 'Short sentences.\n', 'b.md': 'British English.\n' });
  const on = scene.openIssue();
  await scene.commit('main', { 'src/app.ts': 'new\n' });
  const event = { name: 'workflow_dispatch', payload: {} };
  const range = { 'issue-number': `${on.number}`, range: '1h', paths: 'src/**' };
  const run = (leg: Inputs, runAttempt: string) =>
    scene.run({ prompt: 'Rewrite the guide', ...range, ...leg }, { event, context: { runAttempt } });
  scene.sandbox.service.script({ timeline: [{ status: 'failed' }] });
  expect((await run({}, '1')).outputs['result']).toBe('failed');
  const LEGS: readonly Inputs[] = [
    { prompt: 'Rewrite the reference' },
    { context: 'none' },
    { 'rules-file': 'b.md' },
    { 'context-file': 'a.md' },
    { 'context-file': 'a.md\nb.md' },
    { range: '2h' },
    { paths: 'src/**, docs/**' },
    { 'ignore-pulls': 'label:internal' },
  ];
  for (const leg of LEGS) expect((await run(leg, '1')).outputs['result']).toBe('pull-request');
  expect(scene.turns()).toEqual([1, LEGS.length]);
  // A leg whose job is there sends nothing again. The first one's job failed, so the thread's job gets a message.
  expect((await run({ range: '2h' }, '2')).outputs['result']).toBe('pull-request');
  expect(scene.turns()).toEqual([1, LEGS.length]);
  const again = await run({}, '2');
  expect(again.outputs).toMatchObject({ result: 'pull-request', jobId: scene.sandbox.service.jobs[1]?.id });
  expect(scene.turns()).toEqual([1, LEGS.length + 1]);
});

// The note names the job and the time just before the send.
test('a re-run sends a message that was not sent because the service refused it', async () => {
  await using scene = await openThread();
  const { event } = scene.comment('/docs Shorter, please');
  scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 402 }));
  await scene.run({}, { event });
  expect(scene.turns()).toEqual([1]);
  const again = await scene.rerun(event);
  expect(again.log).not.toContain('has a job already');
  expect(scene.turns()).toEqual([2]);
});

// A re-run reports the result of the same job.

const OPEN = { timeout: '60s', 'when-open': 'skip', 'pr-labels': 'docs' };
const CODE = { branch: 'feature', commits: [{ 'src/app.ts': 'new\n' }] };

/** The next job opens a pull request after two minutes, when the run that sent it has timed out. */
async function timeOut(scene: Scene, event: Event, inputs: Inputs, status = 'completed') {
  const prLink = scene.nextLink();
  scene.sandbox.service.scriptAll({ timeline: [{ status: 'active' }, { at: 120, status, prLink }] });
  const first = await scene.run(inputs, { event });
  expect(first.outputs['result']).toBe('timeout');
  await scene.minutes(2);
  return { prLink, pull: scene.openPull(), jobId: first.outputs['jobId'] };
}

/** A push whose merged pull request is the thread. */
async function openPush() {
  const scene = await openScene({ history: true });
  const thread = await scene.openChange(CODE);
  return Object.assign(scene, { thread, event: await scene.merge('squash', thread.number) });
}

async function openComment() {
  const scene = await openScene();
  return Object.assign(scene, { thread: scene.issue, event: scene.comment('/docs Rewrite').event });
}

async function openDispatch(history = false) {
  const scene = await openScene({ history });
  const thread = scene.openIssue();
  return Object.assign(scene, { thread, event: scene.events.dispatch(thread.user) });
}

describe('with `when-open: skip`, a re-run reports the pull request of its own job', () => {
  test.each([
    ['of a comment', openComment, {}],
    ['of a dispatch with `issue-number`', () => openDispatch(), { 'issue-number': '3' }],
    ['of a push', openPush, {}],
    ['of a comment, with `when-open: message`', openComment, { 'when-open': 'message' }],
  ] as const)('%s', async (_, open, more) => {
    await using scene = await open();
    const { thread, event } = scene;
    const inputs: Inputs = { ...OPEN, ...more };
    const { prLink, pull, jobId } = await timeOut(scene, event, inputs);
    const other = scene.openPull({ branch: 'other' });
    other.labels.add('docs');
    scene.mark(other, { jobId: 'job_of_another_request' });
    const again = await scene.rerun(event, inputs);
    expect(again.outputs).toMatchObject({ result: 'pull-request', jobId, prLink });
    expect(scene.turns()).toEqual([1]);
    expect([...pull.labels]).toEqual(['docs']);
    expect(scene.comments(pull)[0]).toContain('made-by:');
    for (const text of scene.comments(thread)) expect(text).not.toContain('Timed out');
  });

  test('although the list of pull requests fails', async () => {
    await using scene = await openComment();
    const { jobId } = await timeOut(scene, scene.event, OPEN);
    scene.sandbox.github.faults.next({ path: /\/pulls$/, times: 9 }, answer({ status: 422, body: {} }));
    const again = await scene.rerun(scene.event, OPEN);
    expect(again.outputs).toMatchObject({ result: 'pull-request', jobId });
  });
});

describe('with `when-open: skip`, a re-run sends nothing', () => {
  test('again if its job failed', async () => {
    await using scene = await openComment();
    const { pull } = await timeOut(scene, scene.event, OPEN, 'failed');
    pull.labels.add('docs');
    const again = await scene.rerun(scene.event, OPEN);
    expect(again.outputs).toMatchObject({ result: 'skipped', reasonCode: 'pull-request-open' });
    const report = expect.stringMatching(/^\*\*Skipped:\*\* A pull request with these labels/);
    expect(scene.comments(scene.thread)).toContainEqual(report);
    expect(scene.turns()).toEqual([1]);
  });

  test('if its first attempt was skipped, or in a dry run', async () => {
    await using scene = await openComment();
    const { pull } = await timeOut(scene, scene.event, OPEN);
    pull.labels.add('docs');
    const other = scene.comment('/docs Another', { on: scene.thread }).event;
    for (const runAttempt of ['1', '2'])
      expect((await scene.rerun(other, OPEN, { runAttempt })).outputs['result']).toBe('skipped');
    const dry = await scene.rerun(scene.event, { ...OPEN, 'dry-run': 'true' });
    expect(dry.outputs['reasonCode']).toBe('pull-request-open');
    expect(scene.comments(pull)).toEqual([]);
    expect(scene.turns()).toEqual([1]);
  });

  test('if the permission of its requester is gone', async () => {
    await using scene = await openComment();
    await timeOut(scene, scene.event, OPEN);
    scene.member('octocat', 'read');
    expect((await scene.rerun(scene.event, OPEN)).outputs['result']).toBe('denied');
  });
});

test('a re-run of a skipped push reads its change once', async () => {
  await using scene = await openPush();
  const inputs = { prompt: 'Document it', paths: 'docs/**' };
  const first = await scene.run(inputs, { event: scene.event });
  expect(first.outputs['result']).toBe('skipped');
  const change = scene.requests('github');
  await scene.rerun(scene.event, inputs);
  const thread = `GET /issues/${scene.thread.number}/comments 200`;
  expect(scene.requests('github').slice(change.length)).toEqual([...change, thread]);
});

test('a re-run reports its job although nothing reached the branch in `range` meanwhile', async () => {
  await using scene = await openDispatch(true);
  await scene.commit('main', { 'src/b.ts': 'b' });
  const inputs = { 'issue-number': '1', range: '12h' };
  const { jobId } = await timeOut(scene, scene.event, { ...inputs, timeout: '60s' });
  await scene.minutes(24 * 60);
  const again = await scene.rerun(scene.event, inputs);
  expect(again.outputs).toMatchObject({ result: 'pull-request', jobId });
});

test.each([
  ['of a push', openPush],
  [
    'of a pull request',
    async () => {
      const scene = await openScene();
      const thread = scene.openPull({ by: 'octocat' });
      return Object.assign(scene, { thread, event: scene.opened(thread) });
    },
  ],
])('a re-run %s reports its job although a marker says meanwhile that a job created it', async (_, open) => {
  await using scene = await open();
  const inputs = { prompt: 'Document it', timeout: '60s' };
  const { jobId } = await timeOut(scene, scene.event, inputs);
  scene.mark(scene.thread, { jobId: 'job_of_another_request' });
  const other = await scene.run(inputs, { event: scene.event });
  expect(other.outputs['reasonCode']).toMatch(/^own-/);
  const { outputs } = await scene.rerun(scene.event, inputs);
  expect(outputs).toMatchObject({ result: 'pull-request', jobId });
});

test('a re-run of `--help` reads no thread', async () => {
  await using scene = await openScene();
  await scene.rerun(scene.comment('/docs --help').event);
  expect(scene.requests('github')).not.toContainEqual(expect.stringContaining('GET /issues/1/comments'));
});

describe('without a thread, a re-run of a', () => {
  const PROMPT = { prompt: 'Refresh' };

  test('schedule sends nothing, and names `job-id`', async () => {
    await using scene = await openScene();
    await scene.run(PROMPT, { event: SCHEDULE });
    const again = await scene.rerun(SCHEDULE, PROMPT);
    expect(again).toMatchObject({ exitCode: 1, outputs: { reasonCode: 're-run-refused', jobId: '' } });
    expect(again.outputs['reason']).toMatch(/^Not sent: .* Start a new run with .* set 'job-id'/);
    expect(scene.turns()).toEqual([1]);
  });

  test('schedule that sends nothing runs again', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_1', turns: [worksFor(5, { prLink: LINK })] });
    const watched = await scene.rerun(SCHEDULE, { prompt: '', 'job-id': 'job_1' });
    const dry = await scene.rerun(SCHEDULE, { ...PROMPT, 'dry-run': 'true' });
    expect([watched, dry].map(({ outputs }) => outputs['result'])).toEqual(['pull-request', 'dry-run']);
  });

  test('release sends again, with a notice', async () => {
    await using scene = await openScene();
    const again = await scene.rerun({ name: 'release', payload: { action: 'published' } }, PROMPT);
    expect(again.log).toContain('This re-run may send the request again');
    expect(scene.turns()).toEqual([1]);
  });
});

// A run is cut off at each stage and in each way, and the same request runs again.

interface Stage {
  readonly name: string;
  /** Holds the HTTP request with which the stage begins. */
  readonly hold: (scene: Scene) => Barrier;
  /** How many jobs the service has when the run is gone. */
  readonly jobs: 0 | 1;
  readonly rerun: 'sends' | 'watches' | 'stops';
}

function atGitHub(method: string, path: RegExp, nth = 1, where?: 'after') {
  return ({ sandbox }: Scene) => {
    const held = barrier(where);
    sandbox.github.faults.next({ method, nth, path }, held);
    return held;
  };
}
const posting = (where?: 'after') => atGitHub('POST', /\/issues\/1\/comments$/, 1, where);
const editing = (nth: number, where?: 'after') => atGitHub('PATCH', /\/issues\/comments\/\d+$/, nth, where);
const atService =
  (method: string, where?: 'after') =>
  ({ sandbox }: Scene) => {
    const held = barrier(where);
    sandbox.service.faults.next({ method }, held);
    return held;
  };

const STAGES = {
  posting: { name: 'before GitHub has its comment', hold: posting(), jobs: 0, rerun: 'sends' },
  posted: { name: 'before it knows the ID of its comment', hold: posting('after'), jobs: 0, rerun: 'sends' },
  waiting: {
    name: 'while its note is `waiting`',
    hold: atGitHub('GET', /\/issues\/1\/comments$/),
    jobs: 0,
    rerun: 'sends',
  },
  claiming: { name: 'before its note is `sending`', hold: editing(2), jobs: 0, rerun: 'sends' },
  claimed: {
    name: 'before it knows that its note is `sending`',
    hold: editing(2, 'after'),
    jobs: 0,
    rerun: 'sends',
  },
  sending: { name: 'before the service has the create', hold: atService('POST'), jobs: 0, rerun: 'stops' },
  sent: {
    name: 'before it knows the ID of the job',
    hold: atService('POST', 'after'),
    jobs: 1,
    rerun: 'stops',
  },
  naming: { name: 'before its note is `job`', hold: editing(3), jobs: 1, rerun: 'watches' },
  polling: { name: 'while it polls', hold: atService('GET'), jobs: 1, rerun: 'watches' },
  ending: { name: 'before its note is `ended`', hold: editing(5), jobs: 1, rerun: 'watches' },
} satisfies Record<string, Stage>;
const { posted, claiming, claimed, sending, sent, naming, ending } = STAGES;

type Cut = (scene: Scene, running: Step) => unknown;

/** A lost runner shows each state of the note. The others know what the run knows. */
const CUTS: readonly (readonly [string, Cut, readonly Stage[]])[] = [
  ['SIGINT', (_, running) => running.cancel(), [posted, sending, sent, naming, ending]],
  // The action handles it like SIGINT.
  ['SIGTERM', (_, running) => running.terminate(), [sent]],
  ['SIGKILL', (_, running) => running.kill(), [posted, claiming, claimed, sending, sent, naming, ending]],
  [
    'SIGKILL, and its runner is lost',
    ({ sandbox }, running) => {
      // The post step sends nothing if it knows of no comment.
      sandbox.github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
      running.kill();
    },
    [STAGES.posting, posted, STAGES.waiting, sending, sent, STAGES.polling],
  ],
];

const AT_WORK = /^\*\*(Working on it|Waiting for its turn)\b/;

describe.each(CUTS)('a run that is cut off by %s', (name, cutBy, stages) => {
  test.each(stages)('$name', async ({ hold, jobs, rerun }) => {
    await using scene = await openScene();
    const { service, github } = scene.sandbox;
    const prLink = `${github.server}/acme/product/pull/2`;
    service.scriptAll(worksFor(9, { prLink }));
    const held = hold(scene);
    const { event } = scene.comment('/docs Rewrite');
    const running = scene.start({}, { event });
    await held.reached;
    const ended = cutBy(scene, running);
    held.stall();
    await ended;
    const cut = await running.ended;
    github.faults.clear();
    expect(cut.post?.exitCode).toBe(0);
    expect(service.jobs).toHaveLength(jobs);
    if (!name.endsWith('lost')) for (const text of scene.comments()) expect(text).not.toMatch(AT_WORK);

    const again = await scene.rerun(event);
    for (const text of scene.comments()) expect(text).not.toMatch(AT_WORK);
    expectNothingLost(scene, [cut, again]);
    if (rerun === 'stops') {
      expect(again).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
      expect(again.outputs['reason']).toMatch(/^Not sent: an earlier attempt may have sent this request/);
      expect(service.jobs).toHaveLength(jobs);
      return;
    }
    expect(again.outputs).toMatchObject({ result: 'pull-request', prLink, jobId: service.jobs[0]?.id });
    expect(service.jobs.map(({ turns }) => turns.length)).toEqual([1]);
    expect(scene.comments(scene.pull)).toEqual([
      expect.stringContaining('The documentation agent created this pull request'),
    ]);
  });
});

/** There is one job at most, and a comment or an output names it, or says that it may exist. */
function expectNothingLost(scene: Scene, steps: readonly StepResult[]) {
  const { jobs } = scene.sandbox.service;
  expect(jobs.length).toBeLessThanOrEqual(1);
  const outputs = steps.flatMap((step) => [step.outputs['jobId'], step.outputs['reason']]);
  for (const { id } of jobs)
    expect([...scene.comments(), ...outputs].join('\n')).toMatch(
      new RegExp(`${id}|may have sent this request|whether a job exists`),
    );
}

test.each(['create', 'message'])(
  'a third attempt watches the job of the %s after the second one was killed',
  async (kind) => {
    await using scene = await openScene();
    const { service } = scene.sandbox;
    const prLink = `${LINK}9`;
    const timeline = [
      { at: 60, status: 'active' },
      { at: 120, status: 'completed', prLink },
    ];
    if (kind === 'message') {
      service.script(worksFor(9, { prLink: LINK }), { timeline: [{ previous: true }, ...timeline] });
      await scene.ask('/docs First');
    } else service.script({ timeline });
    const { event } = await scene.request('/docs Rewrite');
    await scene.kill('service', { method: 'GET', nth: 4 }, {}, { event, context: { runAttempt: '2' } });
    // The service may return 404 for a new job for a minute.
    if (kind === 'create') service.faults.next({ method: 'GET' }, answer({ status: 404 }));
    const third = await scene.rerun(event, {}, { runAttempt: '3' });
    expect(third.outputs).toMatchObject({ result: 'pull-request', prLink });
    expect(scene.turns()).toEqual([kind === 'create' ? 1 : 2]);
  },
);
