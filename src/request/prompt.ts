/** The text that the agent gets: standing rules first, then the instruction, untouched. */
export function composePrompt(instruction: string, rules: string | undefined): string {
  return rules === undefined ? instruction : `${rules.trimEnd()}\n\n${instruction}`;
}
