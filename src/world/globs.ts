import { lstatSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import picomatch from 'picomatch/posix.js';

interface Rule {
  /** Whether it takes files away. */
  readonly negative: boolean;
  /** The folder or file, below the workspace, that all it can find is in. */
  readonly base: string;
  readonly matches: (path: string) => boolean;
}

/**
 * The files below `root` that the patterns find, as paths below it with `/` between the parts, in order. A folder stands
 * for all that is in it, and of two patterns that disagree the later one counts.
 */
export function findFiles(root: string, patterns: readonly string[]): string[] {
  const rules = patterns.map(readRule);
  const bases = rules.filter(({ negative }) => !negative).map(({ base }) => base);
  const paths = new Set(bases.flatMap((base) => listFiles(root, base)));
  const found = (path: string) => rules.findLast(({ matches }) => matches(path))?.negative === false;
  return [...paths].filter(found).sort();
}

function readRule(pattern: string): Rule {
  const [, negation = '', path = ''] = /^(!*)\s*(.*)$/.exec(pattern.trim()) ?? [];
  const rest = path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
  // What begins with a dot is a file like others.
  const matches = picomatch([rest, `${rest}/**`], { dot: true, nonegate: true });
  return {
    negative: negation.length % 2 === 1,
    base: picomatch.scan(rest, { unescape: true }).base,
    matches,
  };
}

/** Every file below `base`. Links are not followed: one to a folder could lead anywhere, and in circles. */
function listFiles(root: string, base: string): string[] {
  const place = join(root, base);
  const known = lstatSync(place, { throwIfNoEntry: false });
  if (known === undefined) return [];
  if (!known.isDirectory()) return [base];
  // Node's own recursion follows links.
  return readdirSync(place).flatMap((name) => listFiles(root, posix.join(base, name)));
}
