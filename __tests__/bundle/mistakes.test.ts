/** Twelve mistakes that people make: each is told with what happened, to what, and what to do. */
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { shellSafeText } from '../../src/text/shell-safe.ts';
import { type Inputs, openScene, type Scene } from '../support/scene.ts';

interface Mistake {
  readonly name: string;
  readonly make: (scene: Scene) => Promise<StepResult>;
  readonly result: string;
  readonly code: string;
  readonly words: readonly string[];
}

/** Somebody starts a run by hand, with an instruction unless the mistake is about that. */
function given(inputs: Inputs): Mistake['make'] {
  return (scene) => scene.run({ prompt: 'Rewrite', ...inputs }, { event: { name: 'schedule', payload: {} } });
}

const INVALID = { result: 'error', code: 'input-invalid' };

const MISTAKES: readonly Mistake[] = [
  {
    ...{ name: 'an input is misspelt', ...INVALID },
    make: given({ poll_interval: '1m' }),
    words: ['Not sent: `poll_interval` is no input of this action', '`poll-interval` is: correct the name'],
  },
  {
    name: 'the key is wrong',
    ...{ result: 'error', code: 'key-rejected' },
    make: given({ 'api-key': 'mint_of_somebody_else' }),
    words: [
      'Not sent: The service rejected the API key (401',
      ...['`api-key`', "project's organization", 'expired', '`base-url`'],
    ],
  },
  {
    name: 'the project is nobody’s',
    ...{ result: 'error', code: 'not-found' },
    make: given({ 'project-id': 'nobodys' }),
    words: ['Not sent: The service did not find the project', '(404', 'Check `project-id`', '`base-url`'],
  },
  {
    ...{ name: 'a timeout without its unit', ...INVALID },
    make: given({ timeout: '30' }),
    words: ['Not sent: `timeout` must be a duration like `90s`, `30m` or `2h`'],
  },
  {
    ...{ name: 'the prompt is empty', ...INVALID },
    make: given({ prompt: '' }),
    words: ['Not sent: `prompt`, `prompt-file` and `job-id` are all empty. Give an instruction'],
  },
  {
    ...{ name: 'the file is missing', ...INVALID },
    make: given({ prompt: '', 'prompt-file': 'docs/prompt.md' }),
    words: [
      'Not sent: `prompt-file`: docs/prompt.md cannot be read (ENOENT)',
      'the workspace is empty, so a step with `actions/checkout` is missing before this one',
    ],
  },
  {
    name: 'the phrase stands in the middle',
    ...{ result: 'skipped', code: 'no-phrase' },
    make: (scene) => scene.ask('Could you /docs Rewrite the quickstart'),
    words: ['The text does not begin with the trigger phrase', 'Write a new comment that begins with it'],
  },
  {
    ...{ name: 'an address without https', ...INVALID },
    make: given({ 'base-url': 'api.example.com' }),
    words: ['Not sent: `base-url` must be a URL like `https://api.example.com`'],
  },
  {
    ...{ name: 'an address with a path of the service', ...INVALID },
    make: given({ 'base-url': 'https://api.example.com/v2/agent' }),
    words: ['Not sent: `base-url` must not end in `/v2/agent`', 'leave that off'],
  },
  {
    ...{ name: 'a job id with a line end', ...INVALID },
    make: given({ 'job-id': 'job_1\njob_2' }),
    words: ['Not sent: `job-id` must be 1 to 200 letters, digits and signs of'],
  },
  {
    ...{ name: 'a boolean in other words', ...INVALID },
    make: given({ wait: 'no' }),
    words: ['Not sent: `wait` must be `true` or `false`'],
  },
  {
    name: 'a label by a reader',
    ...{ result: 'denied', code: 'not-permitted' },
    make(scene) {
      scene.member('mallory', 'read');
      const mallory = userOf(scene.sandbox.github.store, 'mallory');
      const event = scene.events.issue(scene.issue, 'labeled', mallory, (payload) => {
        payload.label = { ...payload.label, name: 'needs documentation' };
      });
      return scene.run({ prompt: 'Document this issue' }, { event });
    },
    words: ['`mallory` has the role `read` in this repository, but requests need `write`', '`permission`'],
  },
];

test.each(MISTAKES)('$name', async ({ make, result, code, words }) => {
  await using scene = await openScene();
  const step = await make(scene);
  const reason = step.outputs['reason'] ?? '';
  expect(step.outputs).toMatchObject({ result, reasonCode: code });
  // As an output it holds nothing that a shell carries out; people read it as it was written.
  for (const part of words) expect(reason).toContain(shellSafeText(part));
  // One sentence for people, wherever they look.
  expect(reason).not.toContain('\n');
  const told = step.annotations.map(({ level, message }) => `${level}: ${shellSafeText(message)}`);
  if (result === 'error') expect(told).toEqual([`error: ${reason}`]);
  expect(scene.sandbox.service.jobs).toEqual([]);
});

