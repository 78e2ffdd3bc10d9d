import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { type Comment, type Thread, userOf } from '../../sandbox/github/store.ts';
import { addComment, addThread, editComment } from '../../sandbox/github/threads.ts';
import { LINK, loseRunner, openScene, type Scene } from '../support/scene.ts';

const bodyOf = (scene: Scene) => scene.comments()[0] ?? '';

/** Somebody who may not write puts a text of ours somewhere. */
function plant(scene: Scene, body: string, on: Thread = scene.issue): Comment {
  const { store } = scene.sandbox.github;
  return addComment(store, scene.repository, { thread: on.number, user: userOf(store, 'mallory'), body });
}

/** Which comments were edited by the action. */
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

describe('a note that somebody', () => {
  test('carries to another thread counts for nothing there, and the log says so', async () => {
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
    ['copies', (body) => body],
    ['quotes', (body) => body.replaceAll(/^/gm, '> ')],
    ['copies twice into one comment', (body) => `${body}\n${body}`],
  ])('%s within the thread is none: the follow-up reaches the job', async (_, change) => {
    await using scene = await openScene();
    await scene.ask('/docs Rewrite');
    const copy = plant(scene, change(bodyOf(scene)));
    await scene.ask('/docs --new Another thing');
    await scene.ask('/docs Shorter, please');
    // The copy is of the first job, and younger than the note of the second one.
    expect(scene.turns()).toEqual([1, 2]);
    expect(edited(scene)).not.toContain(copy.id);
  });

  test('alters is not used', async () => {
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

describe('of two jobs that made one pull request the later one gets what is asked there, whatever somebody does with', () => {
  /** The first job is archived, so the second one goes on with its pull request. */
  async function openTwice() {
    const scene = await openScene();
    const { service, github, time } = scene.sandbox;
    const prLink = `${github.server}/acme/product/pull/2`;
    const done = { at: 40, status: 'completed', prLink };
    service.script({ timeline: [{ status: 'active' }, done, { at: 600, status: 'archived', prLink }] });
    service.scriptAll({ timeline: [{ status: 'active' }, done] });
    await scene.ask('/docs Rewrite');
    await time.sleep(20 * 60_000);
    await scene.ask('/docs Shorter, please');
    expect(scene.turns()).toEqual([1, 1]);
    const [first, second, ...more] = scene.repository.comments.filter(({ thread }) => thread === 2);
    if (first === undefined || second === undefined || more.length > 0)
      throw new Error('There are not two notes.');
    const edit = (comment: Comment, body: string) => editComment(github.store, comment, body);
    const notes = { old: first, body: first.text.body, last: second };
    return { scene, edit, ...notes };
  }
  type Twice = Awaited<ReturnType<typeof openTwice>>;

  test.each<[string, (twice: Twice) => unknown]>([
    ['nothing', () => undefined],
    ['a copy of the older note', ({ scene, body }) => plant(scene, body, scene.pull)],
    ['a quote of it', ({ scene, body }) => plant(scene, body.replaceAll(/^/gm, '> '), scene.pull)],
    [
      'it, altered',
      ({ scene, old, body, edit }) => {
        const altered = body.replace(/(made-by:v2 \S+ )e/, '$1f');
        expect(altered).not.toBe(body);
        edit(old, altered);
        plant(scene, altered, scene.pull);
      },
    ],
    [
      'it, put back after it was taken away',
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

  test('the note of another pull request: it is not followed', async () => {
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

describe('a run that is lost with its runner', () => {
  /** Main is killed, and the post step can't do anything either. */
  async function lose(scene: Scene, method: string, nth: number, at: 'github' | 'service') {
    scene.sandbox.service.script({ timeline: [{ status: 'active' }, { at: 240, ...DONE }] });
    const step = await loseRunner(scene, { at, method, nth });
    expect(bodyOf(scene)).not.toContain('cut off');
    await scene.sandbox.time.sleep(5 * 60_000);
    return step;
  }
  const DONE = { status: 'completed', prLink: LINK };

  test('before anything was sent: `--status` repairs the comment', async () => {
    await using scene = await openScene();
    await lose(scene, 'PATCH', 2, 'github');
    await scene.ask('/docs --status');
    expect(bodyOf(scene)).toContain('cut off before anything was sent');
    expect(bodyOf(scene)).toContain('`octocat`');
    expect(scene.comments()[1]).toContain('No job of this conversation is known.');
  });

  test('while a list is behind: `--status` drops no id that the comment itself shows', async () => {
    await using scene = await openScene();
    const { github, service, time } = scene.sandbox;
    service.script({ timeline: [{ status: 'active' }] });
    const create = barrier();
    service.faults.next({ method: 'POST' }, create);
    const running = scene.start({ timeout: '2m' }, { event: scene.comment('/docs Rewrite').event });
    await create.reached;
    github.store.lag = 1_000;
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

  test("while it waited: `--status` shows the job's end in the comment that was left open", async () => {
    await using scene = await openScene();
    const step = await lose(scene, 'GET', 2, 'service');
    const asked = await scene.ask('/docs --status');
    expect(asked.outputs).toMatchObject({ result: 'answered', jobId: step.outputs['jobId'] });
    expect(bodyOf(scene)).toContain('**Pull request ready:**');
    expect(bodyOf(scene)).toContain(LINK);
  });
});

test('what somebody wrote into our comment does not come back when it is repaired', async () => {
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
