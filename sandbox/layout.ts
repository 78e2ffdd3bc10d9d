/** The layout of what `npm start` prints. */
import { styleText } from 'node:util';

const WIDTH = 76;
/** The width of a line that is cut or wrapped. */
const FULL_WIDTH = 110;

export function print(...lines: string[]): void {
  for (const line of lines) console.log(shortCommits(line));
}

/** A text as it is printed: commits with seven digits. */
export function shortCommits(text: string): string {
  return text.replaceAll(/\b([0-9a-f]{7})[0-9a-f]{33}\b/g, '$1');
}

export type Colour = Parameters<typeof styleText>[0];

/** The heading of a part, in a colour on a terminal. */
export function heading(words: string, colour: Colour = 'bold'): string {
  const [title = ''] = cutLines([words], 1);
  const line = `── ${title} ${'─'.repeat(Math.max(0, WIDTH - title.length - 4))}`;
  return `\n${styleText(colour, line, { stream: process.stdout })}\n`;
}

/** Names and values in two columns. All lines of a value are in the second one. */
export function table(rows: ReadonlyArray<readonly [name: string, value: string]>): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const indent = `\n${' '.repeat(width + 4)}`;
  return rows
    .map(([name, value]) => `  ${name.padEnd(width)}  ${value.replaceAll(/\n(?=.)/g, indent)}`.trimEnd())
    .join('\n');
}

/** The first lines of a text. The last one says how many are left out. Long lines are cut. */
export function cutLines(lines: readonly string[], most: number): string[] {
  const more = lines.length > most && most > 0 ? ` … (+${lines.length - most} lines)` : '';
  return lines.slice(0, most).map((line, index) => {
    const end = index === most - 1 ? more : '';
    const room = FULL_WIDTH - end.length;
    return `${line.length > room ? `${line.slice(0, room - 1)}…` : line}${end}`;
  });
}
