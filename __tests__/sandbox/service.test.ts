import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openService, type Service } from '../../sandbox/service/service.ts';
import type { Time } from '../../sandbox/time.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';

let time: Time;
let service: Service;

beforeEach(async () => {
  time = virtualTime();
  service = await openService({ time, seed: 'a seed', prefix: '/api' });
});
afterEach(() => service.close());

interface Call {
  key?: string;
  body?: unknown;
}

async function call(method: string, path: string, { key = service.key, body }: Call = {}) {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const JOBS = '/v2/agent/acme-docs/job';
const create = (prompt: unknown = 'Write it') => call('POST', JOBS, { body: { prompt } });
const look = (id: string) => call('GET', `${JOBS}/${id}`);
const say = (id: string, prompt = 'Shorter') => call('POST', `${JOBS}/${id}/message`, { body: { prompt } });

describe('agent jobs', () => {
  test('a job is created, works, and ends with a pull request', async () => {
    const created = await create();
    expect(created.status).toBe(201);
    expect(created.headers.get('date')).toBe('Mon, 05 Jan 2026 09:00:00 GMT');
    expect(created.json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      status: 'active',
      source: { repository: 'acme/docs', ref: null },
      model: 'sandbox-writer-1',
      prLink: null,
      createdAt: '2026-01-05T09:00:00.000Z',
      archivedAt: null,
    });
    const { id } = created.json;
    await time.sleep(3_999);
    expect((await look(id)).json.status).toBe('active');
    await time.sleep(1);
    const done = await look(id);
    expect(done.status).toBe(200);
    expect(done.json).toMatchObject({
      id,
      status: 'completed',
      prLink: 'https://github.com/acme/docs/pull/1',
    });
  });

  test('wrong and revoked keys get 401', async () => {
    service.addKey('mint_second');
    const status = async (key: string) => (await call('GET', `${JOBS}/x`, { key })).status;
    expect(await status('mint_second')).toBe(404);
    service.revokeKey('mint_second');
    expect(await Promise.all(['wrong', 'mint_second'].map(status))).toEqual([401, 401]);
  });
});

describe('scripted jobs', () => {
  test('hidden at first, stale after a message, then archived', async () => {
    const prLink = 'https://github.com/acme/docs/pull/7';
    service.script(
      {
        timeline: [
          { status: 'active', hidden: true },
          { at: 5, status: 'active' },
          { at: 10, status: 'completed', prLink },
        ],
      },
      {
        timeline: [
          { previous: true },
          { at: 20, status: 'active' },
          { at: 30, status: 'archived', prLink, archivedAt: '2026-01-05T10:00:00Z' },
        ],
      },
    );
    const { id } = (await create()).json;
    expect((await look(id)).status).toBe(404);
    await time.sleep(10_000);
    expect((await look(id)).json).toMatchObject({ status: 'completed', prLink });
    expect((await say(id)).json).toMatchObject({ status: 'completed', prLink });
    await time.sleep(20_000);
    expect((await look(id)).json).toMatchObject({ status: 'active', prLink: null });
    await time.sleep(10_000);
    expect((await look(id)).json).toMatchObject({ status: 'archived', prLink });
    expect((await say(id)).status).toBe(400);
  });
});

describe('limits', () => {
  test('after 100 uses in an hour there is a 429 that says when it ends', async () => {
    for (let use = 0; use < 100; use += 1) {
      if (use === 50) await time.sleep(600_000);
      expect((await create()).status).toBe(201);
    }
    const refused = await create();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3000']);
    expect(service.jobs).toHaveLength(100);
    await time.sleep(3_000_000);
    expect((await create()).status).toBe(201);
  });
});
