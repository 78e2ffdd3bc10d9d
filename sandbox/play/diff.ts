/** A file in the output of `git diff`. */
export interface FileDiff {
  readonly name: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'place';
  /** The line's number in the old and in the new file, if it is there. */
  readonly old?: number;
  readonly new?: number;
  readonly text: string;
}

/** How many lines were added or removed. */
export function countLines({ lines }: FileDiff, wanted: 'added' | 'removed'): number {
  return lines.filter(({ kind }) => kind === wanted).length;
}

export function readDiff(diff: string): FileDiff[] {
  return diff
    .split(/^diff --git /m)
    .slice(1)
    .map((part) => ({ name: nameOf(part), lines: readLines(part) }));
}

function nameOf(part: string): string {
  const [, added] = /^\+\+\+ b\/(.+?)\t?$/m.exec(part) ?? [];
  const [, removed] = /^--- a\/(.+?)\t?$/m.exec(part) ?? [];
  return added ?? removed ?? part.split('\n', 1)[0] ?? '';
}

function readLines(part: string): DiffLine[] {
  const start = part.indexOf('\n@@ ');
  if (start < 0) return [];
  let [before, after] = [0, 0];
  const read: DiffLine[] = [];
  for (const line of part
    .slice(start + 1)
    .trimEnd()
    .split('\n')) {
    const [, old, now] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
    const text = line.slice(1);
    if (old !== undefined) {
      [before, after] = [Number(old), Number(now)];
      read.push({ kind: 'place', text: line });
    } else if (line.startsWith('+')) read.push({ kind: 'added', new: after++, text });
    else if (line.startsWith('-')) read.push({ kind: 'removed', old: before++, text });
    else if (!line.startsWith('\\')) read.push({ kind: 'same', old: before++, new: after++, text });
  }
  return read;
}
