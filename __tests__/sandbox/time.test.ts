import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startStep } from '../../sandbox/runner/step.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';

const actionFile = fileURLToPath(new URL('./fixtures/code/action.yml', import.meta.url));
const START = Date.UTC(2026, 0, 5, 9);
const MINUTE = 60_000;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const run = (time: ReturnType<typeof virtualTime>, main: string, post = '') =>
  startStep({ actionFile, time, inputs: { main, post } });

describe('in one process', () => {
  test('waits end in the order of their times, then of their beginnings', async () => {
    const time = virtualTime();
    const seen: string[] = [];
    const note = (name: string, ms: number, ref = true) =>
      time.sleep(ms, { ref }).then(() => seen.push(`${name} ${time.now() - START}`));
    await Promise.all([note('c', 3), note('a', 1), note('background', 2, false), note('d', 3)]);
    expect(seen).toEqual(['a 1', 'background 2', 'c 3', 'd 3']);
  });

  test('a hold stops time until it is released', async () => {
    const time = virtualTime();
    const release = time.hold();
    let ended = false;
    const sleep = time.sleep(1).then(() => {
      ended = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ended).toBe(false);
    release();
    release();
    await sleep;
    expect(time.now()).toBe(START + 1);
  });
});

describe('with a child process', () => {
  test('its clocks and waits are virtual, and it ends at once', async () => {
    const time = virtualTime();
    const step = run(
      time,
      `const clock = () => Math.round(performance.timeOrigin + performance.now());
       output('start=' + [Date.now(), clock(), new Date().getTime()].join());
       const value = await wait(${60 * MINUTE}, 'woken');
       output('end=' + [value, Date.now(), clock()].join());
       output('date=' + [new Date(5).getTime(), new Date() instanceof Date, typeof Date()].join());`,
    );
    const { outputs, duration, outcome, peakMemory } = await step.ended;
    expect(outcome).toBe('success');
    expect(outputs).toEqual({
      start: [START, START, START].join(),
      end: ['woken', START + 60 * MINUTE, START + 60 * MINUTE].join(),
      date: '5,true,string',
    });
    expect(duration).toBe(60 * MINUTE);
    expect(peakMemory).toBeGreaterThan(10_000_000);
  });

  test('time stands still while a request is answered, also when a guard waits', async () => {
    const time = virtualTime();
    const url = await listen(
      createServer((_request, response) => {
        // Real work at the server, which takes no virtual time.
        setTimeout(() => response.end(String(time.now() - START)), 20);
      }),
    );
    const step = run(
      time,
      `wait(1000, undefined, { ref: false }).then(() => output('guard=fired'));
       const { body } = await undici.request('${url}');
       output('answer=' + await body.text());
       await wait(999);
       output('now=' + (Date.now() - ${START}));`,
    );
    const { outputs } = await step.ended;
    expect(outputs).toEqual({ answer: '0', now: '999' });
  });

  test('a stalled request lets guards fire; the retry on a new connection does not', async () => {
    const time = virtualTime();
    let requests = 0;
    const url = await listen(
      createServer((request, response) => {
        requests += 1;
        if (requests > 1) {
          setTimeout(() => response.end('fine'), 20);
          return;
        }
        const closed = new Promise<void>((resolve) => request.socket.once('close', () => resolve()));
        void time.stalled(request.socket.remotePort, () => closed);
      }),
    );
    const step = run(
      time,
      `for (let attempt = 1; attempt <= 2; attempt += 1) {
         const timeout = new AbortController();
         const over = new AbortController();
         wait(30000, undefined, { ref: false, signal: over.signal }).then(() => timeout.abort(), () => {});
         try {
           const { body } = await undici.request('${url}', { signal: timeout.signal });
           output('answer=' + await body.text());
         } catch (error) {
           output('error=' + error.name);
         }
         over.abort();
       }
       output('now=' + (Date.now() - ${START}));`,
    );
    const { outputs } = await step.ended;
    expect(outputs).toEqual({ error: 'AbortError', answer: 'fine', now: '30000' });
  });

  test('a connection that never comes about is stalled when the test says so', async () => {
    const time = virtualTime();
    const server = createServer();
    const url = await listen(server);
    time.unreachable(new URL(url).origin);
    const step = run(
      time,
      `const connecting = setInterval(() => {}, 1e6);
       const client = new undici.Client('${url}', { connect: () => {} });
       wait(10000, undefined, { ref: false }).then(() => client.destroy(new Error('connect timeout')));
       const error = await client.request({ path: '/', method: 'GET' }).catch((error) => error);
       clearInterval(connecting);
       output('error=' + error.message);
       output('now=' + (Date.now() - ${START}));`,
    );
    const { outputs } = await step.ended;
    expect(outputs).toEqual({ error: 'connect timeout', now: '10000' });
  });
});
