/** Wrong inputs of all actions. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { instructions } from '../support/batch.ts';
import { onLinux } from '../support/on-linux.ts';
import { type Inputs, openScene, type Scene } from '../support/scene.ts';

const LINKS = {
  'outside.md': '../secret.txt',
  'git.md': '.git/config',
  'inside.md': 'largest.md',
  'links/hostname.md': '/etc/hostname',
  'links/folder': '../same',
  'linked.csv': 'target.csv',
};

let scene: Scene;
let workspace: string;

beforeAll(async () => {
  scene = await openScene();
  workspace = scene.workspace;
  scene.write({
    '../secret.txt': 'outside',
    '.git/config': 'token',
    'good.md': 'Do it',
    'blank.md': ' \n',
    'large.md': 'x'.repeat(256 * 1024 + 1),
    'largest.md': 'x'.repeat(256 * 1024),
    'bad/empty.md': ' ',
    'bad/head.md': '---\nmodel: x\n---\nIt',
    'links/real.md': 'It',
    'same/a.md': '---\nname: same\n---\nIt',
    'same/b.md': '---\nname: same\n---\nIt',
    [`long/${'folder/'.repeat(30)}a.md`]: 'It',
  });
  writeFileSync(join(workspace, 'latin.md'), Buffer.from([0x66, 0xfc, 0x72]));
  mkdirSync(join(workspace, 'folder'));
  for (const [name, target] of Object.entries(LINKS)) symlinkSync(target, join(workspace, name));
});
afterAll(() => scene[Symbol.asyncDispose]());

type Action = 'request' | 'batch' | 'visitors' | 'collect';

async function expectRefused(action: Action, inputs: Inputs, words: readonly string[]): Promise<void> {
  const files = scene.list();
  const step = await scene.run(inputs, { action });
  expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
  // The runner warns about unknown names.
  const own = step.annotations.filter(({ message }) => !message.startsWith('Unexpected input'));
  expect(own).toEqual([expect.objectContaining({ level: 'error' })]);
  for (const each of words) expect(step.log).toContain(each);
  expect([...scene.requests('service'), ...scene.requests('github')]).toEqual([]);
  expect(scene.list()).toEqual(files);
}

describe('the request action refuses', () => {
  test.each<[Inputs, string]>([
    [{ prompt: '' }, '`prompt`, `prompt-file` and `job-id` are all empty'],
    [{ prompt: ' \n\t' }, '`prompt` is blank'],
    [{ prompt: 'x', 'prompt-file': 'inside.md' }, '`prompt` and `prompt-file` are both set'],
    [{ 'base-url': '' }, '`base-url` is empty'],
    [{ 'base-url': 'api.example.com' }, '`base-url` must be a URL'],
    [{ 'base-url': 'http://127.0.0.1.example.com' }, '`base-url` must begin with `https://`'],
    [{ 'base-url': 'ftp://127.0.0.1' }, '`base-url` must begin with `https://`'],
    [{ 'base-url': 'https://user:pass@api.example.com' }, '`base-url` must not contain a user or password'],
    [{ 'base-url': 'https://api.example.com?x=1' }, '`base-url` must not contain a query or fragment'],
    [{ 'base-url': 'https://api.example.com/#x' }, '`base-url` must not contain a query or fragment'],
    [{ 'base-url': 'https://a.example/docs/v2/agent/acme/job' }, 'must not end in `/v2/agent/acme/job`'],
    [{ 'base-url': 'https://api.example.com/v1/' }, '`base-url` must not end in `/v1/`'],
    [{ 'api-key': '' }, '`api-key` is empty'],
    [{ 'api-key': 'mint_dsc_0123456789' }, '`api-key` is another kind of key (`mint_dsc_...`)'],
    [{ 'api-key': 'mint_us_0123456789' }, '`api-key` is another kind of key (`mint_us_...`)'],
    [{ 'api-key': 'two words' }, '`api-key` must be printable ASCII'],
    [{ 'project-id': '' }, '`project-id` is empty. Check that its variable is set'],
    [{ 'project-id': '..' }, '`project-id` must not be'],
    [{ 'job-id': '..' }, '`job-id` must be 1 to 200 letters'],
    [{ 'job-id': 'job/../7' }, '`job-id` must be 1 to 200 letters'],
    [{ 'allow-users': 'ann:x' }, 'must be logins, each alone or as `login:id`, but `ann:x` is not one'],
    [{ 'dry-run': 'yes' }, '`dry-run` must be `true` or `false`'],
    [{ timeout: '30' }, '`timeout` must be a duration'],
    [{ timeout: '0s' }, '`timeout` must be a duration'],
    [{ timeout: '999h' }, '`timeout` must be at most 120 h'],
    [{ 'poll-interval': '0s' }, '`poll-interval` must be `auto` or a duration of at least `1s`'],
    [{ 'poll-interval': 'fast' }, '`poll-interval` must be `auto` or a duration of at least `1s`'],
    [{ 'prompt-file': 'missing.md' }, '`prompt-file`: missing.md cannot be read (ENOENT)'],
    [{ 'prompt-file': 'folder' }, '`prompt-file`: folder is not a regular file'],
    [{ 'prompt-file': '.' }, '`prompt-file`: . is outside of the workspace'],
    [{ 'prompt-file': '../secret.txt' }, '`prompt-file`: ../secret.txt is outside of the workspace'],
    [{ 'prompt-file': 'outside.md' }, '`prompt-file`: outside.md is outside of the workspace'],
    [{ 'prompt-file': '.git/config' }, '`prompt-file`: .git/config is inside a .git folder'],
    [{ 'prompt-file': 'git.md' }, '`prompt-file`: git.md is inside a .git folder'],
    [{ 'prompt-file': 'large.md' }, '`prompt-file`: large.md is larger than 256 KiB'],
    [{ 'prompt-file': 'blank.md' }, '`prompt-file`: blank.md is empty'],
    [{ 'prompt-file': 'latin.md' }, '`prompt-file`: latin.md is not UTF-8 text'],
    [{ 'rules-file': 'missing.md' }, '`rules-file`: missing.md cannot be read (ENOENT)'],
    [{ 'context-file': 'largest.md\ngood.md' }, '`context-file`: the files are larger than 256 KiB together'],
    [{ 'ignore-pulls': 'internal' }, 'must be rules like `label:internal`'],
    [{ 'daily-limit': '0' }, '`daily-limit` must be'],
    [{ 'daily-limit': '10000' }, '`daily-limit` must be'],
    [{ 'daily-limit': '5', 'issue-number': '1', comment: 'never' }, '`daily-limit` counts requests by their'],
    [
      { 'daily-limit': '5', comment: 'when-changed' },
      '`daily-limit` counts requests by their status comments',
    ],
    [{ comment: 'when-changed', wait: 'false' }, '`comment: when-changed` needs `wait: true`'],
    [{ 'when-open': 'skip' }, '`when-open` does nothing without `pr-labels`'],
    [{ 'when-open': 'skip', 'pr-labels': 'x', wait: 'false' }, '`when-open: skip` needs `wait: true`'],
    [{ 'when-open': 'message', 'pr-labels': 'x', comment: 'never' }, '`when-open: message` needs the marker'],
    [{ 'pr-repository': 'acme/docs' }, '`pr-repository` needs `pr-token`'],
    [{ 'pr-repository': 'docs' }, '`pr-repository` must be a repository'],
    [{ paths: '/src/**' }, 'Paths begin at the root of the repository'],
    [{ paths: 'src/' }, 'For its files, use `src/**`'],
    [{ 'github-token': '' }, '`github-token` is empty'],
  ])('%j', (inputs, words) => expectRefused('request', inputs, [words]));

  onLinux.test('a named pipe, without waiting for its writer', async () => {
    execFileSync('mkfifo', [join(workspace, 'pipe.md')]);
    await expectRefused('request', { 'prompt-file': 'pipe.md' }, ['pipe.md is not a regular file']);
  });

  test.each(['prompt-file', 'rules-file', 'context-file'])(
    'a missing `%s` in an empty workspace, and suggests a checkout',
    async (name) => {
      await using empty = await openScene();
      const step = await empty.run({ ...(name !== 'prompt-file' && { prompt: 'Rewrite' }), [name]: 'x.md' });
      expect(step.outputs['reason']).toContain("a step with 'actions/checkout' is missing");
    },
  );
});

describe('the other actions refuse', () => {
  const entries = instructions(1);
  const needsSource = 'Set one of `prompts`, `prompts-json` and `resume`';

  test.each<[Action, Inputs, ...string[]]>([
    ['batch', {}, needsSource],
    ['batch', { prompts: '*.md', 'prompts-json': entries }, needsSource],
    ['batch', { prompts: '../*.md\n/etc/*' }, 'no file in the workspace matches ../*.md, /etc/*'],
    ['batch', { prompts: '**/config' }, '`prompts`: no file in the workspace matches **/config'],
    ['batch', { prompts: 'bad/**' }, 'of `bad/empty.md` is empty', 'bad/head.md has the unknown'],
    ['batch', { prompts: 'same/*' }, '2 entries are named `same`'],
    ['batch', { prompts: 'links/*' }, 'links/hostname.md is outside of the workspace', 'not a regular file'],
    ['batch', { prompts: 'long/**' }, 'its path is not one line of 1 to 200 characters'],
    ['batch', { 'prompts-json': '[{"name": "a", "prompt": " "}]' }, 'The instruction of `a` is empty'],
    ['batch', { 'prompts-json': '[{]' }, '`prompts-json`: must be a JSON array'],
    ['batch', { resume: 'none.json' }, '`resume`: none.json cannot be read (ENOENT)'],
    ['batch', { resume: 'good.md' }, '`resume`: must be a JSON array'],
    ['visitors', { file: 'folder/' }, '`file`: folder/ names a folder, not a file.'],
    ['visitors', { file: 'linked.csv' }, 'linked.csv is a symbolic link.'],
    ['visitors', { file: '.git/config' }, 'is inside a .git folder.'],
    ['visitors', { 'date-from': '2026-02-30' }, '`date-from` must be a date that exists, like `2026-01-31`'],
    [
      'visitors',
      { 'date-from': '2026-01-02', 'date-to': '2026-01-01' },
      '`date-from` (2026-01-02) must be before `date-to` (2026-01-01).',
    ],
    ['visitors', { 'date-from': '9999w' }, '`date-from` must not be before 1970.'],
    [
      'visitors',
      { compare: 'previous', 'date-from': '1980-01-01' },
      '`compare`: the period before would begin before 1970.',
    ],
    ['batch', { 'prompts-json': entries, 'github-token': '' }, '`github-token` is empty'],
    ['collect', { 'github-token': '' }, '`github-token` is empty'],
    [
      'request',
      { prompt: 'x', 'date-from': '7d' },
      '`date-from` is not an input of this action. Check its name.',
    ],
    ['batch', { 'prompts-json': entries, 'on-event': 'push' }, '`on-event` is not an input of this action'],
    ['batch', { 'prompts-json': entries, 'max-paralel': '3' }, 'input of this action. Use `max-parallel`.'],
    ['visitors', { 'github-token': 'x' }, '`github-token` is not an input of this action. Check its name.'],
    [
      'collect',
      { 'pr-reviewer': 'ann' },
      '`pr-reviewer` is not an input of this action. Use `pr-reviewers`.',
    ],
  ])('%s: %j', (action, inputs, ...words) => expectRefused(action, inputs, words));
});

