/** The examples in which somebody asks on GitHub: what starts them, and what comes of it. */
import { describe, expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import { readWorkflow } from '../../sandbox/workflow/file.ts';
import { openRunner, play } from '../../sandbox/workflow.ts';
import { trustedServer } from '../support/certificates.ts';
import { behindProxy, openProxy } from '../support/proxy.ts';
import { around } from '../support/recipes.ts';
import { endsAfter, LINK, openScene, type Scene } from '../support/scene.ts';

const context = { actor: 'octocat', triggeringActor: 'octocat' };
const within = (scene: Scene) => around(scene, (options) => ({ ...options, context }));

test('first.yml: a comment on an issue is answered with a pull request', async () => {
  await using scene = await openScene();
  const { event } = scene.comment('/docs Rewrite the quickstart', { on: scene.issue });
  const { steps } = await play(readWorkflow('first.yml'), { event, ...within(scene) });
  expect(steps[0]?.result.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
});

describe('asked-in-a-comment.yml', () => {
  const workflow = readWorkflow('asked-in-a-comment.yml');

  test.each([
    ['comment', 'issue'],
    ['comment', 'pull'],
    ['line', 'pull'],
    ['review', 'pull'],
  ] as const)('a %s on the %s is answered with a pull request', async (kind, on) => {
    await using scene = await openScene();
    const asking = scene[kind]('/docs Rewrite the quickstart', { on: scene[on] });
    const { steps } = await play(workflow, { event: asking.event, ...within(scene) });
    expect(steps).toHaveLength(1);
    expect(steps[0]?.result.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
    expect(steps[0]?.group).toBe(`docs-${scene[on].number}`);
  });

  test('three comments within a second make one job and two messages', async () => {
    await using scene = await openScene();
    const { service, time } = scene.sandbox;
    service.rules.usualSeconds = 60;
    const runner = openRunner(workflow, within(scene));
    const runs = [];
    for (const words of ['Rewrite the quickstart', 'Explain keys', 'Shorter, please']) {
      runs.push(runner.dispatch(scene.comment(`/docs ${words}`).event));
      await time.sleep(300);
    }
    const plays = await Promise.all(runs.map(({ ended }) => ended));
    expect(plays.map(({ results }) => results['docs'])).toEqual(['success', 'success', 'success']);
    expect(service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt.split('\n')[0]))).toEqual([
      ['Rewrite the quickstart', 'Explain keys', 'Shorter, please'],
    ]);
  });

  test('a new issue is, too', async () => {
    await using scene = await openScene();
    const event = scene.events.issue(scene.issue, 'opened', scene.issue.user, (payload) => {
      payload.issue.body = '/docs Rewrite the quickstart';
    });
    const { steps } = await play(workflow, { event, ...within(scene) });
    expect(steps.map(({ result }) => result.outputs['result'])).toEqual(['pull-request']);
  });

  test('no runner starts for another comment, an edit, or a comment on a new issue that once asked', async () => {
    await using scene = await openScene();
    const surroundings = within(scene);
    const others = [
      scene.comment('I would not ask /docs for that'),
      scene.comment('/docs Rewrite', { action: 'edited' }),
      scene.comment('Thanks', { change: ({ issue }) => Object.assign(issue, { body: '/docs Rewrite' }) }),
    ];
    for (const { event } of others)
      expect((await play(workflow, { event, ...surroundings })).started).toEqual([]);
    expect(scene.requests('github')).toEqual([]);
  });
});

describe('by-label.yml', () => {
  const workflow = readWorkflow('by-label.yml');
  const labelled = (scene: Scene, name: string, by = 'octocat') =>
    scene.events.issue(scene.issue, 'labeled', userOf(scene.sandbox.github.store, by), (payload) => {
      payload.label = { ...payload.label, name };
    });

  test('the label asks, the issue is data, and the answer is in the issue', async () => {
    await using scene = await openScene();
    const event = labelled(scene, 'needs documentation');
    const { steps } = await play(workflow, { event, ...within(scene) });
    expect(steps[0]?.result.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
    expect(scene.comments()).toEqual([expect.stringContaining(LINK)]);
    expect(scene.prompts()[0]).toMatch(/^Write the documentation that this issue requests/);
    expect(scene.prompts()[0]).toContain('> It shows version 1.');
  });

  test('another label starts no runner, and somebody without the permission gets nothing', async () => {
    await using scene = await openScene();
    const surroundings = within(scene);
    expect((await play(workflow, { event: labelled(scene, 'bug'), ...surroundings })).started).toEqual([]);
    scene.member('mallory', 'triage');
    const event = labelled(scene, 'needs documentation', 'mallory');
    const { steps } = await play(workflow, { event, ...surroundings });
    expect(steps.map(({ result }) => result.outputs['result'])).toEqual(['denied']);
    expect(scene.sandbox.service.requests).toEqual([]);
  });
});

describe('several-projects.yml', () => {
  const workflow = readWorkflow('several-projects.yml');

  test('each phrase has its job', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs-guides Rewrite the quickstart');
    const { started, steps } = await play(workflow, { event, ...within(scene) });
    expect(started).toEqual(['guides']);
    expect(steps.map(({ result }) => result.outputs['result'])).toEqual(['pull-request']);
    expect((await play(workflow, { event: scene.comment('/docs Rewrite').event, ...within(scene) })).started)
      // The phrase of neither.
      .toEqual([]);
  });

  test('rules come from the default branch', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs-api Rewrite the reference', { on: scene.pull });
    const { others, steps } = await play(workflow, { event, ...within(scene) });
    const branch = (event.payload as { repository: { default_branch: string } }).repository.default_branch;
    expect(others.map(({ with: given }) => given['ref'])).toEqual([branch]);
    // Nothing was checked out here, so that the rules are missing: an error, and nothing is sent without them.
    expect(steps[0]?.result.outputs).toMatchObject({ result: 'error' });
    expect(steps[0]?.result.outputs['reason']).toContain('rules-file');
    expect(scene.sandbox.service.requests).toEqual([]);
  });
});

