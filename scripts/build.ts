/**
 * Builds `dist/`: tsc writes plain JavaScript, ncc bundles `src/index.ts` once for all actions, and the stubs of
 * `src/entry/` go beside it as they are. `npm run build` writes into the checkout; another folder can be named.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
);

mkdirSync(join(target, 'entry'));
for (const stub of readdirSync(join(build, 'entry'))) {
  copyFileSync(join(build, 'entry', stub), join(target, 'entry', stub));
}
