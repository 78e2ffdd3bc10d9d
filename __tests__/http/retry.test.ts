import { expect, test } from '@jest/globals';
import { retry } from '../../src/http/retry.ts';
import type { Answer, Failure } from '../../src/model/answer-or-failure.ts';
import { fakeClock } from '../support/clock.ts';
import { failure } from '../support/watching.ts';

const LIMITED = failure({ kind: 'limited', message: '429.', transient: true });
const REFUSED = failure({ kind: 'unreachable', message: 'ECONNREFUSED.', transient: true });
const HUNG = failure({ kind: 'lost', message: 'no answer.', outcome: 'unknown', transient: true });
const CUT = failure({ kind: 'stopped', message: 'ended.', outcome: 'unknown' });
const DENIED = failure({ message: '401.' });

/** The step stops during the last of these failed tries. */
async function stopDuring(repeatable: boolean, failures: readonly Failure[]): Promise<Failure> {
  const clock = fakeClock();
  const stop = new AbortController();
  const left = [...failures];
  const attempt = async (): Promise<Answer<never>> => {
    const next = left.shift() ?? CUT;
    if (left.length === 0) stop.abort({ by: 'interrupt', signal: 'SIGINT' });
    return { ok: false, failure: next };
  };
  const options = { tries: 9, repeatable, until: clock.now() + 3_600_000, signal: stop.signal };
  const log = { info: () => {}, warning: () => {} };
  const answer = await retry(attempt, options, { clock, random: () => 0.5, log });
  if (answer.ok) throw new Error('all tries fail');
  expect(left).toEqual([]);
  return answer.failure;
}

test.each<['read' | 'send', string, Failure[], Failure]>([
  ['read', 'reports the error before', [HUNG, CUT], HUNG],
  ['read', 'reports the error before', [HUNG, LIMITED], LIMITED],
  ['read', 'reports the stop', [CUT], CUT],
  ['send', 'reports the outcome of the last try', [LIMITED, CUT], CUT],
  ['send', 'reports the outcome of the last try', [HUNG], HUNG],
  ['send', 'reports the outcome of the last try', [DENIED], DENIED],
  ['send', 'reports why there is no next try', [LIMITED], { ...LIMITED, kind: 'stopped' }],
  ['send', 'reports why there is no next try', [REFUSED], { ...REFUSED, kind: 'stopped' }],
])('a stopped %s %s: %#', async (kind, _what, failures, expected) => {
  expect(await stopDuring(kind === 'read', failures)).toEqual(expected);
});
