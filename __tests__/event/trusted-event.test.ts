import { describe, expect, test } from '@jest/globals';
import { isTrusted } from '../../src/event/trusted-event.ts';
import { event, example, fromDeletedFork, fromFork, type Json } from './payloads.ts';

/** The end of a run of this event in this repository. */
const run = (cause: string, change: (payload: Json) => void = () => {}) =>
  event('workflow_run', 'completed', (payload) => {
    payload.workflow_run.event = cause;
    payload.workflow_run.head_repository.id = payload.repository.id;
    change(payload);
  });
const ofFork = (payload: Json) => {
  Object.assign(payload.workflow_run.head_repository, { id: 999, full_name: 'mallory/product' });
};
const pull = (change: (payload: Json) => void = () => {}) => event('pull_request', 'opened', change);

describe('trusted are', () => {
  test.each(['schedule', 'workflow_dispatch', 'push', 'release', 'repository_dispatch', 'workflow_call'])(
    '%s, and the end of its run',
    (name) => {
      expect([isTrusted({ name, payload: {} }), isTrusted(run(name))]).toEqual([true, true]);
      expect(isTrusted(run(name, ofFork))).toBe(false);
    },
  );

  test('a pull request of a branch of this repository, and the end of its run', () => {
    expect([isTrusted(pull()), isTrusted(run('pull_request'))]).toEqual([true, true]);
  });
});

test.each([
  ['a pull request from a fork', pull(fromFork)],
  ['one whose fork was deleted', fromDeletedFork(pull())],
  ['one without data', { name: 'pull_request', payload: {} }],
  ['the end of its run', run('pull_request', ofFork)],
  ['the end of a run after a comment', run('issue_comment')],
  ['the end of a run of an unknown event', { name: 'workflow_run', payload: {} }],
  ['`pull_request_target`', { name: 'pull_request_target', payload: pull().payload }],
  ...['issue_comment', 'issues', 'watch', 'merge_group', ''].map(
    (name) => [`\`${name}\``, { name, payload: example('workflow_dispatch') }] as const,
  ),
])('other people can cause %s', (_what, event) => {
  expect(isTrusted(event)).toBe(false);
});
