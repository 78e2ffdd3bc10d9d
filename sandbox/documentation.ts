import type { Files } from './github/git-repository.ts';

/** The first files of the documentation repository. */
export const DOCUMENTATION: Files = {
  'index.md': `# Documentation

How to get on with the product.

- [Getting started](guides/getting-started.md)
`,
  'guides/getting-started.md': `# Getting started

Install the product, then start it.
`,
};
