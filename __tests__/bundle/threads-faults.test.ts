/** GitHub says no, in each state of a claim: before the send nothing is sent, after it the job goes on. */
import { describe, expect, test } from '@jest/globals';
import { answer, notJson } from '../../sandbox/faults/answers.ts';
import { halfOpen, resetAfter } from '../../sandbox/faults/connections.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import { openAsked } from '../support/asked.ts';
import { LINK } from '../support/bundle.ts';

const READ = { method: 'GET', path: /\/issues\/1\/comments$/ };
const EDIT = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };

/** The default of `timeout`. */
const DEADLINE = 30 * 60_000;

interface State {
  readonly name: string;
  readonly request: Match;
  readonly sent: boolean;
}

const STATES: readonly State[] = [
  { name: 'no claim: the first read', request: { ...READ, nth: 1 }, sent: false },
  { name: 'waiting: the edit that binds it', request: { ...EDIT, nth: 1 }, sent: false },
  { name: 'waiting: the read that confirms it', request: { ...READ, nth: 2 }, sent: false },
  { name: 'waiting: the edit to sending', request: { ...EDIT, nth: 2 }, sent: false },
  { name: 'sending: the read behind it', request: { ...READ, nth: 3 }, sent: false },
  { name: 'sending: the edit that writes the job down', request: { ...EDIT, nth: 3 }, sent: true },
  { name: 'job: the edit that ends it', request: { ...EDIT, nth: 4 }, sent: true },
];

const refused = (status: number, message: string) => answer({ status, body: { message } });

/** What GitHub does, and how often; `lasting` when trying again can't help. */
const FAULTS: readonly { name: string; fault: () => Fault; times: number; lasting: boolean }[] = [
  { name: '403', fault: () => refused(403, 'Resource not accessible'), times: 99, lasting: true },
  { name: '404', fault: () => refused(404, 'Not Found'), times: 99, lasting: true },
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
  { name: 'no answer', fault: () => halfOpen({ handled: true }), times: 1, lasting: false },
  { name: 'an answer that is no JSON', fault: () => notJson('{'), times: 1, lasting: false },
];

describe.each(STATES)('$name', ({ request, sent }) => {
  test.each(FAULTS)('$name', async ({ fault, times, lasting }) => {
    await using scene = await openAsked();
    const { service, github } = scene.sandbox;
    service.scriptAll({ timeline: [{ status: 'active' }, { at: 9, status: 'completed', prLink: LINK }] });
    github.faults.next({ ...request, times }, fault());
    const asking = scene.comment('/docs Rewrite');
    const step = await scene.run(asking.event);
    expect(github.faults.unused()).toEqual([]);

    if (sent || !lasting) {
      expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'pull-request', prLink: LINK } });
      expect(service.jobs.map(({ turns }) => turns.length)).toEqual([1]);
      if (!lasting) expect(scene.said()).toEqual([expect.stringContaining(LINK)]);
      return;
    }
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobId: '' } });
    expect(step.outputs['reason']).toMatch(/^not sent: the (conversation|status comment) could not be/);
    expect(service.requests).toEqual([]);
    // Once GitHub is well again nothing stands in the way but a claim that could not be closed, until it is dead.
    github.faults.clear();
    await scene.sandbox.time.sleep(DEADLINE + 61_000);
    const again = await scene.run(asking.event, {}, { context: { runAttempt: '2' } });
    expect(again.outputs['result']).toBe('pull-request');
    expect(service.jobs.map(({ turns }) => turns.length)).toEqual([1]);
  });
});
