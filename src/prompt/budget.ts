/** What a writer needs first: names, so that nothing is missed, then what people wrote, then code. People read these words. */
const KINDS = [
  ['names', 'titles', 'commits', 'file names'],
  ['discussed lines', 'release notes'],
  ['texts by people', 'texts by bots'],
  ['log lines', 'diff lines', 'other diff lines'],
] as const;

export type Kind = (typeof KINDS)[number][number];

export const ORDER: readonly Kind[] = KINDS.flat();
export const NAMES: readonly Kind[] = KINDS[0];

/** Less of a longer text is of little use. */
const LEAST = 500;

/** The room of each text by its size. Lists of a kind get equal shares. Room that one kind leaves serves the next. */
export function allocate(lists: readonly (readonly [Kind, readonly number[]])[], limit: number): number[][] {
  const sizesOf = (kind: Kind) => lists.flatMap(([own, sizes]) => (own === kind ? [sizes] : []));
  const rooms = new Map<readonly number[], number[]>();
  let left = limit;
  for (const [index, kinds] of KINDS.entries()) {
    const later = KINDS.slice(index + 1).flat();
    // If there is too much of everything, a third is for the others.
    const reserved = Math.min(sum(later.flatMap(sizesOf).flat()), left / 3);
    for (const own of kinds.map(sizesOf)) {
      const shares = shareOut(own.map(sum), left - reserved);
      for (const [at, sizes] of own.entries()) rooms.set(sizes, shareOut(sizes, shares[at] ?? 0));
      left -= sum(own.flatMap((sizes) => rooms.get(sizes) ?? []));
    }
  }
  return lists.map(([, sizes]) => rooms.get(sizes) ?? []);
}

/** Small ones stay whole, and the others get the same. If that is too little, only the first ones get something. */
function shareOut(sizes: readonly number[], limit: number): number[] {
  let [left, most] = [limit, limit];
  for (const [index, size] of sizes.toSorted((one, other) => one - other).entries()) {
    most = Math.floor(left / (sizes.length - index));
    if (size > most) break;
    left -= size;
  }
  left = limit;
  return sizes.map((size) => {
    const room = Math.min(size, Math.max(LEAST, most), left);
    left -= room;
    return room;
  });
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
