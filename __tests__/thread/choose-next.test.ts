/** What a request does next, decided from data alone. All moments are seconds after an hour's beginning. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  chooseNext,
  type Next,
  type RequestOptions,
  type RequestView,
} from '../../src/thread/choose-next.ts';
import type { Note, NoteComment } from '../../src/thread/note.ts';

const START = Date.UTC(2026, 4, 1, 12);
const at = (seconds: number) => START + seconds * 1_000;
const NOW = 1_000;
const PLACE = {
  service: { baseUrl: new URL('https://api.example.com'), projectId: 'p' },
  repositoryId: 7,
  thread: 1,
};
const LINK = 'https://github.com/acme/docs/pull/2';
const HEAD = 'a'.repeat(40);
const HERE = 'https://github.com/acme/product/pull/1';

const OPTIONS: RequestOptions = {
  ...{ request: 'own', attempt: 2, hasInstruction: true, fresh: false },
  ...{ jobId: undefined, foundBy: undefined },
};

/** Another request's note, in an older comment than the own one, of a run that is there. */
function note(state: Note['state'], fields: Partial<Note> = {}, id = 5): NoteComment {
  const live = { request: 'other', attempt: 1, state, until: at(3_600), requester: { run: 'https://a.b' } };
  return { id, note: { ...live, ...fields }, place: PLACE };
}

interface Seen {
  readonly status?: string;
  readonly prLink?: string;
  /** Since when it was seen to be over, in seconds. */
  readonly since?: number;
}

/** `jobs` names what the service shows; null is a job that it doesn't know. */
function view(
  notes: readonly NoteComment[],
  jobs: Readonly<Record<string, Seen | null>> = {},
  more: Partial<RequestView> = {},
): RequestView {
  const seen = Object.entries(jobs).map(([id, shown]) => {
    const { since, ...fields } = shown ?? { since: NOW };
    const job = shown === null ? undefined : { id, raw: {}, ...fields };
    return [id, { job, endedSince: since === undefined ? undefined : at(since) }] as const;
  });
  const known = { marker: undefined, pullRequests: new Map(), ownId: 10, now: at(NOW) };
  const all = [...notes, note('waiting', { request: 'own', attempt: 2 }, known.ownId)];
  return { notes: all, jobs: new Map(seen), ...known, ...more };
}

const SENT = { jobId: 'job_1', sentAt: at(100) };
const ENDED = [note('ended', SENT)];
const DONE = { job_1: { status: 'completed', since: 900 } };
const AT_WORK = { job_1: { status: 'active' } };
const BY_ID = { jobId: 'job_1' };
const FAILED = { job_1: { status: 'failed', since: 900 } };
const LINKED = { job_1: { status: 'completed', prLink: LINK, since: 900 } };
const pulls = (state: 'open' | 'closed' | 'unknown', link = LINK) => ({
  pullRequests: new Map([[link, { state, head: HEAD }]]),
});
const marked = { marker: { jobId: 'job_1', at: at(50), pullRequest: HERE } };
const own = (state: Note['state'], fields: Partial<Note> = {}) =>
  note(state, { request: 'own', ...fields }, 4);

type Row = readonly [string, RequestView, object, Partial<RequestOptions>?];

