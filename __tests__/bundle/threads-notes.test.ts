/** Notes in comments: what others do with them, and what becomes of comments that nobody closed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { type Comment, type Thread, userOf } from '../../sandbox/github/store.ts';
import { addComment, addThread, editComment } from '../../sandbox/github/threads.ts';
import { type AskedScene, openAsked } from '../support/asked.ts';
import { LINK } from '../support/bundle.ts';

const turns = ({ sandbox }: AskedScene) => sandbox.service.jobs.map((job) => job.turns.length);
const bodyOf = (scene: AskedScene) => scene.said()[0] ?? '';

/** Somebody who may not write puts a text of ours somewhere. */
function plant(scene: AskedScene, body: string, on: Thread = scene.issue): Comment {
  const { store } = scene.sandbox.github;
  return addComment(store, scene.repository, { thread: on.number, user: userOf(store, 'mallory'), body });
}

/** Which comments were edited by the action. */
const edited = ({ sandbox }: AskedScene) =>
  sandbox.github.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ path }) => Number(path.split('/').at(-1)));

describe('a note that somebody', () => {
  test('carries to another thread counts for nothing there, and the comment says so', async () => {
    await using scene = await openAsked();
    const { store } = scene.sandbox.github;
    const user = userOf(store, 'octocat');
    const other = addThread(store, scene.repository, { user, title: 'Another', body: 'Text' });
    const first = await scene.ask('/docs Rewrite');
    const copy = plant(scene, bodyOf(scene), other);
    const step = await scene.ask('/docs Another thing', { on: other });
    expect(step.outputs['jobId']).not.toBe(first.outputs['jobId']);
    expect(turns(scene)).toEqual([1, 1]);
    expect(scene.said(other)[0]).toContain('does not verify');
    expect(edited(scene)).not.toContain(copy.id);
  });

  test('copies within the thread is none: the follow-up reaches the job, and the copy stays as it is', async () => {
    await using scene = await openAsked();
    await scene.ask('/docs Rewrite');
    const copy = plant(scene, bodyOf(scene));
    await scene.ask('/docs Shorter, please');
    expect(turns(scene)).toEqual([2]);
    expect(edited(scene)).not.toContain(copy.id);
  });

  test('copies before it was bound to its comment counts for nothing once it is', async () => {
    await using scene = await openAsked();
    const edit = barrier();
    scene.sandbox.github.faults.next({ method: 'PATCH' }, edit);
    const running = scene.start(scene.comment('/docs Rewrite').event);
    await edit.reached;
    const copy = plant(scene, bodyOf(scene));
    edit.release();
    expect((await running.ended).outputs['result']).toBe('pull-request');
    await scene.ask('/docs Shorter, please');
    expect(turns(scene)).toEqual([2]);
    expect(edited(scene)).not.toContain(copy.id);
  });

  test('makes up is not used, and blocks nobody', async () => {
    await using scene = await openAsked();
    const claim = { nonce: 'n', request: 'r', state: 'sending', deadline: 9e15, jobId: 'job_of_mallory' };
    const data = Buffer.from(JSON.stringify(claim)).toString('base64');
    const forged = plant(
      scene,
      `<!-- docs-agent-action:claim:v1 0123456789ab ${data} ${'A'.repeat(43)}= -->`,
    );
    const before = scene.sandbox.time.now();
    const step = await scene.ask('/docs Rewrite');
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.sandbox.service.jobs.map(({ id }) => id)).not.toContain('job_of_mallory');
    expect(scene.sandbox.time.now() - before).toBeLessThan(120_000);
    expect(edited(scene)).not.toContain(forged.id);
  });

  test('puts back as it was before is old, and blocks nobody for longer than it says', async () => {
    await using scene = await openAsked();
    const edit = barrier();
    scene.sandbox.github.faults.next({ method: 'PATCH', nth: 3 }, edit);
    const running = scene.start(scene.comment('/docs Rewrite').event);
    await edit.reached;
    const sending = bodyOf(scene);
    edit.release();
    await running.ended;
    const own = scene.repository.comments.find(({ text }) => text.body.includes('claim:v1'));
    if (own === undefined) throw new Error('There is no status comment.');
    editComment(scene.sandbox.github.store, own, sending);
    await scene.sandbox.time.sleep(32 * 60_000);
    const step = await scene.ask('/docs Shorter, please');
    // What it says is that something was sent and nobody knows what came of it.
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.said().at(-1)).toContain('a job may exist for it');
  });
});

test("a job that was asked a day ago is still the thread's job", async () => {
  await using scene = await openAsked();
  await scene.ask('/docs Rewrite');
  await scene.sandbox.time.sleep(24 * 3_600_000);
  await scene.ask('/docs Shorter, please');
  expect(turns(scene)).toEqual([2]);
});

