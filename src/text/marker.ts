/** Every hidden marker of the action begins with it, signed notes too. */
export const MARKER_PREFIX = '<!-- docs-agent-action:';

/** Every comment of the action contains it, so that none of them starts a request. */
export const OWN_COMMENT = `${MARKER_PREFIX}note -->`;

/** True for any author and any spacing. */
export function carriesOwnMarker(text: string): boolean {
  return /<!--\s*docs-agent-action:/i.test(text);
}