describe('what a refusal means depends on what was asked for', () => {
  test.each<[string, Inputs, object, string]>([
    ['a create', {}, { method: 'POST', path: /\/job$/ }, 'that the project is connected with GitHub'],
    [
      'a message',
      { 'job-id': 'job_1' },
      { method: 'POST', path: /\/message$/ },
      'that the job still takes messages',
    ],
  ])('400 of %s', async (_name, inputs, target, words) => {
    await using scene = await openScene();
    const { service } = scene.sandbox;
    const turns = [{ timeline: [{ status: 'completed', prLink: null }] }];
    service.putJob({ id: 'job_1', ago: 3600, turns });
    service.faults.next(target, answer({ status: 400, body: { error: 'No.' } }));
    const step = await scene.run({ prompt: 'Rewrite', ...inputs });
    expect(step.outputs['reason']).toContain(words);
  });

  test('400 of analytics is about the dates', async () => {
    await using scene = await openScene({ action: 'visitors' });
    scene.sandbox.service.faults.next({ method: 'GET' }, answer({ status: 400, body: { error: 'No.' } }));
    const step = await scene.run();
    expect(step.outputs['reason']).toContain("[400 Bad Request: No]. Check 'date-from' and 'date-to'.");
  });

  test('404 of analytics names no job', async () => {
    await using scene = await openScene({ action: 'visitors' });
    const step = await scene.run({ 'project-id': 'nobodys' });
    expect(step.outputs['reason']).toContain("Check 'project-id' and the path in 'base-url'.");
  });
});

test('one key works for all projects of its organization', async () => {
  await using scene = await openScene();
  scene.sandbox.service.addProject('acme-blog');
  const step = await scene.run({ 'project-id': 'acme-blog' });
  expect(step.outputs['result']).toBe('pull-request');
});

test.each(['prompt-file', 'rules-file', 'context-file'])(
  '`%s` in an empty workspace: the checkout is missing',
  async (name) => {
    await using scene = await openScene();
    const step = await scene.run({ ...(name !== 'prompt-file' && { prompt: 'Rewrite' }), [name]: 'x.md' });
    expect(step.outputs['reason']).toBe(
      shellSafeText(
        `Not sent: \`${name}\`: x.md cannot be read (ENOENT): the workspace is empty, so a step with \`actions/checkout\` is missing before this one.`,
      ),
    );
  },
);

test('a missing file in a checked-out workspace is only missing', async () => {
  await using scene = await openScene({ action: 'visitors' });
  writeFileSync(`${scene.workspace}/README.md`, 'Hello');
  await using other = await openScene();
  const step = await other.run({ 'prompt-file': 'x.md' }, { workspace: scene.workspace });
  expect(step.outputs['reason']).toBe(
    shellSafeText('Not sent: `prompt-file`: x.md cannot be read (ENOENT).'),
  );
});

test('a follow-up that may not write on the pull request tries once, and says so once with the permission', async () => {
  await using scene = await openScene({ jobs: 'working', documentation: 'acme/product' });
  const { github, service, token } = scene.sandbox;
  const schedule = { name: 'schedule', payload: {} };
  const first = await scene.run({ prompt: 'Rewrite', comment: 'never' }, { event: schedule });
  const known = github.store.tokens.get(token);
  if (known) known.permissions = { contents: 'read' };
  const step = await scene.run({ prompt: 'Shorter', 'job-id': first.outputs['jobId'] }, { event: schedule });
  expect(step.outputs['result']).toBe('pull-request');
  expect(service.jobs).toHaveLength(1);
  expect(scene.requests('github').filter((call) => /^POST .*comments/.test(call))).toEqual([
    expect.stringMatching(/^POST \/issues\/\d+\/comments 403$/),
  ]);
  const warnings = step.annotations.filter(({ level }) => level === 'warning');
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('needs the permission `pull-requests: write`'),
  ]);
});

test('a message in a comment shows back-ticks and underscores as people typed them', async () => {
  await using scene = await openScene();
  const error = 'set `docs_dir`, not @octocat';
  scene.sandbox.service.faults.next({ method: 'POST' }, answer({ status: 400, body: { error } }));
  await scene.ask('/docs Rewrite');
  const [body = ''] = scene.comments();
  expect(body).toContain('`docs_dir`');
  expect(body).toContain('`base-url`');
  expect(body).not.toContain('\\`');
  expect(body).not.toContain('@octocat');
});
