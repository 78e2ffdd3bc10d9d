/** The text that the agent gets: standing rules first, then the instruction, untouched, then what it is about. */
export function composePrompt(
  instruction: string,
  rules: string | undefined,
  ...contexts: readonly (string | undefined)[]
): string {
  const parts = [rules?.trimEnd(), instruction, ...contexts];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/**
 * The wish that the job signs its pull request with the token, so that its merge is known as our own doing. For every
 * prompt that may create a job. A comment of HTML, since it tells people nothing.
 */
export function askToSign(token: string): string {
  return `Let the description of the pull request end with this line, unchanged; one such line is enough:\n<!-- ${token} -->`;
}
