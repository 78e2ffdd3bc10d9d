import type { RequestResult } from '../job/request-result.ts';
import { code, codeBlock, factList, folded, linkList } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { jobFacts } from './job-facts.ts';
import { SUMMARY_LIMIT, shorten } from './shorten.ts';
import { resultLine } from './status-text.ts';

/** The job summary: what came of it in its first line, all else folded. `duration` is the step's, in milliseconds. */
export function renderSummary(result: RequestResult, duration: number): string {
  const { draft, links = [] } = result;
  const facts = [
    ['Result', code(result.result)],
    ['Reason code', code(result.reasonCode)],
    ...jobFacts(result),
    ['Duration', formatDuration(duration)],
  ] as const;
  const parts = [resultLine(result)];
  if (links.length > 0) parts.push(linkList(links));
  if (draft !== undefined)
    parts.push(`This would be sent with ${code(`POST ${draft.address}`)}:`, codeBlock(draft.text));
  parts.push(folded('Details', factList(facts)));
  return shorten(`${parts.join('\n\n')}\n`, SUMMARY_LIMIT);
}
