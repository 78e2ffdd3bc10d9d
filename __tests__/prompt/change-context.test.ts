import { expect, test } from '@jest/globals';
import type { Change } from '../../src/change/read-change.ts';
import type { GitHubPullRequest } from '../../src/github/pull-requests.ts';
import { changeContext } from '../../src/prompt/change-context.ts';
import type { WorkflowRun } from '../../src/runner/workflow-run.ts';

const HOME = { serverUrl: 'https://github.com', repository: 'acme/product', isPublic: true } as WorkflowRun;

/** The context of a range in which so many pull requests were merged. */
function contextOf(count: number): string {
  const pulls = Array.from({ length: count }, (_, index) => ({ number: index + 1 }) as GitHubPullRequest);
  const merged = { pulls, line: [], complete: true };
  const change: Change = { range: { base: 'v1', head: 'v2' }, notes: [], merged };
  return changeContext(change, 'link', undefined, HOME).text ?? '';
}

const linksIn = (text: string) => text.match(/\/pull\/\d+/g) ?? [];

test('all of 1,000 pull requests are linked', () => {
  const text = contextOf(1_000);
  expect(linksIn(text)).toEqual(Array.from({ length: 1_000 }, (_, index) => `/pull/${index + 1}`));
  expect(text).toMatch(/link to the merged pull requests$/);
});
