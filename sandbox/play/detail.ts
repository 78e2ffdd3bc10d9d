export interface Detail {
  /** Shows what GitHub folds, the targets of links, logs, and every output. */
  readonly open: boolean;
  /** The most lines of a text, and of the changes of a pull request. */
  readonly text: number;
  readonly changes: number;
}

const ALL: Detail = { open: true, text: Number.POSITIVE_INFINITY, changes: Number.POSITIVE_INFINITY };
/** From the most to the least. */
// biome-ignore format: pairs of the lines of a text and of the changes
const MOST = [[8, 24], [6, 14], [5, 10], [4, 8], [3, 6], [2, 5], [2, 2], [1, 2], [1, 0]] as const;
const BRIEF = MOST.map(([text, changes]): Detail => ({ open: false, text, changes }));

/** Renders everything if `verbose`, otherwise as much as fits into `most` lines. */
export function fitted(most: number, verbose: boolean, render: (detail: Detail) => string): string {
  if (verbose) return render(ALL);
  let text = '';
  for (const detail of BRIEF) {
    text = render(detail);
    if (text.split('\n').length <= most) return text;
  }
  return text;
}