const ROWS: readonly Row[] = [
  // Nobody goes first.
  ['an empty thread: a job', view([]), { kind: 'create' }],
  ["the thread's job, unseen: it is checked", view(ENDED), { kind: 'get job', turn: { jobId: 'job_1' } }],
  ["the thread's job: a message", view(ENDED, DONE), { kind: 'message', before: { id: 'job_1' } }],
  ['its pull request, unseen: it is read', view(ENDED, LINKED), { kind: 'get pull request', link: LINK }],
  [
    'its pull request is open: a message',
    view(ENDED, LINKED, pulls('open')),
    { kind: 'message', headBefore: HEAD },
  ],
  ['its pull request was closed: a job', view(ENDED, LINKED, pulls('closed')), { kind: 'create' }],
  ['its pull request is out of reach: a message', view(ENDED, LINKED, pulls('unknown')), { kind: 'message' }],
  ['the job failed: a job', view(ENDED, FAILED), { kind: 'create', continuesPullRequest: undefined }],
  ['the job is unknown: a job', view(ENDED, { job_1: null }), { kind: 'create' }],
  [
    'the job failed behind an open pull request: a job that continues it',
    view(ENDED, { job_1: { status: 'failed', prLink: LINK, since: 900 } }, pulls('open')),
    { kind: 'create', continuesPullRequest: LINK, headBefore: HEAD },
  ],
  [
    'the job is unknown, in the conversation of its open pull request: a job that continues it',
    view([], { job_1: null }, { ...marked, ...pulls('open', HERE) }),
    { kind: 'create', continuesPullRequest: HERE },
  ],
  ['a marker: a message to that job', view([], DONE, marked), { kind: 'message', before: { id: 'job_1' } }],
  ['`--new`: a job', view(ENDED), { kind: 'create', remarks: ['A new job was requested.'] }, { fresh: true }],

  // A job by its id.
  ['by id: a message, whatever its pull request is', view([], LINKED), { kind: 'message' }, BY_ID],
  ['by id, and failed: the end', view([], FAILED), { result: { reasonCode: 'job-failed' } }, BY_ID],
  [
    'by id, and unknown: the end',
    view([], { job_1: null }),
    { result: { reasonCode: 'job-unknown' } },
    BY_ID,
  ],
  ['by id, at work: it waits', view([], AT_WORK), { kind: 'wait' }, BY_ID],
  [
    'by an open pull request, and archived: a job that continues it',
    view([], { job_1: { status: 'archived', since: 900 } }, pulls('open')),
    { kind: 'create', continuesPullRequest: LINK },
    { jobId: 'job_1', foundBy: LINK },
  ],

  // A second comment.
  ['another one sends: it waits', view([note('sending')]), { kind: 'wait' }],
  ['a newer one sends: it waits', view([note('sending', {}, 20)]), { kind: 'wait' }],
  ['an older one waits: it waits', view([note('waiting')]), { kind: 'wait' }],
  ['a newer one waits: it goes first', view([note('waiting', {}, 20)]), { kind: 'create' }],
  ['a dead one waits or sends: it goes on', view([note('sending', { until: at(100) })]), { kind: 'create' }],
  [
    'another one has a job at work: it waits',
    view([note('job', SENT)], AT_WORK),
    { kind: 'wait', jobId: 'job_1' },
  ],
  ['also with `--new`', view([note('job', SENT)], AT_WORK), { kind: 'wait' }, { fresh: true }],
  [
    'its turn was just over: its run reports first',
    view([note('job', SENT)], { job_1: { status: 'completed', since: NOW - 119 } }),
    { kind: 'wait' },
  ],
  [
    'its turn has been over for two minutes: a message',
    view([note('job', SENT)], { job_1: { status: 'completed', since: NOW - 120 } }),
    { kind: 'message' },
  ],
  [
    'its turn is over, and its run is gone: a message',
    view([note('job', { ...SENT, until: at(NOW) })], { job_1: { status: 'completed', since: NOW } }),
    { kind: 'message' },
  ],
  [
    'a message 80 s ago, and completed may be old: it waits',
    view([note('job', { jobId: 'job_1', sentAt: at(NOW - 80), until: at(NOW - 70), left: true })], {
      job_1: { status: 'completed', since: 900 },
    }),
    { kind: 'wait' },
  ],
  [
    'a create 80 s ago, and completed is its end: a message',
    view(
      [note('job', { jobId: 'job_1', sentAt: at(NOW - 80), until: at(NOW - 70), left: true, created: true })],
      { job_1: { status: 'completed', since: 990 } },
    ),
    { kind: 'message' },
  ],

  // An earlier attempt of the same request.
  [
    'an attempt was sending: nothing is sent',
    view([own('sending')]),
    { result: { reasonCode: 'earlier-attempt-unknown' } },
  ],
  [
    "the list doesn't show the own note: it waits, since it may lack an attempt's note, too",
    { ...view([]), notes: [] },
    { kind: 'wait' },
  ],
  [
    'an attempt of unknown outcome: nothing is sent',
    view([own('unknown')]),
    { result: { reasonCode: 'earlier-attempt-unknown' } },
  ],
  [
    'an attempt has a job: it is watched',
    view([own('job', SENT)], AT_WORK),
    { kind: 'watch', job: { id: 'job_1' } },
  ],
  [
    'an attempt ended: it is watched',
    view([own('ended', SENT)], DONE),
    { kind: 'watch', job: { id: 'job_1' } },
  ],
  ['an attempt whose job failed: sent again', view([own('ended', SENT)], FAILED), { kind: 'create' }],
  ['an attempt that sent nothing: sent', view([own('not sent')]), { kind: 'create' }],
  ['a later attempt: none of ours', view([own('sending', { attempt: 3 })]), { kind: 'wait' }],
];