test.each<[Action, Inputs]>([
  [
    'request',
    {
      'base-url': 'x',
      'project-id': '',
      prompt: '',
      wait: 'maybe',
      timeout: 'soon',
      paths: 'src/[',
      'pr-paths': '!docs/**',
      range: 'main..next',
      'pr-repository': 'docs',
      'when-open': 'Message',
      'pr-labels': 'x'.repeat(51),
      'pr-reviewers': 'octo cat!',
    },
  ],
  [
    'batch',
    {
      'api-key': '',
      prompts: 'no/*',
      'max-parallel': '31',
      'max-jobs': '101',
      timeout: 'soon',
      file: '../x',
    },
  ],
  [
    'visitors',
    {
      'api-key': 'mint_dsc_1',
      'project-id': ' ',
      'date-from': '2026-02-30',
      'date-to': 'tomorrow',
      format: 'CSV',
      top: '251',
      'max-requests': '0',
      compare: 'yes',
      timeout: '30',
      file: '../visitors.csv',
    },
  ],
  [
    'collect',
    {
      since: '3 days',
      timeout: 'soon',
      'dry-run': 'perhaps',
      'pr-reviewers': 'asker, author',
    },
  ],
])('the %s action names all wrong inputs at once: %j', (action, inputs) =>
  expectRefused(
    action,
    inputs,
    Object.keys(inputs).map((name) => `\`${name}\``),
  ),
);

test('the key is masked before anything else is printed, even if it is wrong', async () => {
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

describe('the request action accepts', () => {
  test('a `base-url` with a path', async () => {
    await using prefixed = await openScene({ service: { prefix: '/docs/api' } });
    const step = await prefixed.run({ 'base-url': `${prefixed.sandbox.service.url}/` });
    expect(step.outputs['result']).toBe('pull-request');
    expect(prefixed.requests('service')[0]).toBe('POST /docs/api/v2/agent/acme-docs/job 201');
  });

  test('a `project-id` with special characters, which it encodes', async () => {
    await using other = await openScene();
    await other.run({ 'project-id': 'a/../b?c' });
    expect(other.requests('service')[0]).toContain('POST /v2/agent/a%2F..%2Fb%3Fc/job');
  });

  test('a file of exactly 256 KiB, through a link inside the workspace', async () => {
    await using other = await openScene();
    const step = await other.run({ 'prompt-file': 'inside.md' }, { workspace });
    expect(step.outputs['result']).toBe('pull-request');
  });

  test('booleans in capitals', async () => {
    const step = await scene.run({ 'dry-run': 'TRUE' });
    expect(step.outputs['result']).toBe('dry-run');
  });
});
