import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { answer, dateSkew, rewriteJson } from '../../sandbox/faults/answers.ts';
import { delay } from '../../sandbox/faults/connections.ts';
import { interceptOf } from '../../sandbox/runner/call.ts';
import type { JobScene } from '../../sandbox/service/scripted-life.ts';
import { openService, type Service } from '../../sandbox/service/service.ts';
import { clockOf, realTime } from '../../sandbox/time.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { judgeService } from '../../scripts/live/assumptions.ts';
import { contactService, WRONG_KEY } from '../../scripts/live/first-contact.ts';
import { startDeadline } from '../../src/runner/deadline.ts';
import { clock } from '../../src/runner/machine.ts';

/** A hundredth of real spans: the link may take 0.3 s, and a message 0.9 s to show. */
const PACE = 0.01;
const LINK = 'https://github.com/acme/docs/pull/7';
const REF = { repository: 'https://github.com/acme/docs', ref: 'mintlify/live-check' };
const turn = (...scenes: JobScene[]) => ({ timeline: scenes.map((scene) => ({ source: REF, ...scene })) });
const ACTIVE = { status: 'active' };
const DONE = { at: 0.1, status: 'completed', prLink: LINK };
const usual = turn(ACTIVE, DONE);

interface How {
  readonly pace?: number;
  readonly seconds?: number;
}

/** Contacts a service in virtual time. */
async function contact(change: (service: Service) => unknown, { pace = PACE, seconds = 20 }: How = {}) {
  const time = virtualTime();
  const service = await openService({ time, seed: 'live' });
  service.scriptAll(usual);
  change(service);
  const settings = { baseUrl: new URL(service.url), projectId: service.projectId, apiKey: service.key };
  const step = time.enter();
  const clock = clockOf({ now: time.now, sleep: step.sleep });
  const intercept = interceptOf({ isOver: false }, step);
  const deadline = startDeadline(clock, clock.now() + seconds * 1000, new AbortController().signal);
  const quiet = { tell() {}, environment: {}, messageSent: false };
  const { exchanges } = await contactService({ settings, clock, intercept, deadline, pace, ...quiet });
  step.end();
  await service.close();
  return { rows: judgeService(exchanges, pace), requests: service.requests };
}

