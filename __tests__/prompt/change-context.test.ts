import { expect, test } from '@jest/globals';
import type { Change } from '../../src/change/read-change.ts';
import type { GitHubPullRequest } from '../../src/github/pull-requests.ts';
import { changeContext } from '../../src/prompt/change-context.ts';
import type { WorkflowRun } from '../../src/runner/workflow-run.ts';

const HOME = { serverUrl: 'https://github.com', repository: 'acme/product', isPublic: true } as WorkflowRun;
const URL = `${HOME.serverUrl}/${HOME.repository}`;

/** The context of a range in which so many pull requests were merged. */
function contextOf(count: number): string {
  const pulls = Array.from({ length: count }, (_, index) => ({ number: index + 1 }) as GitHubPullRequest);
  const merged = { pulls, line: [], complete: true };
  const change: Change = { range: { base: 'v1', head: 'v2' }, notes: [], merged };
  return changeContext(change, 'link', undefined, HOME, 'token') ?? '';
}

const linksIn = (text: string) => text.match(/\/pull\/\d+/g) ?? [];

test('all of 50 pull requests are named, and linked to in the description', () => {
  expect(linksIn(contextOf(50))).toHaveLength(100);
  expect(contextOf(50)).not.toContain('earlier');
});

test.each([51, 1000])(
  'of %i pull requests, the newest 50 are named, and how many more there are',
  (count) => {
    const text = contextOf(count);
    expect(linksIn(text)).toEqual(Array.from({ length: 50 }, (_, index) => `/pull/${count - 49 + index}`));
    expect(text).toContain(`/pull/${count} and ${count - 50} earlier ones\n`);
    expect(text).toMatch(new RegExp(`link to ${URL}/compare/v1\\.\\.\\.v2$`));
  },
);
