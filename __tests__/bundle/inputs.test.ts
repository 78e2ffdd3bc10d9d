import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { onLinux } from '../support/on-linux.ts';
import { openScene, type Scene } from '../support/scene.ts';

let root: string;
let workspace: string;
let scene: Scene;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'inputs-'));
  workspace = join(root, 'workspace');
  mkdirSync(join(workspace, '.git'), { recursive: true });
  mkdirSync(join(workspace, 'folder'));
  writeFileSync(join(root, 'secret.txt'), 'outside');
  writeFileSync(join(workspace, '.git/config'), 'token');
  writeFileSync(join(workspace, 'large.md'), 'x'.repeat(256 * 1024 + 1));
  writeFileSync(join(workspace, 'largest.md'), 'x'.repeat(256 * 1024));
  writeFileSync(join(workspace, 'blank.md'), ' \n');
  writeFileSync(join(workspace, 'latin.md'), Buffer.from([0x66, 0xfc, 0x72]));
  symlinkSync(join(root, 'secret.txt'), join(workspace, 'link.md'));
  symlinkSync('.git/config', join(workspace, 'hidden.md'));
  symlinkSync('largest.md', join(workspace, 'inside.md'));
  scene = await openScene();
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  rmSync(root, { recursive: true });
});

describe('a wrong input is named before anything is sent', () => {
  test.each<[Record<string, string | undefined>, string]>([
    [{ prompt: '' }, '`prompt`, `prompt-file` and `job-id` are all empty'],
    [{ prompt: ' \n\t' }, '`prompt` is blank'],
    [{ prompt: 'x', 'prompt-file': 'inside.md' }, '`prompt` and `prompt-file` are both given'],
    [{ 'base-url': '' }, '`base-url` is empty'],
    [{ 'base-url': 'api.example.com' }, '`base-url` must be a URL'],
    [{ 'base-url': 'http://api.example.com' }, '`base-url` must begin with `https://`'],
    [{ 'base-url': 'ftp://127.0.0.1' }, '`base-url` must begin with `https://`'],
    [{ 'base-url': 'http://127.0.0.1.example.com' }, '`base-url` must begin with `https://`'],
    [{ 'base-url': 'https://user:pass@api.example.com' }, '`base-url` must not contain a user or password'],
    [{ 'base-url': 'https://api.example.com?x=1' }, '`base-url` must not contain a query or fragment'],
    [{ 'base-url': 'https://api.example.com/#x' }, '`base-url` must not contain a query or fragment'],
    [{ 'api-key': '' }, '`api-key` is empty'],
    [{ 'api-key': 'mint_dsc_0123456789' }, '`api-key` is a key of another kind (`mint_dsc_...`)'],
    [{ 'api-key': 'mint_us_0123456789' }, '`api-key` is a key of another kind (`mint_us_...`)'],
    [{ 'api-key': 'two words' }, '`api-key` must be one word'],
    [
      { 'project-id': '' },
      '`project-id` is empty: is the variable set that holds it, and may this run see it?',
    ],
    [
      { 'base-url': 'https://api.example.com/docs/v2/agent/acme/job' },
      'must not end in `/v2/agent/acme/job`',
    ],
    [{ 'base-url': 'https://api.example.com/v1/' }, '`base-url` must not end in `/v1/`: leave that off'],
    [{ 'project-id': '..' }, '`project-id` must not be'],
    [{ 'job-id': '.' }, '`job-id` must be 1 to 200 letters'],
    [{ 'job-id': '..' }, '`job-id` must be 1 to 200 letters'],
    [{ 'job-id': 'a\nb' }, '`job-id` must be 1 to 200 letters'],
    [{ 'job-id': 'job/../7' }, '`job-id` must be 1 to 200 letters'],
    [{ 'job-id': 'x'.repeat(201) }, '`job-id` must be 1 to 200 letters'],
    [{ 'allow-users': 'ann:x' }, 'must be logins, each alone or as `login:id`, and `ann:x` is none'],
    [{ wait: 'maybe' }, '`wait` must be `true` or `false`'],
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
    [{ 'prompt-file': 'link.md' }, '`prompt-file`: link.md is outside of the workspace'],
    [{ 'prompt-file': '.git/config' }, '`prompt-file`: .git/config is inside a .git folder'],
    [{ 'prompt-file': 'hidden.md' }, '`prompt-file`: hidden.md is inside a .git folder'],
    [{ 'prompt-file': 'large.md' }, '`prompt-file`: large.md is larger than 256 KiB'],
    [{ 'prompt-file': 'blank.md' }, '`prompt-file`: blank.md is empty'],
    [{ 'prompt-file': 'latin.md' }, '`prompt-file`: latin.md is not UTF-8 text'],
    [{ prompt: 'x', 'rules-file': 'missing.md' }, '`rules-file`: missing.md cannot be read (ENOENT)'],
  ])('%j', async (inputs, words) => {
    const step = await scene.run(inputs, { workspace });
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: '' } });
    expect(step.log).toContain(words);
    expect(step.outputs['reason']).not.toMatch(/[?!]\./);
    expect(step.annotations).toEqual([expect.objectContaining({ level: 'error' })]);
    expect(scene.requests('service')).toEqual([]);
  });

  test.each(['prompt-file', 'rules-file', 'context-file'])(
    'a missing `%s` in an empty workspace names the checkout',
    async (name) => {
      const step = await scene.run({ ...(name !== 'prompt-file' && { prompt: 'Rewrite' }), [name]: 'x.md' });
      expect(step.outputs['reason']).toContain(
        "the workspace is empty, so a step with 'actions/checkout' is missing",
      );
    },
  );

  onLinux.test('a named pipe, which nobody waits for', async () => {
    execFileSync('mkfifo', [join(workspace, 'pipe.md')]);
    const step = await scene.run({ 'prompt-file': 'pipe.md' }, { workspace });
    expect(step.log).toContain('pipe.md is not a regular file');
    expect(scene.requests('service')).toEqual([]);
  });

  test('all of them in one error', async () => {
    const step = await scene.run({
      'base-url': 'x',
      'project-id': '',
      wait: 'maybe',
      timeout: 'soon',
      prompt: '',
    });
    for (const name of ['base-url', 'project-id', 'wait', 'timeout', 'prompt']) {
      expect(step.log).toContain(`\`${name}\``);
    }
    expect(scene.requests('service')).toEqual([]);
  });

  test('the key is masked before anything else is printed, right or wrong', async () => {
    for (const key of ['mint_dsc_0123456789', 'sk_right_0123456789']) {
      const step = await scene.run({ 'api-key': key, timeout: 'never' }, { secrets: [key] });
      // The runner shows the inputs itself, before the action's first word.
      const printed = step.rawLog
        .split('\n')
        .filter((line) => line.includes(key) && !line.startsWith('  api-key: '));
      expect(printed).toEqual([`::add-mask::${key}`]);
      expect(step.log).not.toContain(key);
      expect(JSON.stringify([step.outputs, step.summary, step.annotations])).not.toContain(key);
    }
  });
});

