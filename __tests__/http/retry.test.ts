import { describe, expect, test } from '@jest/globals';
import type { Answer, Failure } from '../../src/answer.ts';
import { retry } from '../../src/http/retry.ts';
import { fakeClock } from '../support/clock.ts';
import { failure } from '../support/watching.ts';

const LIMITED = failure({ kind: 'limited', message: '429.', transient: true });
const REFUSED = failure({ kind: 'unreachable', message: 'ECONNREFUSED.', transient: true });
const HUNG = failure({ kind: 'lost', message: 'no answer.', fate: 'unknown', transient: true });
const CUT = failure({ kind: 'stopped', message: 'ended.', fate: 'unknown' });
const DENIED = failure({ message: '401.' });

/** Tries that fail one after the other; the step stops during the last one. */
async function stopDuring(repeatable: boolean, ...failures: Failure[]): Promise<Failure> {
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

describe('a stop during a try', () => {
  test('leaves a read its last error', async () => {
    expect(await stopDuring(true, HUNG, CUT)).toBe(HUNG);
    expect(await stopDuring(true, HUNG, LIMITED)).toBe(LIMITED);
    expect(await stopDuring(true, CUT)).toBe(CUT);
  });

  test('leaves what is sent the fate of its last try', async () => {
    expect(await stopDuring(false, LIMITED, CUT)).toBe(CUT);
    expect(await stopDuring(false, HUNG)).toBe(HUNG);
  });

  test('is why a send that would have been tried again was not', async () => {
    expect(await stopDuring(false, LIMITED)).toEqual({ ...LIMITED, kind: 'stopped' });
    expect(await stopDuring(false, REFUSED)).toEqual({ ...REFUSED, kind: 'stopped' });
    expect(await stopDuring(false, DENIED)).toBe(DENIED);
  });
});
