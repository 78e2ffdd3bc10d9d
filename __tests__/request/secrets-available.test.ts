import { expect, test } from '@jest/globals';
import { lacksSecrets } from '../../src/request/secrets-available.ts';
import * as payloads from './payloads.ts';

const FORK_EVENTS = [
  ['pull_request', 'opened'],
  ['pull_request', 'labeled'],
  ['pull_request_review', 'submitted'],
  ['pull_request_review_comment', 'created'],
] as const;

test.each(FORK_EVENTS)('%s %s gets no secrets on a fork, nor when the repository is gone', (name, action) => {
  const fork = payloads.event(name, action, payloads.fromFork);
  expect(lacksSecrets(fork, 'octocat')).toMatch(/from a fork\. Comment in the conversation instead/);
  expect(lacksSecrets(payloads.fromNowhere(fork), 'octocat')).toMatch(
    /whose repository is gone\. Comment in the conversation/,
  );
  expect(lacksSecrets(payloads.event(name, action), 'octocat')).toBeUndefined();
});

test('a renamed repository is still the same', () => {
  const renamed = payloads.review('/docs', ({ pull_request }) => {
    pull_request.head.repo.full_name = 'Codertocat/Hello-Old-Ports';
  });
  expect(lacksSecrets(renamed, 'octocat')).toBeUndefined();
});

test('a comment of the conversation gets them, also on a fork', () => {
  expect(lacksSecrets(payloads.commentOnPullRequest('/docs'), 'octocat')).toBeUndefined();
  const target = payloads.event('pull_request', 'opened', payloads.fromFork);
  expect(lacksSecrets({ ...target, name: 'pull_request_target' }, 'octocat')).toBeUndefined();
});

test('a run by Dependabot does not, on any event', () => {
  const push = payloads.event('push', undefined);
  expect(lacksSecrets(push, 'dependabot[bot]')).toMatch(/Dependabot secret/);
  expect(lacksSecrets(push, 'dependabot')).toBeUndefined();
  const sent = payloads.comment('/docs', payloads.account('dependabot[bot]', 49699333, 'Bot'));
  expect(lacksSecrets(sent, 'octocat')).toMatch(/Dependabot secret/);
});

test.each([undefined, null, {}, { pull_request: null }, { pull_request: { head: {} } }])(
  'what the payload does not tell is no reason: %j',
  (payload) => {
    expect(lacksSecrets({ name: 'pull_request', payload }, 'octocat')).toBeUndefined();
  },
);
