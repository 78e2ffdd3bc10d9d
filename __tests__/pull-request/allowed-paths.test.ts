/** `pr-paths`: whether the agent changed only files that it may change. */
import { expect, test } from '@jest/globals';
import { changeFields } from '../../src/inputs/change-fields.ts';
import type { PullRequestFile } from '../../src/model/pull-request-facts.ts';
import type { RequestResult } from '../../src/model/request-result.ts';
import { checkPaths } from '../../src/pull-request/allowed-paths.ts';

const file = (path: string, movedFrom?: string) => ({ path, movedFrom }) as PullRequestFile;
const ONE = [file('docs/a.md')];
const THREE_THOUSAND = Array.from({ length: 3_000 }, (_, index) => file(`docs/${index}.md`));

/** A pull request with these files, of which GitHub counts so many. */
function ended(files: readonly PullRequestFile[] | undefined, fileCount?: number, result = 'pull-request') {
  const facts = { files, fileCount: fileCount ?? files?.length };
  const pullRequest = { link: 'https://github.com/acme/docs/pull/7', number: 7, facts };
  return { result, reasonCode: 'pull-request-created', reason: 'Created.', pullRequest } as RequestResult;
}

test.each<[string, RequestResult, string, string, string[] | undefined]>([
  ['all files match', ended(ONE), 'docs/**.md, src/*.ts', 'pull-request-created', []],
  ['a file matches no glob', ended(ONE), 'guides/**', 'outside-paths', ['docs/a.md']],
  ['a file was moved', ended([file('docs/a.md', 'src/a.md')]), 'docs/**', 'outside-paths', ['src/a.md']],
  ['GitHub lists no more', ended(THREE_THOUSAND), 'docs/**', 'paths-unknown', undefined],
  ['the list lacks some', ended(ONE, 2), 'docs/**', 'paths-unknown', undefined],
  ['the list lacks some, and one is outside', ended(ONE, 2), 'guides/**', 'outside-paths', ['docs/a.md']],
  ['the list is unknown', ended(undefined, 0), '**', 'paths-unknown', undefined],
  ['the job failed', ended(ONE, 1, 'failed'), 'guides/**', 'pull-request-created', undefined],
])('the result if %s', (_when, end, prPaths, reasonCode, outsideFiles) => {
  const checked = checkPaths(end, changeFields.prPaths.parse(prPaths));
  expect(checked.reasonCode).toBe(reasonCode);
  // A gate on `[]` must not pass because files are unknown.
  expect(checked.pullRequest?.facts?.outsideFiles).toEqual(outsideFiles);
});
