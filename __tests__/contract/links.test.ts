import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = globSync(['*.md', 'docs/*.md', 'sandbox/*.md'], { cwd: root });
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The anchors that GitHub makes of a page's headings. */
function anchorsOf(path: string): string[] {
  const headings = read(path)
    .replaceAll(/^```.*?^```/gms, '')
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every link of %s leads somewhere', (page) => {
  const text = read(page).replaceAll(/^```.*?^```/gms, '');
  const linked = text.matchAll(/\]\((?!https?:)([^)\s]+)\)|\b(?:src|srcset)="(?!https?:)([^"]+)"/g);
  const links = [...linked].map(([, link, picture]) => link ?? picture ?? '');
  for (const link of links) {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : relative(root, join(root, dirname(page), file));
    expect({ link, exists: existsSync(join(root, target)) }).toEqual({ link, exists: true });
    if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor);
  }
});
