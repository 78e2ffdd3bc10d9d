import path from 'node:path';
import { git } from '../git.ts';
import type { CheckRun, Repository } from '../github/store.ts';

/** Relative links of the pages at a commit whose files don't exist, as a link checker reports them. */
export async function brokenLinks({ gitDir }: Repository, sha: string): Promise<CheckRun['annotations']> {
  if (gitDir === undefined) return [];
  const listed = await git(['ls-tree', '-r', '--name-only', sha], { cwd: gitDir });
  const files = new Set(listed.trim().split('\n'));
  const broken: CheckRun['annotations'][number][] = [];
  for (const page of [...files].filter((file) => /\.mdx?$/.test(file))) {
    const text = await git(['cat-file', 'blob', `${sha}:${page}`], { cwd: gitDir });
    for (const [index, line] of text.split('\n').entries())
      for (const [, target = ''] of line.matchAll(/\]\(([^():#]+)\)/g))
        if (!files.has(path.posix.join(path.posix.dirname(page), target)))
          broken.push({ path: page, line: index + 1, message: `No such page: ${target}` });
  }
  return broken;
}
