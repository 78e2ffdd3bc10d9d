/** Which notes a collect follows, how it finds them, and what it does about failures. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier, halfOpen, resetAfter } from '../../sandbox/faults/connections.ts';
import type { Match } from '../../sandbox/faults/script.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import type { Step } from '../../sandbox/runner/step.ts';
import { BRANCH, endsAfter, openScene, type Scene, warnings } from '../support/scene.ts';

const COMMENT = /\/issues\/comments\/\d+$/;
const replies = (scene: Scene) => scene.comments().filter((text) => text.startsWith('@'));
const lists = (scene: Scene) =>
  scene.requests('github').filter((call) => call === 'GET /issues/comments 200');
/** A request whose job has ended without a pull request, which no run has reported. */
const ended = (scene: Scene, on?: Thread) => scene.leave(endsAfter(10, {}), 11, on);

describe('a collect reads', () => {
  test('the newest 2,000 comments of the repository, on 20 pages', async () => {
    await using scene = await openScene();
    ended(scene);
    for (let index = 0; index < 2_000; index += 1) scene.put(scene.pull, `Talk ${index}`, 'mallory');
    const newer = ended(scene, scene.pull);
    const before = lists(scene).length;
    const step = await scene.collect();
    expect(JSON.parse(step.outputs['finished'] ?? '')).toMatchObject([{ jobId: newer.jobId }]);
    expect(lists(scene).length - before).toBe(20);
    expect(step.log).toContain(
      'At least 2000 comments changed in that time. Only the newest of them were read.',
    );
  });

  test('only comments that changed after `since`', async () => {
    await using scene = await openScene();
    ended(scene);
    await scene.minutes(61);
    expect((await scene.collect({ since: '1h' })).outputs['result']).toBe('nothing');
    expect((await scene.collect({ since: '2h' })).outputs['result']).toBe('collected');
  });
});

test('a collect finishes many requests in order, within the limits of GitHub', async () => {
  await using scene = await openScene();
  const { github } = scene.sandbox;
  const left = Array.from({ length: 40 }, (_, index) => {
    const issue = scene.openIssue();
    const pull = scene.openPull({ branch: `mintlify/page-${index}` });
    const { jobId } = scene.leave(
      endsAfter(3, { prLink: scene.urlOf(pull) }, `mintlify/page-${index}`),
      4,
      issue,
    );
    return { issue, pull, jobId };
  });
  const finished: { jobId: string }[] = [];
  // Two minutes are not enough for all of them.
  for (const open of [14, 0]) {
    const step = await scene.collect({ 'pr-labels': 'docs' });
    expect(step.outputs).toMatchObject({ result: 'collected', open: `${open}` });
    expect(warnings(step)).toEqual([]);
    finished.push(...JSON.parse(step.outputs['finished'] ?? ''));
  }
  expect(finished.map(({ jobId }) => jobId)).toEqual(left.map(({ jobId }) => jobId));
  for (const { issue, pull } of left) {
    expect(scene.comments(issue)).toEqual([expect.any(String), expect.stringMatching(/^@octocat/)]);
    expect(scene.comments(pull)).toHaveLength(1);
    expect([...pull.labels]).toEqual(['docs']);
  }
  const refused = github.requests.filter(({ status }) => status === 403);
  expect(refused.length).toBeLessThanOrEqual(5);
});

test.each([
  ['another `thread-secret`', { 'thread-secret': 'x'.repeat(40) }, 1],
  ['the same one', {}, 0],
])('a collect with %s warns of %i notes that it can not verify', async (_, inputs, count) => {
  await using scene = await openScene();
  scene.leave({ timeline: [{ status: 'active' }] }, 1);
  const [note = ''] = scene.comments();
  scene.put(scene.pull, note, 'mallory');
  const step = await scene.collect(inputs);
  expect(step.outputs['result']).toBe('nothing');
  const expected = expect.stringMatching(/^1 note of this project does not verify/);
  expect(warnings(step)).toEqual(Array.from({ length: count }, () => expected));
});

