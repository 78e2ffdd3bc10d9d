/** How the sandbox's story is laid out on a terminal. */

const WIDTH = 76;

export function print(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

/** A line that begins a part of the page. */
export function heading(title: string): string {
  return `\n── ${title} ${'─'.repeat(Math.max(0, WIDTH - title.length - 4))}\n`;
}

/** Names and values in two columns; further lines of a value stay in the second one. */
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

/** A line of a run's log, without the runner's marks; `undefined` for one that has nothing to say. */
export function logLine(line: string): string | undefined {
  const [, mark, text = ''] = /^##\[(\w+)\](.*)$/s.exec(line) ?? [];
  if (mark === 'endgroup') return undefined;
  return mark && mark in MARKS ? `${MARKS[mark]}${text}` : line;
}
