import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { type Comment, type Thread, userOf } from '../../sandbox/github/store.ts';
import { addComment, addThread, editComment } from '../../sandbox/github/threads.ts';
import { openScene, type Scene } from '../support/scene.ts';

const bodyOf = (scene: Scene) => scene.comments()[0] ?? '';

/** A user without write access posts a text of the action. */
function plant(scene: Scene, body: string, on: Thread = scene.issue): Comment {
  const { store } = scene.sandbox.github;
  return addComment(store, scene.repository, { thread: on.number, user: userOf(store, 'mallory'), body });
}

/** The comments that the action edited. */
const edited = ({ sandbox }: Scene) =>
  sandbox.github.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ path }) => Number(path.split('/').at(-1)));

/** The comment with the note of the first request. */
function ownComment({ repository }: Scene): Comment {
  const own = repository.comments.find(({ text }) => text.body.includes('note:v2'));
  if (own === undefined) throw new Error('There is no status comment.');
  return own;
}

describe('a note is ignored', () => {
  test('in another thread, and the log says so', async () => {
    await using scene = await openScene();
    const { store } = scene.sandbox.github;
    const user = userOf(store, 'octocat');
    const other = addThread(store, scene.repository, { user, title: 'Another', body: 'Text' });
    const first = await scene.ask('/docs Rewrite');
    const copy = plant(scene, bodyOf(scene), other);
    const step = await scene.ask('/docs Another thing', { on: other });
    expect(step.outputs['jobId']).not.toBe(first.outputs['jobId']);
    expect(scene.turns()).toEqual([1, 1]);
    expect(step.log).toContain('does not verify');
    expect(scene.comments(other).join()).not.toContain('does not verify');
    expect(edited(scene)).not.toContain(copy.id);
  });

  test.each<[string, (body: string) => string]>([
    ['in a copy', (body) => body],
    ['in a quote', (body) => body.replaceAll(/^/gm, '> ')],
    ['in two copies of one comment', (body) => `${body}\n${body}`],
  ])('%s in its thread', async (_, change) => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite');
    const copy = plant(scene, change(bodyOf(scene)));
    await scene.ask('/docs --new Another thing');
    await scene.ask('/docs Shorter, please');
    // The copy is of the first job, and younger than the note of the second one.
    expect(scene.turns()).toEqual([1, 2]);
    expect(edited(scene)).not.toContain(copy.id);
  });

  test('after a change by hand', async () => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite');
    const altered = bodyOf(scene).replace(/(note:v2 \S+ )e/, '$1f');
    expect(altered).not.toBe(bodyOf(scene));
    editComment(scene.sandbox.github.store, ownComment(scene), altered);
    const step = await scene.ask('/docs Shorter, please');
    expect(scene.turns()).toEqual([1, 1]);
    expect(step.log).toContain('does not verify');
  });
});

describe('of two jobs of one pull request the later one gets messages, also after', () => {
  /** The first job is archived, so the second one continues its pull request. */
  async function openTwice() {
    const scene = await openScene();
    const { service, github, time } = scene.sandbox;
    const prLink = `${github.server}/acme/product/pull/2`;
    const done = { at: 9, status: 'completed', prLink };
    service.script({ timeline: [{ status: 'active' }, done, { at: 600, status: 'archived', prLink }] });
    service.scriptAll({ timeline: [{ status: 'active' }, done] });
    await scene.ask('/docs Rewrite');
    await time.sleep(20 * 60_000);
    await scene.ask('/docs Shorter, please');
    expect(scene.turns()).toEqual([1, 1]);
    const [first, second, ...more] = scene.repository.comments.filter(({ thread }) => thread === 2);
    if (first === undefined || second === undefined || more.length > 0)
      throw new Error('There are not two markers.');
    const edit = (comment: Comment, body: string) => editComment(github.store, comment, body);
    const notes = { old: first, body: first.text.body, last: second };
    return { scene, edit, ...notes };
  }
  type Twice = Awaited<ReturnType<typeof openTwice>>;

  test.each<[string, (twice: Twice) => unknown]>([
    ['no other comment', () => undefined],
    ['a copy of the older marker', ({ scene, body }) => plant(scene, body, scene.pull)],
    ['a quote of that marker', ({ scene, body }) => plant(scene, body.replaceAll(/^/gm, '> '), scene.pull)],
    [
      'a change of that marker',
      ({ scene, old, body, edit }) => {
        const altered = body.replace(/(made-by:v2 \S+ )e/, '$1f');
        expect(altered).not.toBe(body);
        edit(old, altered);
        plant(scene, altered, scene.pull);
      },
    ],
    [
      'an edit that restores that marker',
      ({ old, body, edit }) => {
        edit(old, 'Nothing');
        edit(old, body);
      },
    ],
  ])('%s', async (_, tamper) => {
    const twice = await openTwice();
    await using scene = twice.scene;
    tamper(twice);
    const step = await scene.ask('/docs Longer, please', { on: scene.pull });
    expect(step.outputs).toMatchObject({ result: 'pull-request', jobId: scene.sandbox.service.jobs[1]?.id });
    expect(scene.turns()).toEqual([1, 2]);
  });

  test('its marker was copied to another pull request, which gets a job of its own', async () => {
    const twice = await openTwice();
    await using scene = twice.scene;
    const { store } = scene.sandbox.github;
    const pull = { head: 'other', base: 'main' };
    const user = userOf(store, 'mallory');
    const other = addThread(store, scene.repository, { user, title: 'Another', pull });
    plant(scene, twice.last.text.body, other);
    await scene.ask('/docs Longer, please', { on: other });
    expect(scene.turns()).toEqual([1, 1, 1]);
  });
});

test('`--status` keeps the ID that the comment shows while lists are behind', async () => {
  await using scene = await openScene();
  const { github, service, time } = scene.sandbox;
  service.script({ timeline: [{ status: 'active' }] });
  const create = barrier();
  service.faults.next({ method: 'POST' }, create);
  const running = scene.start({ timeout: '2m' }, { event: scene.comment('/docs Rewrite').event });
  await create.reached;
  github.store.lag = 3_600_000;
  create.release();
  await time.sleep(30_000);
  github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
  running.kill();
  await running.ended;
  github.faults.clear();
  await time.sleep(10 * 60_000);
  const before = bodyOf(scene);
  expect(before).toContain(service.jobs[0]?.id);
  await scene.ask('/docs --status');
  expect(bodyOf(scene)).toBe(before);
});

test('a finished status comment keeps nothing that people wrote into it', async () => {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } });
  const spoilt = bodyOf(scene).replace(
    /- Requested by: .*/,
    '- Requested by: [Click](https://evil.example) @acme/admins',
  );
  expect(spoilt).toContain('evil.example');
  editComment(scene.sandbox.github.store, ownComment(scene), spoilt);
  await scene.sandbox.time.sleep(5 * 60_000);
  await scene.ask('/docs --status');
  expect(bodyOf(scene)).toContain('**Pull request ready:**');
  expect(bodyOf(scene)).not.toMatch(/evil|acme\/admins/);
});
