/**
 * Builds `dist/`: tsc writes plain JavaScript, ncc bundles `src/skip-or-start.ts` once for all actions, and a stub for each phase of
 * each action, with its defaults, and the hash of the sources go next to the bundle. `npm run build` writes into the checkout, or into the
 * folder that its argument names.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { ActionName } from '../src/action.ts';
import type { launch } from '../src/skip-or-start.ts';
import { hashSources, SOURCES_FILE } from './dist-sources.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const target = process.argv[2] ?? 'dist';
const require = createRequire(import.meta.url);
const ncc = require.resolve('@vercel/ncc/dist/ncc/cli.js');

/** The files in `dist/entry/` that the `action.yml` files name. */
const STUBS: Readonly<Record<string, [ActionName, 'main' | 'post']>> = {
  run: ['run', 'main'],
  'run-post': ['run', 'post'],
  visitors: ['visitors', 'main'],
  collect: ['collect', 'main'],
  'release-check': ['release-check', 'main'],
};

/** The defaults in an `action.yml` that aren't expressions, by the variable of the input. */
function defaultsOf(action: ActionName): Parameters<typeof launch>[2] {
  const { inputs } = parse(readFileSync(action === 'run' ? 'action.yml' : `${action}/action.yml`, 'utf8'));
  const all = Object.entries<{ default?: string }>(inputs).flatMap(([name, { default: usual = '' }]) =>
    usual === '' || usual.includes('$') ? [] : [[`INPUT_${name.toUpperCase()}`, usual]],
  );
  return Object.fromEntries(all);
}

/** Runs the script of a command, which prints why it fails. */
function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// Before the build, so that a change during it is noticed.
const sources = hashSources('.');
rmSync('build', { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');

rmSync(target, { recursive: true, force: true });
const extras = ['--license', 'licenses.txt', '--no-cache', '--quiet'];
run(ncc, 'build', 'build/skip-or-start.js', '-o', target, ...extras);
mkdirSync(`${target}/entry`);
for (const [name, [action, phase]] of Object.entries(STUBS)) {
  const call = `launch('${action}', '${phase}', ${JSON.stringify(defaultsOf(action))})`;
  writeFileSync(`${target}/entry/${name}.js`, `import { launch } from '../index.js';\nawait ${call};\n`);
}
writeFileSync(`${target}/${SOURCES_FILE}`, sources);
