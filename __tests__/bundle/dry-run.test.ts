/** A dry run writes nothing on GitHub and sends nothing to the service. */
import { describe, expect, test } from '@jest/globals';
import { openScene, worksFor } from '../support/scene.ts';

describe('a dry run writes and sends nothing', () => {
  test.each<[string, string, string, string, string]>([
    ['an instruction', '/docs Fix it', 'octocat', 'dry-run', 'Fix it'],
    [
      'a message',
      '/docs Fix it',
      'octocat',
      'dry-run',
      'a message to job JOB, or a new job if JOB takes none',
    ],
    ['`--status`', '/docs --status', 'octocat', 'dry-run', 'The state of the job would be shown'],
    ['`--help`', '/docs --help', 'octocat', 'dry-run', 'Start a comment with one of these:'],
    ['an unknown flag', '/docs --now Fix it', 'octocat', 'dry-run', '**Not sent:** '],
    ['a reader', '/docs Fix it', 'reader', 'denied', 'would get the reaction `confused`'],
    ['a triager', '/docs Fix it', 'triager', 'denied', 'This would be posted in the conversation:'],
  ])('for %s', async (_name, text, by, result, shown) => {
    await using scene = await openScene();
    const { jobId } = scene.leave(worksFor(60), 10);
    scene.member('reader', 'read');
    scene.member('triager', 'triage');
    const { github, service } = scene.sandbox;
    const step = await scene.ask(text, { by, inputs: { 'dry-run': 'true', 'pr-labels': 'docs' } });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result } });
    expect(`${step.summary}\n${step.log}`).toContain(shown.replaceAll('JOB', jobId));
    expect(github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(service.requests).toEqual([]);
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

test('a dry run shows the exact prompt, its URL, and that it would be a new job', async () => {
  await using scene = await openScene();
  const step = await scene.run({ prompt: 'Say `this` <b>exactly</b>\n```\n@here', 'dry-run': 'true' });
  expect(step.outputs).toMatchObject({ result: 'dry-run', reasonCode: 'dry-run', jobId: '' });
  expect(step.summary).toContain('````text\nSay `this` <b>exactly</b>\n```\n@here\n````\n');
  expect(step.summary).toContain(`POST ${scene.sandbox.service.url}/v2/agent/acme-docs/job`);
  expect(step.log).toContain('This would be a new job.');
  expect(scene.requests('service')).toEqual([]);
});
