/** The pages lead to everything, and name what is there. */
import { existsSync, globSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { AGE_TOLERANCE, NOTE_GRACE, SENDING_SPAN } from '../../src/intervals.ts';
import { read, root } from './repository.ts';

const pages = globSync(['*.md', 'docs/*.md', 'sandbox/*.md'], { cwd: root });
const readme = read('README.md');

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

describe('README.md', () => {
  test('links each page of docs/, and docs/recipes.md each recipe once', () => {
    for (const page of globSync('docs/*.md', { cwd: root })) expect(readme).toContain(`](${page}`);
    for (const name of readdirSync(join(root, 'examples')))
      expect(read('docs/recipes.md').split(`](../examples/${name})`)).toHaveLength(2);
  });

  test('begins with a recipe of at most 25 lines', () => {
    const [, first] = readme.match(/```yaml\n(.*?)```/s) ?? [];
    expect(first).toBe(read('examples/first.yml'));
    expect(first?.split('\n').length).toBeLessThanOrEqual(26);
  });
});

describe('CONTRIBUTING.md', () => {
  const page = read('CONTRIBUTING.md');

  test('shows a test that runs', () => {
    expect(page).toContain(`\`\`\`ts\n${read('__tests__/bundle/example.test.ts')}\`\`\`\n`);
  });

  test('names files and folders that are there', () => {
    // What stands between back-ticks and looks like a path; `NAME` stands for a name of one's own.
    const named = [...page.matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, words = '']) => words)
      .filter(
        (words) => /^[\w.-]+(\/[\w.-]*)+$|^[\w-]+\.(ts|md|yml|json)$/.test(words) && !words.includes('NAME'),
      );
    expect(named.length).toBeGreaterThan(50);
    // In the row of a room its files stand by their names.
    const rooms = ['', ...readdirSync(join(root, 'src')).map((room) => `src/${room}`), '__tests__'];
    const missing = named.filter((path) => rooms.every((room) => !existsSync(join(root, room, path))));
    expect(missing).toEqual([]);
  });

  test('has every room on its map', () => {
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const { name } of rooms) expect(page).toContain(`\`src/${name}/\``);
  });
});

test('docs/threads.md names spans of the code', () => {
  const spans = [...read('docs/threads.md').matchAll(/(\d+) minutes/g)];
  expect(spans.map(([, minutes]) => Number(minutes) * 60_000)).toEqual([
    ...[AGE_TOLERANCE, NOTE_GRACE, SENDING_SPAN],
  ]);
});

/** Words of the runner, not ours. */
const RUNNER = ['Unexpected input(s)'];

test('the words that docs/errors.md explains are words that people see', () => {
  const [, section = ''] = read('docs/errors.md').split(/^## What you see$/m);
  const rows = section.split(/^## /m)[0]?.matchAll(/^\| (.*?) \| /gm) ?? [];
  const quoted = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/``(.+?)``|`([^`]+)`/g)].map(([, double, single]) => double ?? single ?? ''),
  );
  // The placeholders of a message, and the dots for what is left out, stand for anything.
  const phrases = quoted.flatMap((text) => text.split(/…|\(…\)/)).filter((text) => /[a-z].* /.test(text));
  const sources = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n').replaceAll('\\', '');
  expect(phrases.length).toBeGreaterThan(9);
  for (const phrase of phrases) {
    // One function puts these words in front of every reason.
    if (!RUNNER.includes(phrase)) expect(sources).toContain(phrase.trim().replace(/^Not sent: /, ''));
  }
});
