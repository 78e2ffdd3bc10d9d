/** What `npm ci` installs is fixed to the byte, and runs nothing while it is installed; what an older Node is told. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { read, root } from './repository.ts';

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Readonly<Record<string, Entry>>;
};
const { allowScripts, scripts } = JSON.parse(read('package.json'));
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

/** Runs the check as a Node of this version would. */
function checkOn(version: string) {
  const faked = `Object.defineProperty(process, 'version', { value: '${version}' })`;
  const args = ['--import', `data:text/javascript,${faked}`, 'scripts/require-node.cjs'];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

describe('the version of Node', () => {
  test.each(['v24.0.0', 'v100.0.0'])('%s is new enough', (version) => {
    expect(checkOn(version)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test.each(['v23.11.1', 'v8.17.0'])('%s is told what to install', (version) => {
    const { status, stderr } = checkOn(version);
    expect(status).toBe(1);
    expect(stderr).toMatch(`Node 24 or newer, and ${version} was found. Run \`npm ci\``);
  });

  test.each(['start', 'test'])(
    '`npm %s` asks before anything that an old one does not understand',
    (name) => {
      expect(scripts[name]).toMatch(/^node scripts\/require-node\.cjs && node /);
    },
  );
});
