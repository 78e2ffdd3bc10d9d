import { describe, expect, test } from '@jest/globals';
import { type Event, readTrigger, type Settings } from '../../src/event/trigger.ts';
import { MARKER_PREFIX } from '../../src/text/comment-text.ts';
import { reactionTarget } from '../../src/thread/thread.ts';
import * as payloads from './payloads.ts';
import { requestOf } from './payloads.ts';

const TEXT = '/docs Rewrite the quickstart';
const COMMAND = { kind: 'instruction', isNew: false, instruction: 'Rewrite the quickstart' };

function read(event: Event, instruction: Settings['instruction'] = 'text') {
  return readTrigger(event, { phrase: '/docs', instruction });
}

function reasonCodeOf(event: Event, instruction?: Settings['instruction']): string | undefined {
  const trigger = read(event, instruction);
  return trigger.kind === 'none' ? trigger.code : undefined;
}

describe('the phrase makes a request of', () => {
  test('a comment on an issue', () => {
    expect(requestOf(payloads.comment(TEXT))).toEqual({
      kind: 'request',
      event: 'issue_comment',
      sender: { login: 'Codertocat', id: 21031067, type: 'User' },
      author: { login: 'Codertocat', id: 21031067, type: 'User' },
      command: COMMAND,
      comment: { kind: 'issue-comment', id: 492700400, writtenAt: '2019-05-15T15:20:21Z' },
      url: expect.stringMatching(/\/issues\/1#issuecomment-492700400$/),
      topic: [expect.stringMatching(/#issuecomment-492700400$/)],
      since: '2019-05-15T15:20:21Z',
      thread: {
        kind: 'issue',
        number: 1,
        title: 'Spelling error in the README file',
        description: expect.stringContaining('accidently'),
        openedBy: { login: 'Codertocat', id: 21031067, type: 'User' },
      },
    });
  });

  test('a comment on a line', () => {
    const request = requestOf(
      payloads.lineComment(TEXT, ({ comment }) => {
        Object.assign(comment, { path: 'docs/a.md', line: 12, start_line: 10, diff_hunk: '-a\n+b' });
      }),
    );
    expect(request).toMatchObject({
      command: COMMAND,
      comment: {
        kind: 'review-comment',
        id: 284312630,
        reviewId: 237895671,
        writtenAt: '2019-05-15T15:20:37Z',
        reviewed: [{ path: 'docs/a.md', line: 12, startLine: 10, hunk: '-a\n+b' }],
      },
      url: expect.stringMatching(/#discussion_r284312630$/),
      thread: { kind: 'pull-request', number: 2 },
    });
  });

  test('a comment on an outdated line, and on a whole file', () => {
    const outdated = payloads.lineComment(TEXT, ({ comment }) => {
      Object.assign(comment, { line: null, original_line: 7, start_line: null, original_start_line: null });
    });
    expect(requestOf(outdated)).toMatchObject({ comment: { reviewed: [{ line: 7 }] } });
    const file: payloads.Json = payloads.lineComment(TEXT).payload;
    Object.assign(file.comment, { line: null, original_line: null, subject_type: 'file' });
    const whole = requestOf({ name: 'pull_request_review_comment', payload: file });
    expect(whole).toMatchObject({ comment: { reviewed: [{ path: 'README.md', line: undefined }] } });
  });

  const review = { kind: 'review', id: 237895671, writtenAt: '2019-05-15T15:20:38Z' };
  test.each<[string, Event, object | undefined, string]>([
    [
      'a comment on a pull request',
      payloads.commentOnPullRequest(TEXT),
      { kind: 'issue-comment' },
      'pull-request',
    ],
    ['a submitted review', payloads.review(TEXT), review, 'pull-request'],
    ['a new issue', payloads.newIssue(TEXT), undefined, 'issue'],
  ])('%s', (_name, event, comment, thread) => {
    expect(requestOf(event)).toMatchObject({
      command: COMMAND,
      author: { login: 'Codertocat' },
      ...(comment && { comment }),
      thread: { kind: thread },
      sender: { login: 'Codertocat' },
    });
  });
});

test('the URL of a review is that of its request', () => {
  expect(requestOf(payloads.review(TEXT)).url).toMatch(/#pullrequestreview-237895671$/);
});

describe('a text is not a request', () => {
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
    ['discussion_comment', 'created', 'comment'],
    ['release', 'published', 'release'],
  ])('in the event %s %s', (name, action, part) => {
    const payload = payloads.example(name, action);
    payload[part].body = TEXT;
    expect(reasonCodeOf({ name, payload })).toBe('event-ignored');
    // An instruction in an input makes no request of an old text, nor of one that never is.
    if (/comment$|review$|^discussion/.test(name))
      expect(reasonCodeOf({ name, payload }, 'input')).toBe('event-ignored');
  });

  test.each(['push', 'constructor', '__proto__', ''])('in another event: %j', (name) => {
    expect(reasonCodeOf({ name, payload: { action: 'created' } })).toBe('event-ignored');
  });

  test('without the phrase', () => {
    expect(reasonCodeOf(payloads.comment('Looks good'))).toBe('no-phrase');
    expect(reasonCodeOf(payloads.review(null))).toBe('no-phrase');
    for (const state of ['approved', 'commented']) {
      const event = payloads.review('Shorter', ({ review }) => Object.assign(review, { state }));
      expect(reasonCodeOf(event)).toBe('no-phrase');
    }
  });

  test.each([
    `${TEXT}\n\n${MARKER_PREFIX} v1 abc -->`,
    `${MARKER_PREFIX}-->\n${TEXT}`,
    `${TEXT}\n<!--docs-agent-action:x-->`,
    `${TEXT}\n<!-- DOCS-AGENT-ACTION: x`,
  ])('with a marker of the action: %j', (body) => {
    const events = [
      payloads.comment(body),
      payloads.comment(body, payloads.account('github-actions[bot]', 41898282, 'Bot')),
      payloads.review(body),
      payloads.lineComment(body),
      payloads.newIssue(body),
    ];
    for (const event of events)
      expect([reasonCodeOf(event), reasonCodeOf(event, 'input')]).toEqual(['own-comment', 'own-comment']);
  });

  test('if the payload lacks its author or its issue', () => {
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
      for (const instruction of ['text', 'input'] as const)
        expect(reasonCodeOf({ name: 'issue_comment', payload }, instruction)).toBe('payload-unreadable');
    }
  });
});

describe('an input makes a request of', () => {
  const [SET, MERGE] = [{ topic: ['set'] }, { topic: ['merge'], isMerge: true }];
  test.each([
    ['issues', 'labeled', 'issue', { ...SET, mayLoop: false }],
    ['issues', 'assigned', 'issue', { ...SET, mayLoop: false }],
    ['issues', 'opened', 'issue', { ...SET, mayLoop: false }],
    ['pull_request', 'opened', 'pull-request', { ...SET, mayLoop: true, commit: expect.any(String) }],
    ['pull_request', 'labeled', 'pull-request', { ...SET, mayLoop: false }],
    ['pull_request', 'synchronize', 'pull-request', { mayLoop: true }],
    ['pull_request', 'closed', 'pull-request', { ...MERGE, mayLoop: true }],
    ['workflow_dispatch', undefined, undefined, {}],
    ['repository_dispatch', 'on-demand-test', undefined, {}],
    ['release', 'published', undefined, { change: { kind: 'release' } }],
    ['merge_group', 'checks_requested', undefined, {}],
    ['push', undefined, undefined, { change: { kind: 'push' }, isMerge: true }],
  ])('the event %s %s', (name, action, thread, facts) => {
    const event = payloads.event(name, action, (payload) => {
      if (action !== 'closed') return;
      Object.assign(payload.pull_request, { merged: true, merge_commit_sha: 'a'.repeat(40) });
    });
    const { topic, ...request } = requestOf(event, 'input');
    expect(request.thread?.kind).toBe(thread);
    expect(request.sender?.login).toMatch(/\w/);
    const { topic: kind, ...others } = { topic: undefined, ...facts };
    expect(request).toMatchObject(others);
    if (kind !== undefined) expect(topic?.slice(0, 1)).toEqual(kind);
  });

  test('a label, by the user who set it', () => {
    const labeled = payloads.event('issues', 'labeled', (payload) => {
      payload.sender = payloads.account('maintainer', 7);
    });
    expect(requestOf(labeled, 'input')).toMatchObject({
      sender: { login: 'maintainer' },
      topic: ['set', 1, undefined, 'Spelling error in the README file', expect.any(String)],
      since: '2019-05-15T15:20:18Z',
      url: expect.stringMatching(/\/issues\/\d+$/),
    });
  });

  test('a schedule, without a requester', () => {
    expect(requestOf({ name: 'schedule', payload: { schedule: '0 4 * * 1' } }, 'input')).toEqual({
      kind: 'request',
      event: 'schedule',
    });
  });

  test('no new pull request with a marker of the action', () => {
    const body = `${MARKER_PREFIX} x -->`;
    const opened = payloads.event('pull_request', 'opened', (payload) => {
      payload.pull_request.body = body;
    });
    expect(reasonCodeOf(opened, 'input')).toBe('own-comment');
    const labeled = payloads.event('pull_request', 'labeled', (payload) => {
      payload.pull_request.body = body;
    });
    expect(reasonCodeOf(labeled, 'input')).toBeUndefined();
  });
});

describe('with an input', () => {
  test.each([
    ['a comment', payloads.comment(TEXT)],
    ['a comment on a line', payloads.lineComment(TEXT)],
    ['a review', payloads.review(TEXT)],
    ['a new issue', payloads.newIssue(TEXT)],
  ])('%s with the phrase is a request of its author', (_name, event) => {
    expect(requestOf(event, 'input')).toEqual(requestOf(event));
    expect(requestOf(event, 'input')).toMatchObject({ command: COMMAND });
  });

  const reviewIn = (state: string, body: string | null = null) =>
    payloads.review(body, ({ review }) => Object.assign(review, { state }));
  test.each<[string, Event, string | undefined]>([
    ['a comment', payloads.comment('Thanks, looks good'), 'no-phrase'],
    ['a comment on a pull request', payloads.commentOnPullRequest('Thanks'), 'no-phrase'],
    ['a comment on a line', payloads.lineComment('Nit: a typo'), 'no-phrase'],
    ['a review that only comments', reviewIn('commented', 'Nice'), 'no-phrase'],
    ['the review of a line comment', reviewIn('commented'), 'no-phrase'],
    ['an approval', reviewIn('approved', 'Ship it'), undefined],
    ['an approval without a text', reviewIn('approved'), undefined],
    ['requested changes', reviewIn('changes_requested', 'Shorter'), undefined],
    ['a new issue', payloads.newIssue('It is old'), undefined],
    ['a label', payloads.event('issues', 'labeled'), undefined],
    ['a workflow run that starts', payloads.event('workflow_run', 'requested'), 'event-ignored'],
    ['a check that starts', payloads.event('check_run', 'created'), 'event-ignored'],
    ['a workflow run that ended', payloads.event('workflow_run', 'completed'), undefined],
  ])('%s without the phrase: %#', (_name, event, code) => {
    expect(reasonCodeOf(event, 'input')).toBe(code);
  });
});

describe('whether two events are one request, with the same inputs', () => {
  const SHA = 'a'.repeat(40);
  const SAME = { number: 1, title: 'New API', body: 'It is new' };
  const issue = (action: string, more: object = {}) =>
    payloads.event('issues', action, (payload) => void Object.assign(payload.issue, SAME, more));
  const pull = (action: string, more: object = {}, sha = SHA) =>
    payloads.event('pull_request', action, (payload) => {
      Object.assign(payload.pull_request, SAME, more);
      payload.pull_request.head.sha = sha;
    });
  const pushed = (ref: string, after = SHA) =>
    payloads.event('push', undefined, (payload) => void Object.assign(payload, { ref, after }));
  const merged = payloads.event('pull_request', 'closed', ({ pull_request: closed }) => {
    Object.assign(closed, { merged: true, merge_commit_sha: SHA });
    closed.base.ref = 'main';
  });
  const push = pushed('refs/heads/main');

  test.each<[string, boolean, Event, Event]>([
    ['a new issue and its label', true, issue('opened'), issue('labeled')],
    ['the label and the assignee of an issue', true, issue('labeled'), issue('assigned')],
    ['labels of two issues', false, issue('labeled'), issue('labeled', { number: 2 })],
    ['a new pull request and its label', true, pull('opened'), pull('labeled')],
    ['its label after an edit', false, pull('opened'), pull('labeled', { body: 'Newer' })],
    ['its label after a push', false, pull('opened'), pull('labeled', {}, 'b'.repeat(40))],
    ['a merge as push and as closed pull request', true, push, merged],
    ['the same commit on another branch', false, push, pushed('refs/heads/production')],
    ['the same commit as a tag', false, push, pushed('refs/tags/v1')],
  ])('%s: %s', (_, isSame, one, other) => {
    const [first, second] = [one, other].map((event) => JSON.stringify(requestOf(event, 'input').topic));
    expect(first).toBeDefined();
    expect(second === first).toBe(isSame);
  });
});

test.each([
  ['a comment', payloads.comment(TEXT), { kind: 'issue-comment', id: 492700400 }],
  ['a line comment', payloads.lineComment(TEXT), { kind: 'review-comment', id: 284312630 }],
  ['a new issue', payloads.newIssue(TEXT), { kind: 'issue', number: 1 }],
  ['nothing if the request is a review', payloads.review(TEXT), undefined],
])('the reaction goes to %s', (_name, event, target) => {
  expect(reactionTarget(requestOf(event))).toEqual(target);
});

test("reads each of GitHub's examples, and any JSON, without an error", () => {
  const odd = [undefined, null, 0, 'x', [], {}, { action: 'created' }, { action: 'created', comment: [] }];
  const names = [...new Set(payloads.everyExample.map(({ name }) => name)), 'x'];
  const oddEvents = names.flatMap((name) => odd.map((payload) => ({ name, payload })));
  for (const event of [...payloads.everyExample, ...oddEvents]) {
    for (const instruction of ['text', 'input'] as const)
      expect(read(event, instruction).kind).toMatch(/none|request/);
  }
});