test('each assumption holds for the service as documented, or needs a limit or damage', async () => {
  const { rows, requests } = await contact(() => {});
  expect(rows.filter(({ verdict }) => verdict === "doesn't hold")).toEqual([]);
  expect(rows.filter(({ verdict }) => verdict === 'not seen').map(({ assumption }) => assumption)).toEqual([
    'A usage limit says when it resets',
    'A message to a job at work',
    'A message to a failed or archived job',
    'A request that is sent twice',
    'Rows of visitors between two pages',
  ]);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

const GET = { method: 'GET' };
const POLL = { method: 'GET', path: /\/job\/(?!live-check)/ };
const SEND = { method: 'POST' };
const VISITORS = { method: 'GET', path: /visitors/ };
const UNKNOWN = { method: 'GET', path: /live-check/ };
const plain = (status: number) => answer({ status, body: 'no' });

/** Each break: the row that tells it, and the script of the job or the fault. */
const BREAKS: readonly (readonly [row: string, broken: (service: Service) => unknown, how?: How])[] = [
  ["A job that doesn't exist", ({ faults }) => faults.next(UNKNOWN, plain(400))],
  [
    'A create succeeds',
    ({ faults }) =>
      faults.next(
        SEND,
        rewriteJson((job) => ({ ...job, id: undefined })),
      ),
  ],
  ['A message succeeds', ({ faults }) => faults.next({ ...SEND, nth: 2 }, answer({ status: 409, body: {} }))],
  ['An unknown key', (service) => service.addKey(WRONG_KEY)],
  ['An error explains itself', ({ faults }) => faults.next(UNKNOWN, plain(404))],
  ['A usage limit says when it resets', ({ faults }) => faults.next(VISITORS, plain(429)), { seconds: 3 }],
  [
    'A new job can be read',
    ({ script }) => script(turn({ ...ACTIVE, hidden: true }, { ...DONE, at: 0.8 }), usual),
  ],
  ['The statuses of a job', ({ script }) => script(turn({ status: 'queued' }, DONE), usual)],
  ['The fields of a job', ({ script }) => script(turn({ ...ACTIVE, model: 'a b' }, DONE), usual)],
  ['The link while a job is active', ({ script }) => script(turn({ ...ACTIVE, prLink: LINK }, DONE), usual)],
  [
    'The link comes after `completed`',
    ({ script }) => script(turn(ACTIVE, { ...DONE, prLink: null }, { ...DONE, at: 0.55 }), usual),
  ],
  ['A link', ({ scriptAll }) => scriptAll(turn(ACTIVE, { ...DONE, prLink: 'https://host/change' }))],
  [
    '`source.ref`',
    ({ scriptAll }) =>
      scriptAll(turn({ ...ACTIVE, source: { ref: 'docs/x' } }, { ...DONE, source: { ref: 'docs/x' } })),
  ],
  [
    'A message shows in the job',
    ({ script }) => script(usual, turn({ previous: true }, { ...ACTIVE, at: 1.2 }, { ...DONE, at: 1.4 })),
  ],
  [
    'A message changes the same pull request',
    ({ script }) => script(usual, turn(ACTIVE, { ...DONE, prLink: 'https://github.com/acme/docs/pull/8' })),
  ],
  ['A job takes', ({ script }) => script(turn(ACTIVE, { ...DONE, at: 1.4 }), usual), { pace: 0.002 }],
  [
    'Polls are refused in a row',
    ({ faults }) =>
      faults.next({ ...POLL, nth: 2, times: 40 }, answer({ status: 401, body: { error: 'no' } })),
  ],
  ['The answer to a read takes', ({ faults }) => faults.next(POLL, delay(400))],
  ['The answer to a create or a message takes', ({ faults }) => faults.next(SEND, delay(1400))],
  ['The clocks of the service and this machine differ', ({ faults }) => faults.next(GET, dateSkew(10_000))],
  [
    'A page of visitors',
    ({ faults }) =>
      faults.next(
        VISITORS,
        rewriteJson((page) => ({ ...page, hasMore: 'no' })),
      ),
  ],
];

test.each(BREAKS)('tells that this does not hold: %s', async (row, broken, how = {}) => {
  const { rows } = await contact(broken, how);
  expect(rows.find(({ assumption }) => assumption === row)?.verdict).toBe("doesn't hold");
});

const SCRIPT = path.resolve('scripts/live.ts');

function start(service: Service, folder: string, ...options: string[]) {
  const url = ['--base-url', service.url, '--project', service.projectId, '--pace', String(PACE)];
  const env = { PATH: process.env['PATH'] ?? '', DOCS_API_KEY: service.key };
  const child = spawn(process.execPath, [SCRIPT, ...url, ...options], { cwd: folder, env });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''));
  const ended = once(child, 'close').then(async ([code]) => ({ code, printed: await printed }));
  return { child, ended };
}

test('asks before it costs anything, can be stopped, continues with the job, and writes a report', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(tmpdir(), 'live-'));
  stack.defer(() => rmSync(folder, { recursive: true, maxRetries: 5 }));
  const service = await openService({ time: realTime(), seed: 'command' });
  stack.defer(() => service.close());
  service.scriptAll(turn(ACTIVE, { ...DONE, at: 60 }));

  const declined = start(service, folder);
  declined.child.stdin.end('no\n');
  expect((await declined.ended).printed).toMatch(/credits/);
  expect(service.requests).toEqual([]);

  const stopped = start(service, folder, '--yes');
  while (service.requests.length < 4) await clock.sleep(20);
  stopped.child.kill('SIGINT');
  const { code, printed } = await stopped.ended;
  const [, job = ''] = /npm run live -- --job (\S+)\n/.exec(printed) ?? [];
  expect([code, service.jobs.map(({ id }) => id)]).toEqual([1, [job]]);

  const other = await openService({ time: realTime(), seed: 'command' });
  stack.defer(() => other.close());
  other.putJob({ id: job, ago: 61, turns: [turn(ACTIVE, { ...DONE, at: 60 }), usual] });
  const continued = await start(other, folder, '--yes', '--job', job).ended;
  expect([continued.code, other.jobs.map(({ turns }) => turns.length)]).toEqual([0, [2]]);
  const report = readFileSync(path.join(folder, 'live-report.md'), 'utf8');
  expect(report).toMatch(/Close pull request 7/);
  expect(report).toMatch(/\| A create succeeds .* \| not seen \|/);
  expect(report + printed + continued.printed).not.toContain(service.key);
});