describe('a run that is lost with its runner', () => {
  /** Main is killed, and the post step can't do anything either. */
  async function lose(scene: AskedScene, method: string, nth: number, at: 'github' | 'service') {
    scene.sandbox.service.script({ timeline: [{ status: 'active' }, { at: 240, ...DONE }] });
    const held = barrier();
    scene.sandbox[at].faults.next({ method, nth }, held);
    const running = scene.start(scene.comment('/docs Rewrite').event, { timeout: '2m' });
    await held.reached;
    scene.sandbox.github.faults.next({ times: 99 }, answer({ status: 503 }));
    running.kill();
    const step = await running.ended;
    scene.sandbox.github.faults.clear();
    expect(bodyOf(scene)).not.toContain('was lost');
    await scene.sandbox.time.sleep(5 * 60_000);
    return step;
  }
  const DONE = { status: 'completed', prLink: LINK };

  test('before anything was sent: `--status` repairs the comment', async () => {
    await using scene = await openAsked();
    await lose(scene, 'PATCH', 2, 'github');
    await scene.ask('/docs --status');
    expect(bodyOf(scene)).toContain('was lost. Nothing was sent.');
    expect(bodyOf(scene)).toContain('by `octocat`');
    expect(scene.said()[1]).toContain('No job of this conversation is known.');
  });

  test('while it asked: `--status` says that a job may exist', async () => {
    await using scene = await openAsked();
    await lose(scene, 'POST', 1, 'service');
    await scene.ask('/docs --status');
    expect(bodyOf(scene)).toContain('Whether its request reached the service is not known');
  });

  test("while it waited: `--status` shows the job's end in the comment that was left open", async () => {
    await using scene = await openAsked();
    const step = await lose(scene, 'GET', 2, 'service');
    const asked = await scene.ask('/docs --status');
    expect(asked.outputs).toMatchObject({ result: 'answered', jobId: step.outputs['jobId'] });
    expect(bodyOf(scene)).toContain('**Pull request ready:**');
    expect(bodyOf(scene)).toContain(LINK);
  });

  test('the next request repairs the comment, too, and reaches the job', async () => {
    await using scene = await openAsked();
    const step = await lose(scene, 'GET', 2, 'service');
    const next = await scene.ask('/docs Shorter, please');
    expect(next.outputs).toMatchObject({ result: 'pull-request', jobId: step.outputs['jobId'] });
    expect(bodyOf(scene)).toContain('The run that worked on this was lost.');
    expect(turns(scene)).toEqual([2]);
  });
});

test('a copy of a note whose comment is gone holds nobody up for long, and is edited by nobody', async () => {
  await using scene = await openAsked();
  const edit = barrier();
  scene.sandbox.github.faults.next({ method: 'PATCH' }, edit);
  const running = scene.start(scene.comment('/docs Rewrite').event);
  await edit.reached;
  const unbound = bodyOf(scene).replace(
    /\| Asked \|.*/,
    '| Asked | [Click](https://evil.example) @acme/admins |',
  );
  edit.release();
  await running.ended;
  const own = scene.repository.comments.findIndex(({ text }) => text.body.includes('claim:v1'));
  scene.repository.comments.splice(own, 1);
  const copy = plant(scene, unbound);
  const before = scene.sandbox.time.now();
  const step = await scene.ask('/docs Another thing');
  expect(step.outputs['result']).toBe('pull-request');
  expect(scene.sandbox.time.now() - before).toBeLessThan(180_000);
  await scene.ask('/docs --status');
  expect(edited(scene)).not.toContain(copy.id);
});

test('what somebody wrote into our comment does not come back when it is repaired', async () => {
  await using scene = await openAsked();
  await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } });
  const own = scene.repository.comments.find(({ text }) => text.body.includes('claim:v1'));
  if (own === undefined) throw new Error('There is no status comment.');
  const spoilt = bodyOf(scene).replace(
    /\| Asked \|.*/,
    '| Asked | [Click](https://evil.example) @acme/admins |',
  );
  editComment(scene.sandbox.github.store, own, spoilt);
  await scene.sandbox.time.sleep(5 * 60_000);
  await scene.ask('/docs --status');
  expect(bodyOf(scene)).toContain('**Pull request ready:**');
  expect(bodyOf(scene)).not.toMatch(/evil|acme\/admins/);
});

test('a file that is gone keeps the post step from nothing', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'threads-'));
  await using scene = await openAsked();
  writeFileSync(join(workspace, 'rules.md'), 'Write British English.\n');
  const look = barrier();
  scene.sandbox.service.faults.next({ method: 'GET', nth: 2 }, look);
  const running = scene.start(
    scene.comment('/docs Rewrite').event,
    { 'rules-file': 'rules.md' },
    { workspace },
  );
  await look.reached;
  rmSync(join(workspace, 'rules.md'));
  running.kill();
  await running.ended;
  rmSync(workspace, { recursive: true });
  expect(bodyOf(scene)).toContain('Watching stopped because the run was cut off');
});
