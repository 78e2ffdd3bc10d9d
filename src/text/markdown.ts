import { percentEncode } from './address.ts';
import { cut, withoutUnseen } from './line.ts';

/**
 * Makes foreign text safe to show in Markdown. Whatever a person or the service wrote is text: it becomes no link,
 * image, HTML or mention. Code is the one place where GitHub interprets nothing.
 */

/** Inline code that shows `text` as it is, on one line. */
export function code(text: string, limit = 300): string {
  const shown = withoutUnseen(text.replace(/\s+/g, ' ')).trim();
  // Comments are read for hidden notes as they are written, code or not.
  const line = cut(shown.replaceAll('<!--', '<! --'), limit);
  if (line === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  // A space keeps backticks at the ends apart from the fence; Markdown takes it away again.
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A code block that shows `text` exactly, but for characters that nobody sees. */
export function codeBlock(text: string): string {
  const shown = withoutUnseen(text.replace(/\r\n?/g, '\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** A link to an http(s) address, shown as its own address, or for an address of ours as `words` of ours. */
export function link(address: string, words = code(address)): string {
  return `[${words}](${address.replace(/[\\<>()[\]|`]/g, percentEncode)})`;
}

/** Addresses as a list of links. */
export function linkList(addresses: readonly string[]): string {
  return addresses.map((address) => `- ${link(address)}`).join('\n');
}

/** Facts by name as a list; the values are Markdown, and those that are empty are left out. */
export function factList(facts: readonly (readonly [string, string])[]): string {
  const known = facts.filter(([, value]) => value !== '');
  return known.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}

/** A part that is folded until somebody wants to know. */
export function folded(summary: string, markdown: string): string {
  return `<details><summary>${summary}</summary>\n\n${markdown}\n\n</details>`;
}

/** A column of a table. */
export interface Column {
  readonly head: string;
  /** For numbers. */
  readonly align?: 'right' | undefined;
}

/** A table; the cells are Markdown. */
export function grid(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  return [row(columns.map(({ head }) => head)), `| ${rule.join(' | ')} |`, ...rows.map(row)].join('\n');
}

/** How long the longest run of back-ticks is. A text may hold more runs than a call takes arguments. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/**
 * Text that Markdown shows as it is: no markup but code between back-ticks, where GitHub interprets nothing, no link, and
 * neither a mention nor a reference that notifies.
 */
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
      // Within a word it is no markup.
      .replace(/(?<![a-z\d])_|_(?![a-z\d])/gi, '\\_')
      .replace(/^(\d+)([.)])/, '$1\\$2')
      .replace(/^[-+=]/, '\\$&')
      .replaceAll('<!', '<\\!')
      // GitHub looks for these after Markdown was rendered, where a backslash no longer helps.
      .replace(/@|\\#|:(?=\/\/|[a-z][\w+-]*:|[+-]1:)|www|GH-/gi, '$&&#8203;')
  );
}
