/** Reactions by GitHub's names. */
const SIGNS: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  laugh: '😄',
  hooray: '🎉',
  confused: '😕',
  heart: '❤️',
  rocket: '🚀',
  eyes: '👀',
};

export function reactionSign(content: string): string {
  return SIGNS[content] ?? content;
}
