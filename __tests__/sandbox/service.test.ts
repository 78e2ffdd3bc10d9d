import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openService, type Service } from '../../sandbox/service/service.ts';
import { seedVisitors } from '../../sandbox/service/visitors.ts';
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

  test('ids are the same for the same seed, and others for another', async () => {
    const { id } = (await create()).json;
    for (const [seed, same] of [
      ['a seed', true],
      ['another', false],
    ] as const) {
      const other = await openService({ time, seed });
      service.close();
      service = other;
      expect((await create()).json.id === id).toBe(same);
    }
  });

  test.each([
    ['no prompt', {}],
    ['an empty prompt', { prompt: '' }],
    ['a prompt that is no text', { prompt: 5 }],
    ['no object', 'null'],
    ['no JSON', '{'],
  ])('%s is refused', async (_name, body) => {
    const answer = await call('POST', JOBS, { body });
    expect([answer.status, typeof answer.json.error]).toEqual([400, 'string']);
    expect(service.jobs).toHaveLength(0);
  });

  test('wrong and revoked keys get 401', async () => {
    service.addKey('mint_second');
    const status = async (key: string) => (await call('GET', `${JOBS}/x`, { key })).status;
    expect(await status('mint_second')).toBe(404);
    service.revokeKey('mint_second');
    expect(await Promise.all(['wrong', 'mint_second'].map(status))).toEqual([401, 401]);
  });

  test('a key works for all projects of the organization; one that nobody has is 404', async () => {
    service.addProject('acme-blog');
    const ask = (path: string) => call('POST', path, { body: { prompt: 'Write it' } });
    const statuses = ['acme-docs', 'acme-blog', 'nobodys'].map(
      async (project) => (await ask(`/v2/agent/${project}/job`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([201, 201, 404]);
    expect((await call('GET', '/v1/analytics/nobodys/visitors')).status).toBe(404);
  });

  test('unknown jobs and paths are 404', async () => {
    const answers = await Promise.all([
      look('unknown'),
      say('unknown'),
      call('GET', '/v2/agent/acme-docs/jobs'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
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

  test('each look shows the next scene, with missing, extra and odd fields', async () => {
    service.script({
      looks: [
        { status: 'active' },
        { status: 'thinking', mood: 'fine', omit: ['model', 'source'] },
        { status: 'completed', prLink: 'ftp://nowhere' },
      ],
    });
    const { id } = (await create()).json;
    const second = (await look(id)).json;
    expect(second).toMatchObject({ status: 'thinking', mood: 'fine' });
    expect(second).not.toHaveProperty('model');
    expect((await look(id)).json.prLink).toBe('ftp://nowhere');
    expect((await look(id)).json.prLink).toBe('ftp://nowhere');
  });

  test('jobs of the past can be put in', async () => {
    service.putJob({ id: 'old-job', ago: 3600, turns: [{ timeline: [{ status: 'failed' }] }] });
    expect((await look('old-job')).json).toMatchObject({
      status: 'failed',
      createdAt: '2026-01-05T08:00:00.000Z',
    });
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

  test.each([
    ['retry-after', 'retry-after', '3600'],
    ['retry-after-date', 'retry-after', 'Mon, 05 Jan 2026 10:00:00 GMT'],
    ['ratelimit-reset', 'ratelimit-reset', '3600'],
    ['x-ratelimit-reset', 'x-ratelimit-reset', String(Date.UTC(2026, 0, 5, 10) / 1000)],
    ['none', 'retry-after', null],
  ] as const)('the hint can be %s', async (hint, header, value) => {
    service.rules.usesPerHour = 1;
    service.rules.hint = hint;
    service.rules.plainText = hint === 'none';
    await create();
    const refused = await create();
    expect([refused.status, refused.headers.get(header)]).toEqual([429, value]);
    expect(refused.json === undefined).toBe(hint === 'none');
  });
});

describe('visitors', () => {
  const visitors = (query: string) => call('GET', `/v1/analytics/acme-docs/visitors${query}`);

  test('pages until there is no more', async () => {
    service.visitors.rows = seedVisitors(501);
    const pages = [];
    for (const offset of [0, 250, 500]) pages.push((await visitors(`?limit=250&offset=${offset}`)).json);
    expect(pages.map((page) => [page.visitors.length, page.hasMore])).toEqual([
      [250, true],
      [250, true],
      [1, false],
    ]);
    expect(pages[0].totals.total).toBeGreaterThan(0);
    expect((await visitors('')).json.visitors).toHaveLength(50);
  });

  test('the upper end of the range is exclusive, and days are added up', async () => {
    service.visitors.rows = ['2026-01-01', '2026-01-02', '2026-01-03'].map((date) => ({
      ...{ path: '/a', human: 10, ai: 5, total: 14, date },
    }));
    const { json } = await visitors('?dateFrom=2026-01-01&dateTo=2026-01-03T00:00:00Z');
    expect(json.visitors).toEqual([{ path: '/a', human: 20, ai: 10, total: 28 }]);
  });

  test('rows can move between two pages', async () => {
    service.visitors.rows = seedVisitors(4);
    service.visitors.beforePage = (request) => {
      if (request === 2) service.visitors.rows = service.visitors.rows.toReversed();
    };
    const first = (await visitors('?limit=2')).json.visitors;
    const second = (await visitors('?limit=2&offset=2')).json.visitors;
    expect(second).toEqual(first.toReversed());
  });

  test('mistakes in the query are named', async () => {
    const { status, json } = await visitors('?limit=251&offset=-1&dateFrom=yesterday');
    expect(status).toBe(400);
    expect(json.details.map(({ message }: { message: string }) => message.split(' ')[0])).toEqual([
      'dateFrom',
      'limit',
      'offset',
    ]);
  });
});

test('every request is recorded', async () => {
  await create('Hello');
  await call('GET', `${JOBS}/x?y=1`, { key: 'wrong' });
  expect(service.requests).toMatchObject([
    {
      ...{ number: 1, at: time.now(), method: 'POST', path: '/api/v2/agent/acme-docs/job', status: 201 },
      ...{ body: '{"prompt":"Hello"}', headers: { authorization: `Bearer ${service.key}` } },
    },
    { number: 2, method: 'GET', path: '/api/v2/agent/acme-docs/job/x', status: 401, fault: undefined },
  ]);
  expect(service.requests[1]?.query.get('y')).toBe('1');
});
