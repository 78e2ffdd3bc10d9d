/** What the service gets when a conversation goes on: one thread has one job. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { editComment } from '../../sandbox/github/threads.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { Event } from '../../src/event/trigger.ts';
import type { Json } from '../event/payloads.ts';
import {
  type Inputs,
  LINK,
  openScene,
  openThread,
  type Scene,
  warnings,
  worksFor,
} from '../support/scene.ts';

test('`--new` creates a job, which gets the next request, also after a re-run of an older one', async () => {
  await using scene = await openScene();
  const first = scene.comment('/docs Rewrite');
  await scene.run({}, { event: first.event });
  await scene.ask('/docs --new Something else');
  expect(scene.comments()[1]).toContain('A new job was requested.');
  const again = await scene.rerun(first.event);
  expect(again.outputs['jobId']).toBe(scene.sandbox.service.jobs[0]?.id);
  await scene.ask('/docs Shorter, please');
  expect(scene.turns()).toEqual([1, 2]);
});

test('a run that is killed during a message reports that the message may have reached the job', async () => {
  await using scene = await openThread();
  await scene.kill('service', { method: 'POST' }, {}, { event: scene.comment('/docs Shorter').event });
  expect(scene.comments()[1]).toContain('It is unknown whether the message reached job job_1');
  expect(scene.comments()[1]).not.toMatch(/a job exists|re-run|continues/);
});

describe('--status', () => {
  test('shows the last request and its job at work, then its result, and sends nothing', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(worksFor(60, { prLink: LINK }));
    const { id, jobId } = await scene.request('/docs Rewrite **it**\nnow');
    const shown = async () => {
      const { outputs } = await scene.ask('/docs --status');
      expect(outputs).toMatchObject({ result: 'answered', reasonCode: 'status-shown', jobId });
      expect(outputs['reason']).toMatch(/ is (?:active|completed)\.$/);
      return scene.comments().at(-1);
    };
    expect(await shown()).toMatch(
      /^\*\*Working on it\*\*\n\nRequested by `octocat` .*: `Rewrite \*\*it\*\*`\n/,
    );
    await scene.minutes(5.1);
    expect(await shown()).toMatch(
      /^\*\*Pull request ready:\*\* .*\n\nRequested by `octocat` \(\[request\]\(.*\)\), 5 min \d+ s ago: `Rewrite \*\*it\*\*`\n/,
    );
    // A comment that was edited since isn't quoted.
    const asked = scene.repository.comments.find((comment) => comment.id === id);
    if (asked) editComment(scene.sandbox.github.store, asked, '/docs Delete everything');
    expect(await shown()).toMatch(/\n\nRequested by `octocat` \(\[request\]\(.*\)\), 5 min(?: \d+ s)? ago\n/);
    expect(scene.turns()).toEqual([1]);
  });

  test('says why the job could not be read, and shows the last request', async () => {
    await using scene = await openThread();
    scene.sandbox.service.faults.next({ method: 'GET', times: 9, optional: true }, answer({ status: 403 }));
    expect((await scene.ask('/docs --status')).outputs['result']).toBe('answered');
    expect(scene.comments().at(-1)).toMatch(/^Job job_1 could not be read: [\s\S]*Requested by `octocat`/);
  });

  test('reports that there is no job', async () => {
    await using scene = await openScene();
    const step = await scene.ask('/docs --status and this');
    expect(step.outputs['result']).toBe('answered');
    expect(scene.comments()).toEqual([expect.stringContaining('The text after the flag was not sent.')]);
    expect(scene.sandbox.service.requests).toEqual([]);
  });
});

test.each([
  ['API key', { 'api-key': 'mint_another_key_of_the_project' }],
  ['secret', { 'thread-secret': 'another-secret-of-32-random-letters' }],
])(
  'after a change of the %s without a common secret, the comment says why there is a new job',
  async (_, inputs) => {
    await using scene = await openScene();
    scene.sandbox.service.addKey('mint_another_key_of_the_project');
    await scene.ask('/docs Rewrite');
    await scene.ask('/docs Shorter, please', { inputs });
    expect(scene.turns()).toEqual([1, 1]);
    expect(scene.comments().at(-1)).toContain(
      'The secret or the API key changed since the earlier requests here',
    );
  },
);

// Which runs are requests of their own in a thread, and which repeat one.

const resultsOf = (steps: readonly StepResult[]) => steps.map(({ outputs }) => outputs['result']);

test('the job of the thread gets a message for each leg of a matrix with the same text, and none for a re-run', async () => {
  await using scene = await openScene();
  const event = { name: 'workflow_dispatch', payload: {} };
  const inputs = { prompt: 'Rewrite the guide', 'issue-number': '1' };
  const runBoth = (runAttempt: string) =>
    Promise.all([1, 2].map(() => scene.run(inputs, { event, context: { runAttempt } })));
  expect(resultsOf(await runBoth('1'))).toEqual(['pull-request', 'pull-request']);
  expect(scene.turns()).toEqual([2]);
  expect(resultsOf(await runBoth('2'))).toEqual(['pull-request', 'pull-request']);
  expect(scene.turns()).toEqual([2]);
});

describe('labels and assignments at the same time are one request', () => {
  const inputs = { prompt: 'Document it' };
  const label = (scene: Scene, on = scene.issue) => scene.events.issue(on, 'labeled', on.user);
  type Events = (scene: Scene) => Event[];

  test.each<[string, Events]>([
    [
      'a new issue with a label',
      (scene) => [scene.events.issue(scene.issue, 'opened', scene.issue.user), label(scene)],
    ],
    [
      'an issue that gets a label and an assignee',
      (scene) => [label(scene), scene.events.issue(scene.issue, 'assigned', scene.issue.user)],
    ],
    [
      'a new pull request with a label',
      ({ events, pull, issue }) => [
        events.pull(pull, 'opened', issue.user),
        events.pull(pull, 'labeled', issue.user),
      ],
    ],
  ])(
    'of %s: only the first run sends and writes something, also if both start at once',
    async (_, makeEvents) => {
      for (const isParallel of [false, true]) {
        await using scene = await openScene();
        const steps: Promise<StepResult>[] = [];
        for (const [index, event] of makeEvents(scene).entries()) {
          steps.push(scene.run(inputs, { event, context: { runId: `${index + 1}` } }));
          if (!isParallel) await steps[index];
        }
        expect(resultsOf(await Promise.all(steps)).toSorted()).toEqual(['pull-request', 'skipped']);
        expect(scene.turns()).toEqual([1]);
        expect([...scene.comments(), ...scene.comments(scene.pull)]).toHaveLength(1);
      }
    },
  );

  test.each<[string, string, (scene: Scene) => Promise<unknown> | undefined]>([
    ['after the first was sent', 'Document it', (scene) => scene.minutes(1)],
    ['with another prompt', 'Translate it', () => undefined],
  ])('but not a label %s', async (_, prompt, wait) => {
    await using scene = await openScene();
    const first = label(scene);
    const second = prompt === inputs.prompt ? undefined : label(scene);
    await scene.run(inputs, { event: first });
    await wait(scene);
    const event = second ?? label(scene);
    const step = await scene.run({ prompt }, { event, context: { runId: '2' } });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([2]);
  });
});

test.each<[string, (pull: Json) => void]>([
  ['another commit', ({ head }) => (head.sha = 'b'.repeat(40))],
  ['an edit of its text', (pull) => (pull.body = 'Adds version 3.')],
])('a label of a pull request after %s is another request', async (_, change) => {
  await using scene = await openScene();
  const { events, pull, issue } = scene;
  const made = [
    events.pull(pull, 'opened', issue.user),
    events.pull(pull, 'labeled', issue.user, (payload) => change(payload.pull_request)),
  ];
  for (const [index, event] of made.entries())
    await scene.run({ prompt: 'Document it' }, { event, context: { runId: `${index + 1}` } });
  expect(scene.turns()).toEqual([2]);
});

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
    const runs = ['1', '2'].map((runId) => scene.run({}, { event, context: { runId } }));
    const steps = await Promise.all(runs);
    expect(resultsOf(steps).toSorted()).toEqual(['pull-request', 'skipped']);
    expect(steps.flatMap(warnings)).toEqual([]);
    expect(scene.requests('github').filter((call) => call.endsWith('404'))).toEqual([]);
    expect(scene.turns()).toEqual([1]);
    expect(scene.comments()).toHaveLength(1);
    expect(reactions()).toEqual(['rocket']);
  });

  test('and is sent by the second run if the first sent nothing', async () => {
    await using scene = await openScene();
    scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 402 }));
    const event = posted(scene);
    const runs = [await scene.run({}, { event }), await scene.run({}, { event, context: { runId: '2' } })];
    expect(resultsOf(runs)).toEqual(['error', 'pull-request']);
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

test('a re-run keeps the jobs of legs of a matrix that differ in one input', async () => {
  await using scene = await openScene({ history: true });
  scene.write({ 'a.md': 'Short sentences.\n', 'b.md': 'British English.\n' });
  const on = scene.openIssue();
  await scene.commit('main', { 'src/app.ts': 'new\n' });
  const event = { name: 'workflow_dispatch', payload: {} };
  const inputs = {
    prompt: 'Rewrite the guide',
    'issue-number': `${on.number}`,
    range: '1h',
    paths: 'src/**',
  };
  const run = (leg: Inputs, runAttempt: string) =>
    scene.run({ ...inputs, ...leg }, { event, context: { runAttempt } });
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
