import type { Outcome, Result } from '../outcome.ts';
import { formatDuration } from '../text/time.ts';
import { code, codeBlock, link, plain, table } from './markdown.ts';

const TITLES: Readonly<Record<Result, string>> = {
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

/** The job summary: what came of it, and where to look. `duration` is the step's, in milliseconds. */
export function renderSummary(outcome: Outcome, duration: number): string {
  const { job, pullRequest, draft } = outcome;
  const rows = [
    ['Result', code(outcome.result)],
    ['Pull request', pullRequest === undefined ? '' : link(pullRequest.link)],
    ['Job', code(job?.id ?? outcome.jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Model', code(job?.model ?? '')],
    ['Repository', code([job?.repository, job?.ref].filter(Boolean).join(' at '))],
    ['Duration', formatDuration(duration)],
  ] as const;
  const parts = [
    `### Documentation agent: ${TITLES[outcome.result]}`,
    plain(outcome.reason),
    table(['', ''], rows),
  ];
  if (draft !== undefined) {
    parts.push(`This would be sent with ${code(`POST ${draft.address}`)}:`, codeBlock(draft.text));
  }
  return `${parts.join('\n\n')}\n`;
}
