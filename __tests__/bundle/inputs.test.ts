/** Inputs of all actions. `__tests__/inputs/read-inputs.test.ts` has a row for each wrong value. */
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { read } from '../contract/repository.ts';
import { openScene, SCHEDULE } from '../support/scene.ts';

test.each(['request', 'visitors', 'collect'] as const)(
  'the %s action names all wrong inputs at once, and does nothing',
  async (action) => {
    await using scene = await openScene();
    const step = await scene.run({ timeout: 'soon', 'project-id': '' }, { action });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.annotations).toEqual([expect.objectContaining({ level: 'error' })]);
    for (const name of ['timeout', 'project-id']) expect(step.log).toContain(`\`${name}\``);
    expect([...scene.requests('service'), ...scene.requests('github'), ...scene.list()]).toEqual([]);
  },
);

test.each([
  ['request', { prompt: 'Rewrite' }, 'pull-request'],
  ['visitors', {}, 'exported'],
  ['collect', {}, 'nothing'],
] as const)('an empty input of the %s action has its default', async (action, given, result) => {
  await using scene = await openScene();
  const { inputs } = parse(read(action === 'request' ? 'action.yml' : `${action}/action.yml`));
  const names = Object.keys(inputs).filter((name) => !inputs[name].required && name !== 'github-token');
  const empty = Object.fromEntries(names.map((name, index) => [name, index % 2 ? '' : ' ']));
  const step = await scene.run({ prompt: undefined, ...empty, ...given }, { action });
  expect(step).toMatchObject({ exitCode: 0, outputs: { result } });
});

test('an empty `trigger-phrase` is `/docs`', async () => {
  await using scene = await openScene();
  const inputs = { 'trigger-phrase': '', permission: '' };
  expect((await scene.ask('/docs Rewrite', { inputs })).outputs['result']).toBe('pull-request');
  expect((await scene.ask('Thanks', { inputs })).outputs['result']).toBe('skipped');
});

test('front matter of files is left out', async () => {
  await using scene = await openScene();
  const file = '---\nname: 3.10\nmode: agent\n---\nRewrite';
  scene.write({ 'a.md': file, 'rules.md': '---\nglobs: *.ts\napply: always\n---\nBe brief' });
  const step = await scene.run({ 'prompt-file': 'a.md', 'rules-file': 'rules.md' });
  expect(step.exitCode).toBe(0);
  expect(scene.sent()).toEqual([expect.stringMatching(/^Be brief\s+Rewrite/)]);
});

test('the key is masked before anything else is printed, even if it is wrong', async () => {
  await using scene = await openScene();
  const key = 'mint_dsc_0123456789';
  const step = await scene.run({ 'api-key': key, timeout: 'never' }, { secrets: [key] });
  // The runner prints the inputs before it starts the action.
  const lines = step.rawLog
    .split('\n')
    .filter((line) => line.includes(key) && !line.startsWith('  api-key: '));
  expect(lines).toEqual([`::add-mask::${key}`]);
  expect(step.log).not.toContain(key);
  expect(JSON.stringify([step.outputs, step.summary, step.annotations])).not.toContain(key);
});

test('a `base-url` can have a path', async () => {
  await using scene = await openScene({ service: { prefix: '/docs/api' } });
  const step = await scene.run({ 'base-url': `${scene.sandbox.service.url}/` });
  expect(step.outputs['result']).toBe('pull-request');
  expect(scene.requests('service')[0]).toBe('POST /docs/api/v2/agent/acme-docs/job 201');
});

test('special characters of a `project-id` are encoded', async () => {
  await using scene = await openScene();
  await scene.run({ 'project-id': 'a/../b?c' });
  expect(scene.requests('service')[0]).toContain('POST /v2/agent/a%2F..%2Fb%3Fc/job');
});

test('globs on an event without changes get a notice that names the missing input', async () => {
  await using scene = await openScene();
  const step = await scene.run({ paths: 'src/**' }, { event: SCHEDULE });
  expect(step.outputs['result']).toBe('pull-request');
  expect(step.annotations).toContainEqual({
    level: 'notice',
    message:
      'The event `schedule` changes no files, so `paths` does nothing. Set `range` as well, like `range: last-success` on a schedule.',
  });
});

test('globs on a push get no notice', async () => {
  await using scene = await openScene({ history: true });
  const before = await scene.tip();
  const after = await scene.commit('main', { 'src/app.ts': 'two\n' });
  const step = await scene.run({ paths: 'src/**' }, { event: scene.push({ before, after }) });
  expect(JSON.stringify(step.annotations)).not.toContain('does nothing');
});
