import type { RequestResult, Result } from '../job/request-result.ts';
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

/** What is known of a job, by name; what is not known is empty. */
export function jobFacts({
  job,
  jobId,
  pullRequest,
}: Pick<RequestResult, 'job' | 'jobId' | 'pullRequest'>): (readonly [string, string])[] {
  return [
    ['Pull request', pullRequest === undefined ? '' : linkPullRequest(pullRequest.link)],
    ['Job', code(job?.id ?? jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Model', code(job?.model ?? '')],
    ['Repository', code(job?.repository ?? '')],
    ['Branch', code(job?.ref ?? '')],
  ];
}

/** A link to a pull request, shown as people write it on GitHub, like `acme/docs#2`; elsewhere as its address. */
export function linkPullRequest(address: string): string {
  const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d+)$/.exec(new URL(address).pathname) ?? [];
  return repository === undefined ? link(address) : link(address, code(`${repository}#${number}`));
}
