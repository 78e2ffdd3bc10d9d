import type { RequestResult } from '../job/request-result.ts';
import { code, codeBlock, link, plain, table } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { jobRows, TITLES } from './job-rows.ts';
import { SUMMARY_LIMIT, shorten } from './shorten.ts';

/** The job summary: what came of it, and where to look. `duration` is the step's, in milliseconds. */
export function renderSummary(outcome: RequestResult, duration: number): string {
  const { draft, links = [] } = outcome;
  const rows = [
    ['Result', code(outcome.result)],
    ...jobRows(outcome),
    ['Duration', formatDuration(duration)],
  ] as const;
  const parts = [
    `### Documentation agent: ${TITLES[outcome.result]}`,
    plain(outcome.reason),
    ...(links.length > 0 ? [links.map((address) => `- ${link(address)}`).join('\n')] : []),
    table(['', ''], rows),
  ];
  if (draft !== undefined) {
    parts.push(`This would be sent with ${code(`POST ${draft.address}`)}:`, codeBlock(draft.text));
  }
  return shorten(`${parts.join('\n\n')}\n`, SUMMARY_LIMIT);
}
