/** What a request does next, decided from data alone. Moments are seconds after the start. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseNext, type Next, type RequestView, type ThreadRequest } from '../../src/thread/choose-next.ts';
import type { Note, NoteComment } from '../../src/thread/note.ts';

const START = Date.UTC(2026, 4, 1, 12);
const at = (seconds: number) => START + seconds * 1_000;
const NOW = 1_000;
const THREAD = {
  service: { baseUrl: new URL('https://api.example.com'), projectId: 'p' },
  repositoryId: 7,
  number: 1,
};
const LINK = 'https://github.com/acme/docs/pull/2';
const HERE = 'https://github.com/acme/product/pull/1';

const OPTIONS: ThreadRequest = {
  request: 'own',
  attempt: 2,
  instruction: 'Rewrite',
  fresh: false,
  jobId: undefined,
  foundBy: undefined,
};

/** The live note of another request, by default in an older comment than the request's own. */
function note(state: Note['state'], fields: Partial<Note> = {}, id = 5): NoteComment {
  const live = { request: 'other', attempt: 1, state, until: at(3_600), requester: { run: 'https://a.b' } };
  return { id, note: { ...live, ...fields }, thread: THREAD };
}

interface Seen {
  readonly status?: string;
  readonly prLink?: string;
  /** Since when polls have shown its end, in seconds. */
  readonly since?: number;
  readonly justEnded?: true;
}

/** `jobs` holds what the service returns; null is a 404. */
function view(
  notes: readonly NoteComment[],
  jobs: Readonly<Record<string, Seen | null>> = {},
  more: Partial<RequestView> = {},
): RequestView {
  const seen = Object.entries(jobs).map(([id, shown]) => {
    const { since, justEnded = false, ...fields } = shown ?? { since: NOW };
    const job = shown === null ? undefined : { id, raw: {}, ...fields };
    return [id, { job, endedSince: since === undefined ? undefined : at(since), justEnded }] as const;
  });
  const known = { marker: undefined, pullRequests: new Map(), ownId: 10, now: at(NOW), since: at(NOW - 50) };
  const all = [...notes, note('waiting', { request: 'own', attempt: 2 }, known.ownId)];
  return { notes: all, jobs: new Map(seen), ...known, ...more };
}

const SENT = { jobId: 'job_1', sentAt: at(100) };
const ENDED = [note('ended', SENT)];
const DONE = { job_1: { status: 'completed', since: 900 } };
const AT_WORK = { job_1: { status: 'active' } };
const BY_ID = { jobId: 'job_1' };
const FAILED = { job_1: { status: 'failed', since: 900 } };
const ARCHIVED = { job_1: { status: 'archived', since: 900 } };
/** GitHub's list lags behind: the request's own note is missing. */
const UNLISTED = { ...view([]), notes: [] };
const LINKED = { job_1: { status: 'completed', prLink: LINK, since: 900 } };
const pulls = (state: 'open' | 'closed' | 'unknown', link = LINK) => ({
  pullRequests: new Map([[link, { state, labels: ['ours'] }]]),
});
const markerOf = (jobId: string, seconds: number) => ({
  marker: { jobId, at: at(seconds), pullRequest: HERE },
});
const marked = markerOf('job_1', 50);
/** A request to the job that was sent at a time in seconds. */
const sent = (state: Note['state'], seconds: number) => note(state, { jobId: 'job_1', sentAt: at(seconds) });
const remarks = (words: string) => ({ remarks: [expect.stringContaining(words) as unknown] });
const own = (state: Note['state'], fields: Partial<Note> = {}) =>
  note(state, { request: 'own', ...fields }, 4);
/** Another run watches a job whose end polls have shown since a moment. */
const watched = (since: number, fields: Partial<Note> = {}) =>
  view([note('job', { ...SENT, ...fields })], { job_1: { status: 'completed', since } });
