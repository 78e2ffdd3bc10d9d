/** Which notes a collect believes, how it finds them, and what it makes of those whose runs were lost. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { halfOpen, resetAfter } from '../../sandbox/faults/connections.ts';
import { type Comment, userOf } from '../../sandbox/github/store.ts';
import { addComment } from '../../sandbox/github/threads.ts';
import { BRANCH, endsAfter, loseRunner, openScene, type Scene } from '../support/scene.ts';

const lists = (scene: Scene) =>
  scene.requests('github').filter((call) => call === 'GET /issues/comments 200');
const statusOf = (scene: Scene): Comment => {
  const found = scene.repository.comments.find(({ user }) => user.login === 'github-actions[bot]');
  if (found === undefined) throw new Error('There is no status comment.');
  return found;
};
const edits = ({ sandbox }: Scene) =>
  sandbox.github.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ path }) => path.split('/').at(-1));

/** A request whose job has ended without a pull request, and nobody was told. */
async function ended(scene: Scene) {
  scene.sandbox.service.script(endsAfter(10, {}));
  const asked = await scene.request('/docs Rewrite the quickstart');
  await scene.minutes(11);
  return asked;
}

/** Somebody who may not write puts a text somewhere. */
function plant(scene: Scene, body: string, on = scene.pull): Comment {
  const { store } = scene.sandbox.github;
  return addComment(store, scene.repository, { thread: on.number, user: userOf(store, 'mallory'), body });
}

describe('a note is not believed', () => {
  test('that was forged, or copied to another comment or thread: nothing is asked or written for it', async () => {
    await using scene = await openScene();
    await ended(scene);
    const { body } = statusOf(scene).text;
    const planted = [
      plant(scene, body),
      plant(scene, body, scene.issue),
      plant(
        scene,
        body.replace(/(docs-agent-action:note:v2 \w+ )\S+/, `$1${btoa('{"state":"job","jobId":"x"}')}`),
      ),
    ];
    const { done: step, polls } = await scene.watchService(() => scene.collect());
    expect(JSON.parse(step.outputs['finished'] ?? '')).toHaveLength(1);
    expect(polls.map(({ path }) => path)).not.toContainEqual(expect.stringMatching(/\/x$/));
    for (const { id } of planted) expect(edits(scene)).not.toContain(String(id));
  });

  test.each([
    ['of another project', { 'project-id': 'other-docs' }, false],
    ['signed with another secret', { 'thread-secret': 'a secret of another workflow' }, true],
  ])('%s: its job is not looked at', async (_, other, told) => {
    await using scene = await openScene();
    scene.sandbox.service.addKey('mint_of_others');
    scene.sandbox.service.addProject('other-docs');
    await ended(scene);
    const [before] = scene.comments();
    const inputs = { 'api-key': 'mint_of_others', ...other };
    const { done: step, polls } = await scene.watchService(() => scene.collect(inputs));
    expect(step.outputs).toMatchObject({ result: 'nothing', open: '0' });
    expect(polls).toEqual([]);
    expect(scene.comments()).toEqual([before]);
    // Who gave the wrong secret would see nothing but nothing.
    expect(step.log.includes('1 note of this project does not verify')).toBe(told);
  });

  test('of the same project is, whichever of its keys is given, where both give one `thread-secret`', async () => {
    await using scene = await openScene();
    const inputs = { 'thread-secret': 'a secret of this repository' };
    scene.sandbox.service.script(endsAfter(10, {}));
    scene.sandbox.service.addKey('mint_to_read');
    await scene.request('/docs Rewrite the quickstart', { inputs });
    await scene.minutes(11);
    const step = await scene.collect({ ...inputs, 'api-key': 'mint_to_read' });
    expect(step.outputs['result']).toBe('collected');
  });
});

describe('comments are read by one list for the whole repository', () => {
  /** People talk, and one of their comments is of our concern. */
  function talk(scene: Scene, count: number) {
    for (let index = 0; index < count; index += 1) plant(scene, `Talk ${index}`);
  }

  test.each([[1_998, 20]])('beside %i others it takes %i requests', async (count, expected) => {
    await using scene = await openScene();
    await ended(scene);
    talk(scene, count - 1);
    const before = lists(scene).length;
    const step = await scene.collect();
    expect(step.outputs['result']).toBe('collected');
    expect(lists(scene).length - before).toBe(expected);
  });

  test('beyond 2,000 the newest count, after 20 requests and with a notice', async () => {
    await using scene = await openScene();
    await ended(scene);
    talk(scene, 2_000);
    const newer = await ended({ ...scene, request: (body) => scene.request(body, { on: scene.pull }) });
    const before = lists(scene).length;
    const step = await scene.collect();
    expect(JSON.parse(step.outputs['finished'] ?? '')).toMatchObject([{ jobId: newer.jobId }]);
    expect(lists(scene).length - before).toBe(20);
    expect(step.log).toContain(
      'At least 2000 comments changed in that time. Only the newest of them were read.',
    );
  });

  test('only as far back as `since`', async () => {
    await using scene = await openScene();
    await ended(scene);
    await scene.minutes(60);
    expect((await scene.collect({ since: '1h' })).outputs['result']).toBe('nothing');
    expect((await scene.collect({ since: '2h' })).outputs['result']).toBe('collected');
  });
});

