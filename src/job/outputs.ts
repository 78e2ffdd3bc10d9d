import type { PullRequestFile } from '../model/pull-request-facts.ts';
import type { RequestResult } from '../model/request-result.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';

/** Every output of the step, in the order of action.yml; unknown values are empty. */
export function toOutputs(result: RequestResult) {
  const { job, pullRequest } = result;
  const { title, headSha, commits, fileCount, additions, deletions, files, outsideFiles, previewUrl } =
    pullRequest?.facts ?? {};
  const paths = (some: readonly PullRequestFile[] | undefined) => jsonOfList(some?.map(({ path }) => path));
  return {
    prLink: pullRequest?.link ?? '',
    prNumber: count(pullRequest?.number),
    prOperation: pullRequest?.operation ?? '',
    prTitle: shellSafeText(title ?? ''),
    headSha: headSha ?? '',
    commits: count(commits),
    changedFilesCount: count(fileCount),
    additions: count(additions),
    deletions: count(deletions),
    changedFiles: paths(files),
    changedPages: paths(files?.filter(({ isPage }) => isPage)),
    outsideFiles: jsonOfList(outsideFiles),
    previewUrl: previewUrl ?? '',
    branch: job?.ref ?? '',
    jobId: job?.id ?? result.jobId ?? '',
    status: job?.status ?? '',
    result: result.result,
    reason: shellSafeText(result.reason),
    reasonCode: result.reasonCode,
    commentUrl: result.comment?.url ?? '',
    job: job === undefined ? '' : shellSafeJson(job.raw),
  };
}

const count = (number: number | undefined) => number?.toString() ?? '';

/** Later steps pass outputs in environment variables, of at most 128 KiB each. */
const LIST_LIMIT = 64 * 1024;

/** The JSON array of as many items as fit into an output, in bytes; nothing when the items are unknown. */
export function jsonOfList(items: readonly unknown[] | undefined, limit = LIST_LIMIT): string {
  if (items === undefined) return '';
  let size = 2;
  const fit = items.findIndex((item) => {
    size += Buffer.byteLength(shellSafeJson(item)) + 1;
    return size > limit;
  });
  return shellSafeJson(fit < 0 ? items : items.slice(0, fit));
}
