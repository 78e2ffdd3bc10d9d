import { cut, withoutUnseen } from './line.ts';
import { percentEncode } from './url.ts';

/** Inline code on one line, since GitHub interprets nothing in code. */
export function code(text: string, limit = 300): string {
  const shown = withoutUnseen(text.replace(/\s+/g, ' ')).trim();
  // The action searches a comment's source for hidden notes, also within code.
  const line = cut(shown.replaceAll('<!--', '<! --'), limit);
  if (line === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  // A space separates backticks at the ends from the fence; Markdown removes it.
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

export function codeBlock(text: string): string {
  const shown = withoutUnseen(text.replace(/\r\n?/g, '\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** The text of a link to a foreign URL is the URL itself. Only a URL of ours may have another text. */
export function link(url: string, text = code(url)): string {
  return `[${text}](${url.replace(/[\\<>()[\]|`]/g, percentEncode)})`;
}

/** The values are Markdown; empty ones are left out. */
export function factList(facts: readonly (readonly [string, string])[]): string {
  const known = facts.filter(([, value]) => value !== '');
  return known.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}

export function folded(summary: string, markdown: string, isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>\n\n${markdown}\n\n</details>`;
}

export interface Column {
  readonly head: string;
  readonly align?: 'right' | undefined;
}

/** A text is the head of a column that is aligned to the left. */
export function grid(heads: readonly (Column | string)[], rows: readonly (readonly string[])[]): string {
  // An escaped backslash would leave a pipe that ends the cell.
  const guard = (cell: string) => cell.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');
  const row = (cells: readonly string[]) => `| ${cells.map(guard).join(' | ')} |`;
  const columns = heads.map((head): Column => (typeof head === 'string' ? { head } : head));
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  return [row(columns.map(({ head }) => head)), `| ${rule.join(' | ')} |`, ...rows.map(row)].join('\n');
}

/** A text may have more runs than `Math.max` accepts arguments. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Escapes foreign text, so that it can't become markup, HTML, a link, a mention or a reference. Inline code stays code. */
export function plain(text: string): string {
  const parts = withoutUnseen(text.replace(/\s+/g, ' '))
    .trim()
    .split(/(?<!`)(`(?=[^`]*[^`\s])[^`]+`)(?!`)/);
  return parts
    .map((part, index) =>
      index % 2 === 1 ? code(part.slice(1, -1), Number.POSITIVE_INFINITY) : escapeMarkup(part),
    )
    .join('');
}

function escapeMarkup(text: string): string {
  return (
    text
      .replace(/[\\`*{}[\]<>#|~&$]/g, '\\$&')
      // An underscore within a word isn't markup.
      .replace(/(?<![a-z\d])_|_(?![a-z\d])/gi, '\\_')
      .replace(/^(\d+)([.)])/, '$1\\$2')
      .replace(/^[-+=]/, '\\$&')
      .replaceAll('<!', '<\\!')
      // GitHub looks for these in the rendered text, so a backslash doesn't help.
      .replace(/@|\\#|:(?=\/\/|[a-z][\w+-]*:|[+-]1:)|www|GH-/gi, '$&&#8203;')
  );
}

/** In bytes. GitHub drops summaries of more than 1 MiB whole. */
export const SUMMARY_LIMIT = 1_000_000;

/** Cuts Markdown to `limit` bytes, at a whole character, and says so. */
export function shorten(markdown: string, limit: number): string {
  if (Buffer.byteLength(markdown) <= limit) return markdown;
  const bytes = Buffer.from(markdown).subarray(0, limit - 100);
  // Half a character at the end decodes to a replacement character.
  return `${new TextDecoder().decode(bytes).replace(/\ufffd$/, '')}\n\n… cut here: the rest was too long.`;
}
