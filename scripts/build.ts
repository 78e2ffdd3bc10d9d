/**
 * Builds `dist/`: tsc writes plain JavaScript, ncc bundles `src/index.ts` once for all actions, and the stubs of
 * `src/entry/` go beside it as they are. `npm run build` writes into the checkout; another folder can be named.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, process.argv[2] ?? 'dist');
const build = join(root, 'build');
const require = createRequire(import.meta.url);

const node = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

for (const folder of [build, target]) rmSync(folder, { recursive: true, force: true });
node(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json');
node(
  require.resolve('@vercel/ncc/dist/ncc/cli.js'),
  'build',
  join(build, 'index.js'),
  '-o',
  target,
  '--license',
  'licenses.txt',
  '--stats-out',
  join(build, 'stats.json'),
);

changeBuiltins(join(target, 'index.js'));
tighten(target);

mkdirSync(join(target, 'entry'));
for (const stub of readdirSync(join(build, 'entry'))) {
  copyFileSync(join(build, 'entry', stub), join(target, 'entry', stub));
}

/**
 * Node's own modules are a large part of a short run, and ncc loads each where any part of ours names it. Those that only
 * some runs use are loaded by their first use. HTTP/2 is never spoken; undici then finds what it finds in a Node without.
 */
function changeBuiltins(file: string): void {
  let code = readFileSync(file, 'utf8');
  const change = (name: string, to: (load: string) => string) => {
    const load = `__WEBPACK_EXTERNAL_createRequire(import.meta.url)("${name}")`;
    if (code.split(load).length !== 2) throw new Error(`ncc does not load ${name} as it used to`);
    code = code.replace(load, to(load));
  };
  for (const name of ['node:crypto', 'node:fs/promises', 'node:zlib'])
    change(name, (load) => `new Proxy({}, { get: (_, name) => ${load}[name] })`);
  change('node:http2', () => '{ constants: {} }');
  writeFileSync(file, code);
}

/**
 * Takes comments and white space away, which Node reads in each run, and writes other characters than ASCII as escapes:
 * one of them doubles what a file takes in memory. Names stay, so that a stack can be read.
 */
function tighten(folder: string): void {
  buildSync({
    entryPoints: readdirSync(folder).flatMap((name) => (name.endsWith('.js') ? join(folder, name) : [])),
    ...{ outdir: folder, allowOverwrite: true, logLevel: 'error' },
    ...{ minifyWhitespace: true, charset: 'ascii', legalComments: 'none', tsconfigRaw: '{}' },
  });
}