describe('enterprise.yml', () => {
  test('everything goes through the proxy, to the addresses that the runner gives', async () => {
    using trusted = await trustedServer();
    await using scene = await openScene({ service: { tls: trusted.tls } });
    await using proxy = await openProxy();
    const { event } = scene.comment('/docs Rewrite the quickstart');
    const { service, github } = scene.sandbox;
    const [address, apiUrl] = [behindProxy(service.url), behindProxy(github.api)];
    const vars = {
      ...{ HTTPS_PROXY: proxy.url, NO_PROXY: 'internal.example' },
      CA_FILE: trusted.trusting.NODE_EXTRA_CA_CERTS,
    };
    const { steps } = await play(readWorkflow('enterprise.yml'), {
      ...{ event, vars },
      // The sandbox's GitHub speaks plain HTTP, so its proxy is that for HTTP.
      ...around(scene, ({ inputs, env, ...rest }) => ({
        ...{ ...rest, context: { ...context, apiUrl }, inputs: { ...inputs, 'base-url': address } },
        env: { ...env, HTTP_PROXY: proxy.url },
      })),
    });
    expect(steps[0]?.result.outputs).toMatchObject({ result: 'pull-request', prLink: LINK });
    const hosts = [address, apiUrl].map((url) => new URL(url).host);
    expect(new Set(proxy.tunnels)).toEqual(new Set(hosts));
  });
});

describe('no-waiting.yml', () => {
  const workflow = readWorkflow('no-waiting.yml');

  test('the run ends when the job has begun, and the pull request brings the thread up to date', async () => {
    await using scene = await openScene();
    scene.sandbox.service.script(endsAfter(10, { prLink: scene.nextLink() }));
    const { event } = scene.comment('/docs Rewrite the quickstart');
    const asked = await play(workflow, { event, ...within(scene) });
    expect(asked.steps.map(({ result }) => result.outputs['result'])).toEqual(['started']);
    await scene.minutes(11);
    const opened = scene.opened(scene.openPull());
    const { steps } = await play(workflow, { event: opened, ...within(scene) });
    expect(steps.map(({ result }) => result.outputs['result'])).toEqual(['collected']);
    expect(scene.comments()[0]).toContain('**Pull request ready:**');
    // Of a job of 10 minutes a runner sees some seconds.
    const spent = [...asked.steps, ...steps].reduce((sum, { result }) => sum + result.duration, 0);
    expect(spent).toBeLessThan(30_000);
  });
});
