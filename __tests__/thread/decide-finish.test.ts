/** How to finish a request that no run watches, decided from data alone. Times are counts. */
import { expect, test } from '@jest/globals';
import { endedResult } from '../../src/job/to-result.ts';
import { type RequestResult, unsent } from '../../src/model/request-result.ts';
import { decideFinish } from '../../src/thread/decide-finish.ts';
import type { Note } from '../../src/thread/note.ts';

const PERSON = { by: 'ann', person: true, at: 'https://a.b/1', run: 'https://a.b' };
const job = { id: 'job_1', raw: {}, prLink: 'https://github.com/acme/docs/pull/2' };
const DONE = endedResult({ ...job, status: 'completed' });
const FAILED = endedResult({ ...job, status: 'failed' });
const GONE = unsent('job-unknown', '');
const STOPPED = { result: 'timeout', reasonCode: 'deadline', reason: '', job } as const;

function note(state: Note['state'], more: Partial<Note> = {}): Note {
  return { request: 'own', attempt: 1, until: 9, requester: PERSON, state, ...more };
}
const sent = (more: Partial<Note> = {}) => note('job', { jobId: 'job_1', sentAt: 5, ...more });
const REVIEW = sent({ requester: { ...PERSON, review: true } });
const UNTIMED = sent({ attempt: 2, sentAt: undefined });

/** Like `not sent: interrupted`, or `report pull-request-found, reply to ann after 5`. */
function decided(notes: readonly [Note, ...Note[]], end?: RequestResult): string {
  const next = decideFinish(notes[0], notes, end);
  if (next === undefined) return 'nothing';
  const { note, result, ending } = next;
  const state = note.left ? 'left' : note.state;
  if (ending === undefined) return `${state}: ${result.reasonCode}`;
  const { requester, reviewer, isReviewed } = ending.people;
  const reply = ending.notifies ? `, reply to ${requester?.login} after ${ending.sentAt}` : '';
  const review = reviewer === undefined || isReviewed ? '' : `, review by ${reviewer}`;
  return `report ${result.reasonCode}${reply}${review}`;
}

test.each<[string, string, readonly [Note, ...Note[]], RequestResult | undefined]>([
  ['nothing was sent', 'not sent: interrupted', [note('waiting')], undefined],
  ['the outcome is unknown', 'unknown: interrupted', [note('sending')], undefined],
  ['the job is at work', 'left: interrupted', [sent()], undefined],
  ['the step stops before the job', 'left: interrupted', [sent()], STOPPED],
  ['the comment says so already', 'nothing', [sent({ left: true })], STOPPED],
  ['nothing is open', 'nothing', [note('not sent')], undefined],
  ['the job is gone', 'report job-unknown, reply to ann after 5', [sent()], GONE],
  ['a create ended', 'report pull-request-created, reply to ann after 5', [sent({ created: true })], DONE],
  ['a message ended', 'report pull-request-found, reply to ann after 5', [sent()], DONE],
  ['its job failed', 'report job-failed, reply to ann after 5', [sent()], FAILED],
  [
    'a later request of its job failed',
    'report pull-request-found, reply to ann after 5',
    [sent(), sent({ request: 'later', sentAt: 6 })],
    FAILED,
  ],
  ['a later attempt replies', 'report pull-request-found', [REVIEW, sent({ attempt: 2 })], DONE],
  ['it only watched', 'report pull-request-found, reply to ann after 5', [UNTIMED, sent()], DONE],
  ['it is of red checks', 'report job-failed, reply to undefined after 5', [sent({ checks: 'a' })], FAILED],
  ['it is a review', 'report job-failed, reply to ann after 5, review by ann', [REVIEW], FAILED],
])('%s', (_, expected, notes, end) => {
  expect(decided(notes, end)).toBe(expected);
});

test('keeps the head commit before the request, unless the job got a later one', () => {
  const own = sent({ headBefore: 'one' });
  expect(decideFinish(own, [own], DONE)?.ending?.origin).toMatchObject({ since: 5, headBefore: 'one' });
  const both = [own, sent({ request: 'later', sentAt: 6 })];
  expect(decideFinish(own, both, DONE)?.ending?.origin.headBefore).toBeUndefined();
});
