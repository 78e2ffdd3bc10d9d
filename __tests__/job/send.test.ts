import { describe, expect, test } from '@jest/globals';
import { send } from '../../src/job/send.ts';
import type { Answer, Failure } from '../../src/model/answer-or-failure.ts';
import type { Job } from '../../src/service/job.ts';
import { failure, job, watchingScene } from '../support/watching.ts';

type Sending = { readonly text: string; readonly before?: Job };
const CREATE: Sending = { text: 'Write' };
const BEFORE = job({ status: 'completed' });
const MESSAGE: Sending = { text: 'Shorter', before: BEFORE };
const SECOND = 1_000;

/** Sends to a service that answers like this. The deadline is in 30 minutes. */
async function sendOnce(request: Sending, answer: Answer<Job>, limits = 0) {
  const { watching, log, clock, interrupt } = watchingScene(() => ({}));
  const sent: unknown[] = [];
  const service = {
    ...watching.service,
    async send(...given: unknown[]) {
      sent.push(given);
      if (!answer.ok && answer.failure.kind === 'stopped')
        interrupt.abort({ by: 'interrupt', signal: 'SIGINT' });
      return answer;
    },
  };
  const start = clock.now();
  const delivery = await send(request.text, request, limits, { ...watching, service });
  return { delivery, sent, log, start };
}

const failed = (fields: Partial<Failure>): Answer<Job> => ({ ok: false, failure: failure(fields) });
const NOT_PROCESSED = { message: 'The connection broke.', code: 'service-unreachable' } as const;
const UNKNOWN = { ...NOT_PROCESSED, outcome: 'unknown' } as const;

test.each([
  ['a create', CREATE, undefined, 'info: Job job_1 was created.'],
  ['a message', MESSAGE, 'job_1', 'info: The message was sent to job job_1.'],
])('sends %s once', async (_, request, jobId, line) => {
  const { delivery, sent, log, start } = await sendOnce(request, { ok: true, value: BEFORE });
  expect(sent).toEqual([[request.text, jobId]]);
  expect(delivery).toEqual({
    kind: 'sent',
    job: BEFORE,
    turn: { sentAt: start, created: jobId === undefined, before: request.before },
  });
  expect(log).toEqual([line]);
});

test('sends nothing after an interrupt', async () => {
  const { watching, interrupt } = watchingScene(() => ({}));
  interrupt.abort({ by: 'interrupt', signal: 'SIGINT' });
  const delivery = await send('Write', {}, 0, watching);
  expect(delivery).toMatchObject({ result: 'interrupted', reasonCode: 'interrupted' });
});

describe('a failed send', () => {
  const KNOWN = { jobId: 'job_1', job: BEFORE };
  const stopped = { kind: 'stopped' } as const;

  test.each<[string, Sending, Partial<Failure>, object, string]>([
    [
      'a create that was refused',
      CREATE,
      NOT_PROCESSED,
      { reasonCode: 'service-unreachable', outcome: 'not sent' },
      'The connection broke.',
    ],
    ['a message that was refused', MESSAGE, NOT_PROCESSED, { ...KNOWN, outcome: 'not sent' }, 'broke.'],
    [
      'a create of unknown outcome',
      CREATE,
      UNKNOWN,
      { result: 'error', reasonCode: 'fate-unknown', outcome: 'unknown' },
      'The service may still have created a job.',
    ],
    [
      'a message of unknown outcome',
      MESSAGE,
      UNKNOWN,
      { ...KNOWN, result: 'error', outcome: 'unknown' },
      'The message may still have arrived.',
    ],
    [
      'a create that was interrupted before it left',
      CREATE,
      { ...NOT_PROCESSED, ...stopped },
      { result: 'interrupted', reasonCode: 'interrupted', outcome: 'not sent' },
      'before the request was taken: The connection broke.',
    ],
    [
      'a create that was interrupted after it left',
      CREATE,
      { ...UNKNOWN, ...stopped },
      { result: 'interrupted', reasonCode: 'fate-unknown', outcome: 'unknown' },
      'The service may still have created a job.',
    ],
  ])('%s', async (_, request, fields, expected, words) => {
    const { delivery } = await sendOnce(request, failed(fields));
    expect(delivery).toMatchObject({ ...expected, reason: expect.stringContaining(words) });
  });
});

describe('a usage limit', () => {
  const limited = (resetAt?: number) =>
    failed({ kind: 'limited', message: 'The limit is reached.', ...(resetAt !== undefined && { resetAt }) });
  const START = Date.UTC(2026, 0, 5, 9);

  test('that resets a second before the deadline returns to the caller', async () => {
    const { delivery, log } = await sendOnce(CREATE, limited(START + 1_799 * SECOND));
    expect(delivery).toEqual({
      kind: 'limited',
      until: START + 1_799 * SECOND,
      reason: 'The limit is reached.',
    });
    expect(log).toEqual(['info: The limit is reached. Waiting until 2026-01-05 09:29:59 UTC.']);
  });

  test('whose reset is unknown doubles the wait with each refusal', async () => {
    const waits = [];
    for (const limits of [0, 1]) {
      const { delivery } = await sendOnce(CREATE, limited(), limits);
      waits.push('until' in delivery ? (delivery.until - START) / SECOND : undefined);
    }
    expect(waits).toEqual([30, 60]);
  });

  test('that resets at the deadline ends the request', async () => {
    const { delivery } = await sendOnce(CREATE, limited(START + 1_800 * SECOND));
    const reason = expect.stringContaining('The limit resets at 2026-01-05 09:30:00 UTC');
    expect(delivery).toMatchObject({ result: 'error', reason });
  });
});