describe('inputs that are right', () => {
  test('one key works for all projects of its organization', async () => {
    await using other = await openScene();
    other.sandbox.service.addProject('acme-blog');
    expect((await other.run({ 'project-id': 'acme-blog' })).outputs['result']).toBe('pull-request');
  });

  test('a path prefix is kept, and what is foreign is encoded', async () => {
    await using prefixed = await openScene({ service: { prefix: '/docs/api' } });
    const step = await prefixed.run({ 'base-url': `${prefixed.sandbox.service.url}/` });
    expect(step.outputs['result']).toBe('pull-request');
    expect(prefixed.requests('service')[0]).toBe('POST /docs/api/v2/agent/acme-docs/job 201');
  });

  test('a project id cannot leave its place in the path', async () => {
    await using other = await openScene();
    await other.run({ 'project-id': 'a/../b?c' });
    expect(other.requests('service')[0]).toContain('POST /v2/agent/a%2F..%2Fb%3Fc/job');
  });

  test('a file of exactly 256 KiB behind a link inside the workspace', async () => {
    await using other = await openScene();
    const step = await other.run({ 'prompt-file': 'inside.md' }, { workspace });
    expect(step.outputs['result']).toBe('pull-request');
  });

  test('booleans in any case', async () => {
    const step = await scene.run({ 'dry-run': 'TRUE' });
    expect(step.outputs['result']).toBe('dry-run');
  });
});
