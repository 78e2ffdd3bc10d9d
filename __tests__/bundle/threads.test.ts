/** What the service gets when a conversation goes on: one thread has one job. */
import { describe, expect, test } from '@jest/globals';
import { editComment } from '../../sandbox/github/threads.ts';
import { endsAfter, openScene } from '../support/scene.ts';

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
