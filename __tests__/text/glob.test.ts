/** GitHub's cheat sheet of filter patterns, and what it says in words. */
import { describe, expect, test } from '@jest/globals';
import { matchGlobs } from '../../src/text/glob.ts';

type Row = [globs: string, matching: readonly string[], others: readonly string[]];

const BRANCHES: readonly Row[] = [
  ['feature/*', ['feature/my-branch', 'feature/your-branch'], ['feature/a/b', 'feature']],
  ['feature/**', ['feature/beta-a/my-branch', 'feature/your-branch'], ['features/a']],
  ['main', ['main'], ['Main', 'main2']],
  ['*', ['main', 'releases'], ['all/the/branches']],
  ['**', ['all/the/branches', 'every/tag'], []],
  ['*feature', ['mona-feature', 'feature', 'ver-10-feature'], ['feature-x']],
  ['v2*', ['v2', 'v2.0', 'v2.9'], ['v3']],
  ['v[12].[0-9]+.[0-9]+', ['v1.10.1', 'v2.0.0'], ['v3.0.0', 'v1.x.1', 'v1..1']],
];

const PATHS: readonly Row[] = [
  ['*', ['README.md', 'server.rb', '.gitignore'], ['docs/README.md']],
  ['*.jsx?', ['page.js', 'page.jsx'], ['page.jsxx', 'page.ts']],
  ['**', ['all/the/files.md'], []],
  ['*.js', ['app.js', 'index.js'], ['js/index.js']],
  ['**.js', ['index.js', 'js/index.js', 'src/js/app.js'], ['index.jsx']],
  ['docs/*', ['docs/README.md', 'docs/file.txt'], ['docs/mona/octocat.txt']],
  ['docs/**', ['docs/README.md', 'docs/mona/octocat.txt'], ['docs', 'my/docs/a.md']],
  ['docs/**/*.md', ['docs/README.md', 'docs/mona/hello-world.md', 'docs/a/b.md'], ['docs/a.txt', 'docsmd']],
  ['**/docs/**', ['docs/hello.md', 'dir/docs/my-file.txt', 'space/docs/plan/space.doc'], ['my-docs/a.md']],
  ['**/README.md', ['README.md', 'js/README.md'], ['MYREADME.md']],
  ['**/*src/**', ['a/src/app.js', 'my-src/code/js/app.js'], ['src-a/app.js']],
  ['**/*-post.md', ['my-post.md', 'path/their-post.md'], ['post.md']],
  ['**/migrate-*.sql', ['migrate-10909.sql', 'db/migrate-v1.0.sql', 'db/a/migrate-v1.sql'], ['migrate.sql']],
  ['*.md, !README.md', ['hello.md'], ['README.md', 'docs/hello.md']],
  ['*.md, !README.md, README*', ['hello.md', 'README.md', 'README.doc'], []],
];

const WORDS: readonly Row[] = [
  ['docs**', ['docs/a.md', 'docs-old/a/b.md', 'docs'], ['my/docs']],
  ['a**/b', ['a/b', 'ax/y/b'], ['ab']],
  ['[CB]at', ['Cat', 'Bat'], ['cat', 'CBat']],
  ['[0-9a-c_]+', ['7b_'], ['d', '']],
  ['web/*.tsx?', ['web/a.ts', 'web/a.tsx'], ['web/a.js']],
  ['app/(docs)/**, !app/(internal)/**', ['app/(docs)/a.md'], ['app/docs/a.md', 'app/(internal)/a.md']],
  ['app/\\[id\\]/*', ['app/[id]/page.tsx'], ['app/i/page.tsx']],
  ['c\\+\\+/\\*\\?.md', ['c++/*?.md'], ['cc/a.md']],
  ['a.c|^$(d)@!e', ['a.c|^$(d)@!e'], ['abc']],
  ['é+🎉?', ['éé🎉', 'é'], ['🎉']],
];

describe.each([
  ['branches', BRANCHES],
  ['paths', PATHS],
  ['what the words say', WORDS],
])('%s', (_kind, rows) => {
  test.each(rows)('%s', (globs, matching, others) => {
    const matches = matchGlobs(globs.split(', '));
    expect([...matching, ...others].filter(matches)).toEqual(matching);
  });
});

test('names that are made to be slow take no longer than others', () => {
  const names = Array.from({ length: 100 }, (_, index) => `${'-'.repeat(4000)}${index}.mdx`);
  expect(names.filter(matchGlobs([`${'**-*'.repeat(10)}.md`]))).toEqual([]);
});
