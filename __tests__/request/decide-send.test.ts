/** What is sent, decided from data alone. Times are counts. */
import { expect, test } from '@jest/globals';
import type { JobTools } from '../../src/job/watch.ts';
import type { Order } from '../../src/request/compose-order.ts';
import { claimSend, refuseRepeat, resumeJob } from '../../src/request/decide-send.ts';
import type { Inputs } from '../../src/request/inputs.ts';
import { describeDryRun } from '../../src/request/request-job.ts';
import type { Ready, ThreadRequest, ToSend } from '../../src/thread/choose-next.ts';
import type { Note } from '../../src/thread/note.ts';

const LINK = 'https://github.com/acme/docs/pull/2';
const request = (more: Partial<ThreadRequest> = {}): ThreadRequest => {
  const own = { request: 'own', attempt: 1, instruction: 'Write', fresh: false };
  return { ...own, jobId: undefined, foundBy: undefined, ...more };
};

test.each<[number, string | undefined, string, string | undefined]>([
  [2, 'Write', 'schedule', 're-run-refused'],
  [2, 'Write', 'workflow_dispatch', 're-run-refused'],
  [1, 'Write', 'schedule', undefined],
  [2, undefined, 'schedule', undefined],
  [2, 'Write', 'release', undefined],
])('attempt %s of %s on %s without a thread', (attempt, instruction, event, expected) => {
  expect(refuseRepeat(request({ attempt, instruction }), event)?.reasonCode).toBe(expected);
});

const before = { id: 'job_1', raw: {}, status: 'completed', prLink: LINK };
const NEW: ToSend = { kind: 'create', remarks: [] };
const NEXT: ToSend = { ...NEW, continuesPullRequest: LINK };
const MESSAGE: ToSend = { kind: 'message', before, pullRequest: LINK, remarks: [] };
const AFTER = { jobId: 'job_1', continuesPullRequest: LINK, headBefore: 'merged' };
const CLAIMED = { jobId: 'job_1', continuesPullRequest: LINK, headBefore: 'one' };
test.each<[string, ToSend, string | undefined, string | undefined, object | string]>([
  ['a new job', NEW, undefined, undefined, {}],
  ['a job that continues', NEXT, 'one', undefined, { continuesPullRequest: LINK, headBefore: 'one' }],
  ['a message', MESSAGE, 'one', undefined, CLAIMED],
  ['red checks of the head', MESSAGE, 'one', 'one', CLAIMED],
  ['red checks of an older commit', MESSAGE, 'two', 'one', 'commit-outdated'],
  ['a message while auto-merge is on', MESSAGE, 'auto-merge', undefined, 'auto-merge-on'],
  ['a job that continues while auto-merge is on', NEXT, 'auto-merge', undefined, 'auto-merge-on'],
  ['a message to a closed pull request', MESSAGE, 'closed', undefined, 'outdated'],
  ['a message by `job-id` after auto-merge', MESSAGE, 'merged', undefined, AFTER],
  ['red checks if the head is unknown', MESSAGE, undefined, 'one', 'github-refused'],
  ['red checks if the pull request is closed', NEW, undefined, 'one', 'commit-outdated'],
])('claims %s', (_, next, head, checks, expected) => {
  const isNamed = head === 'merged';
  const state = isNamed || head === 'closed' ? 'closed' : 'open';
  const pull = { state, head, mergesItself: isNamed || head === 'auto-merge' } as const;
  const own = request({ checks, jobId: isNamed ? 'job_1' : undefined });
  const claimed = claimSend(next, head === undefined ? undefined : pull, own);
  if (typeof claimed === 'object' && typeof expected === 'string')
    expect(claimed).toMatchObject({ reasonCode: expected });
  else expect(claimed).toEqual(expected);
});

const note = (state: Note['state'], more: Partial<Note> = {}): Note => {
  const own = { request: 'own', attempt: 1, until: 0, requester: { run: 'https://a.b' } };
  return { ...own, state, jobId: 'job_1', sentAt: 1_000, ...more };
};
const SUCCESS: Partial<Inputs> = { range: { kind: 'span', span: 1, sinceSuccess: true } };
test.each<[string, Ready, Partial<Inputs>, string]>([
  ['a new job', NEW, {}, 'This would be a new job.'],
  ['a message', MESSAGE, {}, 'a message to job job_1.'],
  [
    'a job of an earlier attempt',
    { kind: 'watch', job: before, earlier: note('job'), remarks: [] },
    {},
    'watch',
  ],
  ['the last success', NEW, SUCCESS, 'The step fails, because'],
])('a dry run describes %s', (_, next, inputs, words) => {
  const order = { compose: () => 'text' } as unknown as Order;
  const url = (id = 'new') => new URL(`https://a.b/${id}`);
  const { reason, reasonCode } = describeDryRun(next, order, inputs as Inputs, url);
  expect(reason).toContain(words);
  expect(reasonCode).toBe(inputs === SUCCESS ? 'dry-run-last-success' : 'dry-run');
});

const tools = { time: { now: () => 1_100 } } as JobTools;
test.each<[string, Note, readonly Note[], object]>([
  ['a create', note('job', { created: true }), [], { turn: { created: true }, isEarlierTurn: false }],
  ['a message', note('job'), [], { turn: { before, sentAt: 1_000 } }],
  ['a message whose end was reported', note('ended'), [], { turn: note('ended') }],
  [
    'an earlier one',
    note('ended'),
    [note('ended', { request: 'b', sentAt: 2_000 })],
    { isEarlierTurn: true },
  ],
])('a re-run resumes %s', (_, earlier, later, expected) => {
  expect(resumeJob(earlier, before, [earlier, ...later], tools)).toMatchObject(expected);
});
