import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { request } from 'undici';
import type { Agent } from '../../sandbox/agent/agent.ts';
import { git } from '../../sandbox/git.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function open(options: SandboxOptions = {}) {
  sandbox = await openSandbox({ seed: 'a seed', jobs: 'working', ...options });
}

async function call(method: 'GET' | 'POST', path: string, prompt?: string) {
  const { service } = sandbox;
  const { statusCode, body } = await request(`${service.url}/v2/agent/${service.projectId}/job${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(prompt !== undefined && { body: JSON.stringify({ prompt }) }),
  });
  return { statusCode, job: (await body.json()) as Record<string, unknown> };
}

async function create(prompt: string): Promise<string> {
  return String((await call('POST', '', prompt)).job['id']);
}

async function github(path: string, accept = 'application/json'): Promise<string> {
  const { body } = await request(sandbox.github.api + path, {
    headers: { accept, authorization: `Bearer ${sandbox.token}` },
  });
  return body.text();
}

describe('a working job', () => {
  test('opens a pull request; a message changes the same one', async () => {
    await open();
    const id = await create('Explain webhooks');
    await sandbox.time.sleep(39_999);
    expect((await call('GET', `/${id}`)).job).toMatchObject({ status: 'active', prLink: null });
    await sandbox.time.sleep(2);
    const prLink = `${sandbox.github.server}/acme/docs/pull/1`;
    expect((await call('GET', `/${id}`)).job).toMatchObject({ status: 'completed', prLink });
    const first = JSON.parse(await github('/repos/acme/docs/pulls/1'));
    expect(first).toMatchObject({
      ...{ number: 1, title: 'Explain webhooks', state: 'open', merged: false, html_url: prLink },
      ...{ commits: 1, changed_files: 2, user: { login: 'docs-agent[bot]', type: 'Bot' } },
      created_at: '2026-01-05T09:00:40Z',
    });
    expect(first.body).toContain('> Explain webhooks');

    expect((await call('POST', `/${id}/message`, 'Add an example')).job).toMatchObject({
      ...{ status: 'active', prLink: null },
    });
    await sandbox.time.sleep(40_001);
    expect((await call('GET', `/${id}`)).job).toMatchObject({ status: 'completed', prLink });
    expect(JSON.parse(await github('/repos/acme/docs/pulls/1'))).toMatchObject({ commits: 2, number: 1 });
    const diff = await github('/repos/acme/docs/pulls/1', 'application/vnd.github.diff');
    expect(diff).toContain('+- [Explain webhooks](guides/explain-webhooks.md)');
    expect(diff).toContain('+> Add an example');
    const { gitDir = '' } = sandbox.github.repository('acme/docs');
    const dates = await git(['log', '--format=%aI', `docs-agent/explain-webhooks-${id.slice(0, 6)}`], {
      cwd: gitDir,
    });
    expect(dates.split('\n').slice(0, 2)).toEqual(['2026-01-05T09:01:20+00:00', '2026-01-05T09:00:40+00:00']);
  });

  test.each([
    ['a commit', { 'a.md': 'New' }, 1],
    ['no commit', {}, 0],
  ])('pushes a branch with %s and opens no pull request', async (_name, files, ahead) => {
    const pushed: string[] = [];
    const agent: Agent = async ({ checkout }) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(checkout, name), text);
      return { only: 'branch' };
    };
    await open({ agent });
    sandbox.github.repository('acme/docs').onPush = (sha) => pushed.push(sha);
    const id = await create('Explain webhooks');
    await sandbox.time.sleep(40_001);
    const { job } = await call('GET', `/${id}`);
    expect(job).toMatchObject({ status: 'completed', prLink: null });
    const { ref } = job['source'] as { ref: string };
    const compared = await github(`/repos/acme/docs/compare/main...${encodeURIComponent(ref)}`);
    expect(JSON.parse(compared)).toMatchObject({ ahead_by: ahead });
    expect(pushed).toHaveLength(ahead);
  });

  test('a crash of the agent is a failed job, which takes no message', async () => {
    const crash: Agent = async () => {
      throw new Error('out of ideas');
    };
    await open({ agent: crash });
    const id = await create('Go');
    await sandbox.time.sleep(40_001);
    expect((await call('GET', `/${id}`)).job['status']).toBe('failed');
    expect((await call('POST', `/${id}/message`, 'Again')).statusCode).toBe(400);
    expect(sandbox.problems).toEqual(['out of ideas']);
  });
});