describe('a collect', () => {
  test('fails if GitHub refuses the list of comments', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ times: 99 }, answer({ status: 403, body: { message: 'No' } }));
    const step = await scene.collect();
    expect(step).toMatchObject({
      outcome: 'failure',
      outputs: { result: 'error', reasonCode: 'github-refused' },
    });
  });

  test('fails if the service never answers', async () => {
    await using scene = await openScene();
    ended(scene, scene.pull);
    ended(scene);
    scene.sandbox.service.faults.next({ method: 'GET', times: 99 }, halfOpen());
    const step = await scene.collect({ timeout: '10s' });
    expect(step).toMatchObject({
      outcome: 'failure',
      outputs: { result: 'error', reasonCode: 'deadline', finished: '[]', open: '2' },
    });
    expect(step.outputs['reason']).toContain('before job');
  });

  test('reports a job that vanishes while it polls', async () => {
    await using scene = await openScene();
    const timeline = [
      { status: 'active', source: { ref: BRANCH } },
      { at: 660, hidden: true },
    ];
    const { jobId } = scene.leave({ timeline }, 10.5);
    const step = await scene.collect({}, scene.opened(scene.openPull()));
    expect(JSON.parse(step.outputs['finished'] ?? '')).toMatchObject([{ jobId, result: 'error' }]);
    expect(scene.comments()[0]).toContain('404 Not Found');
  });

  test('reports nothing about a job that vanished while its own run polled', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script({ timeline: [{ status: 'active' }, { at: 300, hidden: true }] });
    const step = await scene.ask('/docs Rewrite the quickstart');
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'job-unknown' });
    const before = scene.comments();
    expect(before).toHaveLength(2);
    expect((await scene.collect()).outputs).toMatchObject({ result: 'nothing', open: '0' });
    expect(scene.comments()).toEqual(before);
  });

  test('leaves a request open, with one warning, if GitHub refuses the edit, and the next one finishes it', async () => {
    await using scene = await openScene();
    ended(scene);
    const refused = answer({ status: 403, body: { message: 'No' } });
    scene.sandbox.github.faults.next({ method: 'PATCH', times: 2 }, refused);
    const writes = () => scene.requests('github').filter((call) => !call.startsWith('GET '));
    const before = writes().length;
    const step = await scene.collect();
    expect(warnings(step)).toEqual([expect.stringContaining('The status comment could not be written')]);
    expect(step).toMatchObject({ outcome: 'success', outputs: { finished: '[]', open: '1' } });
    expect(writes().slice(before)).toHaveLength(2);
    await scene.collect();
    expect(scene.comments()[0]).toContain('**No pull request:**');
    expect(replies(scene)).toHaveLength(1);
  });

  test('repeats an edit whose answer is lost', async () => {
    await using scene = await openScene();
    ended(scene);
    scene.sandbox.github.faults.next({ method: 'PATCH', path: COMMENT }, resetAfter());
    const step = await scene.collect();
    expect(step.outputs).toMatchObject({ result: 'collected', open: '0' });
    expect(scene.comments()[0]).toContain('**No pull request:**');
    expect(replies(scene)).toHaveLength(1);
    expect(warnings(step)).toEqual([]);
  });

  test.each([
    ['the comment with the request', [0], 1],
    ['the status comment', [1], 0],
    ['the whole conversation', [0, 1], 0],
  ])('succeeds if people deleted %s', async (_, gone, finished) => {
    await using scene = await openScene();
    ended(scene);
    const { comments, threads } = scene.repository;
    for (const index of gone.toReversed()) comments.splice(index, 1);
    if (comments.length === 0) threads.delete(scene.issue.number);
    const step = await scene.collect();
    expect(step).toMatchObject({ outcome: 'success', outputs: { open: '0' } });
    expect(JSON.parse(step.outputs['finished'] ?? '')).toHaveLength(finished);
  });
});