/** A run sent something 80 s ago, and stopped watching after 10 s. */
const left = (fields: Partial<Note>) =>
  view([note('job', { jobId: 'job_1', sentAt: at(NOW - 80), until: at(NOW - 70), left: true, ...fields })], {
    job_1: { status: 'completed', since: 900 },
  });
/** An approval of the same commit. */
const approved = (state: Note['state'], fields: Partial<Note> = {}, id = 5) =>
  note(state, { shared: 'commit', ...fields }, id);
const APPROVAL = { shared: 'commit' };
/** A search found an open pull request, whose job is this one. */
const FOUND = { jobId: 'job_1', foundBy: LINK };
const KNOWN = { result: { result: 'skipped', reasonCode: 'request-handled' } };
const IN_DOUBT = { result: { reasonCode: 'earlier-attempt-unknown' } };

type Row = readonly [name: string, view: RequestView, expected?: object, options?: Partial<ThreadRequest>];

/** What is chosen, in which cases, and with what else. */
const ROWS: readonly (readonly [string, object, readonly Row[]])[] = [
  [
    'creates a job',
    { kind: 'create' },
    [
      ['in an empty thread', view([]), { remarks: [] }],
      [
        'if the pull request of the last job was closed',
        view(ENDED, LINKED, pulls('closed')),
        remarks('was merged or closed'),
      ],
      ['if the last job failed', view(ENDED, FAILED), remarks('The job of this conversation failed')],
      [
        'for a merge, if the job of another recipe has no pull request',
        view(ENDED, DONE),
        {},
        { labels: ['b'] },
      ],
      [
        'for a merge, if its pull request has other labels',
        view(ENDED, LINKED, pulls('open')),
        { remarks: [] },
        { labels: ['ours', 'b'] },
      ],
      ['if the last job is archived', view(ENDED, ARCHIVED), remarks('is archived')],
      ['if the service returns 404 for the last job', view(ENDED, { job_1: null }), remarks('is unknown')],
      ['for `--new`', view(ENDED), remarks('A new job was requested'), { fresh: true }],
      ['for `--new` in an empty thread', view([]), { remarks: [] }, { fresh: true }],
      ['for `--new`, although an open pull request led to a job', view([]), {}, { ...FOUND, fresh: true }],
      ['for an approval, if an earlier one was not sent', view([approved('not sent')]), {}, APPROVAL],
      ['for an approval, before a newer one that waits', view([approved('waiting', {}, 20)]), {}, APPROVAL],
      ['after a minute in which the list lacked its own note', { ...UNLISTED, since: at(NOW - 60) }],
      ['without a conversation', { ...UNLISTED, ownId: 0 }],
      ['before a newer request that waits', view([note('waiting', {}, 20)])],
      ['next to a request whose run is gone', view([note('sending', { until: at(100) })])],
      ['if the job of an earlier attempt failed', view([own('ended', SENT)], FAILED)],
      ['if the service returns 404 for that job', view([own('ended', SENT)], { job_1: null })],
      ['if an earlier attempt sent nothing', view([own('not sent')])],
    ],
  ],
  [
    'creates a job that continues the open pull request',
    { kind: 'create' },
    [
      [
        'of a failed job',
        view(ENDED, { job_1: { status: 'failed', prLink: LINK, since: 900 } }, pulls('open')),
        { continuesPullRequest: LINK, pullRequest: LINK },
      ],
      [
        'whose conversation this is, if the service returns 404 for its job',
        view([], { job_1: null }, { ...marked, ...pulls('open', HERE) }),
        { continuesPullRequest: HERE },
      ],
      [
        'that led to the job, if the job is archived',
        view([], { job_1: { status: 'archived', since: 900 } }, pulls('open')),
        { continuesPullRequest: LINK, ...remarks(`The job of ${LINK} is archived`) },
        FOUND,
      ],
      [
        'that a search just found, even if only `pr-token` can read it',
        view([], ARCHIVED, pulls('unknown')),
        { continuesPullRequest: LINK },
        FOUND,
      ],
    ],
  ],
  [
    'sends a message',
    { kind: 'message', before: { id: 'job_1' } },
    [
      ["to the thread's job", view(ENDED, DONE), { remarks: [] }],
      ['80 s after a message, if a note reports the end', view([sent('ended', NOW - 80)], DONE)],
      [
        'after a create whose outcome is unknown',
        view([...ENDED, note('unknown', { sentAt: at(500) })], DONE),
      ],
      ['to the job of the last send, not of an older marker', view(ENDED, DONE, markerOf('job_2', 50))],
      [
        'to the job of the last send, not of a later re-run of an older request',
        view([sent('ended', 500), note('ended', { jobId: 'job_2' }, 6)], DONE),
      ],
      ['to the job of an open pull request', view(ENDED, LINKED, pulls('open')), { pullRequest: LINK }],
      [
        'for a merge, to the job of a pull request with its labels',
        view(ENDED, LINKED, pulls('open')),
        {},
        { labels: ['Ours'] },
      ],
      ['to the job of a pull request out of reach', view(ENDED, LINKED, pulls('unknown'))],
      ['to the job that a marker names', view([], DONE, { ...marked, ...pulls('open', HERE) })],
      [
        'for a label after another one was sent',
        view([approved('ended', SENT)], DONE),
        {},
        { ...APPROVAL, since: at(101) },
      ],
      ['to a job by its ID, without reading its pull request', view([], LINKED), {}, BY_ID],
      ['two minutes after the end of a job that a run watches', watched(NOW - 120)],
      ['at once if that run is gone', watched(NOW, { left: true })],
      ['80 s after a create, since `completed` is its end', left({ created: true })],
    ],
  ],
  [
    'waits',
    { kind: 'wait' },
    [
      ['while an older request sends', view([note('sending')])],
      ['while a newer request sends', view([note('sending', {}, 20)])],
      ['while an older request waits', view([note('waiting')])],
      ['while a later attempt sends', view([own('sending', { attempt: 3 })])],
      ['for the job of another request', view([note('job', SENT)], AT_WORK), { jobId: 'job_1' }],
      ['for that job with `--new`, too', view([note('job', SENT)], AT_WORK), {}, { fresh: true }],
      ['for a job by its ID', view([], AT_WORK), {}, BY_ID],
      ['for another run to report the end of its job', watched(NOW - 119)],
      ['80 s after a message, since `completed` may be of the turn before', left({})],
      ['80 s after a message of unknown outcome', view([sent('unknown', NOW - 80)], DONE)],
      [
        'for a job by its ID that ended just now, since its run may be the next to send',
        view([], { job_1: { status: 'completed', since: NOW, justEnded: true } }),
        {},
        BY_ID,
      ],
      ['for a job by its ID, 80 s after such a message', view([sent('unknown', NOW - 80)], DONE), {}, BY_ID],
      ['until the list shows its own note, since an earlier one may be missing', UNLISTED],
      ['until the list shows its own note, in the first attempt, too', UNLISTED, {}, { attempt: 1 }],
      ['until the list shows its own note, even if it shows other notes', { ...UNLISTED, notes: ENDED }],
    ],
  ],
  [
    'watches the job of an earlier attempt',
    { kind: 'watch', job: { id: 'job_1' } },
    [
      ['at work', view([own('job', SENT)], AT_WORK), { earlier: SENT, ...remarks('has a job already') }],
      ['that has ended', view([own('ended', SENT)], DONE)],
      [
        'of an approval, although there is another one of the same commit',
        view([own('job', { ...SENT, ...APPROVAL }), approved('ended', SENT)], AT_WORK),
        {},
        APPROVAL,
      ],
      [
        'before an attempt that sent nothing',
        view([own('ended', SENT), note('not sent', { request: 'own', attempt: 2 }, 6)], DONE),
        {},
        { attempt: 3 },
      ],
    ],
  ],
  [
    'sends nothing',
    { kind: 'stop' },
    [
      ['if an earlier attempt was sending', view([own('sending')]), IN_DOUBT],
      ['if the outcome of an earlier attempt is unknown', view([own('unknown')]), IN_DOUBT],
      [
        'if the service returns 404 for the job of an earlier attempt, which got a later request',
        view([own('ended', SENT), sent('ended', 500)], { job_1: null }),
        { result: { reasonCode: 'job-unknown', jobId: 'job_1' } },
      ],
      ['if an approval of the same commit was sent', view([approved('ended', SENT)]), KNOWN, APPROVAL],
      ['if an approval of the same commit is about to be', view([approved('waiting')]), KNOWN, APPROVAL],
      ['if the job by its ID failed', view([], FAILED), { result: { reasonCode: 'job-failed' } }, BY_ID],
      [
        'if the job by its ID is archived',
        view([], ARCHIVED),
        {
          result: {
            reasonCode: 'job-archived',
            reason: expect.stringContaining('job job_1 is archived') as unknown,
          },
        },
        BY_ID,
      ],
      [
        'if the service returns 404 for the job by its ID',
        view([], { job_1: null }),
        { result: { reasonCode: 'job-unknown' } },
        BY_ID,
      ],
    ],
  ],
  [
    'reads first',
    {},
    [
      ["the thread's job", view(ENDED), { kind: 'get job', turn: { jobId: 'job_1' } }],
      ['the job of another request', view([note('job', SENT)]), { kind: 'get job', turn: SENT }],
      ['the job of an earlier attempt', view([own('job', SENT)]), { kind: 'get job', turn: SENT }],
      ['its pull request', view(ENDED, LINKED), { kind: 'get pull request', link: LINK }],
      [
        'the pull request of a failed job',
        view(ENDED, { job_1: { status: 'failed', prLink: LINK, since: 900 } }),
        { kind: 'get pull request', link: LINK },
      ],
    ],
  ],
];

