import path from 'node:path';
import { filesOf } from './github/git-objects.ts';
import type { Files } from './github/git-repository.ts';
import type { CheckRun, Repository } from './github/store.ts';

/** Where the pages of the documentation are, and their format. */
export interface Layout {
  /** Empty, or a folder with a slash at its end. */
  readonly folder: string;
  /** Like `md`. */
  readonly extension: string;
}

export const USUAL_LAYOUT: Layout = { folder: '', extension: 'md' };

/** The first files of the documentation repository. */
export function documentationIn({ folder, extension }: Layout): Files {
  return {
    [`${folder}index.${extension}`]: `# Documentation

How to get on with the product.

- [Getting started](guides/getting-started.${extension})
`,
    [`${folder}guides/getting-started.${extension}`]: `# Getting started

Install the product, then start it.
`,
  };
}

/** Relative links of the pages at a commit whose files don't exist, as a link checker reports them. */
export function brokenLinks({ gitDir }: Repository, sha: string): CheckRun['annotations'] {
  if (gitDir === undefined) return [];
  const files = filesOf(sha);
  const broken: CheckRun['annotations'][number][] = [];
  for (const [page, text] of Object.entries(files).filter(([file]) => /\.mdx?$/.test(file)))
    for (const [index, line] of text.split('\n').entries())
      for (const [, target = ''] of line.matchAll(/\]\(([^():#]+)\)/g))
        if (!(path.posix.join(path.posix.dirname(page), target) in files))
          broken.push({ path: page, line: index + 1, message: `No such page: ${target}` });
  return broken;
}
