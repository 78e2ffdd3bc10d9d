/** The names that differ by at most two letters. */
export function similarNames(wrong: string, names: readonly string[]): string[] {
  return names.filter((name) => countEdits(wrong, name) <= 2);
}

/** The names that may have been meant: similar ones, otherwise those that share a word. At most three. */
export function nearNames(wrong: string, names: readonly string[]): string[] {
  const similar = similarNames(wrong, names);
  const words = wordsOf(wrong);
  const related = names.filter((name) => wordsOf(name).some((word) => words.includes(word)));
  const byLength = related.sort((one, other) => one.length - other.length);
  return (similar.length > 0 ? similar : byLength).slice(0, 3);
}

/** Words without a plural. */
function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[-_]/)
    .map((word) => word.replace(/s$/, ''));
}

/** How many letters are replaced, added or left out. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, wanted] of [...other].entries())
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + Number(letter !== wanted)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
