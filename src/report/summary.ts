import type { RequestResult } from '../job/request-result.ts';
import { code, codeBlock, factList, folded, linkList } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { SUMMARY_LIMIT, shorten } from './shorten.ts';
import { jobFacts, resultLine } from './status-text.ts';

/** The job summary: what came of it in its first line, all else folded. `duration` is the step's, in milliseconds. */
export function renderSummary(result: RequestResult, duration: number): string {
  const { draft, links = [] } = result;
  const facts = [
    ['Result', code(result.result)],
    ['Reason code', code(result.reasonCode)],
    ...jobFacts(result),
    ['Duration', formatDuration(duration)],
  ] as const;
  const parts = [
    resultLine(result),
    linkList(links),
    draft && `This would be sent with ${code(`POST ${draft.address}`)}:\n\n${codeBlock(draft.text)}`,
    folded('Details', factList(facts)),
  ];
  return shorten(`${parts.filter(Boolean).join('\n\n')}\n`, SUMMARY_LIMIT);
}
