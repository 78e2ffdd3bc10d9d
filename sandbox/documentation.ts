import type { Files } from './github/git-repository.ts';

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
