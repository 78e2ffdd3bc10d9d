/**
 * Builds `dist/`: tsc writes plain JavaScript, ncc bundles `src/index.ts` once for all actions, and the stubs of
 * `src/entry/` and the hash of the sources go next to it. `npm run build` writes into the checkout; another folder can be
 * named. What ncc tells about the modules is in `build/stats.json`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { hashSources, SOURCES_FILE } from './dist-sources.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const target = process.argv[2] ?? 'dist';
const require = createRequire(import.meta.url);
const ncc = require.resolve('@vercel/ncc/dist/ncc/cli.js');

/** Runs the script of a command; its own words say why it failed. */
function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// Before the build, so that a change during it is noticed.
const sources = hashSources('.');
rmSync('build', { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');

rmSync(target, { recursive: true, force: true });
const extras = ['--license', 'licenses.txt', '--stats-out', 'build/stats.json', '--no-cache', '--quiet'];
run(ncc, 'build', 'build/index.js', '-o', target, ...extras);
cpSync('build/entry', `${target}/entry`, { recursive: true });
writeFileSync(`${target}/${SOURCES_FILE}`, sources);
