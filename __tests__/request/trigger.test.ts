import { describe, expect, test } from '@jest/globals';
import type { Request } from '../../src/request/request.ts';
import { reactionTarget, urlOf } from '../../src/request/request.ts';
import { type Event, readTrigger, type Settings } from '../../src/request/trigger.ts';
import { MARKER_PREFIX } from '../../src/text/comment-text.ts';
import * as payloads from './payloads.ts';

const WRITTEN: Settings = { phrase: '/docs', instruction: 'words', reviews: 'phrase' };
const PROMPTED: Settings = { phrase: '/docs', instruction: 'input', reviews: 'phrase' };
const BOTH: Settings = { phrase: '/docs', instruction: 'both', reviews: 'phrase' };
const TEXT = '/docs Rewrite the quickstart';
const COMMAND = { kind: 'ask', manner: 'next', instruction: 'Rewrite the quickstart' };

function asked(event: Event, settings = WRITTEN): Request {
  const trigger = readTrigger(event, settings);
  if (trigger.kind === 'none') throw new Error(trigger.reason);
  return trigger;
}

function lacks(event: Event, settings = WRITTEN): string {
  const trigger = readTrigger(event, settings);
  return trigger.kind === 'none' ? trigger.code : 'nothing';
}

describe('a text asks', () => {
  test('a comment on an issue', () => {
    expect(asked(payloads.comment(TEXT))).toEqual({
      kind: 'request',
      event: 'issue_comment',
      command: COMMAND,
      sender: { login: 'Codertocat', id: 21031067, type: 'User' },
      author: { login: 'Codertocat', id: 21031067, type: 'User' },
      source: {
        kind: 'issue-comment',
        id: 492700400,
        url: expect.stringMatching(/\/issues\/1#issuecomment-492700400$/),
      },
      thread: {
        kind: 'issue',
        number: 1,
        url: expect.stringMatching(/\/issues\/1$/),
        title: 'Spelling error in the README file',
        description: expect.stringContaining('accidently'),
        openedBy: { login: 'Codertocat', id: 21031067, type: 'User' },
      },
    });
  });

  test('a comment in the conversation of a pull request', () => {
    const { source, thread } = asked(payloads.commentOnPullRequest(TEXT));
    expect(source.kind).toBe('issue-comment');
    expect(thread).toMatchObject({ kind: 'pull-request', number: 1 });
  });

  test('a comment on a line', () => {
    const { source, thread, command } = asked(
      payloads.lineComment(TEXT, ({ comment }) => {
        Object.assign(comment, {
          path: 'docs/a.md',
          line: 12,
          start_line: 10,
          diff_hunk: '@@ -1 +1 @@\n-a\n+b',
        });
      }),
    );
    expect(command).toEqual(COMMAND);
    expect(source).toEqual({
      kind: 'review-comment',
      id: 284312630,
      url: expect.stringMatching(/#discussion_r284312630$/),
      reviewId: 237895671,
      reviewed: [{ path: 'docs/a.md', line: 12, startLine: 10, hunk: '@@ -1 +1 @@\n-a\n+b' }],
    });
    expect(thread).toMatchObject({ kind: 'pull-request', number: 2 });
  });

  test('a comment on a line that has changed since, and one on a whole file', () => {
    const outdated = payloads.lineComment(TEXT, ({ comment }) => {
      Object.assign(comment, { line: null, original_line: 7, start_line: null, original_start_line: null });
    });
    expect(asked(outdated).source).toMatchObject({ reviewed: [{ line: 7 }] });
    const file: payloads.Json = payloads.lineComment(TEXT).payload;
    Object.assign(file.comment, { line: null, original_line: null, subject_type: 'file' });
    const { source } = asked({ name: 'pull_request_review_comment', payload: file });
    expect(source.kind === 'review-comment' && source.reviewed).toMatchObject([{ path: 'README.md' }]);
    expect(source.kind === 'review-comment' && source.reviewed?.[0]?.line).toBeFalsy();
  });

  test('a submitted review', () => {
    const { source, command, thread } = asked(payloads.review(TEXT));
    expect(command).toEqual(COMMAND);
    expect(source).toEqual({
      kind: 'review',
      id: 237895671,
      url: expect.stringMatching(/#pullrequestreview-237895671$/),
      submittedAt: '2019-05-15T15:20:38Z',
    });
    expect(thread).toMatchObject({ kind: 'pull-request', number: 2 });
  });

  test('a new issue', () => {
    const { source, thread } = asked(payloads.newIssue(TEXT));
    expect(source).toEqual({ kind: 'issue' });
    expect(thread?.kind).toBe('issue');
  });

  test('an issue that somebody else moved here names both: its author and who moved it', () => {
    const moved = payloads.newIssue(TEXT, (payload) => {
      payload.sender = payloads.account('maintainer', 7);
    });
    expect(asked(moved)).toMatchObject({ sender: { login: 'maintainer' }, author: { login: 'Codertocat' } });
  });
});

describe('a text does not ask', () => {
  test.each([
    ['issue_comment', 'edited', 'comment'],
    ['issue_comment', 'deleted', 'comment'],
    ['pull_request_review_comment', 'edited', 'comment'],
    ['pull_request_review', 'dismissed', 'review'],
    ['issues', 'edited', 'issue'],
    ['issues', 'reopened', 'issue'],
    ['issues', 'labeled', 'issue'],
    ['pull_request', 'opened', 'pull_request'],
    ['discussion', 'created', 'discussion'],
    ['commit_comment', 'created', 'comment'],
    ['release', 'published', 'release'],
  ])('by %s %s', (name, action, part) => {
    const payload = payloads.example(name, action);
    payload[part].body = TEXT;
    expect(lacks({ name, payload })).toBe('event-ignored');
    // What was written before starts nothing by an instruction in an input either.
    if (/comment$|review$/.test(name) && action !== 'created')
      expect(lacks({ name, payload }, PROMPTED)).toBe('event-ignored');
  });

  test.each(['push', 'constructor', '__proto__', ''])('by another event: %j', (name) => {
    expect(lacks({ name, payload: { action: 'created' } })).toBe('event-ignored');
  });

  test('without the phrase', () => {
    expect(lacks(payloads.comment('Looks good'))).toBe('no-phrase');
    expect(lacks(payloads.review(null))).toBe('no-phrase');
  });

  test.each([
    `${TEXT}\n\n${MARKER_PREFIX} v1 abc -->`,
    `${MARKER_PREFIX}-->\n${TEXT}`,
    `${TEXT}\n<!--docs-agent-action:x-->`,
    `${TEXT}\n<!-- DOCS-AGENT-ACTION: x`,
  ])('with a marker of ours: %j', (body) => {
    const events = [
      payloads.comment(body),
      payloads.comment(body, payloads.account('github-actions[bot]', 41898282, 'Bot')),
      payloads.review(body),
      payloads.lineComment(body),
      payloads.newIssue(body),
    ];
    for (const event of events)
      expect([lacks(event), lacks(event, PROMPTED)]).toEqual(['own-comment', 'own-comment']);
  });

  test('when the payload does not say who wrote it, or where', () => {
    const cases: ((payload: payloads.Json) => void)[] = [
      (payload) => delete payload.comment.user,
      (payload) => Object.assign(payload.comment, { user: null }),
      (payload) => Object.assign(payload.comment.user, { login: '@everyone <b>' }),
      (payload) => Object.assign(payload.comment.user, { id: '21031067' }),
      (payload) => delete payload.comment.id,
      (payload) => delete payload.issue,
      (payload) => Object.assign(payload.issue, { number: 1.5 }),
    ];
    for (const change of cases) {
      const payload: payloads.Json = structuredClone(payloads.comment(TEXT).payload);
      change(payload);
      for (const settings of [WRITTEN, PROMPTED])
        expect(lacks({ name: 'issue_comment', payload }, settings)).toBe('payload-unreadable');
    }
  });
});

test('the reason names no event with an unusual name', () => {
  const trigger = readTrigger({ name: '::error::x', payload: {} }, WRITTEN);
  expect(trigger).toMatchObject({ kind: 'none', reason: expect.stringMatching(/^The event of this run /) });
});

describe('an input asks', () => {
  test.each([
    ['issues', 'labeled', 'issue', 'issue'],
    ['issues', 'assigned', 'issue', 'issue'],
    ['pull_request', 'labeled', 'pull-request', 'pull-request'],
    ['pull_request', 'closed', 'pull-request', 'pull-request'],
    ['issue_comment', 'created', 'issue-comment', 'issue'],
    ['pull_request_review', 'submitted', 'review', 'pull-request'],
    ['pull_request_review_comment', 'created', 'review-comment', 'pull-request'],
    ['workflow_dispatch', undefined, 'run', undefined],
    ['repository_dispatch', 'on-demand-test', 'run', undefined],
    ['release', 'published', 'run', undefined],
    ['merge_group', 'checks_requested', 'run', undefined],
    ['push', undefined, 'run', undefined],
  ])('on %s %s', (name, action, source, thread) => {
    const request = asked(payloads.event(name, action), PROMPTED);
    expect(request.command).toBeUndefined();
    expect(request.source.kind).toBe(source);
    expect(request.thread?.kind).toBe(thread);
    expect(request.sender?.login).toMatch(/\w/);
    expect(request.action).toBe(name === 'pull_request' ? action : undefined);
  });

  test('on a label: who set it asks, not who wrote the issue', () => {
    const labeled = payloads.event('issues', 'labeled', (payload) => {
      payload.sender = payloads.account('maintainer', 7);
    });
    const request = asked(labeled, PROMPTED);
    expect(request.sender?.login).toBe('maintainer');
    expect(request.author).toBeUndefined();
    expect(request.source).toEqual({ kind: 'issue' });
    expect(urlOf(request)).toMatch(/\/issues\/\d+$/);
  });

  test('on a schedule, which nobody causes', () => {
    expect(asked({ name: 'schedule', payload: { schedule: '0 4 * * 1' } }, PROMPTED)).toEqual({
      kind: 'request',
      event: 'schedule',
      source: { kind: 'run' },
    });
  });

  test('not on a new issue or pull request that carries a marker of ours', () => {
    const body = `${MARKER_PREFIX} x -->`;
    const opened = payloads.event('pull_request', 'opened', (payload) => {
      payload.pull_request.body = body;
    });
    expect(lacks(opened, PROMPTED)).toBe('own-comment');
    const labeled = payloads.event('pull_request', 'labeled', (payload) => {
      payload.pull_request.body = body;
    });
    expect(lacks(labeled, PROMPTED)).toBe('nothing');
  });
});

describe('an input and words ask together', () => {
  test.each([
    ['a comment', payloads.comment(TEXT)],
    ['a comment on a line', payloads.lineComment(TEXT)],
    ['a review', payloads.review(TEXT)],
    ['a new issue', payloads.newIssue(TEXT)],
  ])('%s with the phrase says who wrote it and what', (_name, event) => {
    expect(asked(event, BOTH)).toEqual(asked(event));
    expect(asked(event, BOTH).command).toEqual(COMMAND);
  });

  test('words without the phrase, and words that are not new, leave it to the input', () => {
    const labeled = payloads.event('issues', 'labeled', ({ issue }) => Object.assign(issue, { body: TEXT }));
    for (const event of [payloads.comment('Looks good'), labeled, payloads.event('push', undefined)]) {
      expect(asked(event, BOTH)).toEqual(asked(event, PROMPTED));
      expect(asked(event, BOTH).command).toBeUndefined();
    }
  });

  test('what an input alone may not follow starts nothing', () => {
    const edited = payloads.event('issue_comment', 'edited', ({ comment }) =>
      Object.assign(comment, { body: TEXT }),
    );
    expect(lacks(edited, BOTH)).toBe('event-ignored');
    expect(lacks(payloads.comment(`${TEXT}\n${MARKER_PREFIX}-->`), BOTH)).toBe('own-comment');
  });
});

test.each([
  [payloads.comment(TEXT), { kind: 'issue-comment', id: 492700400 }],
  [payloads.lineComment(TEXT), { kind: 'review-comment', id: 284312630 }],
  [payloads.review(TEXT), undefined],
  [payloads.newIssue(TEXT), { kind: 'issue', number: 1 }],
  [payloads.event('push', undefined), undefined],
])('what a reaction goes to', (event, target) => {
  const trigger = readTrigger(event, event.name === 'push' ? PROMPTED : WRITTEN);
  expect(trigger.kind === 'request' && reactionTarget(trigger)).toEqual(target);
});

test("no payload crashes: GitHub's examples, and all sorts of JSON", () => {
  const odd = [undefined, null, 0, 'x', [], {}, { action: 'created' }, { action: 'created', comment: [] }];
  const names = [
    'issue_comment',
    'issues',
    'pull_request_review',
    'pull_request_review_comment',
    'push',
    'x',
  ];
  const strange = names.flatMap((name) => odd.map((payload) => ({ name, payload })));
  for (const event of [...payloads.everyExample, ...strange]) {
    for (const settings of [WRITTEN, PROMPTED])
      expect(readTrigger(event, settings).kind).toMatch(/none|request/);
  }
});
