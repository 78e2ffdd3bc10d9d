import type { RequestResult, Result } from '../job/request-result.ts';
import type { Job } from '../service/job.ts';
import { code, link } from '../text/markdown.ts';

/** What a result is called where people look. */
export const TITLES: Readonly<Record<Result, string>> = {
  'pull-request': 'Pull request ready',
  'no-pull-request': 'No pull request was opened',
  archived: 'The job was archived',
  failed: 'The job failed',
  timeout: 'The deadline passed',
  interrupted: 'Interrupted',
  started: 'Started',
  skipped: 'Skipped',
  denied: 'Denied',
  answered: 'Answered',
  'dry-run': 'Dry run: nothing was sent',
  error: 'Error',
};

/** What is known of a job, as rows of a table; empty values are left out by the table. */
export function jobRows({
  job,
  jobId,
  pullRequest,
}: {
  readonly job?: Job | undefined;
  readonly jobId?: string | undefined;
  readonly pullRequest?: RequestResult['pullRequest'] | undefined;
}): (readonly [string, string])[] {
  return [
    ['Pull request', pullRequest === undefined ? '' : link(pullRequest.link)],
    ['Job', code(job?.id ?? jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Model', code(job?.model ?? '')],
    ['Repository', code([job?.repository, job?.ref].filter(Boolean).join(' at '))],
  ];
}
