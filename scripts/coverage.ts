/**
 * Runs the tests, measures which lines of `src/` run in the actions that they start, and checks the floors of `.c8rc.json`. The
 * actions are those of `dist/`. A second build with source maps gives the lines of their code. Arguments go to jest. Functions
 * have no floor, since their number in source maps differs from run to run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const require = createRequire(import.meta.url);
const ncc = require.resolve('@vercel/ncc/dist/ncc/cli.js');
const coverage = resolve('build/coverage');

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ACTION_COVERAGE: coverage } }).status ??
  1;
const node = (...args: string[]) => run(process.execPath, ...args);

/** Builds `dist/` again with source maps, and returns the names of its files. */
function buildMapped(): string[] {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  const maps = ['--source-map', '--no-source-map-register', '--no-cache', '--quiet'];
  const built =
    node(...tsc) ||
    node(...tsc, '--outDir', 'build/maps', '--sourceMap', '--inlineSources') ||
    node(ncc, 'build', 'build/skip-or-start.js', '-o', 'build/mapped', ...maps);
  if (built !== 0) process.exit(built);
  const names = readdirSync('build/mapped').filter((name) => name.endsWith('.js'));
  const mapped = (name: string) => readFileSync(`build/mapped/${name}`, 'utf8');
  const differing = names.filter(
    (name) => mapped(name) !== `${readFileSync(`dist/${name}`, 'utf8')}\n//# sourceMappingURL=${name}.map`,
  );
  if (differing.length === 0) return names;
  console.error(
    `dist/ is not what the sources give; run "npm run build". Differing: ${differing.join(', ')}`,
  );
  process.exit(1);
}

/**
 * The source map of a file of `dist/`. ncc maps lines to the output of tsc, without columns. The columns are those of tsc. In
 * the bundle, they differ only after the longer names that webpack gives to imports.
 */
function mapFile(name: string) {
  const bundled = new TraceMap(readFileSync(`build/mapped/${name}.map`, 'utf8'));
  const files = bundled.sources.map((source) => /\/build\/(.*)\.js$/.exec(source ?? '')?.[1]);
  const compiled = files.map((file) =>
    file === undefined ? undefined : new TraceMap(readFileSync(`build/maps/${file}.js.map`, 'utf8')),
  );
  const lines = readFileSync(`dist/${name}`, 'utf8').split('\n');
  const mappings = decodedMappings(bundled).map(([[, source = -1, line = 0] = [0]], row) => {
    // A list that is only there for its type doesn't run, and doesn't count.
    if (lines[row]?.includes('/* unused pure expression or super */')) return [];
    const map = compiled[source];
    const segments = map === undefined ? [] : decodedMappings(map)[line];
    return (segments ?? []).flatMap(([column, , ...place]) => [[column, source, ...place.slice(0, 2)]]);
  });
  const sources = files.map((file, index) =>
    file === undefined ? `package ${index}` : resolve(`src/${file}.ts`),
  );
  const sourcesContent = compiled.map((map) => map?.sourcesContent?.[0] ?? '');
  return { version: 3, names: [], sources, sourcesContent, mappings };
}

rmSync('build', { recursive: true, force: true });
mkdirSync(coverage, { recursive: true });
const maps = buildMapped().map(
  (name) => [pathToFileURL(`dist/${name}`).href, { data: mapFile(name) }] as const,
);
const known = { result: [], 'source-map-cache': Object.fromEntries(maps) };
writeFileSync(`${coverage}/maps.json`, JSON.stringify(known));

const tests = run('npm', 'test', '--', ...process.argv.slice(2));
const floors = node('node_modules/c8/bin/c8.js', 'report');
process.exitCode = tests || floors;
