import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly { readonly target: string; readonly typesOnly: boolean }[];
}

const STATEMENT = /(?:^|\n)\s*(?:import|export)(\s+type)?\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

function readSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const path = join(folder, name);
      const text = readFileSync(join(root, path), 'utf8');
      const imports = [...text.matchAll(STATEMENT)].map(([, type, from, dynamic]) => ({
        target: resolveTarget(path, from ?? dynamic ?? ''),
        typesOnly: type !== undefined,
      }));
      return { path, text, imports };
    });
}

function resolveTarget(path: string, target: string): string {
  return target.startsWith('.') ? relative('.', join(dirname(path), target)) : target;
}

const sources = readSources('src');

/** Rooms that stand above others, as `run.ts` does, and those that they bring together. */
const ABOVE: ReadonlySet<string> = new Set(['conversation', 'batch', 'visitors']);
const ROOMS: ReadonlySet<string> = new Set(['request', 'job', 'report', 'thread']);
const outsideOfWorld = sources.filter(({ path }) => !path.startsWith('src/world/'));

/** `src/job/wait.ts` is in room `job`; files beside the rooms are in none. */
function roomOf(path: string): string | undefined {
  const parts = path.split('/');
  return parts[0] === 'src' && parts.length === 3 ? parts[1] : undefined;
}

/** What every room may use: pure text, the readers of inputs, and what makes foreign text safe to print. */
const SHARED = ['src/text/', 'src/inputs', 'src/report/markdown.ts', 'src/outcome.ts'];

describe('the shape of the house', () => {
  test('the reader of imports sees what is there', () => {
    const run = sources.find(({ path }) => path === 'src/run.ts');
    expect(run?.imports).toContainEqual({ target: 'src/world/world.ts', typesOnly: true });
    const index = sources.find(({ path }) => path === 'src/index.ts');
    expect(index?.imports.map(({ target }) => target)).toContain('src/shell.ts');
  });

  test.each(outsideOfWorld)('$path does not touch the outside', ({ imports, text }) => {
    const allowed = /^(src\/|zod\/mini$|csv-stringify\/sync$|js-yaml$|picomatch\/posix\.js$|node:crypto$)/;
    expect(imports.map(({ target }) => target).filter((target) => !allowed.test(target))).toEqual([]);
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'/g, '');
    expect(code).not.toMatch(
      /\bprocess\b|\bfetch\(|\bsetTimeout\b|\bsetInterval\b|\bDate\.now\b|\bconsole\b/,
    );
  });

  test.each(sources.filter(({ path }) => roomOf(path) !== undefined))(
    '$path imports only downwards',
    ({ path, imports }) => {
      const room = roomOf(path);
      if (room === 'entry') return expect(imports.map(({ target }) => target)).toEqual(['src/index.ts']);
      for (const { target, typesOnly } of imports.filter(({ target: name }) => name.startsWith('src/'))) {
        const to = roomOf(target);
        const below = ABOVE.has(room ?? '') && ROOMS.has(to ?? '');
        const shared = SHARED.some((start) => target.startsWith(start));
        const downwards = to === room || typesOnly || shared || below;
        expect({ target, downwards }).toEqual({ target, downwards: true });
        expect(target).not.toMatch(/^src\/(run|shell|index|post)\.ts$/);
      }
    },
  );

  test.each(sources)('$path has a name that says what it holds, and fits one sitting', ({ path, text }) => {
    expect(path).not.toMatch(/\/(utils?|helpers?|common|misc|index)\.ts$(?<!^src\/index\.ts)/);
    expect(text.split('\n').length).toBeLessThanOrEqual(220);
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