// A collect is cut off at each stage, and the next one does the rest.

const INPUTS = { 'pr-labels': 'documentation', 'pr-reviewers': 'asker' };
const marks = (scene: Scene, pull: number) =>
  scene.repository.comments.filter(
    ({ thread, text }) => thread === pull && text.body.includes('docs-agent-action:made-by:v2'),
  );

/** A request whose job has ended with a pull request, which no run has reported. */
function endedWithPull(scene: Scene): Thread {
  scene.leave(endsAfter(10, { prLink: scene.nextLink() }), 11);
  return scene.openPull();
}

/** All that a waiting run does, except the reply: a collect that is cut off after its last edit may leave that out. */
function expectReported(scene: Scene, pull: Thread): void {
  expect(scene.comments()[0]).toContain('**Pull request ready:**');
  expect(marks(scene, pull.number).length).toBeGreaterThanOrEqual(1);
  expect([...pull.labels]).toEqual(['documentation']);
  expect(scene.reviewersOf(pull)).toEqual(['octocat']);
}

const ON_PULL = /\/issues\/3\/comments$/;

/** The HTTP request to GitHub that each stage ends with. A kill after a read is one after the write before it. */
const STAGES: Readonly<Record<string, Match>> = {
  'it has read the marker': { method: 'GET', path: ON_PULL },
  'it has posted the marker': { method: 'POST', path: ON_PULL },
  'it has signed the marker': { method: 'PATCH', path: COMMENT },
  'it has set the labels': { method: 'POST', path: /\/issues\/3\/labels$/ },
  'it has requested the review': { method: 'POST', path: /\/pulls\/3\/requested_reviewers$/ },
  'it has edited the status comment': { method: 'PATCH', path: COMMENT, nth: 2 },
  'it has added the reaction': { method: 'POST', path: /\/reactions$/ },
  'it has posted the reply': { method: 'POST', path: /\/issues\/1\/comments$/ },
};

/** Without a check for an interrupt, one before the first write would end the request unlabelled. */
const INTERRUPTED = ['it has read the marker', 'it has edited the status comment'];

const CUTS: readonly [string, (running: Step) => unknown, readonly string[]][] = [
  ['SIGKILL', (running) => running.kill(), Object.keys(STAGES).slice(1)],
  ['SIGINT', (running) => running.cancel(), INTERRUPTED],
];

describe.each(CUTS)('%s', (_, cutOff, stages) => {
  test.each(stages)('after %s', async (stage) => {
    await using scene = await openScene();
    const pull = endedWithPull(scene);
    const held = barrier('after');
    scene.sandbox.github.faults.next(STAGES[stage] ?? {}, held);
    const running = scene.startCollect(INPUTS);
    await held.reached;
    const over = cutOff(running);
    held.stall();
    await over;
    await running.ended;
    expect((await scene.collect(INPUTS)).outcome).toBe('success');
    expectReported(scene, pull);
    expect(replies(scene).length).toBeLessThanOrEqual(1);
  });
});

test('two collects at once report the end, and mention the requester at most twice', async () => {
  await using scene = await openScene();
  const pull = endedWithPull(scene);
  const both = [scene.startCollect(INPUTS), scene.startCollect(INPUTS)];
  for (const { ended: end } of both) expect((await end).outcome).toBe('success');
  expectReported(scene, pull);
  expect([1, 2]).toContain(replies(scene).length);
});

test('an interrupted collect reports that, and fails', async () => {
  await using scene = await openScene();
  endedWithPull(scene);
  const step = await scene.cancel('service', { method: 'GET' }, {}, { action: 'collect' });
  expect(step.outputs).toMatchObject({ result: 'interrupted', reasonCode: 'interrupted', open: '1' });
  expect(step.exitCode).toBe(1);
});
