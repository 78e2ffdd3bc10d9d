import type { RequestResult } from '../job/request-result.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';

/** Every output of the step, in the order of action.yml; a value that is not known is the empty string. */
export function toOutputs(result: RequestResult) {
  const { job, pullRequest } = result;
  return {
    prLink: pullRequest?.link ?? '',
    prNumber: pullRequest?.number?.toString() ?? '',
    prOperation: pullRequest?.operation ?? '',
    branch: job?.ref ?? '',
    jobId: job?.id ?? result.jobId ?? '',
    status: job?.status ?? '',
    result: result.result,
    reason: shellSafeText(result.reason),
    reasonCode: result.reasonCode,
    commentUrl: result.commentUrl ?? '',
    job: job === undefined ? '' : shellSafeJson(job.raw),
  };
}
