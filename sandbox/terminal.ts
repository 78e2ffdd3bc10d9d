/** The layout of what `npm start` prints. */

const WIDTH = 76;

export function print(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

/** The heading of a part. */
export function heading(title: string): string {
  return `\n── ${title} ${'─'.repeat(Math.max(0, WIDTH - title.length - 4))}\n`;
}

/** Names and values in two columns. All lines of a value are in the second one. */
export function table(rows: ReadonlyArray<readonly [name: string, value: string]>): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const indent = `\n${' '.repeat(width + 4)}`;
  return rows
    .map(([name, value]) => `  ${name.padEnd(width)}  ${value.replaceAll(/\n(?=.)/g, indent)}`.trimEnd())
    .join('\n');
}

export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ').trimEnd();
}

const MARKS: Readonly<Record<string, string>> = {
  group: '▸ ',
  error: 'Error: ',
  warning: 'Warning: ',
  notice: 'Notice: ',
  debug: 'Debug: ',
};

/** A line of a run's log without the runner's marks. `undefined` for a line without text. */
export function logLine(line: string): string | undefined {
  const [, mark, text = ''] = /^##\[(\w+)\](.*)$/s.exec(line) ?? [];
  if (mark === 'endgroup') return undefined;
  return mark && mark in MARKS ? `${MARKS[mark]}${text}` : line;
}
