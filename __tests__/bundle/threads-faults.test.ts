/** GitHub says no, in each state of a note: before the send nothing is sent, after it the job goes on. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { resetAfter } from '../../sandbox/faults/connections.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import { LINK, openScene } from '../support/scene.ts';

const READ = { method: 'GET', path: /\/issues\/1\/comments$/ };
const EDIT = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };

interface State {
  readonly name: string;
  readonly request: Match;
  readonly sent: boolean;
  /** The turns of all jobs after the next request, where the edit was never taken. */
  readonly next?: readonly number[];
}

const STATES: readonly State[] = [
  { name: 'no note: the edit to waiting', request: { ...EDIT, nth: 1 }, sent: false },
  { name: 'waiting: the read of the thread', request: { ...READ, nth: 1 }, sent: false },
  { name: 'waiting: the edit to sending', request: { ...EDIT, nth: 2 }, sent: false },
  // Its note says to the end that something may have been sent: the id stands in outputs and log only.
  {
    name: 'sending: the edit that writes the job down',
    request: { ...EDIT, nth: 3 },
    sent: true,
    next: [1, 1],
  },
  { name: 'job: the edit that ends it', request: { ...EDIT, nth: 4 }, sent: true, next: [2] },
];

const refused = (status: number, message: string) => answer({ status, body: { message } });

/** What GitHub does, and how often; `lasting` when trying again can't help. */
const FAULTS: readonly { name: string; fault: () => Fault; times: number; lasting: boolean }[] = [
  { name: '403', fault: () => refused(403, 'Resource not accessible'), times: 99, lasting: true },
  { name: '422', fault: () => refused(422, 'Validation Failed'), times: 99, lasting: true },
  { name: '500, always', fault: () => answer({ status: 500 }), times: 99, lasting: true },
  { name: '502, once', fault: () => answer({ status: 502 }), times: 1, lasting: false },
  {
    name: 'a secondary limit',
    fault: () =>
      answer({
        status: 403,
        headers: { 'retry-after': '60' },
        body: { message: 'You have exceeded a secondary rate limit' },
      }),
    times: 1,
    lasting: false,
  },
  { name: 'a lost answer', fault: resetAfter, times: 1, lasting: false },
];

describe.each(STATES)('$name', ({ request, sent, next }) => {
  test.each(FAULTS)('$name', async ({ fault, times, lasting }) => {
    await using scene = await openScene();
    const { service, github } = scene.sandbox;
    service.scriptAll({ timeline: [{ status: 'active' }, { at: 9, status: 'completed', prLink: LINK }] });
    const turns = () => service.jobs.map((job) => job.turns.length);
    github.faults.next({ ...request, times }, fault());
    const asking = scene.comment('/docs Rewrite');
    const step = await scene.run({}, { event: asking.event });
    // GitHub is well again.
    github.faults.clear();

    if (sent || !lasting) {
      expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink: LINK } });
      expect(turns()).toEqual([1]);
      if (!lasting) expect(scene.comments()).toEqual([expect.stringContaining(LINK)]);
      expect((await scene.ask('/docs Shorter, please')).outputs['result']).toBe('pull-request');
      expect(turns()).toEqual(lasting ? next : [2]);
      // A note that could not be brought to its end is dead by then.
      await scene.sandbox.time.sleep(34 * 60_000);
      await scene.ask('/docs --status');
    } else {
      expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: '' } });
      expect(step.outputs['reason']).toMatch(/^Not sent: the (conversation|status comment) could not be/);
      expect(service.requests).toEqual([]);
      const again = await scene.run({}, { event: asking.event, context: { runAttempt: '2' } });
      expect(again.outputs['result']).toBe('pull-request');
      expect(turns()).toEqual([1]);
    }
    for (const text of scene.comments())
      expect(text).not.toMatch(/^\*\*(Working on it|Waiting for its turn)\b/);
  });
});

test('nothing is sent when GitHub takes so long for "sending" that others no longer wait for it', async () => {
  await using scene = await openScene();
  const { service, github } = scene.sandbox;
  const limit = answer({
    ...{ status: 403, headers: { 'retry-after': '110' } },
    body: { message: 'You have exceeded a secondary rate limit' },
  });
  for (const nth of [2, 4, 6, 8]) {
    github.faults.next({ ...EDIT, nth }, limit);
    github.faults.next({ ...EDIT, nth: nth + 1 }, answer({ status: 502 }));
  }
  const step = await scene.ask('/docs Rewrite');
  expect(step.outputs).toMatchObject({ reasonCode: 'comment-not-written', jobId: '' });
  expect(service.requests).toEqual([]);
});
