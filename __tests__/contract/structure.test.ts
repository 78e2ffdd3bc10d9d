import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { read, root } from './repository.ts';

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

/** Every file, and the project's files that it imports, types too. */
const files = globSync('{src,sandbox,scripts}/**/*.ts', { cwd: root }).map((name) => {
  const path = name.replaceAll('\\', '/');
  const imports = [...read(path).matchAll(STATEMENT)]
    .map(([, from, dynamic]) => from ?? dynamic ?? '')
    .filter((target) => target.startsWith('.'))
    .map((target) => posix.join(posix.dirname(path), target));
  return { path, imports };
});
const sources = files.filter(({ path }) => path.startsWith('src/'));

/** The rooms from top to bottom. Rooms in one line don't import each other, so that no cycle is possible. */
const FLOORS: readonly (readonly string[])[] = [
  ['request', 'visitors', 'collect', 'release-check'],
  ['checks'],
  ['thread', 'prompt'],
  ['event'],
  ['change'],
  ['pull-request'],
  ['report'],
  ['job'],
  ['github', 'service', 'inputs'],
  ['http'],
  ['runner'],
  ['text'],
];
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));

const isModel = (path: string) => path.startsWith('src/model/');

/** `src/job/watch.ts` is in the room `job`. Files directly in `src/` are in none, and every room may import those of the model. */
function roomOf(path: string): string | undefined {
  return isModel(path) ? undefined : /^src\/([\w-]+)\/[\w.-]+$/.exec(path)?.[1];
}

/** A room may import its own files and the rooms below. */
function mayImport(room: string, target: string): boolean {
  if (isModel(target)) return true;
  // `main.ts` opens the ports, and passes them to the action.
  if (target === 'src/ports.ts' || target === 'src/action.ts') return floorOf(room) === 0;
  const to = roomOf(target);
  return to !== undefined && (to === room || floorOf(to) > floorOf(room));
}

describe('imports', () => {
  test('are found by this test', () => {
    const importsOf = (path: string) => sources.find((source) => source.path === path)?.imports;
    expect(importsOf('src/request/run.ts')).toContain('src/ports.ts');
    expect(importsOf('src/skip-or-start.ts')).toContain('src/main.ts');
  });

  test('point down from room to room', () => {
    const rooms = new Set(sources.map(({ path }) => roomOf(path)).filter((room) => room !== undefined));
    expect([...rooms].sort()).toEqual(FLOORS.flat().sort());
    const upwards = sources.flatMap(({ path, imports }) => {
      const room = roomOf(path);
      const wrong = imports.filter((target) => room !== undefined && !mayImport(room, target));
      return wrong.map((target) => `${path} -> ${target}`);
    });
    expect(upwards).toEqual([]);
  });

  test('bring no code of a room into the model', () => {
    const models = sources.filter(({ path }) => isModel(path));
    expect(models.length).toBeGreaterThan(3);
    expect(models.filter(({ path }) => /^import (?!type )[^;]*'\.\.\//m.test(read(path)))).toEqual([]);
  });

  test.each([
    ['files', (path: string) => path],
    ['rooms, also by types', (path: string) => roomOf(path) ?? path],
  ])('make no circle of %s', (_what, nodeOf) => {
    const steps = files.flatMap(({ path, imports }) => imports.map((to) => [nodeOf(path), nodeOf(to)]));
    let left = steps.filter(([from, to]) => from !== to);
    // What imports nothing that imports something is in no circle.
    for (let before = -1; before !== left.length; ) {
      before = left.length;
      const importing = new Set(left.map(([from]) => from));
      left = left.filter(([, to]) => importing.has(to));
    }
    expect(left).toEqual([]);
  });
});

test('only the host and its machine read the process, the time, or a timer', () => {
  const outside =
    /\bprocess\.|\bDate\.now\b|\bperformance\b|\bset(?:Timeout|Interval|Immediate)\b|new Date\(\)|node:timers|@actions\/core/;
  const readers = sources.filter(({ path }) => outside.test(read(path))).map(({ path }) => path);
  expect(readers.sort()).toEqual(['src/runner/host.ts', 'src/runner/machine.ts']);
});

describe('the API key', () => {
  const filesWith = (pattern: RegExp) =>
    sources
      .map(({ path }) => path)
      .filter((path) => pattern.test(withoutComments(read(path))))
      .sort();

  /** Strings stay, because imports and the names of inputs are strings. */
  const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

  test('is seen only by the inputs, and by what opens the service and derives the key of notes', () => {
    expect(filesWith(/\bapiKey\b/)).toEqual([
      'src/inputs/fields.ts',
      'src/inputs/read-inputs.ts',
      'src/service/service.ts',
      'src/text/signed-note.ts',
    ]);
    // Whether it is empty, and the masked inputs.
    expect(filesWith(/(?:readInput|input)\('api-key'|SECRET_INPUTS = \[/)).toEqual([
      'src/runner/secrets.ts',
      'src/skip-or-start.ts',
    ]);
  });

  test('is passed, with the inputs that open the service, to nothing but the service', () => {
    const passed = sources.flatMap(({ path }) => [
      ...withoutComments(read(path)).matchAll(/(\w+)\((?:inputs\.)?credentials\b/g),
    ]);
    expect(new Set(passed.map(([, name]) => name))).toEqual(new Set(['openJobTools', 'openService']));
    expect(filesWith(/\bcredentials\b/)).toEqual([
      'src/collect/collect.ts',
      'src/inputs/read-inputs.ts',
      'src/request/check-set-up.ts',
      'src/request/step.ts',
      'src/visitors/visitors.ts',
    ]);
  });

  test('and the other inputs are never spread into a context', () => {
    expect(filesWith(/\.\.\.inputs\b(?!\.)/)).toEqual([]);
  });
});
