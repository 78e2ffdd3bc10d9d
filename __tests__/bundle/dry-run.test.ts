/** A dry run writes nothing on GitHub and sends nothing to the service. */
import { describe, expect, test } from '@jest/globals';
import { openScene, type Scene } from '../support/scene.ts';

/** A conversation with a request that no run has finished, although its job has ended. */
async function openUnfinished(): Promise<Scene> {
  const scene = await openScene();
  const prLink = `${scene.sandbox.github.server}/acme/product/pull/${scene.pull.number}`;
  scene.sandbox.service.script({
    timeline: [{ status: 'active' }, { at: 60, status: 'completed', prLink }],
  });
  const { step } = await scene.request('/docs Rewrite');
  expect(step.outputs['result']).toBe('started');
  await scene.minutes(10);
  return scene;
}

describe('a dry run writes and sends nothing', () => {
  test.each([
    ['an instruction', '/docs Fix it', 'octocat', 'dry-run', 'Fix it'],
    ['`--status`', '/docs --status', 'octocat', 'dry-run', 'The state of the job would be shown'],
    ['`--help`', '/docs --help', 'octocat', 'dry-run', 'Start a comment with one of these:'],
    ['an unknown flag', '/docs --now Fix it', 'octocat', 'dry-run', '**Not sent:** '],
    ['a reader', '/docs Fix it', 'reader', 'denied', 'would get the reaction `confused`'],
    ['a triager', '/docs Fix it', 'triager', 'denied', 'This would be posted in the conversation:'],
  ])('for %s', async (_name, text, by, result, shown) => {
    await using scene = await openUnfinished();
    scene.member('reader', 'read');
    scene.member('triager', 'triage');
    const { github, service } = scene.sandbox;
    const before = { github: github.requests.length, service: service.requests.length };
    const step = await scene.ask(text, { by, inputs: { 'dry-run': 'true', 'pr-labels': 'docs' } });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result } });
    expect(step.summary).toContain(shown);
    const written = github.requests.slice(before.github).filter(({ method }) => method !== 'GET');
    expect(written).toEqual([]);
    expect(service.requests.slice(before.service)).toEqual([]);
  });

  test('if `when-open` skips it, and the summary shows the reply', async () => {
    await using scene = await openScene();
    scene.pull.labels.add('new');
    const inputs = { 'dry-run': 'true', 'when-open': 'skip', 'pr-labels': 'new' };
    const step = await scene.ask('/docs Fix it', { inputs });
    expect(step.outputs['result']).toBe('skipped');
    expect(step.summary).toContain('would get the reaction `confused`');
    expect(step.summary).toContain('**Skipped:** ');
    expect(scene.requests('github').filter((call) => !call.startsWith('GET '))).toEqual([]);
  });
});
