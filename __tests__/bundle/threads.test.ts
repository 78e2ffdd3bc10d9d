/** What the service gets when a conversation goes on: one thread has one job. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { editComment } from '../../sandbox/github/threads.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { Event } from '../../src/request/trigger.ts';
import { endsAfter, type Inputs, openScene, type Scene, warnings } from '../support/scene.ts';

const SECRET = 'a secret of the thread';

describe('the next request in a thread', () => {
  test('with `--new` creates a job, and the comment says so', async () => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite');
    await scene.ask('/docs --new Something else');
    expect(scene.turns()).toEqual([1, 1]);
    expect(scene.comments()[1]).toContain('A new job was requested.');
  });

  test('goes to the newest job after a re-run of an older request', async () => {
    await using scene = await openScene();
    const first = scene.comment('/docs Rewrite');
    await scene.run({}, { event: first.event });
    await scene.ask('/docs --new Something else');
    const again = await scene.rerun(first.event);
    expect(again.outputs['jobId']).toBe(scene.sandbox.service.jobs[0]?.id);
    await scene.ask('/docs Shorter, please');
    expect(scene.turns()).toEqual([1, 2]);
  });
});

test('a run that is killed during a message reports that the message may have reached the job', async () => {
  await using scene = await openScene();
  const { jobId = '' } = (await scene.ask('/docs Rewrite')).outputs;
  await scene.minutes(60);
  await scene.kill('service', { method: 'POST' }, {}, { event: scene.comment('/docs Shorter').event });
  expect(scene.comments()[1]).toContain(`It is unknown whether the message reached job ${jobId}`);
  expect(scene.comments()[1]).not.toMatch(/a job exists|re-run|continues/);
});

describe('--status', () => {
  test('shows the last request and its result, and sends nothing', async () => {
    await using scene = await openScene();
    const first = await scene.ask('/docs Rewrite **it**\nnow');
    await scene.minutes(5);
    const step = await scene.ask('/docs --status');
    const { jobId } = first.outputs;
    expect(step.outputs).toMatchObject({ result: 'answered', reasonCode: 'status-shown', jobId });
    expect(scene.comments()[1]).toMatch(
      /^\*\*Pull request ready:\*\* .*\n\nRequested by `octocat` \(\[request\]\(.*\)\), 5 min \d+ s ago: `Rewrite \*\*it\*\*`\n/,
    );
    expect(scene.turns()).toEqual([1]);
  });

  test('quotes no comment that was edited since', async () => {
    await using scene = await openScene();
    const { id } = await scene.request('/docs Rewrite');
    await scene.minutes(5);
    const asked = scene.repository.comments.find((comment) => comment.id === id);
    if (asked) editComment(scene.sandbox.github.store, asked, '/docs Delete everything');
    await scene.ask('/docs --status');
    expect(scene.comments().at(-1)).toMatch(
      /\n\nRequested by `octocat` \(\[request\]\(.*\)\), 5 min(?: \d+ s)? ago\n/,
    );
  });

  test('shows a job at work', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(endsAfter(60, {}));
    await scene.request('/docs Rewrite');
    await scene.ask('/docs --status', { by: 'octocat' });
    expect(scene.comments()[1]).toMatch(/^\*\*Working on it\*\*\n\nRequested by `octocat` .*: `Rewrite`\n/);
  });

  test('reports that there is no job', async () => {
    await using scene = await openScene();
    const step = await scene.ask('/docs --status and this');
    expect(step.outputs['result']).toBe('answered');
    expect(scene.comments()).toEqual([expect.stringContaining('The text after the flag was not sent.')]);
    expect(scene.sandbox.service.requests).toEqual([]);
  });
});

describe('after a change of the API key the next request', () => {
  test.each([
    ['creates a job', {}, [1, 1]],
    ['sends a message with `thread-secret`', { 'thread-secret': SECRET }, [2]],
  ])('%s', async (_name, inputs, expected) => {
    await using scene = await openScene();
    const { service } = scene.sandbox;
    await scene.ask('/docs Rewrite', { inputs });
    service.addKey('mint_another_key_of_the_project');
    const step = await scene.ask('/docs Shorter, please', {
      inputs: { ...inputs, 'api-key': 'mint_another_key_of_the_project' },
    });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual(expected);
  });
});

test('`comment: never` creates a job for each request', async () => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite', { inputs: { comment: 'never' } });
  await scene.ask('/docs Shorter, please', { inputs: { comment: 'never' } });
  expect(scene.turns()).toEqual([1, 1]);
  expect(scene.comments()).toEqual([]);
});

// Which runs are requests of their own in a thread, and which repeat one.

const resultsOf = (steps: readonly StepResult[]) => steps.map(({ outputs }) => outputs['result']);
describe('the job of the thread gets a message', () => {
  test('for each push to a pull request', async () => {
    await using scene = await openScene();
    const event = scene.events.pull(scene.pull, 'synchronize', scene.issue.user);
    for (const runId of ['1', '2'])
      await scene.run({ prompt: 'Describe what this changes' }, { event, context: { runId } });
    expect(scene.turns()).toEqual([2]);
  });

  test.each([
    ['different texts', ['Rewrite the guide', 'Rewrite the reference']],
    ['the same text', ['Rewrite the guide', 'Rewrite the guide']],
  ])('for each leg of a matrix with %s, and none for a re-run', async (_, prompts) => {
    await using scene = await openScene();
    const event = { name: 'workflow_dispatch', payload: {} };
    const runAll = (runAttempt: string) =>
      Promise.all(
        prompts.map((prompt) =>
          scene.run({ prompt, 'issue-number': '1' }, { event, context: { runAttempt } }),
        ),
      );
    expect(resultsOf(await runAll('1'))).toEqual(['pull-request', 'pull-request']);
    expect(scene.prompts().toSorted()).toEqual(prompts.toSorted());
    expect(scene.turns()).toEqual([2]);
    expect(resultsOf(await runAll('2'))).toEqual(['pull-request', 'pull-request']);
    expect(scene.turns()).toEqual([2]);
  });
});

describe('one comment is one request', () => {
  const posted = (scene: Scene) => scene.comment('/docs Rewrite').event;

  test.each<[string, (scene: Scene) => Event]>([
    ['a comment', posted],
    ['a line comment', (scene) => scene.line('/docs Rewrite').event],
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

  test.each<[string, Inputs]>([
    ['project', { 'project-id': 'other-docs' }],
    ['prompt', { prompt: 'Use British English' }],
    ['rules', { 'rules-file': 'rules.md' }],
  ])('for each %s', async (_, inputs) => {
    await using scene = await openScene();
    scene.write({ 'rules.md': 'Write short sentences.' });
    scene.sandbox.service.addProject('other-docs');
    const event = posted(scene);
    const runs = [
      await scene.run({}, { event }),
      await scene.run(inputs, { event, context: { runId: '2' } }),
    ];
    expect(resultsOf(runs)).toEqual(['pull-request', 'pull-request']);
    expect(scene.prompts()).toHaveLength(2);
  });
});

test('a re-run of one leg of a matrix keeps the job of another leg', async () => {
  await using scene = await openScene();
  const event = { name: 'workflow_dispatch', payload: {} };
  const ask = (prompt: string, runAttempt: string) =>
    scene.run({ prompt, 'issue-number': '1' }, { event, context: { runAttempt } });
  scene.sandbox.service.script({ timeline: [{ status: 'failed' }] });
  const failed = await ask('Rewrite the guide', '1');
  const other = await ask('Rewrite the reference', '1');
  expect(resultsOf([failed, other])).toEqual(['failed', 'pull-request']);
  expect(scene.turns()).toEqual([1, 1]);
  // Its own job failed, so it sends again, and the thread's job gets the message.
  const again = await ask('Rewrite the guide', '2');
  expect(again.outputs).toMatchObject({ result: 'pull-request', jobId: other.outputs['jobId'] });
  expect(scene.turns()).toEqual([1, 2]);
  expect(scene.prompts()).toEqual(['Rewrite the guide', 'Rewrite the reference', 'Rewrite the guide']);
});

test.each<[string, Inputs, Inputs]>([
  ['`context`', { context: 'link' }, { context: 'none' }],
  ['`rules-file`', { 'rules-file': 'a.md' }, { 'rules-file': 'b.md' }],
  ['`context-file`', { 'context-file': 'a.md' }, { 'context-file': 'a.md\nb.md' }],
  ['`range`', { range: '1h' }, { range: '2h' }],
  ['`paths`', { range: '1h', paths: 'src/**' }, { range: '1h', paths: 'src/**, docs/**' }],
])('a re-run keeps the job of a leg that differs only in %s', async (_, one, two) => {
  await using scene = await openScene({ history: true });
  scene.write({ 'a.md': 'Short sentences.\n', 'b.md': 'British English.\n' });
  const on = scene.openIssue();
  await scene.commit('main', { 'src/app.ts': 'new\n' });
  const event = { name: 'workflow_dispatch', payload: {} };
  const ask = (inputs: Inputs, runAttempt: string) =>
    scene.run(
      { prompt: 'Rewrite', 'issue-number': String(on.number), ...inputs },
      { event, context: { runAttempt } },
    );
  scene.sandbox.service.script({ timeline: [{ status: 'failed' }] });
  expect(resultsOf([await ask(one, '1'), await ask(two, '1')])).toEqual(['failed', 'pull-request']);
  expect(scene.turns()).toEqual([1, 1]);
  expect(resultsOf([await ask(two, '2'), await ask(one, '2')])).toEqual(['pull-request', 'pull-request']);
  expect(scene.turns()).toEqual([1, 2]);
});

const refused =
  (status: number, headers = {}) =>
  (scene: Scene) => {
    scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status, headers }));
    return {};
  };

/** The note names the job and the time just before the send. */
test.each<[string, (scene: Scene) => Inputs]>([
  ['`daily-limit` was used up', () => ({ 'daily-limit': '1' })],
  ['the service refused it', refused(402)],
  ['a usage limit was too long', refused(429, { 'retry-after': '7200' })],
])('a re-run sends a message that was not sent because %s', async (_, prevent) => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite');
  await scene.minutes(10);
  const { event } = scene.comment('/docs Shorter, please');
  await scene.run(prevent(scene), { event });
  expect(scene.turns()).toEqual([1]);
  const again = await scene.rerun(event);
  expect(again.log).not.toContain('has a job already');
  expect(scene.turns()).toEqual([2]);
});
