import { describe, expect, test } from '@jest/globals';
import { type Claim, type Comment, isLive, viewOf } from '../../src/thread/claim.ts';
import { closeLost, doubtsOf, recall, repairLost, threadJob } from '../../src/thread/memory.ts';

const base: Claim = { nonce: 'n', request: 'r', state: 'waiting', deadline: 100_000 };
const comment = (id: number, claim: Partial<Claim>, edited = true): Comment => ({
  id,
  edited,
  claim: { ...base, nonce: `n${id}`, commentId: id, ...claim },
});
const unbound = (id: number, edited: boolean): Comment => ({ id, edited, claim: base });
const view = (comments: readonly Comment[], date = 0) => viewOf(comments, date);
const counting = (comments: readonly Comment[]) => view(comments).standings.map(({ id }) => id);

describe('of several comments with one nonce', () => {
  const bound = (id: number): Comment => comment(id, { nonce: 'n' });

  test.each<[string, Comment[], number[]]>([
    ['the bound one counts', [unbound(1, false), bound(2)], [2]],
    ['the bound one counts, wherever it stands', [bound(1), unbound(2, false)], [1]],
    [
      'without one, the oldest that was never edited',
      [unbound(1, true), unbound(2, false), unbound(3, false)],
      [2],
    ],
    ['none counts when all were edited and none is bound', [unbound(1, true)], []],
    ['of two bound ones the older', [bound(1), bound(2)], [1]],
    ['comments without a claim count nothing', [{ id: 1, edited: false }], []],
  ])('%s', (_, comments, ids) => {
    expect(counting(comments)).toEqual(ids);
  });
});

describe('a claim', () => {
  test.each<[Claim['state'], boolean]>([
    ['waiting', true],
    ['sending', true],
    ['job', true],
    ['not sent', false],
    ['unknown', false],
    ['ended', false],
  ])('in %s holds others up: %s', (state, live) => {
    expect(isLive({ ...base, state }, 0)).toBe(live);
  });

  test('is dead 60 s after its deadline', () => {
    expect(isLive(base, 160_000)).toBe(true);
    expect(isLive(base, 160_001)).toBe(false);
  });
});

describe('the past of a request', () => {
  const past = (comments: readonly Comment[], spent: readonly string[] = []) =>
    recall(view(comments, 200_000), { request: 'r', nonce: 'own', spent });
  const later = { deadline: 900_000 };

  test.each<[string, Comment[], ReturnType<typeof past>['kind']]>([
    ['nothing', [], 'nothing'],
    ["another request's", [comment(1, { request: 'other', state: 'unknown' })], 'nothing'],
    ['its own claim', [comment(1, { nonce: 'own', state: 'unknown' })], 'nothing'],
    ['one that was not sent', [comment(1, { state: 'not sent' })], 'nothing'],
    ['a dead one that waited', [comment(1, {})], 'nothing'],
    ['a live one that waits', [comment(1, later)], 'at work'],
    ['a live one that sends', [comment(1, { ...later, state: 'sending' })], 'at work'],
    ['a dead one that sent', [comment(1, { state: 'sending' })], 'in doubt'],
    ['an unknown one', [comment(1, { state: 'unknown' })], 'in doubt'],
    ['one with a job', [comment(1, { state: 'ended', jobId: 'J' })], 'job'],
    ['a dead one with a job', [comment(1, { state: 'job', jobId: 'J' })], 'job'],
    [
      'one with a job before an unknown one',
      [comment(1, { state: 'ended', jobId: 'J', sentAt: 1 }), comment(2, { state: 'unknown', sentAt: 2 })],
      'in doubt',
    ],
  ])('%s', (_, comments, kind) => {
    expect(past(comments).kind).toBe(kind);
  });

  test('the job that was sent to last counts, unless it is spent', () => {
    const comments = [
      comment(1, { state: 'ended', jobId: 'J2', sentAt: 20 }),
      comment(2, { state: 'ended', jobId: 'J1', sentAt: 10 }),
    ];
    expect(past(comments)).toMatchObject({ kind: 'job', jobId: 'J2' });
    expect(past(comments, ['J2'])).toMatchObject({ kind: 'job', jobId: 'J1' });
    expect(past(comments, ['J1', 'J2'])).toEqual({ kind: 'nothing' });
  });
});

describe("the thread's job", () => {
  const made: Comment = { id: 9, edited: false, origin: 'J0' };

  test.each<[string, Comment[], string | undefined]>([
    ['none', [comment(1, { state: 'not sent' })], undefined],
    ['the one that made the pull request', [made], 'J0'],
    [
      'the one that was sent to, before the one that made the pull request',
      [comment(1, { state: 'ended', jobId: 'J1' }), made],
      'J1',
    ],
    [
      'the one of a message whose fate is unknown',
      [comment(1, { state: 'unknown', jobId: 'J1', sentAt: 1 }), made],
      'J1',
    ],
    [
      'not the one of a message that is about to be sent',
      [comment(1, { state: 'sending', jobId: 'J1' }), made],
      'J0',
    ],
  ])('%s', (_, comments, id) => {
    expect(threadJob(view(comments))?.id).toBe(id);
  });
});

test('others in doubt are told about until something was sent after them', () => {
  const unknown = comment(1, { state: 'unknown', sentAt: 10 });
  const before = comment(2, { state: 'ended', jobId: 'J', sentAt: 9 });
  const after = comment(2, { state: 'ended', jobId: 'J', sentAt: 11 });
  expect(doubtsOf(view([unknown])).map(({ id }) => id)).toEqual([1]);
  expect(doubtsOf(view([unknown, before]))).toHaveLength(1);
  expect(doubtsOf(view([unknown, after]))).toHaveLength(0);
});

describe('the claim of a run that was cut off', () => {
  const close = (claim: Partial<Claim>, reached: Parameters<typeof closeLost>[1]) =>
    closeLost({ id: 5, claim: { ...base, ...claim } }, reached, 50_000);

  test('says that nothing was sent when nothing was', () => {
    for (const state of ['waiting', 'sending'] as const)
      expect(close({ state }, { kind: 'claimed' })).toMatchObject({ state: 'not sent', commentId: 5 });
  });

  test('says that nobody knows when something had left', () => {
    expect(close({ state: 'sending', jobId: 'J', sentAt: 3 }, { kind: 'sending', jobId: 'J' })).toMatchObject(
      {
        state: 'unknown',
        jobId: 'J',
        sentAt: 3,
      },
    );
  });

  test('names the job as soon as it was known, and holds nobody up from now on', () => {
    for (const state of ['waiting', 'sending', 'job'] as const)
      expect(close({ state }, { kind: 'job', jobId: 'J' })).toMatchObject({
        state: 'job',
        jobId: 'J',
        deadline: 50_000,
      });
  });

  test('stays as it is when it was closed', () => {
    for (const state of ['not sent', 'unknown', 'ended'] as const)
      expect(close({ state }, { kind: 'job', jobId: 'J' })).toBeUndefined();
  });

  test('is repaired by anybody once it is dead', () => {
    const repair = (state: Claim['state'], date: number) =>
      repairLost({ id: 5, claim: { ...base, state } }, date)?.state;
    expect(repair('waiting', 160_000)).toBeUndefined();
    expect(repair('waiting', 160_001)).toBe('not sent');
    expect(repair('sending', 160_001)).toBe('unknown');
    expect(repair('job', 160_001)).toBeUndefined();
  });
});
