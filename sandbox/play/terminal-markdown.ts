import { Marked, type Tokens } from 'marked';
import { table } from '../terminal.ts';

/** Markdown as plain text for a terminal. Leaves out what is only for machines or browsers. */
const reader = new Marked({
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
      return words === href || href.includes('#diff-') ? words : `${words} (${href})`;
    },
    image: ({ href, text }) => `${text} (${href})`,
    text(token) {
      const parts = 'tokens' in token ? token.tokens : undefined;
      return parts === undefined ? token.text : this.parser.parseInline(parts);
    },
  },
});

export function plainLines(markdown: string): string {
  const shown = reader.parse(markdown, { async: false });
  return shown
    .replaceAll('&#8203;', '')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function indent(text: string, by: string): string {
  return text.replaceAll(/^/gm, by);
}
