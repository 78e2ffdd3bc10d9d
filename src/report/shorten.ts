const NOTE = '\n\n… cut here: the rest was too long.';

/** GitHub refuses comments of more than 65,536 characters, and drops summaries of more than 1 MiB whole. */
export const COMMENT_LIMIT = 65_000;
export const SUMMARY_LIMIT = 1_000_000;

/** At most `limit` bytes of Markdown, cut at a whole character with open code fences closed, and a note that it was. */
export function shorten(markdown: string, limit: number): string {
  if (Buffer.byteLength(markdown) <= limit) return markdown;
  const bytes = Buffer.from(markdown).subarray(0, limit - 200);
  // A character that was cut in half becomes a replacement character at the end.
  const text = new TextDecoder().decode(bytes).replace(/\ufffd$/, '');
  const fence = openFence(text).slice(0, 100);
  return `${text}${fence === '' ? '' : `\n${fence}`}${NOTE}`;
}

/** The fence that closes the code block at the end of `text`, empty when none is open. */
function openFence(text: string): string {
  let open = '';
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence === null) continue;
    const [, marks = '', rest = ''] = fence;
    // Backticks after backticks are code within a line, no fence.
    if (open === '') open = marks.startsWith('`') && rest.includes('`') ? '' : marks;
    else if (marks.startsWith(open) && rest.trim() === '') open = '';
  }
  return open;
}