describe.each(ROWS)('a request %s', (_outcome, outcome, rows) => {
  test.each(rows)('%s', (_case, seen, expected = {}, options = {}) => {
    expect(chooseNext(seen, { ...OPTIONS, ...options })).toMatchObject({ ...outcome, ...expected });
  });
});

describe('in any thread', () => {
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
  const options = fc.record({ fresh: fc.boolean(), jobId: fc.constantFrom(undefined, undefined, 'job_1') });
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
    fc.assert(property, { seed: 20_261_122, numRuns: 2_000 });
  }
  const isLive = ({ note: { left, until } }: NoteComment) => !left && at(NOW) <= until + 180_000;
  const isEarlierAttempt = ({ note: { request, attempt } }: NoteComment) => request === 'own' && attempt < 2;

  test('sends nothing next to a live request that sends, or that waits in an older comment', () => {
    decide((next, { notes: all }) => {
      if (next.kind !== 'create' && next.kind !== 'message') return;
      const others = all.filter((it) => isLive(it) && !isEarlierAttempt(it));
      expect(others.filter(({ note: { state } }) => state === 'sending')).toEqual([]);
      expect(others.filter(({ id, note: { state } }) => state === 'waiting' && id < 10)).toEqual([]);
    });
  });

  test('sends nothing again that an earlier attempt may have sent', () => {
    decide((next, { notes: all }) => {
      const sent = all
        .filter(isEarlierAttempt)
        .some(({ note: { state } }) => state === 'sending' || state === 'unknown');
      if (sent) expect(next).toMatchObject({ kind: 'stop' });
    });
  });

  test('sends messages only to completed jobs', () => {
    decide((next, { jobs }) => {
      if (next.kind !== 'message') return;
      expect(jobs.get(next.before.id)?.job).toMatchObject({ status: 'completed' });
    });
  });

  test('reads nothing twice', () => {
    decide((next, { jobs, pullRequests }) => {
      if (next.kind === 'get job') expect(jobs.has(next.turn.jobId)).toBe(false);
      if (next.kind === 'get pull request') expect(pullRequests.has(next.link)).toBe(false);
    });
  });
});
