import { type Draft, groupMerges, type RequestResult } from '../model/request-result.ts';
import { code, codeBlock, factList, folded, link, plain, SUMMARY_LIMIT, shorten } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { jobFacts, resultParts } from './status-text.ts';

/**
 * The job summary: the outcome and the facts of the pull request, all else folded. `run` is the URL of the run, and `duration`
 * is the step's, in milliseconds.
 */
export function renderSummary(result: RequestResult, run: string, duration: number): string {
  const { coverage, draft, merges = [], notes = [], setUp } = result;
  const rows = [
    ['Result', code(result.result)],
    ['Reason code', code(result.reasonCode)],
    ...jobFacts(result, { run }),
    ['Duration', formatDuration(duration)],
  ] as const;
  const parts = [
    ...resultParts(result, { run }),
    setUp,
    [
      ...[...groupMerges(merges)].map(
        ([head, some]) => `- ${plain(head)}: ${some.map(({ name, url }) => link(url, name)).join(', ')}`,
      ),
      ...notes.map((note) => `- ${plain(note)}`),
      ...(coverage ? [`- What the agent reads: ${coverage}`] : []),
    ].join('\n'),
    ...(draft === undefined ? [] : draftParts(draft)),
    folded('Details', factList(rows)),
  ];
  return shorten(`${parts.filter(Boolean).join('\n\n')}\n`, SUMMARY_LIMIT);
}

function draftParts({ url, text, reaction }: Draft): (string | undefined)[] {
  const how = url === undefined ? 'posted in the conversation' : `sent with ${code(`POST ${url}`)}`;
  return [
    reaction && `The request would get the reaction ${code(reaction)}.`,
    text && `This would be ${how}:\n\n${codeBlock(text)}`,
  ];
}
