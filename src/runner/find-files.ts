import { relative, sep } from 'node:path';
import { create } from '@actions/glob';

/** The files below `root` that the patterns find, as paths below it with `/` between the parts, in order. */
export async function findFiles(root: string, patterns: readonly string[]): Promise<string[]> {
  const globber = await create(patterns.map((pattern) => below(root, pattern)).join('\n'), {
    // A link to a folder could lead anywhere, and in circles.
    followSymbolicLinks: false,
    matchDirectories: false,
  });
  const found = await globber.glob();
  return found.map((path) => relative(root, path).split(sep).join('/')).sort();
}

/** The pattern from the root of the file system on: by itself it would count from the folder that the process is in. */
function below(root: string, pattern: string): string {
  const [, negation = '', rest = ''] = /^(!*)\s*(.*)$/.exec(pattern.trim()) ?? [];
  // The library refuses `.` between slashes, which everybody writes in front.
  const path = rest.split('/').filter((part) => part !== '.');
  return `${negation}${root.replace(/[[?*]/g, '[$&]')}/${path.join('/')}`;
}
