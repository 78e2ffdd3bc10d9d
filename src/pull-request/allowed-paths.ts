import type { PullRequestFile } from '../pull-request-facts.ts';
import type { RequestResult } from '../request-result.ts';

/** Fails a request if its pull request changes files that `pr-paths` doesn't allow, or might do so. */
export function checkPaths(
  end: RequestResult,
  prPaths: ((path: string) => boolean) | undefined,
): RequestResult {
  const { pullRequest, result, reason } = end;
  if (prPaths === undefined || pullRequest === undefined || result !== 'pull-request') return end;
  const { facts } = pullRequest;
  if (facts?.closedAs !== undefined) return end;
  const { files, fileCount = MOST_LISTED } = facts ?? {};
  const outsideFiles = findOutside(files ?? [], prPaths);
  const isComplete = files !== undefined && files.length >= fileCount && files.length < MOST_LISTED;
  // Of an incomplete list, files outside are certain, but not that there are none.
  const known = isComplete || outsideFiles.length > 0 ? outsideFiles : undefined;
  const checked = {
    ...end,
    pullRequest: { ...pullRequest, facts: facts && { ...facts, outsideFiles: known } },
  };
  const fail = (reasonCode: 'outside-paths' | 'paths-unknown', warning: string): RequestResult => ({
    ...checked,
    reasonCode,
    reason: `${reason} ${warning}`,
    warning,
  });
  const count = outsideFiles.length;
  if (count > 0)
    return fail(
      'outside-paths',
      `It changes ${count === 1 ? 'a file' : `${count} files`} outside of \`pr-paths\`.`,
    );
  return known === undefined ? fail('paths-unknown', UNKNOWN) : checked;
}

/** The most files of a pull request that GitHub lists. */
const MOST_LISTED = 3_000;

const UNKNOWN =
  'Whether it changes only files in `pr-paths` is unknown: its files could not be read completely.';

function findOutside(files: readonly PullRequestFile[], prPaths: (path: string) => boolean): string[] {
  // A renamed file also changes its former path.
  const names = files.flatMap(({ path, movedFrom }) =>
    movedFrom === undefined ? [path] : [path, movedFrom],
  );
  return names.filter((name) => !prPaths(name));
}
