import { shortCommits } from '../terminal.ts';

/**
 * Reads Markdown as plain text for a terminal, without what is only for machines or browsers. `open` shows the targets of links,
 * and what a browser folds. Otherwise, there are no blank lines.
 */
export function plainLines(markdown: string, open: boolean): string[] {
  const shown = open ? markdown : markdown.replaceAll(/<details>.*?<\/details>/gs, '');
  const linked = shown
    .replaceAll(/&#8203;|\u200b|^\|[-: |]+\|\n/gm, '')
    .replaceAll(
      /(!?)\[((?:\\.|[^\]\\])*)\]\(<?([^)\s>]*)>?\)/g,
      (_all, picture: string, words: string, href: string) =>
        picture || (open && !words.startsWith('`http') && !href.includes('#diff-'))
          ? `${words} (${href})`
          : words,
    );
  const plain = linked
    .replaceAll(/<summary>(.*?)<\/summary>/g, '\n$1\n')
    .replaceAll(/<!--.*?-->|<\/?\w[^<>]*>/gs, '')
    .replaceAll(/^\| *(.*?) *\|$/gm, (_all, row: string) => row.replaceAll(/\s*\|\s*/g, '  '))
    .replaceAll(/\*\*|(?<!\\)`|^#+ |^```.*$/gm, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n');
  const lines = shortCommits(plain).trim().split('\n');
  return open ? lines : lines.filter((line) => line !== '');
}
