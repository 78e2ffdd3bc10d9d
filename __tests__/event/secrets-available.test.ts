import { expect, test } from '@jest/globals';
import { lacksSecrets } from '../../src/event/secrets-available.ts';
import * as payloads from './payloads.ts';

test.each([
  ['pull_request', 'opened'],
  ['pull_request', 'labeled'],
  ['pull_request_review', 'submitted'],
  ['pull_request_review_comment', 'created'],
] as const)('%s %s gets no secrets if the fork exists or is deleted', (name, action) => {
  const fork = payloads.event(name, action, payloads.fromFork);
  expect(lacksSecrets(fork, 'octocat')).toMatch(/from a fork\. Comment in the conversation instead/);
  expect(lacksSecrets(payloads.fromDeletedFork(fork), 'octocat')).toMatch(
    /whose repository is gone\. Comment in the conversation/,
  );
  expect(lacksSecrets(payloads.event(name, action), 'octocat')).toBeUndefined();
});

test('a pull request from a branch gets secrets after its repository was renamed', () => {
  const renamed = payloads.review('/docs', ({ pull_request }) => {
    pull_request.head.repo.full_name = 'Codertocat/Hello-Old-Ports';
  });
  expect(lacksSecrets(renamed, 'octocat')).toBeUndefined();
});

test('a comment on a pull request and `pull_request_target` get secrets, also from a fork', () => {
  expect(lacksSecrets(payloads.commentOnPullRequest('/docs'), 'octocat')).toBeUndefined();
  const target = payloads.event('pull_request', 'opened', payloads.fromFork);
  expect(lacksSecrets({ ...target, name: 'pull_request_target' }, 'octocat')).toBeUndefined();
});

test('a run by Dependabot gets no secrets on any event', () => {
  const push = payloads.event('push', undefined);
  expect(lacksSecrets(push, 'dependabot[bot]')).toMatch(/Dependabot secret/);
  expect(lacksSecrets(push, 'dependabot')).toBeUndefined();
  const comment = payloads.comment('/docs', payloads.account('dependabot[bot]', 49699333, 'Bot'));
  expect(lacksSecrets(comment, 'octocat')).toMatch(/Dependabot secret/);
});

test.each([undefined, null, {}, { pull_request: null }, { pull_request: { head: {} } }])(
  'an event without the data is assumed to get secrets: %j',
  (payload) => {
    expect(lacksSecrets({ name: 'pull_request', payload }, 'octocat')).toBeUndefined();
  },
);
