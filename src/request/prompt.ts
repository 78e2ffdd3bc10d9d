import { markData } from '../text/marked-data.ts';

/** The text that the agent gets: standing rules first, then the instruction, untouched, then what it is about. */
export function composePrompt(
  instruction: string,
  rules: string | undefined,
  ...contexts: readonly (string | undefined)[]
): string {
  const parts = [rules?.trimEnd(), instruction, ...contexts];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** Asks a fresh job to go on with the open pull request of one that takes no messages any more. */
export function tellOldPullRequest(address: string, token: string): string {
  const wish =
    'Go on with the pull request whose address stands in the data below, in place of opening another one: the job that made it takes no messages any more.';
  return `${wish}\n\n${markData(token, [{ head: 'Address of the open pull request', text: address }])}`;
}
