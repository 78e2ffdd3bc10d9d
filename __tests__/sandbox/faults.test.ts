import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Agent, request } from 'undici';
import * as answers from '../../sandbox/faults/answers.ts';
import * as connections from '../../sandbox/faults/connections.ts';
import type { Fault } from '../../sandbox/faults/script.ts';
import { openSandbox } from '../../sandbox/sandbox.ts';
import { openService, type Service } from '../../sandbox/service/service.ts';
import { realTime, type Time } from '../../sandbox/time.ts';

let time: Time;
let service: Service;
let agent: Agent;

beforeEach(async () => {
  time = realTime();
  service = await openService({ time, seed: 'a seed' });
  agent = new Agent();
});
afterEach(async () => {
  await agent.destroy();
  await service.close();
});

const JOBS = '/v2/agent/acme-docs/job';

async function create(signal?: AbortSignal) {
  const { statusCode, headers, body } = await request(service.url + JOBS, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Write it' }),
    dispatcher: agent,
    ...(signal && { signal }),
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  return { status: statusCode, headers, bytes, text: bytes.toString('utf8') };
}

/** Plans a fault and says what a client then sees: the status, or the error's code, or its name when it has none. */
async function meet(fault: Fault) {
  service.faults.next({ method: 'POST', path: JOBS }, fault);
  const seen = await create().then(
    (answer) => answer,
    (error) => ({
      status: (error.code ?? error.name) as string,
      headers: {} as IncomingHttpHeaders,
      bytes: Buffer.alloc(0),
      text: '',
    }),
  );
  const [recorded] = service.requests;
  return { ...seen, jobs: service.jobs.length, recorded };
}

describe('connections', () => {
  test.each<[string, Fault, string | RegExp, number, number | null]>([
    ['reset before the request', connections.resetBefore(), /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 0, null],
    ['reset instead of handling', connections.resetInstead(), /^(ECONNRESET|UND_ERR_SOCKET)$/, 0, null],
    ['reset after handling', connections.resetAfter(), /^(ECONNRESET|UND_ERR_SOCKET)$/, 1, null],
    ['cut body', connections.cutBody(), /^UND_ERR_/, 1, 201],
    ['garbage', connections.garbage(), /^HTTPParserError$/, 1, null],
  ])('%s', async (_name, fault, code, jobs, status) => {
    const seen = await meet(fault);
    expect(seen.status).toMatch(code);
    expect(seen.jobs).toBe(jobs);
    expect(seen.recorded).toMatchObject({ fault: fault.name, status });
    expect((await create()).status).toBe(201);
  });

  test.each([
    ['half open', connections.halfOpen(), 0],
    ['half open after handling', connections.halfOpen({ handled: true }), 1],
    ['a length that is too long', connections.wrongLength(5), 1],
  ])('%s never ends', async (_name, fault, jobs) => {
    service.faults.next({}, fault);
    const stop = new AbortController();
    const answer = create(stop.signal);
    const turn = () => new Promise<'open'>((resolve) => setImmediate(resolve, 'open'));
    while (service.requests.length === 0 || service.jobs.length < jobs) await turn();
    for (let turns = 0; turns < 100; turns += 1) expect(await Promise.race([answer, turn()])).toBe('open');
    expect(service.jobs).toHaveLength(jobs);
    stop.abort();
    await expect(answer).rejects.toThrow(/aborted/);
  });

  test.each([
    ['delay', connections.delay(5)],
    ['slow head', connections.slowHead({ every: 1, piece: 50 })],
    ['slow body', connections.slowBody({ every: 1, piece: 50 })],
  ])('%s: the answer is right in the end', async (_name, fault) => {
    const { status, text } = await meet(fault);
    expect(status).toBe(201);
    expect(JSON.parse(text).status).toBe('active');
  });

  test('a length that is too short cuts the body off', async () => {
    const { status, text } = await meet(connections.wrongLength(-5));
    expect([status, text.endsWith('"archivedAt":')]).toEqual([201, true]);
  });

  test('a barrier holds a request until it is released', async () => {
    const gate = connections.barrier();
    service.faults.next({}, gate);
    const answer = create();
    await gate.reached;
    expect(service.jobs).toHaveLength(0);
    gate.release();
    expect((await answer).status).toBe(201);
  });

  test('who hangs up at a barrier before the handling is never handled', async () => {
    for (const [where, jobs] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      const gate = connections.barrier(where);
      service.faults.next({}, gate);
      const hangUp = new AbortController();
      const answer = create(hangUp.signal);
      await gate.reached;
      hangUp.abort();
      await expect(answer).rejects.toThrow();
      expect(service.jobs).toHaveLength(jobs);
    }
  });

  test('a port that nobody listens on refuses', async () => {
    await expect(request(connections.REFUSING_ORIGIN)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('answers', () => {
  test.each<[string, Fault, number, string | RegExp, number]>([
    ['given', answers.answer({ status: 503, body: 'busy' }), 503, 'busy', 0],
    ['empty', answers.answer({ status: 502 }), 502, /^$/, 0],
    ['JSON', answers.answer({ status: 400, body: { error: 'no' } }), 400, '{"error":"no"}', 0],
    ['HTML', answers.html(504), 504, /<h1>504/, 0],
    ['redirect', answers.redirect('http://127.0.0.1:1/'), 307, /^$/, 0],
    ['limit', answers.tooMany({ hint: 'retry-after' }), 429, 'Rate limit exceeded', 0],
    ['limit in plain text', answers.tooMany({ hint: 'none', text: 'Slow down' }), 429, 'Slow down', 0],
    ['not JSON', answers.notJson('<ok>'), 201, '<ok>', 1],
    ['other types', answers.rewriteJson(({ id }) => ({ id, status: 5 })), 201, /"status":5/, 1],
    ['huge', answers.huge(100_000), 201, /x{100000}/, 1],
  ])('%s', async (_name, fault, status, text, jobs) => {
    const seen = await meet(fault);
    expect([seen.status, seen.jobs]).toEqual([status, jobs]);
    expect(seen.text).toMatch(text);
    expect(seen.recorded).toMatchObject({ fault: fault.name, status });
  });

  test.each(['gzip', 'deflate', 'br'] as const)('compressed by %s', async (encoding) => {
    const { headers, text } = await meet(answers.compressed(encoding));
    expect(headers['content-encoding']).toBe(encoding);
    expect(text).not.toContain('active');
  });

  test('a compression bomb is small on the wire', async () => {
    const { bytes } = await meet(answers.bomb(10_000_000));
    expect(bytes.length).toBeLessThan(100_000);
  });

  test('a clock that is off shows in the date', async () => {
    const { headers } = await meet(answers.dateSkew(3_600_000));
    const skew = Date.parse(String(headers.date)) - time.now();
    expect(Math.abs(skew - 3_600_000)).toBeLessThan(10_000);
  });
});

test('the n-th matching request meets the fault', async () => {
  service.faults.next({ path: /job$/, nth: 2, times: 2 }, answers.answer({ status: 500 }));
  service.faults.next({}, answers.answer({ status: 418 }));
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await create()).status);
  expect(statuses).toEqual([418, 500, 500, 201]);
});

describe('a planned fault that meets no request', () => {
  test('fails the scene, at the service and at GitHub', async () => {
    const sandbox = await openSandbox({ seed: 'unused' });
    sandbox.service.faults.next({ method: 'DELETE' }, answers.html(500));
    sandbox.github.faults.next({ path: /comments$/, nth: 2, times: 99 }, answers.answer({ status: 418 }));
    await fetch(`${sandbox.github.api}/repos/acme/product/issues/1/comments`);
    // What was planned for long is no excuse.
    sandbox.github.faults.clear();
    const close = sandbox.close();
    await expect(close).rejects.toThrow('html 500, for number 1 of DELETE any path');
    await expect(close).rejects.toThrow('answer 418, for number 2 of any method /comments$/');
  });

  test('is fine where chance decides', async () => {
    service.faults.next({ optional: true }, answers.html(500));
    expect(service.faults.unused()).toEqual([]);
  });
});
