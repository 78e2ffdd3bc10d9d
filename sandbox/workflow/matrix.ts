import { readValue } from './expressions.ts';
import type { Job } from './file.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values of each job of a matrix. A job without a matrix has no values. */
export function matrixOf({ strategy }: Job, context: object): Values[] {
  if (strategy?.matrix === undefined) return [{}];
  const { include = [], exclude = [], ...lists } = readValue(strategy.matrix, context) as Values;
  const read = (list: unknown) => readValue(list, context) as unknown[];
  let combinations: Values[] = Object.keys(lists).length > 0 ? [{}] : [];
  for (const [name, list] of Object.entries(lists)) {
    const values = read(list);
    combinations = combinations.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value })));
  }
  for (const excluded of read(exclude) as Values[])
    combinations = combinations.filter((one) => !agree(one, excluded, Object.keys(excluded)));
  const more: Values[] = [];
  for (const added of read(include) as Values[]) {
    const shared = Object.keys(lists).filter((name) => name in added);
    const fits = (one: Values) => agree(one, added, shared);
    // An entry that fits no combination becomes another one. Later entries add nothing to it.
    if (!combinations.some(fits)) more.push(added);
    else combinations = combinations.map((one) => (fits(one) ? { ...one, ...added } : one));
  }
  return [...combinations, ...more];
}

function agree(one: Values, other: Values, names: readonly string[]): boolean {
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