test.each(ROWS)('%s', (_, seen, expected, options = {}) => {
  const next = chooseNext(seen, { ...OPTIONS, ...options });
  const matched = { ...expected, ...('remarks' in expected && { remarks: expect.anything() }) };
  expect(next).toMatchObject(matched);
  if ('remarks' in expected && 'remarks' in next)
    for (const remark of expected.remarks as (string | RegExp)[]) expect(next.remarks.join()).toMatch(remark);
});

describe('whatever is known', () => {
  const STATES = ['waiting', 'sending', 'job', 'ended', 'not sent', 'unknown'] as const;
  const moment = fc.integer({ min: 0, max: 2 * NOW }).map(at);
  const notes = fc.array(
    fc.record({
      id: fc.constantFrom(1, 2, 3, 20, 21),
      request: fc.constantFrom('own', 'other', 'third'),
      attempt: fc.constantFrom(1, 2, 3),
      state: fc.constantFrom(...STATES),
      until: moment,
      jobId: fc.constantFrom(undefined, 'job_1', 'job_2'),
      sentAt: fc.option(moment, { nil: undefined }),
      created: fc.constantFrom(undefined, true),
      left: fc.constantFrom(undefined, true),
    }),
    { maxLength: 5 },
  );
  const seen = fc.constantFrom<(Seen | null)[]>(
    { status: 'active' },
    { status: 'completed', since: 500 },
    { status: 'completed', since: NOW, prLink: LINK },
    { status: 'failed', since: 500 },
    null,
  );
  const options = fc.record({
    ...{ hasInstruction: fc.constant(true), fresh: fc.boolean(), foundBy: fc.constant(undefined) },
    jobId: fc.constantFrom(undefined, undefined, 'job_1'),
  });
  const worlds = fc.record({
    notes,
    job_1: seen,
    job_2: seen,
    options,
    state: fc.constantFrom('open', 'closed'),
  });

  function decide(check: (next: Next, seen: RequestView) => void) {
    const property = fc.property(worlds, ({ notes: given, job_1, job_2, options: chosen, state }) => {
      const all = given.map(({ id, ...fields }) => note(fields.state, fields, id));
      const known = view(
        all,
        { job_1, job_2 },
        { pullRequests: new Map([[LINK, { state: state as 'open' }]]) },
      );
      check(chooseNext(known, { ...OPTIONS, ...chosen }), known);
    });
    fc.assert(property, { seed: 20_261_122, numRuns: 5_000 });
  }
  const isLive = ({ note: { until } }: NoteComment) => at(NOW) <= until + 180_000;
  const isEarlier = ({ note: { request, attempt } }: NoteComment) => request === 'own' && attempt < 2;

  test('nothing is sent beside a live note that sends, or waits in an older comment', () => {
    decide((next, { notes: all }) => {
      if (next.kind !== 'create' && next.kind !== 'message') return;
      const others = all.filter((it) => isLive(it) && !isEarlier(it));
      expect(others.filter(({ note: { state } }) => state === 'sending')).toEqual([]);
      expect(others.filter(({ id, note: { state } }) => state === 'waiting' && id < 10)).toEqual([]);
    });
  });

  test('nothing is sent again after an attempt that may have sent it', () => {
    decide((next, { notes: all }) => {
      const sent = all
        .filter(isEarlier)
        .some(({ note: { state } }) => state === 'sending' || state === 'unknown');
      if (sent) expect(next).toMatchObject({ kind: 'stop' });
    });
  });

  test('a message goes to a job that takes it, and that is not seen at work', () => {
    decide((next, { jobs }) => {
      if (next.kind !== 'message') return;
      expect(jobs.get(next.before.id)?.job).toMatchObject({ status: 'completed' });
    });
  });

  test('asks for nothing that is known', () => {
    decide((next, { jobs, pullRequests }) => {
      if (next.kind === 'get job') expect(jobs.has(next.turn.jobId)).toBe(false);
      if (next.kind === 'get pull request') expect(pullRequests.has(next.link)).toBe(false);
    });
  });
});
