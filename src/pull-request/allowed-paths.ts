import { MOST_LISTED } from '../github/pull-requests.ts';
import type { RequestResult } from '../model/request-result.ts';

/** Fails a request if its pull request changes files that `pr-paths` doesn't allow, or might do so. */
export function checkPaths(
  end: RequestResult,
  prPaths: ((path: string) => boolean) | undefined,
): RequestResult {
  const { pullRequest, result, reason } = end;
  const facts = pullRequest?.facts;
  const isOpen = result === 'pull-request' && facts?.closedAs === undefined;
  if (prPaths === undefined || pullRequest === undefined || !isOpen) return end;
  const { files, fileCount = MOST_LISTED } = facts ?? {};
  // A renamed file also changes its former path.
  const names = files?.flatMap(({ path, movedFrom = [] }) => [path, movedFrom].flat()) ?? [];
  const outside = names.filter((name) => !prPaths(name));
  const isComplete = files !== undefined && files.length >= fileCount && files.length < MOST_LISTED;
  const count = outside.length === 1 ? 'a file' : `${outside.length} files`;
  const warning = outside.length > 0 ? `It changes ${count} outside of \`pr-paths\`.` : UNKNOWN;
  const reasonCode = outside.length > 0 ? 'outside-paths' : 'paths-unknown';
  // Of an incomplete list, files outside are certain, but not that there are none.
  const outsideFiles = isComplete || outside.length > 0 ? outside : undefined;
  const checked = { ...end, pullRequest: { ...pullRequest, facts: facts && { ...facts, outsideFiles } } };
  // A request that pushed nothing doesn't fail again for what an earlier one pushed.
  if (outsideFiles?.length === 0 || facts?.update?.pushed === false) return checked;
  return { ...checked, reasonCode, reason: `${reason} ${warning}`, warning };
}

const UNKNOWN =
  'Whether it changes only files in `pr-paths` is unknown: its files could not be read completely.';
