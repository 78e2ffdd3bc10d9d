import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Agent, request } from 'undici';
import * as answers from '../../sandbox/faults/answers.ts';
import * as connections from '../../sandbox/faults/connections.ts';
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

test.each([
  ['before', 0],
  ['after', 1],
] as const)('a barrier %s the handling leaves %i jobs when the client hangs up', async (where, jobs) => {
  const held = connections.barrier(where);
  service.faults.next({}, held);
  const hangUp = new AbortController();
  const answer = create(hangUp.signal);
  await held.reached;
  hangUp.abort();
  await expect(answer).rejects.toThrow();
  expect(service.jobs).toHaveLength(jobs);
});

test('a fault meets the nth matching request', async () => {
  service.faults.next({ path: /job$/, nth: 2, times: 2 }, answers.answer({ status: 500 }));
  service.faults.next({}, answers.answer({ status: 418 }));
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await create()).status);
  expect(statuses).toEqual([418, 500, 500, 201]);
});

test('a planned fault that meets no request fails the scene, at the service and at GitHub', async () => {
  const sandbox = await openSandbox({ seed: 'unused' });
  sandbox.service.faults.next({ method: 'DELETE' }, answers.html(500));
  sandbox.github.faults.next({ path: /comments$/, nth: 2, times: 99 }, answers.answer({ status: 418 }));
  await fetch(`${sandbox.github.api}/repos/acme/product/issues/1/comments`);
  // Faults that were cleared count as well.
  sandbox.github.faults.clear();
  const close = sandbox.close();
  await expect(close).rejects.toThrow('html 500, for number 1 of DELETE any path');
  await expect(close).rejects.toThrow('answer 418, for number 2 of any method /comments$/');
});
