/** The life of a status comment: one per request, current, and never noisy. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import { LINK, openScene } from '../support/scene.ts';

/** Works this many seconds, then ends like this. */
function works(seconds: number, end: object = { status: 'completed', prLink: LINK }): TurnScript {
  return { timeline: [{ status: 'active' }, { at: seconds, ...end }] };
}

test('is created once, and edited at most every 20 s, but at once when the state changes', async () => {
  await using scene = await openScene();
  const { service, github } = scene.sandbox;
  service.script({
    timeline: [
      { status: 'active' },
      { at: 97, status: 'reviewing' },
      { at: 111, status: 'active' },
      { at: 300, status: 'completed', prLink: LINK },
    ],
  });
  const step = await scene.ask('/docs Rewrite', { inputs: { 'poll-interval': '3s' } });
  expect(step.outputs).toMatchObject({
    result: 'pull-request',
    commentUrl: expect.stringMatching(/#issuecomment-/),
  });
  expect(scene.requests('github').filter((call) => call.startsWith('POST /issues/1/comments '))).toHaveLength(
    2,
  );
  const edits = github.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ at, body }) => ({
      second: Math.round((at - (service.requests[0]?.at ?? 0)) / 1000),
      status: /Status: `(\w+)`/.exec(JSON.parse(body).body)?.[1],
    }));
  expect(edits.find(({ status }) => status !== undefined)).toEqual({ second: 0, status: 'active' });
  expect(edits.filter(({ status }) => status === 'reviewing')[0]?.second).toBe(99);
  expect(edits.at(-1)).toEqual({ second: 300, status: 'completed' });
  for (const [index, { second, status }] of edits.entries()) {
    const before = edits[index - 1];
    if (
      before !== undefined &&
      status !== undefined &&
      second < 300 &&
      before.status === status &&
      second > 0
    )
      expect(second - (before?.second ?? 0)).toBeGreaterThanOrEqual(20);
  }
  expect(edits.length).toBeLessThanOrEqual(300 / 20 + 3);
  expect(edits.length).toBeGreaterThanOrEqual(12);
});

test('answers in its first line, and folds the rest; the job summary does the same', async () => {
  await using scene = await openScene();
  scene.sandbox.service.script(works(300));
  const running = scene.start({}, { event: scene.comment('/docs Rewrite it\nAll of it').event });
  await scene.sandbox.time.sleep(100_000);
  const [work = ''] = scene.comments();
  const step = await running.ended;
  const [end = ''] = scene.comments();
  expect(work).toMatch(
    /^\*\*Working on it:\*\* `Rewrite it`, since 2026-01-05 [\d:]{8} UTC\. \[The run\]\(http:[^)]*\) updates this comment\. Further requests here wait in GitHub's queue\.\n/,
  );
  const answer = `**Pull request ready:** [\`acme/docs#1\`](${LINK})\n`;
  expect(end.startsWith(answer)).toBe(true);
  expect(step.summary.startsWith(answer)).toBe(true);
  for (const text of [work, end, step.summary]) {
    expect(text).toMatch(
      /^.+\n\n<details><summary>Details<\/summary>\n\n- [^|]+<\/details>\s+(?:<!--.*-->\s*)*$/,
    );
    expect(text).not.toMatch(/\| *\|/);
  }
});

describe('whoever asked is told of the end', () => {
  test('by a reply that mentions them, when it took over two minutes', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(works(130));
    await scene.ask('/docs Rewrite');
    const [status = '', reply, ...more] = scene.comments();
    expect(status).not.toContain('@octocat');
    expect(reply).toBe(
      `@octocat **Pull request ready:** [\`acme/docs#1\`](${LINK})\n\n<!-- docs-agent-action:note -->`,
    );
    expect(more).toEqual([]);
  });

  test.each<[string, number, object]>([
    ['below two minutes', 100, {}],
    ['with `notify: never`', 400, { notify: 'never' }],
  ])('by no reply %s', async (_when, seconds, inputs) => {
    await using scene = await openScene();
    scene.sandbox.service.script(works(seconds));
    await scene.ask('/docs Rewrite', { inputs: { ...inputs } });
    expect(scene.comments()).toEqual([expect.stringContaining(LINK)]);
  });

  test('by no reply when it was a bot, or nobody', async () => {
    await using scene = await openScene();
    const { service } = scene.sandbox;
    service.scriptAll(works(400));
    await scene.ask('/docs Rewrite', { by: 'renovate[bot]', inputs: { 'allow-bots': 'renovate[bot]' } });
    await scene.run({ prompt: 'Check', 'issue-number': '1' }, { event: { name: 'schedule', payload: {} } });
    expect(scene.prompts()).toHaveLength(2);
    expect(scene.comments()).toHaveLength(2);
    expect(scene.comments().join()).not.toContain('@');
  });
});