describe('a run that was lost with its runner', () => {
  test.each([
    ['before anything was sent', 'github', 'PATCH', 2, 'cut off before anything was sent', 'nothing'],
    ['while it asked', 'service', 'POST', 1, 'unknown whether a job exists', 'nothing'],
    ['while it watched', 'service', 'GET', 2, '**No pull request:**', 'collected'],
  ] as const)('%s is told of', async (_, at, method, nth, words, result) => {
    await using scene = await openScene();
    scene.sandbox.service.script(endsAfter(10, {}));
    await loseRunner(scene, { at, method, nth });
    await scene.minutes(15);
    expect((await scene.collect()).outputs['result']).toBe(result);
    expect(scene.comments()[0]).toContain(words);
  });
});

describe('what goes wrong', () => {
  test('a list that cannot be read is an error', async () => {
    await using scene = await openScene();
    scene.sandbox.github.faults.next({ times: 99 }, answer({ status: 403, body: { message: 'No' } }));
    const step = await scene.collect();
    expect(step).toMatchObject({
      outcome: 'failure',
      outputs: { result: 'error', reasonCode: 'github-refused' },
    });
  });

  test('a service that never answers is an error, not the news that nothing has ended', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(endsAfter(10, {}));
    await scene.request('/docs Explain keys', { on: scene.pull });
    await ended(scene);
    scene.sandbox.service.faults.next({ method: 'GET', times: 99 }, halfOpen());
    const step = await scene.collect({ timeout: '10s' });
    expect(step).toMatchObject({
      outcome: 'failure',
      outputs: { result: 'error', reasonCode: 'deadline', finished: '[]', open: '2' },
    });
    expect(step.outputs['reason']).toContain('before job');
  });

  test('a job that vanishes while its end is waited for is told', async () => {
    await using scene = await openScene();
    const source = { ref: BRANCH };
    scene.sandbox.service.script({
      timeline: [
        { status: 'active', source },
        { at: 660, hidden: true },
      ],
    });
    const { jobId } = await scene.request('/docs Rewrite the quickstart');
    await scene.minutes(10.5);
    const step = await scene.collect({}, scene.opened(scene.openPull()));
    expect(JSON.parse(step.outputs['finished'] ?? '')).toMatchObject([{ jobId, result: 'error' }]);
    expect(scene.comments()[0]).toContain('404 Not Found');
  });

  test('a refused write is a warning, the request stays open, and the next collect makes up for it', async () => {
    await using scene = await openScene();
    await ended(scene);
    scene.sandbox.github.faults.next({ method: 'PATCH' }, answer({ status: 403, body: { message: 'No' } }));
    const step = await scene.collect();
    expect(step.log).toContain('The status comment could not be written');
    expect(step.outputs).toMatchObject({ finished: '[]', open: '1' });
    await scene.collect();
    expect(scene.comments()[0]).toContain('**No pull request:**');
    expect(scene.comments().filter((text) => text.startsWith('@'))).toHaveLength(1);
  });

  test('an edit that GitHub fails to take once is tried again', async () => {
    for (const fault of [answer({ status: 502, body: '' }), resetAfter()]) {
      await using scene = await openScene();
      await ended(scene);
      scene.sandbox.github.faults.next({ method: 'PATCH', path: /\/issues\/comments\/\d+$/ }, fault);
      const step = await scene.collect();
      expect(step.outputs).toMatchObject({ result: 'collected', open: '0' });
      expect(scene.comments()[0]).toContain('**No pull request:**');
      expect(scene.comments().filter((text) => text.startsWith('@'))).toHaveLength(1);
      expect(step.annotations.filter(({ level }) => level === 'warning')).toEqual([]);
    }
  });

  test.each([
    ['what asked', 1, true],
    ['the status comment', 0, false],
    ['the whole conversation', 0, true],
  ])('%s was deleted meanwhile', async (_, finished, all) => {
    await using scene = await openScene();
    const { id } = await ended(scene);
    const status = statusOf(scene);
    const gone = finished === 1 ? [id] : all ? [id, status.id] : [status.id];
    const { comments } = scene.repository;
    for (const each of gone)
      comments.splice(
        comments.findIndex((one) => one.id === each),
        1,
      );
    if (all && finished === 0) scene.repository.threads.delete(scene.issue.number);
    const step = await scene.collect();
    expect(step).toMatchObject({ outcome: 'success', outputs: { open: '0' } });
    expect(JSON.parse(step.outputs['finished'] ?? '')).toHaveLength(finished);
  });

  test.each([403])(
    'GitHub refuses the edit with %i: one warning, and the request stays open',
    async (status) => {
      await using scene = await openScene();
      await ended(scene);
      const refusal = answer({ status, body: { message: 'No' } });
      scene.sandbox.github.faults.next({ method: 'PATCH', times: 99 }, refusal);
      const writes = () => scene.requests('github').filter((call) => !call.startsWith('GET '));
      const before = writes().length;
      const step = await scene.collect();
      expect(step).toMatchObject({ outcome: 'success', outputs: { finished: '[]', open: '1' } });
      expect(writes().slice(before)).toHaveLength(1);
      expect(step.annotations.filter(({ level }) => level === 'warning')).toHaveLength(1);
    },
  );
});
