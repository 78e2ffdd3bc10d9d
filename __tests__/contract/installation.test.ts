/** `npm ci` installs fixed bytes and runs none of them. Everything uses one version of Node. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { MANIFESTS, read, root } from './repository.ts';

interface Entry {
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { allowScripts, engines, optionalDependencies, scripts } = JSON.parse(read('package.json'));
const packages: Readonly<Record<string, Entry>> = JSON.parse(read('package-lock.json')).packages;
const entries = Object.entries(packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  test('has a checksum for every package', () => {
    expect(entries.length).toBeGreaterThan(100);
    const unchecked = entries.filter(([, { integrity = '' }]) => !/^sha512-/.test(integrity));
    expect(unchecked).toEqual([]);
  });

  // If the registry lacks a package, npm leaves it out of the lock file. Then `npm ci` fails on the package's platform.
  test('has the packages of all platforms', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  // The scripts of these few build or download what the package of a platform already has.
  test('needs no script of a package', () => {
    const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(Object.fromEntries(names.map((name) => [name, false]))).toEqual(allowScripts);
  });
});

test('a script of a package that package.json does not name is an error', () => {
  const settings = read('.npmrc').split('\n');
  expect(settings).toContain('strict-allow-scripts=true');
});

describe('Node', () => {
  test('has the same version in the actions, the scripts and the workflows', () => {
    expect(engines.node).toBe('>=24');
    // One version for all platforms.
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([expect.stringMatching(/^24\./)]));
    for (const path of MANIFESTS) expect(parse(read(path)).runs.using).toBe('node24');
    const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map(read).join('\n');
    const setUps = [...workflows.matchAll(/uses: actions\/setup-node@.*\n +with:\n +(.*)/g)];
    expect(setUps.length).toBeGreaterThan(3);
    for (const [, input] of setUps) expect(input).toBe('node-version-file: package.json');
  });

  test.each([
    ['v100.0.0', 0, /^$/],
    ['v24.0.0', 0, /^$/],
    ['v23.11.1', 1, /Node 24 or newer, and v23\.11\.1 was found\. Run `npm ci`/],
  ])('%s ends the check with %i', (version, status, message) => {
    const faked = `Object.defineProperty(process, 'version', { value: '${version}' })`;
    const args = ['--import', `data:text/javascript,${faked}`, 'scripts/require-node.cjs'];
    const check = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(check).toMatchObject({ status, stderr: expect.stringMatching(message) });
  });

  test.each(['start', 'test'])('is checked before `npm %s` loads the sources', (name) => {
    expect(scripts[name]).toMatch(/^node scripts\/require-node\.cjs && node /);
  });
});
