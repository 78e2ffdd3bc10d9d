import type { Draft, RequestResult } from '../request-result.ts';
import { code, codeBlock, factList, folded, link, plain } from '../text/markdown.ts';
import { formatDuration } from '../text/time.ts';
import { SUMMARY_LIMIT, shorten } from './own-comment.ts';
import { jobFacts, resultParts } from './status-text.ts';

/**
 * The job summary: the outcome and the facts of the pull request, all else folded. `run` is the URL of the run, and `duration`
 * is the step's, in milliseconds.
 */
export function renderSummary(result: RequestResult, run: string, duration: number): string {
  const { draft, merges = [], setUp } = result;
  const home = run.replace(/\/actions\/.*/, '');
  const facts = [
    ['Result', code(result.result)],
    ['Reason code', code(result.reasonCode)],
    ...jobFacts(result, { run }),
    ['Duration', formatDuration(duration)],
  ] as const;
  const parts = [
    ...resultParts(result, { run }),
    setUp,
    merges
      .map(({ why, pulls }) => `- Merged pull requests ${plain(why)}: ${nameMerges(pulls, home)}`)
      .join('\n'),
    ...(draft === undefined ? [] : draftParts(draft)),
    folded('Details', factList(facts)),
  ];
  return shorten(`${parts.filter(Boolean).join('\n\n')}\n`, SUMMARY_LIMIT);
}

function nameMerges(pulls: readonly number[], home: string): string {
  return pulls.map((number) => link(`${home}/pull/${number}`, `#${number}`)).join(', ');
}

function draftParts({ url, text, reaction }: Draft): (string | undefined)[] {
  const how = url === undefined ? 'posted in the conversation' : `sent with ${code(`POST ${url}`)}`;
  return [
    reaction && `The request would get the reaction ${code(reaction)}.`,
    text && `This would be ${how}:\n\n${codeBlock(text)}`,
  ];
}
