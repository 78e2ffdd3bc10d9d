/** A dry run writes nothing on GitHub, sends nothing to the service, and checks the set-up. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { type Inputs, openScene, openThread, type Scene, worksFor } from '../support/scene.ts';

type Opened = Awaited<ReturnType<typeof openThread>>;
const writes = ({ sandbox: { github, service } }: Scene) =>
  [...github.requests, ...service.requests].filter(({ method }) => method !== 'GET');

describe('a dry run writes and sends nothing', () => {
  test.each<[string, string, string, string, string]>([
    ['an instruction', '/docs Fix it', 'octocat', 'dry-run', 'Fix it'],
    ['a message', '/docs Fix it', 'octocat', 'dry-run', 'This would be a message to job JOB'],
    ['`--status`', '/docs --status', 'octocat', 'dry-run', 'the state of the job would be shown'],
    ['`--help`', '/docs --help', 'octocat', 'dry-run', 'Start a comment with one of these:'],
    ['an unknown flag', '/docs --now Fix it', 'octocat', 'dry-run', '**Not sent:** '],
    ['a reader', '/docs Fix it', 'reader', 'denied', 'would get the reaction `confused`'],
    ['a triager', '/docs Fix it', 'triager', 'denied', 'This would be posted in the conversation:'],
  ])('for %s', async (_name, text, by, result, shown) => {
    await using scene = await openScene();
    const { jobId } = scene.leave(worksFor(60), 10);
    scene.member('reader', 'read');
    scene.member('triager', 'triage');
    const step = await scene.ask(text, { by, inputs: { 'dry-run': 'true', 'pr-labels': 'docs' } });
    expect(step).toMatchObject({ exitCode: 0, outputs: { result } });
    expect(`${step.summary}\n${step.log}`).toContain(shown.replaceAll('JOB', jobId));
    expect(writes(scene)).toEqual([]);
    // Strangers can't use up the limit of the visitors.
    const polls = text === '/docs Fix it' ? 3 : 2;
    expect(scene.requests('service')).toHaveLength(result === 'denied' ? 0 : polls);
  });

  test.each<[string, (scene: Opened) => unknown, object, string]>([
    ['a used-up limit', () => undefined, { reasonCode: 'daily-limit' }, 'daily-limit'],
    [
      'a merged pull request',
      ({ close, pull }) => close(pull, { merged: true }),
      { jobId: '' },
      'be a new job',
    ],
    [
      'auto-merge',
      ({ pull }) => Object.assign(pull.pull ?? {}, { autoMerge: true }),
      { reasonCode: 'auto-merge-on' },
      'Not sent',
    ],
    [
      'a job at work',
      (scene) => scene.request('/docs Longer'),
      { reasonCode: 'dry-run', jobId: 'job_1' },
      'would wait',
    ],
    ['an ended job', () => undefined, { reasonCode: 'dry-run', jobId: 'job_1' }, 'a message to job job_1'],
  ])('in a thread with %s, as the run would decide', async (what, change, outputs, words) => {
    await using scene = await openThread({ seconds: 600 });
    await change(scene);
    const before = writes(scene).length;
    const limit = what === 'a used-up limit' ? { 'daily-limit': '1' } : {};
    const step = await scene.ask('/docs Fix it', { inputs: { 'dry-run': 'true', ...limit } });
    expect(step.outputs).toMatchObject(outputs);
    expect(step.outputs['reason']).toContain(words);
    expect(writes(scene)).toHaveLength(before);
  });

  test('if `when-open` skips it, and the summary shows the reply', async () => {
    await using scene = await openScene();
    scene.pull.labels.add('new');
    const inputs = { 'dry-run': 'true', 'when-open': 'skip', 'pr-labels': 'new' };
    const step = await scene.ask('/docs Fix it', { inputs });
    expect(step.outputs['result']).toBe('skipped');
    expect(step.summary).toContain('would get the reaction `confused`');
    expect(step.summary).toContain('**Skipped:** ');
    expect(writes(scene)).toEqual([]);
  });
});

test('a dry run shows the exact prompt, its URL, and that it would be a new job', async () => {
  await using scene = await openScene();
  const step = await scene.run({ prompt: 'Say `this` <b>exactly</b>\n```\n@here', 'dry-run': 'true' });
  expect(step.outputs).toMatchObject({ result: 'dry-run', reasonCode: 'dry-run', jobId: '' });
  expect(step.summary).toContain('````text\nSay `this` <b>exactly</b>\n```\n@here\n````\n');
  expect(step.summary).toContain(`POST ${scene.sandbox.service.url}/v2/agent/acme-docs/job`);
  expect(step.log).toContain('This would be a new job.');
  expect(writes(scene)).toEqual([]);
});

describe('the check of a set-up', () => {
  const CHECK = {
    'dry-run': 'true',
    prompt: '',
    'pr-labels': 'docs',
    'pr-repository': 'acme/docs',
    'pr-token': 'ghs_app',
    'pr-reviewers': 'acme/writers',
  };
  type SetUp = (scene: Scene) => unknown;
  const docsOf = ({ sandbox }: Scene) => sandbox.github.repository('acme/docs');

  /** Checks a set-up in which nothing is missing, but for `change`: what differs, or other inputs. */
  async function check(change: SetUp | Inputs) {
    await using scene = await openScene();
    const { github } = scene.sandbox;
    const docs = docsOf(scene);
    docs.private = true;
    await github.withFiles('acme/docs', { 'index.mdx': '# Docs' });
    docs.teams.add('writers');
    docs.labels.add('docs');
    const small = { pull_requests: 'write', issues: 'write' } as const;
    const members = { ...small, members: 'read' } as const;
    for (const [token, permissions, repository = 'acme/docs'] of [
      ['ghs_app', members],
      ['ghs_small', small],
      ['ghs_elsewhere', small, 'acme/other'],
    ] as const)
      github.addToken(token, { login: 'app[bot]', repositories: [repository], permissions });
    const inputs = typeof change === 'function' ? await change(scene) : change;
    const event = scene.events.dispatch(userOf(scene.sandbox.github.store, 'octocat'));
    const step = await scene.run({ ...CHECK, ...Object(inputs) }, { event });
    const rows = step.summary.match(/(?<=^\| (?!Set-up|---)).*(?= \|$)/gm) ?? [];
    expect(writes(scene)).toEqual([]);
    return { step, rows };
  }

  test('finds nothing missing, and says what it does not know', async () => {
    const { rows, step } = await check({});
    const states = rows.map((row) => row.split(' | ', 2).join(': '));
    expect(states).toEqual([
      '`api-key`: fine',
      '`project-id`: fine',
      'Permission of `octocat`: fine',
      'Access to comments: fine',
      'Access of `pr-token` to `acme/docs`: fine',
      'Label `docs`: fine',
      'Team `acme/writers`: fine',
      "Write permissions of the token: can't be known",
      "Environment for the key: can't be known",
    ]);
    expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'dry-run', reasonCode: 'dry-run' } });
  });

  test.each<[string, SetUp | Inputs, string, string]>([
    ['a wrong key', { 'api-key': 'mint_wrong' }, '`api-key`', '90 days'],
    ['an unknown project', { 'project-id': 'other' }, '`project-id`', 'Check `project-id`'],
    [
      'a token without permissions',
      ({ sandbox }) => {
        sandbox.github.repository('acme/product').private = true;
        Object.assign(sandbox.github.store.tokens.get(sandbox.token) ?? {}, { permissions: {} });
      },
      'Access to comments',
      'Set `issues`',
    ],
    ['an app elsewhere', { 'pr-token': 'ghs_elsewhere' }, 'Access of `pr-token`', 'Install the app'],
    ['a token that sees no team', { 'pr-token': 'ghs_small' }, 'Team `acme/writers`', '`members: read`'],
    ['a team without access', (scene) => docsOf(scene).teams.clear(), 'Team `acme/writers`', 'Give the team'],
    ['a triager', (scene) => scene.member('octocat', 'triage'), 'Permission of `octocat`', 'need `write`'],
    [
      'a private name in a label',
      (scene) => {
        Object.assign(docsOf(scene), { private: false });
        docsOf(scene).labels.add('docs-from acme/product');
        scene.repository.private = true;
        return { 'pr-labels': 'docs, docs-from acme/product' };
      },
      'Name of this private repository in the public one',
      'The label `docs-from acme/product` tells it',
    ],
  ])('fails with %s', async (_name, change, what, advice) => {
    const { rows, step } = await check(change);
    const missing = rows.filter((row) => row.includes(' | missing | '));
    expect(missing[0]).toMatch(what);
    expect(missing[0]).toContain(advice);
    expect(step).toMatchObject({
      exitCode: 1,
      outputs: { result: 'dry-run', reasonCode: 'set-up-incomplete' },
    });
    expect(step.outputs['reason']).toContain(`Missing: ${what.replaceAll('`', "'")}`);
  });

  test.each<[string, SetUp | Inputs, string, string]>([
    [
      'the service is down',
      ({ sandbox }) => sandbox.service.faults.next({ times: 20, optional: true }, answer({ status: 503 })),
      '`api-key`',
      'The service failed',
    ],
    [
      'the key does not reach visitors',
      ({ sandbox }) => sandbox.service.faults.next({ path: /visitors/ }, answer({ status: 403 })),
      '`project-id`',
      'not authorized',
    ],
    ['a label is missing', (scene) => docsOf(scene).labels.clear(), 'Label `docs`', 'create it'],
    [
      'the agent may repeat a private name',
      (scene) => {
        Object.assign(docsOf(scene), { private: false });
        scene.repository.private = true;
      },
      'Name of this private repository in the public one',
      'Set `context: none`',
    ],
  ])('succeeds if %s', async (_name, change, what, advice) => {
    const { rows, step } = await check(change);
    const unknown = rows.find((row) => row.startsWith(`${what} | can't be known | `));
    expect(unknown).toContain(advice);
    expect(step).toMatchObject({ exitCode: 0, outputs: { reasonCode: 'dry-run' } });
  });
});
