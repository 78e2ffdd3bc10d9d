/** What `npm ci` installs is fixed to the byte on every platform, and runs nothing while it is installed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as {
  packages: Readonly<Record<string, Entry>>;
};
const { allowScripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const entries = Object.entries(packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  test('has a checksum for every package', () => {
    expect(entries.length).toBeGreaterThan(100);
    const unchecked = entries.filter(([, { integrity = '' }]) => !/^sha512-/.test(integrity));
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });

  // npm leaves a package out that the registry doesn't offer where the file is written; `npm ci` then refuses it elsewhere.
  test('has the packages of all platforms', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          packages[`node_modules/${name}`] === undefined &&
          packages[`${path}/node_modules/${name}`] === undefined,
      ),
    );
    expect(missing).toEqual([]);
  });

  // Those few look whether their platform's package is there, and build or download one if not.
  test('needs no script of a package', () => {
    const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(Object.fromEntries(names.map((name) => [name, false]))).toEqual(allowScripts);
  });
});
