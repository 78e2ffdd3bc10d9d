/** What a dry run leaves alone: everything. */
import { expect, test } from '@jest/globals';
import type { Event } from '../../src/request/trigger.ts';
import { openScene, type Scene } from '../support/scene.ts';

/** A conversation with a job that ended, and whose request nobody finished. */
async function openUnfinished(): Promise<Scene> {
  const scene = await openScene();
  const { service, time } = scene.sandbox;
  const prLink = `${scene.sandbox.github.server}/acme/product/pull/${scene.pull.number}`;
  service.script({ timeline: [{ status: 'active' }, { at: 60, status: 'completed', prLink }] });
  const first = await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } });
  expect(first.outputs['result']).toBe('started');
  await time.sleep(600_000);
  return scene;
}

const says =
  (body: string, by = 'octocat') =>
  (scene: Scene) =>
    scene.comment(body, { by }).event;

test.each<[string, (scene: Scene) => Event, string, string]>([
  ['an instruction', says('/docs Fix it'), 'dry-run', 'Fix it'],
  ['`--status`', says('/docs --status'), 'dry-run', 'The state of the job would be shown'],
  ['`--help`', says('/docs --help'), 'dry-run', 'Start a comment with one of these:'],
  ['an unknown flag', says('/docs --now Fix it'), 'dry-run', '**Not sent:** '],
  ['a reader', says('/docs Fix it', 'reader'), 'denied', 'would get the reaction `confused`'],
  ['a triager', says('/docs Fix it', 'triager'), 'denied', 'This would be posted in the conversation:'],
])('a dry run for %s writes nothing and sends nothing', async (_name, put, result, shown) => {
  await using scene = await openUnfinished();
  scene.member('reader', 'read');
  scene.member('triager', 'triage');
  const { github, service } = scene.sandbox;
  const before = [github.requests.length, service.requests.length];
  const inputs = { 'dry-run': 'true', 'pr-labels': 'docs' };
  const step = await scene.run(inputs, { event: put(scene) });
  expect(step).toMatchObject({ exitCode: 0, outputs: { result } });
  expect(step.summary).toContain(shown);
  expect(github.requests.slice(before[0]).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(service.requests.slice(before[1])).toEqual([]);
});

test('a dry run that is skipped shows the reply to the requester', async () => {
  await using scene = await openScene();
  const inputs = { 'dry-run': 'true', 'skip-if-open': 'repo:acme/product is:pr is:open' };
  const step = await scene.ask('/docs Fix it', { inputs });
  expect(step.outputs['result']).toBe('skipped');
  expect(step.summary).toContain('would get the reaction `confused`');
  expect(step.summary).toContain('**Not sent:** ');
  expect(scene.requests('github').filter((call) => !call.startsWith('GET '))).toEqual([]);
});
