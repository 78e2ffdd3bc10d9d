import type { RequestResult } from '../job/request-result.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';

/** The outputs of the run action, in the order of action.yml. */
export const OUTPUT_NAMES = [
  'prLink',
  'prNumber',
  'prOperation',
  'branch',
  'jobId',
  'status',
  'result',
  'reason',
  'reasonCode',
  'commentUrl',
  'job',
] as const;
export type OutputName = (typeof OUTPUT_NAMES)[number];

/** Every output of the step; a value that is not known is the empty string. */
export function toOutputs(result: RequestResult): Record<OutputName, string> {
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
