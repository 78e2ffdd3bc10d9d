/** `comment: when-changed` writes to a conversation only if the agent changed something. */
import { describe, expect, test } from '@jest/globals';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import { endsAfter, openScene, type Scene, worksFor } from '../support/scene.ts';

const INPUTS = { comment: 'when-changed' };
const NOTHING = worksFor(130, { prLink: null });

const openPush = (options = {}) =>
  openScene({ history: true, inputs: INPUTS, documentation: 'acme/product', ...options });
async function mergeCode(scene: Scene) {
  const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
  return { code, event: await scene.merge('squash', code.number) };
}

describe('a push', () => {
  test('is reported by one comment, which is posted at the end, and its job gets the next request', async () => {
    await using scene = await openPush({ jobs: 'working' });
    const { code, event } = await mergeCode(scene);
    const step = await scene.run({}, { event });
    expect(step.outputs['result']).toBe('pull-request');
    const [comment = '', ...others] = scene.comments(code);
    expect(others).toEqual([]);
    expect(comment).toContain('**Pull request ready:**');
    expect(step.outputs['commentUrl']).toContain(`/pull/${code.number}#issuecomment-`);

    const posts = scene.sandbox.github.requests.filter(
      ({ method, path }) => method === 'POST' && path.endsWith(`/issues/${code.number}/comments`),
    );
    expect(posts.map(({ body }) => JSON.parse(body).body)).toEqual([
      expect.stringContaining('**Pull request ready:**'),
    ]);
    expect((await scene.rerun(event)).outputs['result']).toBe('pull-request');
    expect(scene.turns()).toEqual([1]);

    await scene.ask('/docs Shorter', { on: code });
    expect(scene.turns()).toEqual([2]);
    // A comment is always answered.
    expect(scene.comments(code).at(-1)).toMatch(/^\*\*Updated:\*\*/);
  });

  test('that changes nothing is not reported, and sent again by a re-run, with a notice', async () => {
    await using scene = await openPush();
    scene.sandbox.service.script(NOTHING, NOTHING);
    const { code, event } = await mergeCode(scene);
    const step = await scene.run({}, { event });
    expect(step.outputs).toMatchObject({ result: 'no-pull-request', commentUrl: '' });
    // The job took over two minutes, after which requesters are mentioned.
    expect(scene.comments(code)).toEqual([]);
    const again = await scene.rerun(event);
    expect(scene.turns()).toEqual([1, 1]);
    expect(
      again.annotations.filter(({ level }) => level === 'notice').map(({ message }) => message),
    ).toContainEqual(expect.stringMatching(/^This re-run may send the request again/));
  });

  test('whose job fails with a pull request is reported, and a re-run that sends it again knows that', async () => {
    await using scene = await openPush();
    const { code, event } = await mergeCode(scene);
    await scene.openChange({ branch: 'draft', commits: [{ 'docs/guide.md': 'new\n' }] });
    const prLink = `${scene.sandbox.github.server}/acme/product/pull/${code.number + 1}`;
    scene.sandbox.service.script(worksFor(9, { status: 'failed', prLink }));
    const step = await scene.run({}, { event });
    expect(step.outputs).toMatchObject({ result: 'failed', prLink });
    expect(scene.comments(code)).toEqual([expect.stringContaining(prLink)]);
    const again = await scene.rerun(event);
    expect(scene.turns()).toEqual([1, 1]);
    expect(again.log).not.toContain('This re-run may send');
  });

  test.each([
    ['is reported if the job of the conversation pushes a commit', 1],
    ['is not reported if the job of the conversation pushes nothing', 0],
  ])('%s', async (_, commits) => {
    await using scene = await openPush();
    const { code, event } = await mergeCode(scene);
    const prLink = scene.nextLink();
    await scene.openChange({ branch: 'draft', commits: [{ 'docs/guide.md': 'new\n' }] });
    scene.sandbox.service.putJob({ id: 'job_1', ago: 60, turns: [worksFor(9, { prLink })] });
    scene.note(code, { jobId: 'job_1' });
    const running = scene.start({}, { event });
    while (scene.count('message') === 0) await scene.sandbox.time.sleep(1_000);
    if (commits > 0) await scene.commit('draft', { 'docs/guide.md': 'newer\n' });
    expect((await running.ended).outputs).toMatchObject({ result: 'pull-request', commits: `${commits}` });
    expect(scene.comments(code)).toHaveLength(1 + commits);
  });

  test.each<[string, (scene: Scene) => void, string]>([
    [
      'whose job outlives the step is reported, and a re-run watches the job',
      ({ sandbox }) => sandbox.service.script(endsAfter(45, { prLink: null })),
      '**Timed out:**',
    ],
    [
      'whose send has an unknown outcome is reported, and a re-run sends nothing',
      ({ sandbox }) => sandbox.service.faults.next({ method: 'POST' }, resetAfter()),
      '**Outcome unknown:**',
    ],
  ])('%s', async (_, prepare, title) => {
    await using scene = await openPush();
    prepare(scene);
    const { code, event } = await mergeCode(scene);
    await scene.run({ timeout: '30m' }, { event });
    expect(scene.comments(code)).toEqual([expect.stringContaining(title)]);
    await scene.rerun(event);
    expect(scene.turns()).toEqual([1]);
  });

  test('causes a warning if GitHub refuses the comment', async () => {
    await using scene = await openPush({ jobs: 'working' });
    const { event } = await mergeCode(scene);
    scene.permit({ contents: 'read', pull_requests: 'read' });
    const step = await scene.run({}, { event });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', commentUrl: '' } });
    expect(step.annotations).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining('The status comment could not be written'),
      }),
    );
  });
});
