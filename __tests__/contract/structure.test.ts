import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Source {
  readonly path: string;
  readonly text: string;
  /** Everything that is imported, types too. */
  readonly imports: readonly string[];
}

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

function readSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const path = join(folder, name);
      const text = readFileSync(join(root, path), 'utf8');
      const imports = [...text.matchAll(STATEMENT)].map(([, from, dynamic]) =>
        resolveTarget(path, from ?? dynamic ?? ''),
      );
      return { path, text, imports };
    });
}

function resolveTarget(path: string, target: string): string {
  return target.startsWith('.') ? relative('.', join(dirname(path), target)) : target;
}

const sources = readSources('src');

/** The rooms from the top to the bottom; those that share a line know nothing of each other. No circle is possible then. */
const FLOORS: readonly (readonly string[])[] = [
  ['entry'],
  ['run', 'batch', 'visitors', 'collect'],
  ['thread'],
  ['report'],
  ['request'],
  ['change'],
  ['job'],
  ['github', 'service', 'inputs'],
  ['http'],
  ['runner'],
  ['text'],
];
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));

/** What every room may know: constants without a home of their own. */
const EVERYWHERE: ReadonlySet<string> = new Set(['src/intervals.ts', 'src/reason-codes.ts']);

/** Rooms that touch network, files, clock and environment. */
const OUTSIDE = /^src\/(?:http|github|service|runner|ports)\b/;
const inside = sources.filter(({ path }) => !OUTSIDE.test(path));

/** `src/job/watch.ts` is in room `job`; files beside the rooms are in none. */
function roomOf(path: string): string | undefined {
  const parts = path.split('/');
  return parts[0] === 'src' && parts.length === 3 ? parts[1] : undefined;
}

/** The stubs know nothing but the entry; every room knows its own files, and what is below. */
function isBelow(target: string, room: string): boolean {
  if (room === 'entry') return target === 'src/index.ts';
  const to = roomOf(target);
  if (EVERYWHERE.has(target)) return true;
  // The ports are opened above, and handed to those whose story it is.
  if (target === 'src/ports.ts') return floorOf(room) === floorOf('run');
  return to !== undefined && (to === room || floorOf(to) > floorOf(room));
}

describe('the shape of the house', () => {
  test('the reader of imports sees what is there', () => {
    const run = sources.find(({ path }) => path === 'src/run/run.ts');
    expect(run?.imports).toContain('src/ports.ts');
    const index = sources.find(({ path }) => path === 'src/index.ts');
    expect(index?.imports).toContain('src/main.ts');
  });

  test('only the rooms of the outside touch it', () => {
    const allowed = /^(src\/|zod\/mini$|js-yaml$|p-limit$|picomatch\/posix\.js$|node:crypto$)/;
    const found = inside.flatMap(({ path, imports, text }) => {
      const foreign = imports.filter((target) => !allowed.test(target));
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'/g, '');
      const globals = code.match(
        /\bprocess\b|\bfetch\(|\bset(?:Timeout|Interval)\b|\bDate\.now\b|\bconsole\b/g,
      );
      return [...foreign, ...(globals ?? [])].map((what) => `${path}: ${what}`);
    });
    expect(found).toEqual([]);
  });

  test('every room has its place', () => {
    const rooms = new Set(sources.map(({ path }) => roomOf(path)).filter((room) => room !== undefined));
    expect([...rooms].sort()).toEqual(FLOORS.flat().sort());
  });

  test('rooms import only downwards, types too', () => {
    const upwards = sources.flatMap(({ path, imports }) => {
      const room = roomOf(path);
      if (room === undefined) return [];
      return imports
        .filter((target) => target.startsWith('src/') && !isBelow(target, room))
        .map((target) => `${path} -> ${target}`);
    });
    expect(upwards).toEqual([]);
  });

  test('a file has a name that says what it holds', () => {
    const vague = /\/(utils?|helpers?|common|misc|index)\.ts$(?<!^src\/index\.ts)/;
    const wrong = sources.filter(({ path }) => vague.test(path));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('tests mock no module of ours', () => {
    const tests = readSources('__tests__').filter(({ path }) => !path.endsWith('structure.test.ts'));
    expect(tests.filter(({ text }) => /jest\.(unstable_)?mock/.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  test('there is one undici', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const copies = Object.keys(packages).filter((path) => /(^|\/)node_modules\/undici$/.test(path));
    expect(copies).toEqual(['node_modules/undici']);
  });
});
