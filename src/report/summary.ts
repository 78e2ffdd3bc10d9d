import type { Draft, RequestResult } from '../job/request-result.ts';
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
    ...(draft === undefined ? [] : draftParts(draft)),
    folded('Details', factList(facts)),
  ];
  return shorten(`${parts.filter(Boolean).join('\n\n')}\n`, SUMMARY_LIMIT);
}

function draftParts({ address, text, reaction }: Draft): (string | undefined)[] {
  const how = address === undefined ? 'posted in the conversation' : `sent with ${code(`POST ${address}`)}`;
  return [
    reaction && `The request would get the reaction ${code(reaction)}.`,
    text && `This would be ${how}:\n\n${codeBlock(text)}`,
  ];
}