test.each<[object, string, string]>([
  [{ status: 'failed' }, '-1', '**Failed:**'],
  [{ status: 'completed' }, 'confused', '**No pull request:**'],
  [{ status: 'archived' }, 'confused', '**No pull request:**'],
  [{ status: 'archived', prLink: LINK }, 'rocket', 'Pull request ready:'],
])('a job that ends with %j', async (end, reaction, title) => {
  await using scene = await openScene();
  scene.sandbox.service.script(works(40, end));
  const asking = scene.comment('/docs Rewrite');
  await scene.run({}, { event: asking.event });
  expect(asking.reactions()).toEqual(['eyes', reaction]);
  expect(scene.comments()[0]).toContain(title);
});

test('a deadline that passes, and a job that nobody waits for, say how to go on', async () => {
  for (const inputs of [{ timeout: '1m' }, { wait: 'false' }] as const) {
    await using scene = await openScene();
    scene.sandbox.service.scriptAll(works(4000));
    const step = await scene.ask('/docs Rewrite', { inputs });
    const [only, ...others] = scene.comments();
    expect(only).toContain(step.outputs['jobId']);
    expect(only).toContain('Re-run the workflow to watch the job again.');
    expect(only).toContain('by the next request here, by `/docs --status`');
    expect(others).toEqual([]);
  }
});

test('a request that the service refuses ends in the comment, with the reason as text', async () => {
  await using scene = await openScene();
  const { service } = scene.sandbox;
  service.faults.next({ method: 'POST' }, answer({ status: 402, body: { error: 'Ask @acme/billing <b>' } }));
  const asking = scene.comment('/docs Rewrite');
  const step = await scene.run({}, { event: asking.event });
  expect(step.outputs['result']).toBe('error');
  expect(asking.reactions()).toEqual(['eyes', '-1']);
  expect(scene.comments()[0]).toContain('402 Payment Required: Ask @&#8203;acme/billing \\<b\\>');
});

test('`comment: never` asks GitHub for nothing but the permission', async () => {
  await using scene = await openScene();
  scene.sandbox.service.script(works(400));
  const step = await scene.ask('/docs Rewrite', { inputs: { comment: 'never' } });
  expect(step.outputs).toMatchObject({ result: 'pull-request', commentUrl: '' });
  expect(scene.requests('github')).toEqual(['GET /collaborators/octocat/permission 200']);
});

test('without a token a scheduled job runs, and the log says that nothing is reported', async () => {
  await using scene = await openScene();
  const inputs = { prompt: 'Check', 'issue-number': '1', 'github-token': '' };
  const step = await scene.run(inputs, { event: { name: 'schedule', payload: {} } });
  expect(step.outputs).toMatchObject({ result: 'pull-request', commentUrl: '' });
  expect(step.annotations).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      message: expect.stringContaining('`github-token` is empty'),
    }),
  );
  expect(scene.requests('github')).toEqual([]);
});

test('a message in a comment shows back-ticks and underscores as people typed them', async () => {
  await using scene = await openScene();
  const error = 'set `docs_dir`, not @octocat';
  scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 400, body: { error } }));
  await scene.ask('/docs Rewrite');
  expect(scene.comments()[0]).toContain('`docs_dir`');
  expect(scene.comments()[0]).not.toMatch(/\\`|@octocat/);
});
