import { Marked, type Tokens } from 'marked';
import { shortCommits, table } from '../terminal.ts';

/** Reads Markdown as plain text for a terminal. `open` shows the targets of links, like what a browser folds. */
const readerOf = (open: boolean) =>
  new Marked({
    gfm: true,
    renderer: {
      // Shows what a browser folds.
      html({ text }) {
        const [, summary] = /<summary>(.*?)<\/summary>/.exec(text) ?? [];
        return summary === undefined ? '' : `${summary}\n\n`;
      },
      hr: () => '---\n\n',
      space: () => '',
      paragraph({ tokens }) {
        return `${this.parser.parseInline(tokens)}\n\n`;
      },
      heading({ tokens }) {
        return `${this.parser.parseInline(tokens)}\n\n`;
      },
      code: ({ text }) => `${indent(text, '    ')}\n\n`,
      blockquote({ tokens }) {
        return `${indent(this.parser.parse(tokens).trim(), '> ')}\n\n`;
      },
      list({ items }) {
        return `${items.map((item) => this.listitem(item)).join('\n')}\n\n`;
      },
      listitem({ tokens }) {
        return `- ${this.parser.parse(tokens).trim().replaceAll('\n', '\n  ')}`;
      },
      table({ rows }) {
        const text = (cell: Tokens.TableCell | undefined) => this.parser.parseInline(cell?.tokens ?? []);
        return `${table(rows.map(([name, ...rest]) => [text(name), rest.map(text).join('  ')]))}\n\n`;
      },
      strong({ tokens }) {
        return this.parser.parseInline(tokens);
      },
      em({ tokens }) {
        return this.parser.parseInline(tokens);
      },
      codespan: ({ text }) => text,
      br: () => '\n',
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return !open || words === href || href.includes('#diff-') ? words : `${words} (${href})`;
      },
      image: ({ href, text }) => `${text} (${href})`,
      text(token) {
        const parts = 'tokens' in token ? token.tokens : undefined;
        return parts === undefined ? token.text : this.parser.parseInline(parts);
      },
    },
  });

const readers = { open: readerOf(true), folded: readerOf(false) };

/** Leaves out what is only for machines or browsers. If it isn't `open`, also what a browser folds, and blank lines. */
export function plainLines(markdown: string, open: boolean): string[] {
  const shown = open ? markdown : markdown.replaceAll(/<details>.*?<\/details>/gs, '');
  const lines = shortCommits((open ? readers.open : readers.folded).parse(shown, { async: false }))
    .replaceAll(/&#8203;|\u200b/g, '')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n');
  return open ? lines : lines.filter((line) => line !== '');
}

function indent(text: string, by: string): string {
  return text.replaceAll(/^/gm, by);
}
