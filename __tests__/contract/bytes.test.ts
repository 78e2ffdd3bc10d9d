import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { packArchive } from '../../sandbox/archive.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), 'utf8') }));

/** How often a text stands in the bundle. */
function count(text: string): number {
  return files.reduce((sum, file) => sum + file.text.split(text).length - 1, 0);
}

describe('what a runner downloads', () => {
  test('`dist/` has at most 3.2 MB, licences included', () => {
    const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThanOrEqual(3_200_000);
  });

  test('what decides about a comment has at most 42 kB', () => {
    const small = files.find(({ name }) => name === 'index.js');
    expect(small?.text.length).toBeGreaterThan(1_000);
    expect(small?.text.length).toBeLessThanOrEqual(42_000);
  });

  test('there is one copy of undici', () => {
    expect(count('class Client extends')).toBe(1);
    expect(count('class Agent extends')).toBe(1);
  });

  test('the archive has at most 0.9 MB', () => {
    expect(gzipSync(packArchive()).length).toBeLessThanOrEqual(900_000);
  });
});
