/** How every hidden note of ours begins. What carries one is our own word and never asks for anything. */
export const OWN_MARKER = '<!-- docs-agent-action:';

/** Whether the text carries a note of ours, whoever wrote it and however it is spaced. */
export function carriesOwnMarker(text: string): boolean {
  return /<!--\s*docs-agent-action:/i.test(text);
}
