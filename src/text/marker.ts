/** How every hidden mark of ours begins: the notes in threads, and the plain one that all our comments carry. */
export const MARKER_PREFIX = '<!-- docs-agent-action:';

/** All our comments carry it, so that none of them ever starts anything. */
export const OWN_COMMENT = `${MARKER_PREFIX}note -->`;

/** Whether the text carries a mark of ours, whoever wrote it and however it is spaced. */
export function carriesOwnMarker(text: string): boolean {
  return /<!--\s*docs-agent-action:/i.test(text);
}
