/** The recipes of `docs/recipes.md` that are another recipe with some other lines, as a reader makes them from the page. */
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Step {
  readonly uses?: string;
}

const isPart = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A line replaces the one of the same name. A step with the same `uses` is changed, and others go before or after it. */
function change(base: unknown, lines: unknown, name = ''): unknown {
  if (name === 'steps') return changeSteps(base as Step[], lines as Step[]);
  if (!isPart(base) || !isPart(lines) || name === 'on') return lines;
  const changed = Object.entries(lines).map(([key, value]) => [key, change(base[key], value, key)]);
  return { ...base, ...Object.fromEntries(changed) };
}

function changeSteps(base: readonly Step[] = [], lines: readonly Step[]): unknown[] {
  const isIn = (steps: readonly Step[], { uses }: Step) =>
    steps.some((step) => uses !== undefined && step.uses === uses);
  const linesOf = (step: Step) => lines.find((line) => isIn([line], step));
  const isNew = (step: Step) => !isIn(base, step);
  const first = lines.findIndex((step) => !isNew(step));
  const before = lines.slice(0, Math.max(first, 0));
  const after = lines.slice(before.length).filter(isNew);
  return [...before, ...base.map((step) => change(step, linesOf(step) ?? {})), ...after];
}

const ROW = /^### (\S+): (\S+)\n.*?^```yaml\n(.*?)^```$/gms;

/** The text of each of these workflows, by its name. */
export const VARIATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  [...read('docs/recipes.md').matchAll(ROW)].map(([, name = '', base = '', lines = '']) => [
    name,
    stringify(change(parse(read(`examples/${base}.yml`)), parse(lines))),
  ]),
);
