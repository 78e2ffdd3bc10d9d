import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { read, root } from './repository.ts';

interface Source {
  readonly path: string;
  /** Types too. */
  readonly imports: readonly string[];
}

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

function readSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const path = join(folder, name);
      const text = read(path);
      const imports = [...text.matchAll(STATEMENT)].map(([, from, dynamic]) =>
        resolveTarget(path, from ?? dynamic ?? ''),
      );
      return { path, imports };
    });
}

function resolveTarget(path: string, target: string): string {
  return target.startsWith('.') ? relative('.', join(dirname(path), target)) : target;
}

const sources = readSources('src');

/** The rooms from the top to the bottom; those that share a line know nothing of each other. No circle is possible then. */
const FLOORS: readonly (readonly string[])[] = [
  ['run', 'batch', 'visitors', 'collect'],
  ['thread'],
  ['request'],
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

/** Types and constants that every room may import. */
const EVERYWHERE: ReadonlySet<string> = new Set(['src/answer.ts', 'src/intervals.ts', 'src/reason-codes.ts']);

/** `src/job/watch.ts` is in room `job`; files beside the rooms are in none. */
function roomOf(path: string): string | undefined {
  const parts = path.split('/');
  return parts[0] === 'src' && parts.length === 3 ? parts[1] : undefined;
}

/** Every room imports its own files, and what is below. */
function isBelow(target: string, room: string): boolean {
  const to = roomOf(target);
  if (EVERYWHERE.has(target)) return true;
  // `main.ts` opens the ports, and hands them to the room of the action.
  if (target === 'src/ports.ts') return floorOf(room) === floorOf('run');
  return to !== undefined && (to === room || floorOf(to) > floorOf(room));
}

describe('imports between rooms', () => {
  test('are found by this test', () => {
    const run = sources.find(({ path }) => path === 'src/run/run.ts');
    expect(run?.imports).toContain('src/ports.ts');
    const index = sources.find(({ path }) => path === 'src/index.ts');
    expect(index?.imports).toContain('src/main.ts');
  });

  test('start from rooms that have a floor', () => {
    const rooms = new Set(sources.map(({ path }) => roomOf(path)).filter((room) => room !== undefined));
    expect([...rooms].sort()).toEqual(FLOORS.flat().sort());
  });

  test('point down, types too', () => {
    const upwards = sources.flatMap(({ path, imports }) => {
      const room = roomOf(path);
      if (room === undefined) return [];
      return imports
        .filter((target) => target.startsWith('src/') && !isBelow(target, room))
        .map((target) => `${path} -> ${target}`);
    });
    expect(upwards).toEqual([]);
  });
});
