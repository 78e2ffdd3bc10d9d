/** The text that the agent gets: standing rules first, then the instruction, untouched, then what it is about. */
export function composePrompt(
  instruction: string,
  rules: string | undefined,
  ...contexts: readonly (string | undefined)[]
): string {
  const parts = [rules?.trimEnd(), instruction, ...contexts];
  return parts.filter((part) => part !== undefined).join('\n\n');
}
