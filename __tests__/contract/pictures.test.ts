/** The pictures that `npm run pictures` makes: where they are shown, in which colours, and what they weigh. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The width and height of a PNG, which stand behind its signature and the name of its first part. */
function sizeOf(png: Buffer): readonly [width: number, height: number] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('docs/ has these pictures, and no others', () => {
  const pictures = readdirSync(join(root, 'docs')).filter((name) => !name.endsWith('.md'));
  expect(pictures.toSorted()).toEqual([
    'collected-dark.png',
    'collected-light.png',
    'thread-dark.png',
    'thread-light.png',
  ]);
});

describe.each([
  ['thread', 'README.md', 'docs/'],
  ['collected', 'docs/collect.md', ''],
])('the picture %s in %s', (name, page, folder) => {
  test('is shown in the colours of the reader, and told to who cannot see it', () => {
    const [picture = ''] = read(page).match(/<picture>.*?<\/picture>/s) ?? [];
    expect(picture).toContain(
      `<source media="(prefers-color-scheme: dark)" srcset="${folder}${name}-dark.png">`,
    );
    expect(picture).toContain(`<img src="${folder}${name}-light.png" `);
    expect(picture).toMatch(/ alt="[^"]{40,}"/);
  });

  test('has the same size in both, and weighs less than 200 kB', () => {
    const [light, dark] = ['light', 'dark'].map((scheme) =>
      readFileSync(join(root, `docs/${name}-${scheme}.png`)),
    );
    if (light === undefined || dark === undefined) throw new Error('There are two.');
    expect(sizeOf(light)).toEqual(sizeOf(dark));
    expect(light.equals(dark)).toBe(false);
    expect(Math.max(light.length, dark.length)).toBeLessThan(200_000);
  });
});
