/** GitHub's Marketplace has rules for actions, and the licences of bundled packages have theirs. */
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { read } from './repository.ts';

/** https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax#branding */
const COLORS = ['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark'];

test.each(['action.yml', 'batch/action.yml', 'visitors/action.yml', 'collect/action.yml'])(
  '%s has a name, an author, a description and branding within the limits',
  (path) => {
    const { name, description, author, branding } = parse(read(path));
    expect(name).toMatch(/^[A-Z][\w ,-]{2,62}$/);
    expect(author).toMatch(/\S/);
    // The Marketplace refuses a longer one.
    expect(description.length).toBeLessThanOrEqual(125);
    expect(branding.icon).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(COLORS).toContain(branding.color);
  },
);

describe('dist/licenses.txt', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const text = read('dist/licenses.txt');
  /** The text of a package ends at the next package. */
  const entries = [...text.matchAll(/(?:^|\n\n)((?:@[\w-]+\/)?[\w.-]+)\n([\w.-]+)\n/g)].map(
    ([whole, name = '', licence = ''], index, all) => {
      const start = (all[index]?.index ?? 0) + whole.length;
      return { name, licence, words: text.slice(start, all[index + 1]?.index) };
    },
  );

  test('names every package that the sources import', () => {
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  });

  test.each(entries)('has the text of $name, whose licence $licence allows bundling', (entry) => {
    const allowed = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'];
    expect(allowed).toContain(entry.licence);
    const { license, dev } = packages[`node_modules/${entry.name}`];
    expect([license, dev]).toEqual([entry.licence, undefined]);
    expect(entry.words).toMatch(/copyright|permission is hereby granted/i);
  });
});
