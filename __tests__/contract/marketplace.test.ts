/** What GitHub's Marketplace asks of an action, and what the licences of others ask of us. */
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { read } from './repository.ts';

/** https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax#branding */
const COLORS = ['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark'];

describe.each(['action.yml', 'batch/action.yml', 'visitors/action.yml', 'collect/action.yml'])(
  '%s',
  (path) => {
    const { name, description, author, branding } = parse(read(path));

    test('has a name, an author and a description within the limits', () => {
      expect(name).toMatch(/^[A-Z][\w ,-]{2,62}$/);
      expect(author).toMatch(/\S/);
      // A longer one is refused when a release is published there.
      expect(description.length).toBeLessThanOrEqual(125);
    });

    test('has an icon and one of the colours', () => {
      expect(branding.icon).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
      expect(COLORS).toContain(branding.color);
    });
  },
);

describe('dist/licenses.txt', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const text = read('dist/licenses.txt');
  /** Of each package: its name, its licence's name, and the text up to the next package. */
  const entries = [...text.matchAll(/(?:^|\n\n)((?:@[\w-]+\/)?[\w.-]+)\n([\w.-]+)\n/g)].map(
    ([whole, name = '', licence = ''], index, all) => ({
      ...{ name, licence },
      words: text.slice((all[index]?.index ?? 0) + whole.length, all[index + 1]?.index),
    }),
  );

  test('names everything that the sources import', () => {
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  });

  test.each(entries)('$name may be bundled: $licence, with its text', ({ name, licence, words }) => {
    const known = packages[`node_modules/${name}`];
    expect(known.license).toBe(licence);
    expect(known.dev).toBeUndefined();
    expect(['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0']).toContain(
      licence,
    );
    expect(words).toMatch(/copyright|permission is hereby granted/i);
  });
});
